#include "cli/run_state.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "auth/sha256.h"
#include "cli/data_messages.h"
#include "cli/whole_file.h"
#include "json/json.h"
#include "transfer/item_lines.h"

namespace trestle {

Result<std::optional<Item>> RunState::Read() const {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) return std::optional<Item>();
  TRESTLE_TRY(const std::string text, ReadWholeFile(path_));
  JsonParser parser;
  Result<Item> state = ReadItemLine(text, parser);
  if (!state) return messages::StateUnreadable(path_);
  return std::optional<Item>(*std::move(state));
}

Status RunState::Write(const Item& state) const {
  std::string line;
  AppendItemLine(state, line);
  return WriteWholeFile(path_, line.append("\n"));
}

void RunState::Remove() const { std::remove(path_.c_str()); }

std::string TextOf(const Item& state, std::string_view name) {
  const AttributeValue* value = state.Find(name);
  const std::string* text = value ? value->As<std::string>() : nullptr;
  return text ? *text : std::string();
}

std::int64_t IntegerOf(const Item& state, std::string_view name) {
  const AttributeValue* value = state.Find(name);
  const Number* number = value ? value->As<Number>() : nullptr;
  return number ? std::strtoll(number->ToString().c_str(), nullptr, 10) : 0;
}

bool FlagOf(const Item& state, std::string_view name) {
  const AttributeValue* value = state.Find(name);
  const bool* flag = value ? value->As<bool>() : nullptr;
  return flag != nullptr && *flag;
}

const List& ListOf(const Item& state, std::string_view name) {
  static const List kNone;
  const AttributeValue* value = state.Find(name);
  const List* list = value ? value->As<List>() : nullptr;
  return list ? *list : kNone;
}

AttributeValue Flag(bool value) { return AttributeValue::Of(AttributeValue::Variant(value)); }
AttributeValue Map(Item item) {
  return AttributeValue::Of(
      AttributeValue::Variant(std::in_place_type<AttributeMap>, std::move(item)));
}

std::string StateName(std::string_view kind, std::string_view about) {
  return std::string(".trestle-").append(kind).append("-").append(Hex(Sha256(about)).substr(0, 8));
}

}  // namespace trestle
