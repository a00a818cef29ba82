#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/json.h"
#include "protocol/api.h"
#include "protocol/constraint_check.h"
#include "protocol/decode.h"
#include "protocol/operations.h"
#include "protocol/type_check.h"

// The way of a request's body to its operation. The first byte chooses the operation.
namespace trestle {
namespace {

void Decode(std::string_view operation, const Members& members) {
  if (operation == "GetItem") static_cast<void>(decode::GetItem(members));
  if (operation == "PutItem") static_cast<void>(decode::PutItem(members));
  if (operation == "UpdateItem") static_cast<void>(decode::UpdateItem(members));
  if (operation == "DeleteItem") static_cast<void>(decode::DeleteItem(members));
  if (operation == "Query") static_cast<void>(decode::Query(members));
  if (operation == "Scan") static_cast<void>(decode::Scan(members));
  if (operation == "BatchGetItem") static_cast<void>(decode::BatchGetItem(members));
  if (operation == "BatchWriteItem") static_cast<void>(decode::BatchWriteItem(members));
  if (operation == "TransactGetItems") static_cast<void>(decode::TransactGetItems(members));
  if (operation == "TransactWriteItems") static_cast<void>(decode::TransactWriteItems(members, 0));
  if (operation == "CreateTable") static_cast<void>(decode::CreateTable(members));
  if (operation == "UpdateTable") static_cast<void>(decode::UpdateTable(members));
  if (operation == "TagResource") static_cast<void>(decode::TagResource(members));
  if (operation == "UntagResource") static_cast<void>(decode::UntagResource(members));
}

void DecodeBody(std::size_t choice, std::string_view body) {
  const OperationShape& operation = api::Operations()[choice % api::Operations().size()];
  JsonParser parser;
  const Result<Json> json = parser.Parse(body);
  if (!json || !CheckTypes(*operation.input, *json)) return;
  const Members members(*operation.input, *json);
  const ServedOperation* served = FindServed(operation.target);
  if (!CheckConstraints(members, served ? served->rules : ConstraintRules{})) return;
  Decode(operation.name, members);
}

}  // namespace
}  // namespace trestle

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  trestle::DecodeBody(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  return 0;
}
