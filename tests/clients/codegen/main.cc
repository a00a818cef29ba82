// Generated code against a database in memory; prints what the TypeScript program prints.
#include <cstdio>

#include "base/clock.h"
#include "operation/local_database.h"
#include "shop.h"

namespace {

trestle::Status CreateTable(trestle::Database& database) {
  trestle::CreateTableRequest request;
  request.table_name = "shop";
  request.attributes = {
      {.name = "PK"},      {.name = "SK"},
      {.name = "GSI1PK"},  {.name = "GSI1SK"},
      {.name = "Country"}, {.name = "City"},
      {.name = "OrderId"}, {.name = "Total", .type = trestle::AttributeType::kNumber}};
  request.key_schema = {{.attribute_name = "PK"}, {.attribute_name = "SK", .hash = false}};
  request.billing = trestle::BillingMode::kPayPerRequest;
  trestle::IndexRequest by_status;
  by_status.name = "GSI1";
  by_status.projection.type = trestle::ProjectionType::kAll;
  by_status.key_schema = {{.attribute_name = "GSI1PK"},
                          {.attribute_name = "GSI1SK", .hash = false}};
  trestle::IndexRequest by_place;
  by_place.name = "ByPlace";
  by_place.projection.type = trestle::ProjectionType::kAll;
  by_place.key_schema = {{.attribute_name = "Country"},
                         {.attribute_name = "City"},
                         {.attribute_name = "Total", .hash = false}};
  trestle::IndexRequest by_order;
  by_order.name = "ByOrderId";
  by_order.projection.type = trestle::ProjectionType::kKeysOnly;
  by_order.key_schema = {{.attribute_name = "OrderId"}};
  request.global_indexes = {by_status, by_place, by_order};
  TRESTLE_RETURN_IF_ERROR(database.CreateTable(request));
  return {};
}

shop::Order OrderOf(std::int64_t number, const char* status, const char* total) {
  shop::Order order;
  order.CustomerId = "c1";
  order.OrderId = "o" + std::to_string(number);
  order.Number = number;
  order.Status = status;
  order.PlacedAt = "2026-02-13T10:30:45.123Z";
  order.Country = "IT";
  order.City = "Rome";
  order.Total = *trestle::Number::Parse(total);
  return order;
}

trestle::Status Run() {
  const trestle::SystemClock clock;
  TRESTLE_TRY(const auto database,
              trestle::LocalDatabase::Open({.store = {.in_memory = true}}, clock));
  TRESTLE_RETURN_IF_ERROR(CreateTable(*database));
  TRESTLE_RETURN_IF_ERROR(shop::WriteCustomer(*database, {.CustomerId = "c1", .Name = "Ada"}));
  TRESTLE_RETURN_IF_ERROR(shop::PlaceOrder(*database, OrderOf(7, "open", "12.5")));
  TRESTLE_RETURN_IF_ERROR(
      shop::ImportOrders(*database, {OrderOf(8, "paid", "3"), OrderOf(9, "done", "99")}));

  TRESTLE_TRY(const auto customer, shop::CustomerById(*database, {.customer = "c1"}));
  std::printf("customer %s\n", customer->Name.c_str());
  TRESTLE_TRY(const auto orders, shop::OrdersOfCustomer(*database, {.customer = "c1"}));
  for (const shop::Order& order : orders.items) std::printf("order %s\n", order.OrderId->c_str());
  TRESTLE_TRY(const auto of_status,
              shop::OrdersOfStatus(*database, {.statuses = {"paid", "open", "done"}}));
  for (const shop::Order& order : of_status.items)
    std::printf("status %s\n", order.Status->c_str());
  TRESTLE_TRY(
      const auto large,
      shop::LargestInCity(
          *database, {.country = "IT", .city = "Rome", .least = *trestle::Number::Parse("10")}));
  for (const shop::Order& order : large.items)
    std::printf("large %s\n", order.Total->ToString().c_str());
  TRESTLE_TRY(const auto of_ids, shop::OrdersOfIds(*database, {.ids = {"o9", "o8", "o7"}}));
  for (const shop::Order& order : of_ids.items) {
    std::printf("id %s %s\n", order.OrderId->c_str(), order.Status->c_str());
  }
  TRESTLE_TRY(
      const auto dear,
      shop::OrdersOfIds(*database, {.ids = {"o8", "o7"}, .least = *trestle::Number::Parse("10")}));
  std::printf("dear %d\n", static_cast<int>(dear.count));
  TRESTLE_TRY(const auto whole, shop::OrderOfId(*database, {.id = "o9"}));
  std::printf("whole %s\n", whole.items.at(0).City->c_str());
  TRESTLE_TRY(const auto scanned, shop::OrdersInAll(*database, {}));
  std::printf("scanned %d\n", static_cast<int>(scanned.count));
  TRESTLE_TRY(const auto theirs, shop::OrdersWithCustomer(*database, {.customer = "c1"}));
  std::printf("theirs %d\n", static_cast<int>(theirs.items.size()));
  TRESTLE_TRY(const auto all, shop::Everything(*database, {.customer = "c1"}));
  std::printf("everything %d\n", static_cast<int>(all.count));
  TRESTLE_TRY(const auto changed,
              shop::ChangeOrder(*database, OrderOf(7, "open", "12.5"),
                                {{"Status", trestle::AttributeValue::String("paid")}}));
  std::printf("changed %s\n", changed.Status->c_str());
  TRESTLE_TRY(const auto open, shop::OrdersOfStatus(*database, {.statuses = {"open"}}));
  std::printf("open %d\n", static_cast<int>(open.count));
  TRESTLE_RETURN_IF_ERROR(shop::DeleteOrder(*database, OrderOf(8, "paid", "3")));
  TRESTLE_TRY(const auto several,
              shop::SeveralCustomers(*database, {{.CustomerId = "c1"}, {.CustomerId = "c2"}}));
  std::printf("several %d\n", static_cast<int>(several.size()));
  TRESTLE_TRY(const auto left, shop::AllItems(*database, {}));
  std::printf("left %d\n", static_cast<int>(left.count));

  TRESTLE_RETURN_IF_ERROR(shop::PlaceOrder(*database, OrderOf(10, "open", "20")));
  const shop::PayOrderArguments payment{.customer = "c1", .number = 10, .on = "2026-11-16"};
  TRESTLE_RETURN_IF_ERROR(shop::PayOrder(*database, payment, "token-1"));
  TRESTLE_TRY(const auto noted, shop::CustomerById(*database, {.customer = "c1"}));
  std::printf("noted %s\n", noted->Name.c_str());
  TRESTLE_TRY(const auto paid,
              shop::OrdersOfCustomer(*database,
                                     {.least = *trestle::Number::Parse("20"), .customer = "c1"}));
  for (const shop::Order& order : paid.items) {
    std::printf("paid %s %s %s %s\n", order.OrderId->c_str(), order.Total->ToString().c_str(),
                order.Country->c_str(), order.City ? "city" : "nowhere");
  }
  TRESTLE_TRY(const auto made,
              shop::ChangeOrder(*database, {.CustomerId = "c1", .Number = 99},
                                {{"City", trestle::AttributeValue::String("Oslo")}}));
  std::printf("made %s %s\n", made.OrderId->c_str(), made.Status->c_str());
  const trestle::Status again = shop::MovesOrder(*database, payment);
  std::printf("again %s\n", again ? "paid" : "refused");

  const trestle::Status wide = shop::PlaceOrder(*database, OrderOf(1234567, "open", "1"));
  std::printf("wide %s\n", wide ? "written" : wide.error().message.c_str());
  const trestle::Status negative =
      shop::PayOrder(*database, {.customer = "c1", .number = -1, .on = "2026-11-16"});
  std::printf("negative %s\n", negative ? "written" : negative.error().message.c_str());
  return {};
}

}  // namespace

int main() {
  const trestle::Status done = Run();
  if (!done) std::printf("failed: %s\n", done.error().message.c_str());
  return done ? 0 : 1;
}
