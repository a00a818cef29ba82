#pragma once

#include "operation/operation_for_test.h"
#include "operation/table_admin.h"
#include "operation/update_table.h"

namespace trestle {

// Requests for tables of string keys.
inline KeySchemaElement Hash(std::string name) {
  return {.attribute_name = std::move(name), .hash = true};
}
inline KeySchemaElement Range(std::string name) {
  return {.attribute_name = std::move(name), .hash = false};
}
inline std::vector<AttributeDefinition> Strings(std::initializer_list<std::string> names) {
  std::vector<AttributeDefinition> definitions;
  for (const std::string& name : names) definitions.push_back({.name = name});
  return definitions;
}
inline IndexRequest IndexOn(std::string name, std::vector<KeySchemaElement> keys) {
  IndexRequest index;
  index.name = std::move(name);
  index.key_schema = std::move(keys);
  index.projection.type = ProjectionType::kAll;
  return index;
}

class TableTest : public OperationTest {
 protected:
  // An on-demand table of pk and sk.
  static CreateTableRequest NewTable(std::string name = "table") {
    CreateTableRequest request;
    request.table_name = std::move(name);
    request.attributes = Strings({"pk", "sk"});
    request.key_schema = std::vector{Hash("pk"), Range("sk")};
    request.billing = BillingMode::kPayPerRequest;
    return request;
  }
  static CreateTableRequest NewProvisionedTable(std::string name = "table") {
    CreateTableRequest request = NewTable(std::move(name));
    request.billing.reset();
    request.throughput = ThroughputRequest{.read = 5, .write = 5};
    return request;
  }
  static UpdateTableRequest Change(std::string name = "table") {
    UpdateTableRequest request;
    request.table_name = std::move(name);
    return request;
  }
  static UpdateTableRequest AddIndex(IndexRequest index, std::vector<AttributeDefinition> defs) {
    UpdateTableRequest request = Change();
    request.attributes = std::move(defs);
    request.global_index_updates = std::vector<GlobalIndexUpdate>(1);
    request.global_index_updates->front().create = std::move(index);
    return request;
  }

  Result<TableDescription> Run(const CreateTableRequest& request) {
    OperationContext context = Context();
    return CreateTable(context, request);
  }
  Result<TableDescription> Run(const UpdateTableRequest& request) {
    OperationContext context = Context();
    return UpdateTable(context, request);
  }
  Result<TableDescription> Describe(const std::string& name = "table") {
    OperationContext context = Context();
    return DescribeTable(context, name);
  }
  // Of a table that must be there.
  TableDescription Seen(const std::string& name = "table") {
    Result<TableDescription> description = Describe(name);
    EXPECT_TRUE(description) << MessageOf(description);
    return description ? *std::move(description) : TableDescription();
  }
  TableDefinition Described(const std::string& name = "table") {
    const TableDescription description = Seen(name);
    return description.table == nullptr ? TableDefinition() : description.table->definition();
  }
  template <class Request>
  std::string Refusal(const Request& request) {
    return MessageOf(Run(request));
  }
};

}  // namespace trestle
