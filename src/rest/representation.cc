#include "rest/representation.h"

#include <algorithm>
#include <utility>

#include "auth/sha256.h"
#include "json/json_writer.h"
#include "json/plain_json.h"
#include "model/key_text.h"
#include "model/time_value.h"
#include "rest/endpoint.h"
#include "rest/url.h"
#include "value/base64.h"
#include "value/item_codec.h"

namespace trestle::rest {
namespace {

bool IsDerived(const model::Table& table, std::string_view name) {
  const auto has = [name](const std::vector<model::KeyAttribute>& keys) {
    return std::ranges::find(keys, name, &model::KeyAttribute::name) != keys.end();
  };
  if (name == table.partition_key.name || (table.sort_key && name == table.sort_key->name)) {
    return true;
  }
  if (!table.ttl.empty() && name == table.ttl) return true;
  return std::ranges::any_of(table.indexes, [&](const model::Index& index) {
    return has(index.partition_key) || has(index.sort_key);
  });
}

// Whether an entity of the item's table hides the attribute.
bool HidesSome(const ItemKind& kind, std::string_view name) {
  return std::ranges::any_of(kind.model.entities, [&](const model::Entity& entity) {
    const model::Attribute* const attribute = entity.FindAttribute(name);
    return entity.table == kind.table.name && attribute != nullptr && attribute->hidden;
  });
}

std::optional<std::string> TimeText(const model::Shape* shape, const AttributeValue& value) {
  if (shape == nullptr || shape->type != model::Type::kTimestamp) return std::nullopt;
  if (value.type() != AttributeType::kNumber) return std::nullopt;
  const auto time = model::InstantOf(value, shape);
  if (!time) return std::nullopt;
  return model::TimestampText(*time);
}

class MemberWriter {
 public:
  explicit MemberWriter(std::string& out) : out_(out) { out_ += '{'; }
  ~MemberWriter() { out_ += '}'; }
  MemberWriter(const MemberWriter&) = delete;
  MemberWriter& operator=(const MemberWriter&) = delete;

  void Write(std::string_view name, const model::Shape* shape, const AttributeValue& value) {
    if (!std::exchange(first_, false)) out_ += ',';
    AppendJsonString(name, out_);
    out_ += ':';
    if (const auto time = TimeText(shape, value)) return AppendJsonString(*time, out_);
    AppendPlainJson(value, out_);
  }

 private:
  std::string& out_;
  bool first_ = true;
};

// A part of a key as the path has it.
std::optional<std::string> PartText(const model::Shape* shape, const AttributeValue& value) {
  if (auto time = TimeText(shape, value)) return time;
  if (const auto* text = value.As<std::string>()) return *text;
  if (const auto* number = value.As<Number>()) return number->ToString();
  if (const auto* binary = value.As<Binary>()) return EncodeBase64(binary->bytes);
  if (const auto* flag = value.As<bool>()) return *flag ? "true" : "false";
  return std::nullopt;
}

}  // namespace

void AppendItem(const ItemKind& kind, const Item& item, const Shown& shown, std::string& out) {
  const model::Table& table = kind.table;
  MemberWriter writer(out);
  if (kind.entity != nullptr) {
    for (const model::Attribute& attribute : kind.entity->attributes) {
      if (attribute.hidden) continue;
      const AttributeValue* value = item.Find(attribute.name);
      if (value != nullptr) writer.Write(attribute.name, &attribute.shape, *value);
    }
  }
  for (const auto& [name, value] : item) {
    if (kind.entity != nullptr && kind.entity->FindAttribute(name) != nullptr) continue;
    if (kind.entity == nullptr && HidesSome(kind, name)) continue;
    if (name == table.entity_attribute) {
      if (shown.keys || shown.entity) writer.Write(name, nullptr, value);
    } else if (shown.keys || !IsDerived(table, name)) {
      writer.Write(name, nullptr, value);
    }
  }
}

std::optional<std::string> PathOf(const model::Table& table, const model::Entity& entity,
                                  const Item& item) {
  std::string path = "/" + Encoded(entity.name);
  for (const std::string& part : IdPartsOf(table, entity)) {
    const AttributeValue* value = model::ValueAt(item, part);
    if (value == nullptr) return std::nullopt;
    const model::Attribute* attribute = entity.FindAttribute(part);
    const auto text = PartText(attribute == nullptr ? nullptr : &attribute->shape, *value);
    if (!text || text->empty()) return std::nullopt;
    path.append("/").append(Encoded(*text));
  }
  return path;
}

std::string EntityTagOf(const model::Entity& entity, const Item& item) {
  constexpr std::size_t kDigits = 24;
  const AttributeValue* version = entity.version.empty() ? nullptr : item.Find(entity.version);
  const Number* number = version == nullptr ? nullptr : version->As<Number>();
  if (number != nullptr) return "\"" + number->ToString() + "\"";
  return "W/\"" + Hex(Sha256(EncodedItem::From(item).bytes())).substr(0, kDigits) + "\"";
}

EntityTags EntityTags::Parse(std::string_view header) {
  EntityTags parsed;
  while (!header.empty()) {
    const std::size_t begin = header.find_first_not_of(" \t,");
    if (begin == std::string_view::npos) break;
    header.remove_prefix(begin);
    Tag tag;
    if (header.starts_with("W/\"")) {
      tag.weak = true;
      header.remove_prefix(2);
    }
    const bool quoted = header.starts_with('"');
    if (quoted) header.remove_prefix(1);
    const std::size_t end = std::min(header.find(quoted ? '"' : ','), header.size());
    tag.text = header.substr(0, end);
    header.remove_prefix(std::min(end + (quoted ? 1 : 0), header.size()));
    if (!quoted) tag.text.erase(tag.text.find_last_not_of(" \t") + 1);
    if (!quoted && tag.text == "*") {
      parsed.any = true;
    } else {
      parsed.tags.push_back(std::move(tag));
    }
  }
  return parsed;
}

bool EntityTags::Contain(std::string_view tag) const {
  if (tag.starts_with("W/")) tag.remove_prefix(2);
  return std::ranges::any_of(tags, [tag](const Tag& own) { return "\"" + own.text + "\"" == tag; });
}

}  // namespace trestle::rest
