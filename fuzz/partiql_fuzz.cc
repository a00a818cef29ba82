// Any text as a statement: parsed, bound and held against an item and a key schema. Nothing may
// crash, a cached parse must answer as the first one did, and what names a key must mean it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "expression/projection.h"
#include "partiql/bound_statement.h"
#include "partiql/where_clause.h"

namespace trestle::partiql {
namespace {

const KeySchema& Schema() {
  static const KeySchema schema{.hash = {{"pk", AttributeType::kString}},
                                .range = {{"sk", AttributeType::kNumber}}};
  return schema;
}

Item SampleItem() {
  AttributeMap inner;
  inner.Set("x", AttributeValue::String("deep"));
  Item item;
  item.Set("pk", AttributeValue::String("a"));
  item.Set("sk", AttributeValue::Integer(1));
  item.Set("n", AttributeValue::Integer(7));
  item.Set("s", AttributeValue::Of(StringSet({"a", "b"})));
  item.Set("l",
           AttributeValue::Of(List{AttributeValue::String("zero"), AttributeValue::Of(inner)}));
  item.Set("m", AttributeValue::Of(inner));
  return item;
}

Parameters ParametersFor(const Statement& statement) {
  Parameters parameters;
  for (std::size_t i = 0; i < statement.parameters; ++i) {
    parameters.push_back(i % 3 == 0   ? AttributeValue::String("a")
                         : i % 3 == 1 ? AttributeValue::Integer(1)
                                      : AttributeValue::Of(StringSet({"a"})));
  }
  return parameters;
}

// A row that the WHERE accepts is one that is read and passes the filter, and no other is.
void CheckReading(const BoundStatement& bound, const Item& item) {
  if (!bound->where) return;
  const Reading reading = ReadingOf(bound, Schema());
  bool read = !reading.partitions;
  if (reading.partitions) {
    for (const AttributeValue* value : *reading.partitions) read |= *value == *item.Find("pk");
  }
  if (reading.range) read &= bound.ConditionOf(*reading.range).Matches(item);
  const bool found = read && bound.ConditionOf(reading.filter).Matches(item);
  TRESTLE_CHECK(found == bound.ConditionOf(*bound->where).Matches(item));
}

// The key and the rest together are what the WHERE says.
void CheckKey(const BoundStatement& bound, const Item& item) {
  const auto named = NamedKeyOf(bound, Schema());
  if (!named) return;
  bool has_key = true;
  for (const Attribute& attribute : named->key) {
    has_key &= *item.Find(attribute.name) == attribute.value;
  }
  const bool accepted = has_key && bound.ConditionOf(named->rest).Matches(item);
  TRESTLE_CHECK(accepted == bound.ConditionOf(*bound->where).Matches(item));
}

void CheckStatement(std::string_view text, const Item& item) {
  const auto first = CachedStatement(text);
  const auto second = CachedStatement(text);
  TRESTLE_CHECK(first.has_value() == second.has_value());
  if (!first) {
    TRESTLE_CHECK(first.error().message == second.error().message);
    return;
  }
  const Parameters parameters = ParametersFor(**first);
  const auto bound = BoundStatement::Bind(*first, parameters);
  if (!bound) return;
  CheckReading(*bound, item);
  CheckKey(*bound, item);
  if ((*bound)->kind == StatementKind::kInsert) static_cast<void>(bound->ItemOf());
  if (!(*bound)->columns.empty()) Projection::OfColumns((*bound)->columns).Apply(item);
  if ((*bound)->updates.empty()) return;
  if (const auto update = bound->UpdateOf()) static_cast<void>(update->Apply(item));
}

}  // namespace
}  // namespace trestle::partiql

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const trestle::Item item = trestle::partiql::SampleItem();
  trestle::partiql::CheckStatement({reinterpret_cast<const char*>(data), size}, item);
  return 0;
}
