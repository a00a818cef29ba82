#pragma once

#include "protocol/operations.h"

// The operations on exports and imports.
namespace trestle {

Status RunExportTable(OperationContext& context, const Call& call, std::string& out);
Status RunDescribeExport(OperationContext& context, const Call& call, std::string& out);
Status RunListExports(OperationContext& context, const Call& call, std::string& out);
Status RunImportTable(OperationContext& context, const Call& call, std::string& out);
Status RunDescribeImport(OperationContext& context, const Call& call, std::string& out);
Status RunListImports(OperationContext& context, const Call& call, std::string& out);

}  // namespace trestle
