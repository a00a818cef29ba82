#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/read.h"

// A whole model for the tests of this room and of those above it.
namespace trestle::model {

inline constexpr std::string_view kShop = R"toml(format = 1
model = "shop"
version = 3
title = "A shop"

[tables.shop]
partition_key = "PK"
sort_key = "SK"
billing = { read = 100, write = 50 }
stream = "new_and_old_images"
ttl = "ExpiresAt"
pitr = true
backups = { every = "1d", keep = "35d" }

[tables.shop.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"

[tables.shop.indexes.ByTotal]
partition_key = ["Status", "Country"]
sort_key = [{ name = "Total", type = "number" }, "PlacedAt"]
projection = ["OrderId"]

[entities.Customer]
table = "shop"
PK = "CUSTOMER#{CustomerId}"
SK = "PROFILE"
version = "Version"
unique = ["Email"]
[entities.Customer.attributes]
CustomerId = "string"
Email = { type = "string", max_length = 254, pattern = "[^@]+@[^@]+" }
Orders = { type = "integer", default = 0 }
LastOrder = "timestamp"
Note = "string"
Place = "geo"
Hash = { type = "string", computed = "{Place:geohash(6)}" }
Tags = "string_set"

[entities.Order]
table = "shop"
title = "An order"
PK = "CUSTOMER#{CustomerId}"
SK = "ORDER#{PlacedAt}#{OrderId}"
GSI1PK = { template = "STATUS#{Status}", when = "Status <> 'done'" }
GSI1SK = "{PlacedAt}"
parent = "Customer"
references = { CustomerId = "Customer" }
count = 50_000
size = "1.5 KB"
ttl = { after = "24h", of = "PlacedAt", when = "Status = 'done'" }
[entities.Order.attributes]
CustomerId = "string"
OrderId = { type = "ulid", default = "ulid" }
Status = { enum = ["open", "paid", "done"], default = "open" }
Country = "string"
Total = { type = "decimal", min = 0, decimals = 2, required = true }
PlacedAt = { type = "timestamp", default = "now", immutable = true }
UpdatedAt = { type = "timestamp", on_write = "now" }

[patterns.Orders]
title = "A customer's orders, newest first"
entity = "Order"
where = "PK = CUSTOMER#{customer} and begins_with(SK, ORDER#)"
filter = "Total >= {least} and Status <> 'done'"
order = "descending"
limit = 20
project = ["OrderId", "Total"]
parameters = { least = { type = "decimal", default = 0 } }
rate = "20/min"

[patterns.Customer]
entity = "Customer"
where = "PK = CUSTOMER#{CustomerId} and SK = PROFILE"

[patterns.Everything]
entities = ["Customer", "Order"]
where = "PK = CUSTOMER#{CustomerId}"

[patterns.All]
entity = "Customer"

[patterns.OpenBetween]
entity = "Order"
index = "GSI1"
where = "GSI1PK = STATUS#{Status} and GSI1SK between {from} and {to}"

[transactions.PlaceOrder]
parameters = { customer = "string", total = "decimal" }
idempotent = true
steps = [
  { put = "Order", values = { CustomerId = "{customer}", Total = "{total}" }, if = "missing" },
  { update = "Customer", key = { CustomerId = "{customer}" }, set = { LastOrder = "now" }, add = { Orders = 1 }, remove = ["Note"], if = "Orders < 100" },
]

[triggers.Done]
on = ["modify"]
entity = "Order"
when = "new.Status = 'done' and old.Status <> 'done'"
run = "PlaceOrder"
with = { customer = "{new.CustomerId}", total = "{new.Total}" }

[routes]
"GET /customers/{customer}/orders" = { pattern = "Orders" }
"POST /orders" = { transaction = "PlaceOrder" }

[alarms.Throttled]
metric = "ThrottledRequests"
above = 10
period = "5m"

[[samples]]
entity = "Customer"
values = { CustomerId = "c1", Email = "a@b", Tags = ["x", "y"], Place = { lat = 52.5, lon = 13.4 } }

[[samples]]
entity = "Order"
values = { CustomerId = "c1", OrderId = "01J00000000000000000000000", Total = 12.5, PlacedAt = 2026-02-13T10:30:45Z }

[[tests]]
pattern = "Orders"
with = { customer = "c1" }
expect = [ { Total = 12.5 } ]
)toml";

// The model of a text without problems.
inline Model ModelOf(std::string_view text) {
  Reading reading = ReadModel(text, "test.toml");
  for (const Problem& problem : reading.problems) {
    ADD_FAILURE() << problem.place.line << ":" << problem.place.column << ": " << problem.message;
  }
  return std::move(reading.model);
}

// "line:column: message" of each problem.
inline std::vector<std::string> ProblemsOf(std::string_view text) {
  std::vector<std::string> lines;
  for (const Problem& problem : ReadModel(text, "test.toml").problems) {
    lines.push_back(std::to_string(problem.place.line) + ":" +
                    std::to_string(problem.place.column) + ": " + problem.message);
  }
  return lines;
}

}  // namespace trestle::model
