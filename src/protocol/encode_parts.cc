#include "protocol/encode_parts.h"

namespace trestle::encode {
namespace {

void KeyElements(const std::vector<KeyAttribute>& attributes, std::string_view kind,
                 JsonWriter& writer) {
  for (const KeyAttribute& attribute : attributes) {
    writer.BeginObject();
    Text("AttributeName", attribute.name, writer);
    Text("KeyType", kind, writer);
    writer.EndObject();
  }
}

}  // namespace

std::string_view NameOf(ProjectionType type) {
  switch (type) {
    case ProjectionType::kKeysOnly:
      return "KEYS_ONLY";
    case ProjectionType::kInclude:
      return "INCLUDE";
    case ProjectionType::kAll:
      break;
  }
  return "ALL";
}

std::string_view NameOf(StreamView view) {
  switch (view) {
    case StreamView::kNewImage:
      return "NEW_IMAGE";
    case StreamView::kOldImage:
      return "OLD_IMAGE";
    case StreamView::kNewAndOldImages:
      return "NEW_AND_OLD_IMAGES";
    case StreamView::kKeysOnly:
      break;
  }
  return "KEYS_ONLY";
}

std::string_view NameOf(BillingMode mode) {
  return mode == BillingMode::kPayPerRequest ? "PAY_PER_REQUEST" : "PROVISIONED";
}

void Text(std::string_view name, std::string_view text, JsonWriter& writer) {
  writer.Name(name);
  writer.String(text);
}

void OptionalText(std::string_view name, const std::optional<std::string>& text,
                  JsonWriter& writer) {
  if (text) Text(name, *text, writer);
}

void Integer(std::string_view name, std::int64_t value, JsonWriter& writer) {
  writer.Name(name);
  writer.Integer(value);
}

void Time(std::string_view name, const std::optional<TimePoint>& time, JsonWriter& writer) {
  if (!time) return;
  writer.Name(name);
  writer.Time(*time);
}

void Keys(const KeySchema& keys, JsonWriter& writer) {
  writer.Name("KeySchema");
  writer.BeginArray();
  KeyElements(keys.hash, "HASH", writer);
  KeyElements(keys.range, "RANGE", writer);
  writer.EndArray();
}

void OnDemand(const std::optional<UnitsPerSecond>& maximum, JsonWriter& writer) {
  if (!maximum || (!maximum->read && !maximum->write)) return;
  writer.Name("OnDemandThroughput");
  writer.BeginObject();
  if (maximum->read) Integer("MaxReadRequestUnits", *maximum->read, writer);
  if (maximum->write) Integer("MaxWriteRequestUnits", *maximum->write, writer);
  writer.EndObject();
}

void Projection(const IndexDefinition& index, JsonWriter& writer) {
  writer.Name("Projection");
  writer.BeginObject();
  Text("ProjectionType", NameOf(index.projection), writer);
  if (index.projection == ProjectionType::kInclude) {
    writer.Name("NonKeyAttributes");
    writer.BeginArray();
    for (const std::string& attribute : index.included) writer.String(attribute);
    writer.EndArray();
  }
  writer.EndObject();
}

void Encryption(const TableDefinition& table, JsonWriter& writer) {
  if (!table.encryption || !table.encryption->enabled) return;
  writer.Name("SSEDescription");
  writer.BeginObject();
  Text("Status", "ENABLED", writer);
  Text("SSEType", table.encryption->type, writer);
  Text("KMSMasterKeyArn", table.encryption->key_arn, writer);
  writer.EndObject();
}

}  // namespace trestle::encode
