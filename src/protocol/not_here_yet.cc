#include "protocol/not_here_yet.h"

#include "operation/table_admin.h"
#include "protocol/api.h"
#include "protocol/decode_parameters.h"
#include "protocol/messages.h"

namespace trestle::not_here_yet {
namespace {

bool AnyStream(const Catalog& catalog) {
  for (const std::string& name : catalog.List("", catalog.size())) {
    const TablePtr table = catalog.FindInAnyState(name);
    if (table && !table->definition().stream.label.empty()) return true;
  }
  return false;
}

}  // namespace

Status ListStreams(OperationContext& context, const Call&, std::string& out) {
  if (AnyStream(context.catalog)) return messages::OperationNotServed("ListStreams");
  out.append(R"({"Streams":[]})");
  return {};
}

Status ListContributorInsights(OperationContext&, const Call&, std::string& out) {
  out.append(R"({"ContributorInsightsSummaries":[]})");
  return {};
}

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
