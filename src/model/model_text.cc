#include "model/model_text.h"

#include <algorithm>

#include "model/code_text.h"
#include "model/read.h"
#include "model/words.h"
#include "value/base64.h"

namespace trestle::model {
namespace {

// A key of TOML: bare where it can be.
std::string Key(std::string_view name) {
  const bool bare = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return bare ? std::string(name) : QuotedText(name);
}

template <class Parts, class Text>
std::string Listed(const Parts& parts, Text text) {
  std::string out;
  for (const auto& part : parts) out.append(out.empty() ? "" : ", ").append(text(part));
  return "[" + out + "]";
}

std::string KeyAttributeText(const KeyAttribute& key) {
  if (key.type == KeyType::kString) return QuotedText(key.name);
  return "{ name = " + QuotedText(key.name) + ", type = \"" +
         (key.type == KeyType::kNumber ? "number" : "binary") + "\" }";
}

std::string KeysText(const std::vector<KeyAttribute>& keys) {
  return keys.size() == 1 ? KeyAttributeText(keys[0]) : Listed(keys, KeyAttributeText);
}

std::string ThroughputText(const Throughput& throughput) {
  return "{ read = " + std::to_string(throughput.read) +
         ", write = " + std::to_string(throughput.write) + " }";
}

std::string ValueText(const AttributeValue& value);

std::string MapText(const Item& item) {
  std::string out;
  for (const trestle::Attribute& attribute : item) {
    out.append(out.empty() ? "" : ", ")
        .append(Key(attribute.name) + " = " + ValueText(attribute.value));
  }
  return out.empty() ? "{}" : "{ " + out + " }";
}

std::string ValueText(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return QuotedText(*text);
  if (const auto* number = value.As<Number>()) {
    // TOML's numbers are 64 bits wide; what is longer stays text, which a number's shape takes too.
    const bool short_enough = number->DigitCount() <= 15 && number->Magnitude() < 15;
    return short_enough ? number->ToString() : QuotedText(number->ToString());
  }
  if (const auto* boolean = value.As<bool>()) return *boolean ? "true" : "false";
  if (const auto* binary = value.As<Binary>()) return QuotedText(EncodeBase64(binary->bytes));
  if (const auto* map = value.As<AttributeMap>()) return MapText(*map);
  if (const auto* list = value.As<List>()) return Listed(*list, ValueText);
  if (const auto* strings = value.As<StringSet>()) return Listed(strings->elements(), QuotedText);
  if (const auto* numbers = value.As<NumberSet>()) {
    return Listed(numbers->elements(), [](const Number& number) { return number.ToString(); });
  }
  if (const auto* binaries = value.As<BinarySet>()) {
    return Listed(binaries->elements(),
                  [](const Binary& binary) { return QuotedText(EncodeBase64(binary.bytes)); });
  }
  return "\"\"";
}

void AppendTable(CodeText& code, const Table& table) {
  static constexpr const char* kViews[] = {"", "keys_only", "new_image", "old_image",
                                           "new_and_old_images"};
  code.Line("").Line("[tables." + Key(table.name) + "]");
  code.Line("partition_key = " + KeyAttributeText(table.partition_key));
  if (table.sort_key) code.Line("sort_key = " + KeyAttributeText(*table.sort_key));
  if (table.entity_attribute != "EntityType") {
    code.Line("entity_attribute = " + QuotedText(table.entity_attribute));
  }
  if (table.provisioned) code.Line("billing = " + ThroughputText(*table.provisioned));
  if (table.stream != StreamView::kNone) {
    code.Line(std::string("stream = \"") + kViews[static_cast<int>(table.stream)] + "\"");
  }
  if (!table.ttl.empty()) code.Line("ttl = " + QuotedText(table.ttl));
  if (table.pitr_days) code.Line("pitr = " + std::to_string(*table.pitr_days));
  if (table.kms) code.Line("sse = \"kms\"");
  if (table.deletion_protection) code.Line("deletion_protection = true");
  if (table.infrequent_access) code.Line("class = \"infrequent_access\"");
  for (const Index& index : table.indexes) {
    code.Line("").Line("[tables." + Key(table.name) + ".indexes." + Key(index.name) + "]");
    if (index.local) {
      code.Line("local = true");
    } else {
      code.Line("partition_key = " + KeysText(index.partition_key));
    }
    if (!index.sort_key.empty()) code.Line("sort_key = " + KeysText(index.sort_key));
    if (index.projection.kind == Projection::Kind::kKeysOnly) {
      code.Line("projection = \"keys_only\"");
    }
    if (index.projection.kind == Projection::Kind::kInclude) {
      code.Line("projection = " + Listed(index.projection.attributes, QuotedText));
    }
    if (index.throughput && table.provisioned) {
      code.Line("throughput = " + ThroughputText(*index.throughput));
    }
  }
}

void AppendEntity(CodeText& code, const Entity& entity) {
  code.Line("").Line("[entities." + Key(entity.name) + "]");
  code.Line("table = " + QuotedText(entity.table));
  if (!entity.title.empty()) code.Line("title = " + QuotedText(entity.title));
  if (entity.value != entity.name && !entity.value.empty()) {
    code.Line("value = " + QuotedText(entity.value));
  }
  if (!entity.unique.empty()) code.Line("unique = " + Listed(entity.unique, QuotedText));
  if (entity.count) code.Line("count = " + std::to_string(*entity.count));
  if (entity.size) code.Line("size = \"" + Fixed(*entity.size, 0) + " B\"");
  // Keys that look like the entity's own words have a place of their own.
  if (!entity.keys.empty()) code.Line("[entities." + Key(entity.name) + ".keys]");
  for (const EntityKey& key : entity.keys) {
    code.Line(Key(key.attribute) + " = " + QuotedText(key.value.text));
  }
  if (entity.attributes.empty()) return;
  code.Line("[entities." + Key(entity.name) + ".attributes]");
  for (const Attribute& attribute : entity.attributes) {
    code.Line(Key(attribute.name) + " = \"" + std::string(TypeWord(attribute.shape.type)) + "\"");
  }
}

void AppendPattern(CodeText& code, const Pattern& pattern) {
  code.Line("").Line("[patterns." + Key(pattern.name) + "]");
  if (!pattern.title.empty()) code.Line("title = " + QuotedText(pattern.title));
  code.Line("entities = " + Listed(pattern.entities, QuotedText));
  if (!pattern.index.empty()) code.Line("index = " + QuotedText(pattern.index));
  code.Line("where = " + QuotedText(pattern.where_text));
  if (!pattern.load.empty()) code.Line("load = " + QuotedText(pattern.load));
}

}  // namespace

std::string ModelText(const Model& model) {
  CodeText code;
  code.Line("format = " + std::to_string(kModelFormat));
  code.Line("model = " + QuotedText(model.name));
  code.Line("version = " + std::to_string(model.version));
  if (!model.title.empty()) code.Line("title = " + QuotedText(model.title));
  if (!model.source.empty()) code.Line("source = " + QuotedText(model.source));
  for (const Table& table : model.tables) AppendTable(code, table);
  for (const Entity& entity : model.entities) AppendEntity(code, entity);
  for (const Pattern& pattern : model.patterns) AppendPattern(code, pattern);
  for (const Sample& sample : model.samples) {
    code.Line("").Line("[[samples]]").Line("entity = " + QuotedText(sample.entity));
    code.Line("values = " + MapText(sample.values));
  }
  return std::move(code).Take();
}

}  // namespace trestle::model
