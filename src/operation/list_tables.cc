#include "operation/table_admin.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxTableNames = 100;

}  // namespace

Result<ListTablesResponse> ListTables(OperationContext& context, const ListTablesRequest& request) {
  context.AnswerAfterLatest();
  const auto limit = static_cast<std::size_t>(request.limit.value_or(kMaxTableNames));
  ListTablesResponse response;
  // One more than asked for tells whether the list goes on.
  response.table_names =
      context.catalog.List(request.exclusive_start_table_name.value_or(""), limit + 1);
  if (response.table_names.size() > limit) {
    response.table_names.pop_back();
    response.last_evaluated_table_name = response.table_names.back();
  }
  return response;
}

}  // namespace trestle
