#include "protocol/not_here_yet.h"

namespace trestle::not_here_yet {

Status ListExports(OperationContext&, const Call&, std::string& out) {
  out.append(R"({"ExportSummaries":[]})");
  return {};
}

Status ListGlobalTables(OperationContext&, const Call&, std::string& out) {
  out.append(R"({"GlobalTables":[]})");
  return {};
}

Status ListImports(OperationContext&, const Call&, std::string& out) {
  out.append(R"({"ImportSummaryList":[]})");
  return {};
}

}  // namespace trestle::not_here_yet
