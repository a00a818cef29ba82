#include "transfer/item_lines.h"

#include "json/attribute_value_json.h"
#include "json/json_writer.h"
#include "transfer/messages.h"

namespace trestle {
namespace {

bool Image(std::string_view name, const std::optional<EncodedItemView>& image, JsonWriter& writer) {
  if (!image) return true;
  writer.Name(name);
  return writer.Attributes(*image);
}

}  // namespace

bool AppendItemLine(EncodedItemView item, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("Item");
  const bool whole = writer.Attributes(item);
  writer.EndObject();
  return whole;
}

void AppendItemLine(const Item& item, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("Item");
  writer.Attributes(item);
  writer.EndObject();
}

bool AppendChangeLine(const ChangeLine& change, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("Metadata");
  writer.Attributes(
      Item{{"WriteTimestampMicros",
            AttributeValue::Integer(std::int64_t{change.written.time_since_epoch().count()})}});
  writer.Name("Keys");
  writer.Attributes(change.keys);
  const bool whole =
      Image("OldImage", change.before, writer) && Image("NewImage", change.after, writer);
  writer.EndObject();
  return whole;
}

Result<Item> ReadItemLine(std::string_view line, JsonParser& parser) {
  const Result<Json> json = parser.Parse(line);
  if (!json || !json->is_object()) return messages::LineNotJson();
  Json item;
  if (ObjectOf(*json).at_key("Item").get(item) || !item.is_object()) {
    return messages::LineWithoutItem();
  }
  return ReadItem(item);
}

}  // namespace trestle
