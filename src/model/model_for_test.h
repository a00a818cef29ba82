#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "model/model.h"

// A shop with every feature that the outputs look at, and the files they are compared with.
namespace trestle::model {

inline Template TemplateOf(std::string text) {
  Template out{.text = text};
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    if (open != 0) out.parts.push_back({.literal = text.substr(0, open)});
    if (open == std::string::npos) break;
    const std::size_t close = text.find('}');
    out.parts.push_back({.reference = text.substr(open + 1, close - open - 1)});
    text = text.substr(close + 1);
  }
  return out;
}
inline EntityKey KeyOf(std::string attribute, std::string text) {
  return {.attribute = std::move(attribute), .value = TemplateOf(std::move(text))};
}
inline Attribute AttributeOf(std::string name, Type type) {
  return {.name = std::move(name), .shape = {.type = type}};
}

inline Model ShopModel() {
  Model shop{.name = "shop", .title = "A shop"};
  Table table{.name = "shop", .partition_key = {"PK"}, .sort_key = KeyAttribute{"SK"}};
  table.stream = StreamView::kNewAndOldImages;
  table.ttl = "ExpiresAt";
  table.pitr_days = 35;
  table.indexes.push_back(
      {.name = "GSI1", .partition_key = {{"GSI1PK"}}, .sort_key = {{"GSI1SK"}}});
  table.indexes.push_back(
      {.name = "ByPlace",
       .partition_key = {{"Country"}, {"City"}},
       .sort_key = {{"Total", KeyType::kNumber}},
       .projection = {.kind = Projection::Kind::kInclude, .attributes = {"Status"}}});
  table.deletion_protection = true;
  table.kms = true;
  shop.tables.push_back(std::move(table));

  Entity customer{.name = "Customer", .title = "Who buys", .table = "shop", .value = "Customer"};
  customer.keys = {KeyOf("PK", "CUSTOMER#{CustomerId}"), KeyOf("SK", "PROFILE")};
  customer.attributes = {AttributeOf("CustomerId", Type::kString),
                         AttributeOf("Email", Type::kString)};
  customer.unique = {"Email"};
  customer.count = 1000;
  customer.size = 1024;
  Entity order{.name = "Order", .title = "An order", .table = "shop", .value = "Order"};
  order.keys = {KeyOf("PK", "CUSTOMER#{CustomerId}"), KeyOf("SK", "ORDER#{OrderId}"),
                KeyOf("GSI1PK", "STATUS#{Status}"), KeyOf("GSI1SK", "{PlacedAt}")};
  Attribute status{.name = "Status",
                   .shape = {.type = Type::kEnum, .values = {"open", "paid", "done"}}};
  order.attributes = {AttributeOf("CustomerId", Type::kString),
                      AttributeOf("OrderId", Type::kUlid),
                      status,
                      AttributeOf("PlacedAt", Type::kTimestamp),
                      AttributeOf("Country", Type::kString),
                      AttributeOf("City", Type::kString),
                      AttributeOf("Total", Type::kDecimal)};
  order.parent = "Customer";
  order.references = {{"CustomerId", "Customer"}};
  order.count = 50000;
  order.size = 1536;
  shop.entities = {customer, order};

  Pattern get{.name = "P1", .title = "A customer", .kind = PatternKind::kGet};
  get.entities = {"Customer"};
  get.table = "shop";
  get.where = {{.attribute = "PK", .value = TemplateOf("CUSTOMER#{customer}")},
               {.attribute = "SK", .value = TemplateOf("PROFILE")}};
  get.where_text = "PK = CUSTOMER#{customer} and SK = PROFILE";
  get.parameters = {{.name = "customer"}};
  get.rate = 1000;
  Pattern query{
      .name = "P2", .title = "Orders of a status, newest first", .kind = PatternKind::kQuery};
  query.entities = {"Order"};
  query.table = "shop";
  query.index = "GSI1";
  query.where = {{.attribute = "GSI1PK", .value = TemplateOf("STATUS#{status}")}};
  query.where_text = "GSI1PK = STATUS#{status}";
  query.descending = true;
  query.parameters = {
      {.name = "status", .shape = {.type = Type::kEnum, .values = {"open", "paid", "done"}}}};
  query.rate = 20;
  query.returns = 20;
  Pattern put{.name = "P3", .title = "Place an order", .kind = PatternKind::kPut};
  put.entities = {"Order"};
  put.table = "shop";
  put.rate = 100;
  Pattern remove{.name = "P4", .title = "Delete an order", .kind = PatternKind::kDelete};
  remove.entities = {"Order"};
  remove.table = "shop";
  Pattern all{.name = "P5", .title = "Everything", .kind = PatternKind::kScan};
  all.entities = {"Order"};
  all.table = "shop";
  shop.patterns = {get, query, put, remove, all};

  Item sample;
  sample.Set("CustomerId", AttributeValue::String("c1"));
  sample.Set("OrderId", AttributeValue::String("01J0000000000000000000000A"));
  sample.Set("Status", AttributeValue::String("open"));
  sample.Set("Total", AttributeValue::Integer(12));
  shop.samples.push_back({.entity = "Order", .values = sample});
  shop.alarms = {{.name = "Throttled", .metric = "ThrottledRequests", .above = 10}};
  return shop;
}

// The text of golden/NAME. With TRESTLE_UPDATE_GOLDEN set it is `actual`, which is written there.
inline std::string Golden(const std::string& name, const std::string& actual) {
  const std::string here = __FILE__;
  const std::string path = here.substr(0, here.rfind('/')) + "/golden/" + name;
  if (std::getenv("TRESTLE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
    return actual;
  }
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace trestle::model
