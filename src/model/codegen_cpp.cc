#include <algorithm>

#include "model/code_text.h"
#include "model/codegen.h"
#include "model/codegen_cpp.h"
#include "model/codegen_formats.h"
#include "model/codegen_plan.h"
#include "model/words.h"

namespace trestle::model {
namespace {

constexpr std::string_view kPrelude = R"cpp(
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <operation/database.h>
)cpp";

// Inside the namespace of the model.
constexpr std::string_view kHelpers = R"cpp(
  using trestle::AttributeValue;
  using trestle::Item;
  using trestle::Number;
  using trestle::Result;

  // Where a read goes on, and how much of it: `next` of one answer is `from` of the next call.
  struct Page {
    std::optional<Item> from;
    std::optional<std::int64_t> limit;
  };
  template <class T>
  struct Found {
    std::vector<T> items;
    std::int64_t count = 0;
    std::optional<Item> next;
  };

  namespace detail {

  inline AttributeValue Value(const std::string& value) { return AttributeValue::String(value); }
  inline AttributeValue Value(const char* value) { return AttributeValue::String(value); }
  inline AttributeValue Value(const Number& value) { return AttributeValue::Of(value); }
  inline AttributeValue Value(std::int64_t value) { return AttributeValue::Integer(value); }
  inline AttributeValue Value(bool value) { return AttributeValue::Of(value); }
  inline AttributeValue Value(const AttributeValue& value) { return value; }
  inline AttributeValue NumberValue(const char* text) {
    return AttributeValue::Of(*Number::Parse(text));
  }

  inline std::string Text(const std::string& value) { return value; }
  inline std::string Text(const Number& value) { return value.ToString(); }
  inline std::string Text(std::int64_t value) { return std::to_string(value); }
  inline std::string Text(bool value) { return value ? "true" : "false"; }
  inline std::string Text(const AttributeValue& value) {
    if (const auto* text = value.As<std::string>()) return *text;
    if (const auto* number = value.As<Number>()) return number->ToString();
    return {};
  }

  inline void Read(const Item& item, const char* name, std::optional<std::string>& out) {
    const AttributeValue* value = item.Find(name);
    if (value != nullptr && value->As<std::string>() != nullptr) out = *value->As<std::string>();
  }
  inline void Read(const Item& item, const char* name, std::optional<Number>& out) {
    const AttributeValue* value = item.Find(name);
    if (value != nullptr && value->As<Number>() != nullptr) out = *value->As<Number>();
  }
  inline void Read(const Item& item, const char* name, std::optional<std::int64_t>& out) {
    const AttributeValue* value = item.Find(name);
    if (value != nullptr && value->As<Number>() != nullptr) {
      out = std::strtoll(value->As<Number>()->ToString().c_str(), nullptr, 10);
    }
  }
  inline void Read(const Item& item, const char* name, std::optional<bool>& out) {
    const AttributeValue* value = item.Find(name);
    if (value != nullptr && value->As<bool>() != nullptr) out = *value->As<bool>();
  }
  inline void Read(const Item& item, const char* name, std::optional<AttributeValue>& out) {
    if (const AttributeValue* value = item.Find(name)) out = *value;
  }
  template <class T>
  void Read(const Item& item, const char* name, T& out) {
    std::optional<T> value;
    Read(item, name, value);
    if (value) out = *std::move(value);
  }
  template <class T>
  void Write(Item& item, const char* name, const std::optional<T>& value) {
    if (value) item.Set(name, Value(*value));
  }
  template <class T>
  void Write(Item& item, const char* name, const T& value) {
    item.Set(name, Value(value));
  }
  inline const AttributeValue* At(const Item& item, std::string path) {
    const std::size_t dot = path.find('.');
    const AttributeValue* value = item.Find(path.substr(0, dot));
    if (dot == std::string::npos || value == nullptr) return value;
    const Item* inner = value->As<trestle::AttributeMap>();
    return inner == nullptr ? nullptr : At(*inner, path.substr(dot + 1));
  }
  inline std::string TextAt(const Item& item, const char* path) {
    const AttributeValue* value = At(item, path);
    return value == nullptr ? std::string() : Text(*value);
  }
  using Maybe = std::optional<AttributeValue>;
  inline Maybe ValueIn(const Item& item, const char* path) {
    const AttributeValue* value = At(item, path);
    return value == nullptr ? Maybe() : Maybe(*value);
  }
  inline Maybe SizeIn(const Item& item, const char* path) {
    const AttributeValue* value = At(item, path);
    if (value == nullptr) return {};
    const auto of = [](std::size_t size) { return Value(static_cast<std::int64_t>(size)); };
    if (const auto* text = value->As<std::string>()) return of(text->size());
    if (const auto* binary = value->As<trestle::Binary>()) return of(binary->bytes.size());
    if (const auto* map = value->As<trestle::AttributeMap>()) return of(map->size());
    if (const auto* list = value->As<trestle::List>()) return of(list->size());
    if (const auto* set = value->As<trestle::StringSet>()) return of(set->size());
    if (const auto* set = value->As<trestle::NumberSet>()) return of(set->size());
    if (const auto* set = value->As<trestle::BinarySet>()) return of(set->size());
    return {};
  }
  // -1, 0 or 1; 2 where they cannot be compared.
  inline int Compared(const Maybe& a, const Maybe& b) {
    if (!a || !b || a->type() != b->type()) return 2;
    if (const auto* text = a->As<std::string>()) {
      const int order = text->compare(*b->As<std::string>());
      return order < 0 ? -1 : order > 0;
    }
    if (const auto* number = a->As<Number>()) {
      return *number < *b->As<Number>() ? -1 : *b->As<Number>() < *number;
    }
    return *a == *b ? 0 : 2;
  }
  inline bool AtLeast(const Maybe& a, const Maybe& b) {
    const int order = Compared(a, b);
    return order == 0 || order == 1;
  }
  inline bool Contains(const Maybe& whole, const Maybe& part) {
    if (!whole || !part) return false;
    if (const auto* list = whole->As<trestle::List>()) {
      return std::find(list->begin(), list->end(), *part) != list->end();
    }
    const auto* text = part->As<std::string>();
    const auto* texts = whole->As<trestle::StringSet>();
    if (texts != nullptr) return text != nullptr && texts->Contains(*text);
    const auto* numbers = whole->As<trestle::NumberSet>();
    if (numbers != nullptr) return part->As<Number>() && numbers->Contains(*part->As<Number>());
    const auto* within = whole->As<std::string>();
    return within != nullptr && text != nullptr && within->find(*text) != std::string::npos;
  }
  inline bool BeginsWith(const Maybe& whole, const Maybe& part) {
    const auto* text = whole ? whole->As<std::string>() : nullptr;
    const auto* prefix = part ? part->As<std::string>() : nullptr;
    return text != nullptr && prefix != nullptr && text->compare(0, prefix->size(), *prefix) == 0;
  }

  // What a template makes of a value; the error says why the value does not fit.
  using Formed = Result<std::string>;
  inline tl::unexpected<trestle::Error> Unfit(const char* name, const std::string& why) {
    return trestle::Fail(trestle::ErrorCode::kValidation, std::string(name) + ": " + why);
  }
  // The digits of a number that is not negative, `wide` before the point and `behind` it.
  inline Formed Digits(const Formed& value, std::size_t wide, std::size_t behind,
                       const std::string& format, const char* name) {
    TRESTLE_TRY(const std::string given, value);
    const Result<Number> number = Number::Parse(given);
    if (!number) return Unfit(name, format + " needs a number");
    const std::string text = number->ToString();
    const std::string quoted = "'" + text + "'";
    if (number->IsNegative())
      return Unfit(name, format + " cannot write the negative number " + quoted);
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string fraction = point < text.size() ? text.substr(point + 1) : std::string();
    if (behind == 0 && !fraction.empty()) {
      return Unfit(name, format + " needs a whole number of 0 or more, not " + quoted);
    }
    if (point > wide || fraction.size() > behind) {
      return Unfit(name, quoted + " has more digits than " + format + " has room for");
    }
    fraction.append(behind - fraction.size(), '0');
    return std::string(wide - point, '0') + text.substr(0, point) + (behind > 0 ? "." : "") +
           fraction;
  }
  inline Formed Fixed(const Formed& value, std::size_t wide, std::size_t behind, const char* name) {
    const std::string format = "fixed(" + std::to_string(wide) + ", " + std::to_string(behind) + ")";
    return Digits(value, wide, behind, format, name);
  }
  inline Formed Pad(const Formed& value, std::size_t wide, const char* name) {
    return Digits(value, wide, 0, "pad(" + std::to_string(wide) + ")", name);
  }
  inline Formed Descending(const Formed& value, std::size_t wide, const char* name) {
    const std::string format = "descending(" + std::to_string(wide) + ")";
    TRESTLE_TRY(std::string text, Digits(value, wide, 0, format, name));
    for (char& c : text) c = static_cast<char>('0' + ('9' - c));
    return text;
  }
  inline std::string TwoDigits(std::uint64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  }
  inline Formed TimeText(const Formed& value, std::int64_t per_second, std::size_t length) {
    TRESTLE_TRY(const std::string given, value);
    if (given.find('-') != std::string::npos) return given.substr(0, length);
    const std::time_t seconds =
        static_cast<std::time_t>(std::strtoll(given.c_str(), nullptr, 10) / per_second);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[40];
    std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return std::string(text).substr(0, length);
  }
  inline Formed Lower(const Formed& value) {
    TRESTLE_TRY(std::string text, value);
    for (char& c : text) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return text;
  }
  inline Formed Upper(const Formed& value) {
    TRESTLE_TRY(std::string text, value);
    for (char& c : text) {
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
    }
    return text;
  }
  inline Formed Escaped(const Formed& text) {
    TRESTLE_TRY(const std::string given, text);
    std::string out;
    for (const char c : given) {
      if (c == '#') {
        out.append("%23");
      } else if (c == '%') {
        out.append("%25");
      } else {
        out.push_back(c);
      }
    }
    return out;
  }
  inline Formed Rank(const Formed& value, const std::vector<std::string>& values, const char* name) {
    TRESTLE_TRY(const std::string given, value);
    const auto found = std::find(values.begin(), values.end(), given);
    if (found == values.end()) {
      return Unfit(name, "rank needs one of the enum's values, not '" + given + "'");
    }
    return TwoDigits(static_cast<std::uint64_t>(found - values.begin()));
  }
  inline Formed Shard(const Formed& text, std::uint64_t shards) {
    TRESTLE_TRY(const std::string given, text);
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char byte : given) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
    hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
    return TwoDigits((hash ^ (hash >> 33)) % shards);
  }
  // Sets the text that is made of `parts`, unless one of them does not fit.
  inline trestle::Status SetText(Item& item, const char* name, const std::vector<Formed>& parts) {
    std::string text;
    for (const Formed& part : parts) {
      TRESTLE_TRY(const std::string written, part);
      text.append(written);
    }
    item.Set(name, Value(text));
    return {};
  }
  inline std::vector<std::string> AllShards(std::uint64_t shards) {
    std::vector<std::string> all;
    for (std::uint64_t i = 0; i < shards; ++i) all.push_back(TwoDigits(i));
    return all;
  }
  inline std::vector<std::string> Days(const std::string& from, const std::string& to) {
    using namespace std::chrono;
    const auto day_of = [](const std::string& text) {
      return sys_days(year(std::atoi(text.substr(0, 4).c_str())) /
                      static_cast<unsigned>(std::atoi(text.substr(5, 2).c_str())) /
                      static_cast<unsigned>(std::atoi(text.substr(8, 2).c_str())));
    };
    std::vector<std::string> all;
    for (sys_days day = day_of(from); day <= day_of(to); day += days(1)) {
      const year_month_day date(day);
      char text[40];
      std::snprintf(text, sizeof(text), "%04d-%02u-%02u", static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
      all.emplace_back(text);
    }
    return all;
  }
  inline std::vector<std::string> Months(const std::string& from, const std::string& to) {
    std::vector<std::string> all;
    for (const std::string& day : Days(from.substr(0, 7) + "-01", to.substr(0, 7) + "-28")) {
      if (all.empty() || all.back() != day.substr(0, 7)) all.push_back(day.substr(0, 7));
    }
    return all;
  }

  template <class T>
  Result<Found<T>> FoundOf(const trestle::PageResponse& page) {
    Found<T> found{.items = {}, .count = page.count, .next = page.last_evaluated_key};
    for (const trestle::EncodedItemView stored : page.items) {
      TRESTLE_TRY(const Item item, stored.Decode());
      found.items.push_back(T::From(item));
    }
    return found;
  }
  // All pages of several queries, in the order of the queries.
  template <class T>
  Result<Found<T>> Gathered(trestle::Database& database,
                            std::vector<trestle::QueryRequest> requests) {
    Found<T> all;
    for (trestle::QueryRequest& request : requests) {
      do {
        TRESTLE_TRY(const trestle::PageResponse page, database.Query(request));
        TRESTLE_TRY(const Found<T> found, FoundOf<T>(page));
        all.items.insert(all.items.end(), found.items.begin(), found.items.end());
        all.count += found.count;
        request.exclusive_start_key.reset();
        if (found.next) request.exclusive_start_key = *found.next;
      } while (request.exclusive_start_key);
    }
    return all;
  }
  // The whole items of what an index has found, in its order, as far as they are kept.
  template <class T, class Entry, class Keep>
  Result<Found<T>> Loaded(trestle::Database& database, const std::string& table,
                          const std::vector<std::string>& key, const Found<Entry>& found,
                          const Keep& keep) {
    Found<T> all{.items = {}, .count = 0, .next = found.next};
    for (const Entry& entry : found.items) {
      trestle::GetItemRequest request;
      request.table_name = table;
      Item of_entry;
      for (const std::string& name : key) of_entry.Set(name, *At(entry.item, name));
      request.key = std::move(of_entry);
      TRESTLE_TRY(const trestle::GetItemResponse answer, database.GetItem(request));
      if (!answer.item) continue;
      TRESTLE_TRY(const Item item, answer.item->Decode());
      if (keep(item)) all.items.push_back(T::From(item));
    }
    all.count = static_cast<decltype(all.count)>(all.items.size());
    return all;
  }
  // SET for each attribute of `changes`, REMOVE for nulls.
  inline trestle::UpdateItemRequest Changed(std::string table, Item key, const Item& changes) {
    std::string sets, removes;
    trestle::NameMap names;
    Item values;
    int at = 0;
    for (const trestle::Attribute& attribute : changes) {
      const std::string number = std::to_string(at++);
      names.emplace("#c" + number, attribute.name);
      if (attribute.value.As<trestle::Null>() != nullptr) {
        removes.append(removes.empty() ? "" : ", ").append("#c" + number);
        continue;
      }
      sets.append(sets.empty() ? "" : ", ").append("#c" + number + " = :c" + number);
      values.Set(":c" + number, attribute.value);
    }
    std::string expression = sets.empty() ? "" : "SET " + sets;
    if (!removes.empty()) expression.append(sets.empty() ? "REMOVE " : " REMOVE ").append(removes);
    trestle::UpdateItemRequest request;
    request.table_name = std::move(table);
    request.key = std::move(key);
    if (!expression.empty()) {
      request.update_expression = expression;
      request.substitutions.names = std::move(names);
      if (!values.empty()) request.substitutions.values = std::move(values);
    }
    request.return_values = trestle::ReturnValues::kAllNew;
    return request;
  }

  inline AttributeValue Milliseconds() {
    using namespace std::chrono;
    const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
    return Value(static_cast<std::int64_t>(now.count()));
  }
  inline std::int64_t IntegerOf(const AttributeValue& value) {
    return std::strtoll(Text(value).c_str(), nullptr, 10);
  }
  inline AttributeValue NowText() {
    const std::string now = Text(Milliseconds());
    return Value(*TimeText(now, 1000, 19) + "." + now.substr(now.size() - 3) + "Z");
  }
  inline AttributeValue NewUuid() {
    static constexpr const char* kDigits = "0123456789abcdef";
    std::random_device random;
    std::string id;
    for (const char c : std::string("xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx")) {
      const unsigned digit = random() & 15U;
      id.push_back(c == 'x' ? kDigits[digit] : c == 'y' ? kDigits[8 + (digit & 3U)] : c);
    }
    return Value(id);
  }
  inline AttributeValue NewUlid() {
    static constexpr const char* kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    std::int64_t time = std::strtoll(Text(Milliseconds()).c_str(), nullptr, 10);
    std::string id(26, '0');
    for (std::size_t i = 10; i-- > 0; time /= 32) id[i] = kDigits[time % 32];
    std::random_device random;
    for (std::size_t i = 10; i < id.size(); ++i) id[i] = kDigits[random() & 31U];
    return Value(id);
  }
  inline AttributeValue ValueAt(const Item& given, const char* path) {
    const AttributeValue* value = At(given, path);
    return value == nullptr ? AttributeValue::Of(trestle::Null{}) : *value;
  }
  inline void Copy(const Item& given, const char* path, Item& values, const char* name) {
    if (const AttributeValue* value = At(given, path)) values.Set(name, *value);
  }
  inline trestle::TransactWrite WriteOf(trestle::TransactAction action, std::string table,
                                        Item item_or_key) {
    trestle::TransactWrite write;
    write.action = action;
    write.table_name = std::move(table);
    write.item_or_key = std::move(item_or_key);
    return write;
  }
  inline trestle::TransactWrite UpdateOf(std::string table, Item key, const Item& sets,
                                         const Item& adds,
                                         const std::vector<std::string>& removes) {
    Item changes = sets;
    for (const std::string& name : removes) changes.Set(name, AttributeValue::Of(trestle::Null{}));
    trestle::UpdateItemRequest changed = Changed(std::move(table), std::move(key), changes);
    trestle::TransactWrite write = WriteOf(trestle::TransactAction::kUpdate, changed.table_name, {});
    write.item_or_key = std::move(changed.key);
    write.substitutions = std::move(changed.substitutions);
    std::string expression = changed.update_expression.value_or("");
    int at = 0;
    for (const trestle::Attribute& add : adds) {
      const std::string number = std::to_string(at++);
      expression.append(at == 1 ? (expression.empty() ? "ADD " : " ADD ") : ", ");
      expression.append("#a" + number + " :a" + number);
      if (!write.substitutions.names) write.substitutions.names.emplace();
      write.substitutions.names->emplace("#a" + number, add.name);
      if (!write.substitutions.values) write.substitutions.values = Item();
      (*write.substitutions.values)->Set(":a" + number, add.value);
    }
    if (!expression.empty()) write.update_expression = expression;
    return write;
  }
  inline void Require(trestle::TransactWrite& write, const char* condition,
                      const trestle::NameMap& names, const Item& values) {
    write.condition_expression = condition;
    if (!names.empty() && !write.substitutions.names) write.substitutions.names.emplace();
    for (const auto& [placeholder, name] : names)
      write.substitutions.names->emplace(placeholder, name);
    if (!values.empty() && !write.substitutions.values) write.substitutions.values = Item();
    for (const trestle::Attribute& value : values) {
      (*write.substitutions.values)->Set(value.name, value.value);
    }
  }
  inline trestle::Status Transact(trestle::Database& database,
                                  std::vector<trestle::TransactWrite> writes,
                                  const std::optional<std::string>& token) {
    trestle::TransactWriteItemsRequest request;
    request.writes = std::move(writes);
    request.client_request_token = token;
    TRESTLE_RETURN_IF_ERROR(database.TransactWriteItems(std::move(request)));
    return {};
  }

  }  // namespace detail

  // An item of a pattern that returns several entities.
  struct AnyItem {
    Item item;
    static AnyItem From(const Item& item) { return {item}; }
  };
)cpp";

std::string CppType(const Shape& shape) {
  switch (shape.type) {
    case Type::kNumber:
    case Type::kDecimal:
      return "trestle::Number";
    case Type::kInteger:
      return "std::int64_t";
    case Type::kTimestamp:
      return shape.stored == Stored::kText ? "std::string" : "std::int64_t";
    case Type::kBoolean:
      return "bool";
    case Type::kString:
    case Type::kDate:
    case Type::kUuid:
    case Type::kUlid:
    case Type::kEnum:
      return "std::string";
    default:
      return "trestle::AttributeValue";
  }
}

// A member must be called neither like its struct nor like what the struct can do.
std::string MemberName(const Entity& entity, const std::string& attribute) {
  std::string name = Identifier(attribute);
  const bool taken = name == DeclaredName(entity.name) || name == "From" || name == "Attributes" ||
                     name == "Whole";
  return taken ? name + "_" : name;
}

// A geohash is left to the server, where the model is bound.
constexpr FormatDialect kCppFormats = {
    .helpers = {{"detail::Pad", "detail::Fixed", "detail::Descending", "detail::TimeText",
                 "detail::TimeText", "detail::TimeText", "detail::TimeText", "detail::Lower",
                 "detail::Upper", "detail::Escaped", "detail::Rank", "", "detail::Shard"}},
    .list_open = "{",
    .list_close = "}"};

bool HasGeohash(const Template& text) {
  return std::ranges::any_of(text.parts, [](const TemplatePart& part) {
    return std::ranges::any_of(
        part.formats, [](const Format& format) { return format.kind == Format::Kind::kGeohash; });
  });
}

std::string LiteralText(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return "detail::Value(" + QuotedText(*text) + ")";
  if (const auto* number = value.As<Number>()) {
    return "detail::NumberValue(\"" + number->ToString() + "\")";
  }
  if (const auto* boolean = value.As<bool>()) {
    return std::string("detail::Value(") + (*boolean ? "true)" : "false)");
  }
  return "AttributeValue()";
}

// What a condition compares, over `item`.
std::string OperandCode(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::kAttribute:
      return "detail::ValueIn(item, " + QuotedText(operand.name) + ")";
    case Operand::Kind::kSize:
      return "detail::SizeIn(item, " + QuotedText(operand.name) + ")";
    case Operand::Kind::kGenerated:
      return cpp::Made(operand.generated, nullptr);
    case Operand::Kind::kParameter:
      return "detail::Value(arguments." + Identifier(operand.name) + ")";
    case Operand::Kind::kLiteral:
      break;
  }
  return LiteralText(operand.literal);
}

// A condition over `item` and `arguments`.
std::string ConditionCode(const Condition& condition) {
  const auto at = [&](std::size_t i) { return OperandCode(condition.operands.at(i)); };
  const auto joined = [&](const char* word) {
    std::string out;
    for (const Condition& part : condition.conditions) {
      out.append(out.empty() ? "" : word).append("(" + ConditionCode(part) + ")");
    }
    return out;
  };
  const auto called = [&](const char* helper, std::size_t other) {
    return "detail::" + std::string(helper) + "(" + at(0) + ", " + at(other) + ")";
  };
  switch (condition.kind) {
    case Condition::Kind::kAnd:
      return joined(" && ");
    case Condition::Kind::kOr:
      return joined(" || ");
    case Condition::Kind::kNot:
      return "!(" + ConditionCode(condition.conditions.at(0)) + ")";
    case Condition::Kind::kExists:
      return at(0) + ".has_value()";
    case Condition::Kind::kMissing:
      return "!" + at(0) + ".has_value()";
    case Condition::Kind::kEqual:
      return called("Compared", 1) + " == 0";
    case Condition::Kind::kNotEqual:
      return called("Compared", 1) + " != 0";
    case Condition::Kind::kLess:
      return called("Compared", 1) + " == -1";
    case Condition::Kind::kLessOrEqual:
      return called("Compared", 1) + " <= 0";
    case Condition::Kind::kGreater:
      return called("Compared", 1) + " == 1";
    case Condition::Kind::kGreaterOrEqual:
      return called("AtLeast", 1);
    case Condition::Kind::kBetween:
      return called("AtLeast", 1) + " && " + called("Compared", 2) + " <= 0";
    case Condition::Kind::kIn: {
      std::string out;
      for (std::size_t i = 1; i < condition.operands.size(); ++i) {
        out.append(out.empty() ? "" : " || ").append(called("Compared", i) + " == 0");
      }
      return out;
    }
    case Condition::Kind::kContains:
      return called("Contains", 1);
    case Condition::Kind::kBeginsWith:
      return called("BeginsWith", 1);
  }
  return "true";
}

class Generator {
 public:
  explicit Generator(const Model& model) : model_(model) {}

  std::string Run() && {
    code_.Line("// Made by `trestle model codegen --language cpp` from the model " + model_.name +
               ", version " + std::to_string(model_.version) + ".");
    code_.Line(kPrelude.substr(1));
    code_.Line("namespace " + DeclaredName(model_.name) + " {");
    code_.Line(kHelpers.substr(1));
    for (const Entity& entity : model_.entities) AddEntity(entity);
    for (const Transaction& transaction : model_.transactions) {
      cpp::AddTransaction(model_, transaction, code_);
    }
    for (const Pattern& pattern : model_.patterns) AddPattern(pattern);
    code_.Line("").Line("}  // namespace " + DeclaredName(model_.name));
    return std::move(code_).Take();
  }

 private:
  void AddEntity(const Entity& entity) {
    const Table* table = model_.FindTable(entity.table);
    if (table == nullptr) return;
    const std::string type = DeclaredName(entity.name);
    if (!entity.title.empty()) code_.Line("// " + CommentText(entity.title));
    code_.Open("struct " + type + " {");
    for (const Attribute& attribute : entity.attributes) {
      const bool needed = IsNeeded(*table, entity, attribute);
      const std::string of = CppType(attribute.shape);
      code_.Line((needed ? of : "std::optional<" + of + ">") + " " +
                 MemberName(entity, attribute.name) + (needed ? "{};" : ";"));
    }
    code_.Line("").Line("static " + type + " From(const trestle::Item& item);");
    code_.Line("trestle::Item Attributes() const;  // without keys that are made of others");
    code_.Line(
        "// As the table holds it; an error names an attribute that does not fit into a key.");
    code_.Line("trestle::Result<trestle::Item> Whole() const;").Close("};");
    code_.Open("inline " + type + " " + type + "::From([[maybe_unused]] const Item& item) {");
    code_.Line(type + " out;");
    for (const Attribute& attribute : entity.attributes) {
      code_.Line("detail::Read(item, " + QuotedText(attribute.name) + ", out." +
                 MemberName(entity, attribute.name) + ");");
    }
    code_.Line("return out;").Close("}");
    code_.Open("inline Item " + type + "::Attributes() const {").Line("Item item;");
    for (const Attribute& attribute : entity.attributes) {
      code_.Line("detail::Write(item, " + QuotedText(attribute.name) + ", " +
                 MemberName(entity, attribute.name) + ");");
    }
    code_.Line("return item;").Close("}");
    AddKeys(*table, entity);
  }

  // Sets the key `name` of the item `target` from what `item` holds.
  void SetKey(const Entity& entity, const Template& key, const std::string& target,
              const std::string& name) {
    const std::vector<TemplatePart>& parts = key.parts;
    if (parts.size() == 1 && !parts[0].reference.empty() && parts[0].formats.empty()) {
      code_.Line(target + ".Set(" + QuotedText(name) + ", *detail::At(item, " +
                 QuotedText(parts[0].reference) + "));");
      return;
    }
    std::vector<std::string> texts;
    for (const TemplatePart& part : parts) {
      const Attribute* attribute = entity.FindAttribute(part.reference);
      texts.push_back(part.reference.empty()
                          ? QuotedText(part.literal)
                          : FormatCalls("detail::TextAt(item, " + QuotedText(part.reference) + ")",
                                        attribute == nullptr ? nullptr : &attribute->shape, part,
                                        kCppFormats));
    }
    code_.Line("TRESTLE_RETURN_IF_ERROR(" + cpp::SetText(target, QuotedText(name), texts) + ");");
  }

  void AddKeys(const Table& table, const Entity& entity) {
    const std::string type = DeclaredName(entity.name);
    const auto is_primary = [&](const EntityKey& key) {
      return key.attribute == table.partition_key.name ||
             (table.sort_key && key.attribute == table.sort_key->name);
    };
    code_.Line("// The primary key; `item` has the attributes that it is made of.");
    code_.Open("inline Result<Item> KeyOf" + type + "([[maybe_unused]] const Item& item) {")
        .Line("Item key;");
    const auto add = [&](const std::string& name) {
      const EntityKey* of_entity = entity.FindKey(name);
      SetKey(entity,
             of_entity == nullptr ? Template{.parts = {{.reference = name}}} : of_entity->value,
             "key", name);
    };
    add(table.partition_key.name);
    if (table.sort_key) add(table.sort_key->name);
    code_.Line("return key;").Close("}");
    code_.Line(
        "// Adds the keys of its indexes, as far as the attributes that they are made of are "
        "there.");
    code_.Open("inline trestle::Status AddIndexKeysOf" + type +
               "([[maybe_unused]] const Item& item, [[maybe_unused]] Item& out) {");
    for (const EntityKey& key : entity.keys) {
      if (is_primary(key) || HasGeohash(key.value)) continue;
      std::string known;
      for (const TemplatePart& part : key.value.parts) {
        if (part.reference.empty()) continue;
        known.append(known.empty() ? "" : " && ");
        known.append("detail::At(item, " + QuotedText(part.reference) + ") != nullptr");
      }
      if (key.when) {
        known.append(known.empty() ? "" : " && ")
            .append("(" + ConditionCode(key.when->condition) + ")");
      }
      if (!known.empty()) code_.Open("if (" + known + ") {");
      SetKey(entity, key.value, "out", key.attribute);
      if (!known.empty()) code_.Close("}");
    }
    code_.Line("return {};").Close("}");
    code_.Line("// The item as the table holds it.");
    code_.Open("inline Result<Item> WholeOf" + type + "(const Item& item) {");
    code_.Line("TRESTLE_TRY(const Item key, KeyOf" + type + "(item));");
    code_.Line("Item whole = item;");
    code_.Open("for (const trestle::Attribute& part : key) {");
    code_.Line("whole.Set(part.name, part.value);").Close("}");
    code_.Line("TRESTLE_RETURN_IF_ERROR(AddIndexKeysOf" + type + "(item, whole));");
    code_.Line("whole.Set(" + QuotedText(table.entity_attribute) + ", detail::Value(" +
               QuotedText(entity.value) + "));");
    code_.Line("return whole;").Close("}");
    code_.Line("inline Result<Item> " + type + "::Whole() const { return WholeOf" + type +
               "(Attributes()); }");
  }

  std::string ResultType(const Pattern& pattern) {
    return pattern.entities.size() == 1 ? DeclaredName(pattern.entities[0]) : "AnyItem";
  }

  std::string AddArguments(const Pattern& pattern) {
    const std::string type = FunctionName(model_, pattern) + "Arguments";
    code_.Open("struct " + type + " {");
    for (const Parameter& parameter : pattern.parameters) {
      if (pattern.geo &&
          (parameter.name == pattern.geo->around || parameter.name == pattern.geo->radius)) {
        continue;
      }
      std::string of = CppType(parameter.shape);
      std::string initial = "{}";
      if (pattern.fan_out && parameter.name == pattern.fan_out->list)
        of = "std::vector<std::string>";
      if (parameter.optional) {
        of = "std::optional<std::string>";
        initial = "";
      } else if (parameter.default_value) {
        initial = cpp::Initial(parameter.shape, *parameter.default_value).value_or(initial);
      }
      code_.Line(of + " " + Identifier(parameter.name) + initial + ";");
    }
    if (pattern.geo) code_.Line("std::vector<std::string> cells;");
    code_.Close("};");
    return type;
  }

  std::string ArgumentText(const RequestPlan& plan, const std::string& name) {
    const bool each = name == plan.fan_out || (plan.cells && name == "cell");
    return each ? "each" : "arguments." + Identifier(name);
  }

  // Sets `name`, an expression, of the item `target` to a value of the request.
  void SetValue(const Pattern& pattern, const RequestPlan& plan, const PlannedValue& value,
                const std::string& target, const std::string& name) {
    const auto set = [&](const std::string& expression) {
      code_.Line(target + ".Set(" + name + ", " + expression + ");");
    };
    if (value.operand != nullptr) {
      switch (value.operand->kind) {
        case Operand::Kind::kParameter:
          return set("detail::Value(" + ArgumentText(plan, value.operand->name) + ")");
        case Operand::Kind::kGenerated:
          return set(cpp::Made(value.operand->generated, nullptr));
        default:
          return set(LiteralText(value.operand->literal));
      }
    }
    const std::vector<TemplatePart>& parts = value.key->parts;
    if (parts.size() == 1 && !parts[0].reference.empty() && parts[0].formats.empty()) {
      return set("detail::Value(" + ArgumentText(plan, parts[0].reference) + ")");
    }
    std::vector<std::string> texts;
    for (const TemplatePart& part : parts) {
      if (part.reference.empty()) {
        texts.push_back(QuotedText(part.literal));
        continue;
      }
      if (const std::string shard = ShardName(plan, part); !shard.empty()) {
        texts.push_back(shard);
        continue;
      }
      texts.push_back(FormatCalls("detail::Text(" + ArgumentText(plan, part.reference) + ")",
                                  ShapeOf(pattern, part), part, kCppFormats));
    }
    code_.Line("TRESTLE_RETURN_IF_ERROR(" + cpp::SetText(target, name, texts) + ");");
  }

  static const Shape* ShapeOf(const Pattern& pattern, const TemplatePart& part) {
    const Parameter* parameter = pattern.FindParameter(part.reference);
    return parameter == nullptr ? nullptr : &parameter->shape;
  }

  void AddRequest(const Pattern& pattern, const RequestPlan& plan) {
    const bool scan = pattern.kind == PatternKind::kScan;
    code_.Line(std::string("trestle::") + (scan ? "ScanRequest" : "QueryRequest") + " request;");
    code_.Line("request.table_name = " + QuotedText(pattern.table) + ";");
    if (!pattern.index.empty())
      code_.Line("request.index_name = " + QuotedText(pattern.index) + ";");
    if (!plan.key_condition.empty()) {
      code_.Line("request.key_condition_expression = " + QuotedText(plan.key_condition) + ";");
    }
    if (!plan.filter.empty())
      code_.Line("request.filter_expression = " + QuotedText(plan.filter) + ";");
    if (!plan.projection.empty() && !pattern.count_only) {
      code_.Line("request.projection.expression = " + QuotedText(plan.projection) + ";");
    }
    if (pattern.count_only) code_.Line("request.select = trestle::SelectAttributes::kCount;");
    if (!plan.names.empty()) {
      std::string names;
      for (const auto& [placeholder, name] : plan.names) {
        names.append(names.empty() ? "" : ", ")
            .append("{\"" + placeholder + "\", " + QuotedText(name) + "}");
      }
      code_.Line("request.substitutions.names = trestle::NameMap{" + names + "};");
    }
    if (!plan.values.empty()) {
      code_.Line("Item values;");
      for (const PlannedValue& value : plan.values) {
        SetValue(pattern, plan, value, "values", QuotedText(value.placeholder));
      }
      code_.Line("request.substitutions.values = std::move(values);");
    }
    if (!scan && pattern.descending) code_.Line("request.scan_index_forward = false;");
    if (pattern.consistent) code_.Line("request.consistent_read = true;");
    code_.Line("request.limit = " + std::to_string(pattern.limit) + ";");
  }

  // Ends the function with what `found`, an expression of a Result, holds.
  void ReturnFound(const Pattern& pattern, const std::string& type, const std::string& found) {
    const Table* const table = model_.FindTable(pattern.table);
    if (pattern.load.empty() || table == nullptr) {
      code_.Line("return " + found + ";").Close("}");
      return;
    }
    code_.Line("TRESTLE_TRY(const Found<AnyItem> found, " + found + ");");
    std::string key = QuotedText(table->partition_key.name);
    if (table->sort_key) key.append(", " + QuotedText(table->sort_key->name));
    code_.Open("const auto keep = [&]([[maybe_unused]] const Item& item) {");
    code_.Line("return " + (pattern.filter ? ConditionCode(pattern.filter->condition) : "true") +
               ";");
    code_.Close("};");
    code_.Line("return detail::Loaded<" + type + ">(database, " + QuotedText(pattern.table) +
               ", {" + key + "}, found, keep);");
    code_.Close("}");
  }

  void AddQuery(const Pattern& pattern) {
    const RequestPlan plan = PlanOf(model_, pattern);
    const std::string type = ResultType(pattern);
    const std::string read = pattern.load.empty() ? type : "AnyItem";
    const std::string arguments = AddArguments(pattern);
    const bool several = !plan.fan_out.empty() || plan.cells || !plan.shards.empty();
    AddTitle(pattern);
    code_.Open("inline Result<Found<" + type + ">> " + FunctionName(model_, pattern) +
               "(trestle::Database& database, [[maybe_unused]] const " + arguments + "& arguments" +
               (several ? "" : ", const Page& page = {}") + ") {");
    if (!several) {
      AddRequest(pattern, plan);
      code_.Line("if (page.limit) request.limit = page.limit;");
      code_.Line("if (page.from) request.exclusive_start_key = *page.from;");
      code_.Line(std::string("TRESTLE_TRY(const trestle::PageResponse answer, database.") +
                 (pattern.kind == PatternKind::kScan ? "Scan" : "Query") + "(request));");
      ReturnFound(pattern, type, "detail::FoundOf<" + read + ">(answer)");
      return;
    }
    std::string parts = "std::vector<std::string>(1)";
    if (plan.cells) parts = "arguments.cells";
    if (pattern.fan_out) {
      const FanOut& fan_out = *pattern.fan_out;
      parts =
          fan_out.by == FanOut::By::kValue
              ? "arguments." + Identifier(fan_out.list)
              : std::string(fan_out.by == FanOut::By::kDay ? "detail::Days(" : "detail::Months(") +
                    "arguments." + Identifier(fan_out.from) + ", arguments." +
                    Identifier(fan_out.to) + ")";
    }
    code_.Line("std::vector<trestle::QueryRequest> requests;");
    code_.Open("for ([[maybe_unused]] const std::string& each : " + parts + ") {");
    for (const PlannedShards& shards : plan.shards) {
      const std::string argument = "arguments." + Identifier(shards.part->reference);
      code_.Line("std::vector<std::string> all_of_" + shards.name + " = detail::AllShards(" +
                 std::to_string(shards.count) + ");");
      code_.Open("if (" + argument + ") {");
      code_.Line("TRESTLE_TRY(const std::string one, " +
                 FormatCalls("detail::Text(*" + argument + ")", ShapeOf(pattern, *shards.part),
                             *shards.part, kCppFormats) +
                 ");");
      code_.Line("all_of_" + shards.name + " = {one};").Close("}");
      code_.Open("for (const std::string& " + shards.name + " : all_of_" + shards.name + ") {");
    }
    AddRequest(pattern, plan);
    code_.Line("requests.push_back(std::move(request));");
    for (std::size_t i = 0; i < plan.shards.size(); ++i) code_.Close("}");
    code_.Close("}");
    ReturnFound(pattern, type, "detail::Gathered<" + read + ">(database, std::move(requests))");
  }

  void AddGet(const Pattern& pattern) {
    const RequestPlan plan = PlanOf(model_, pattern);
    const std::string type = ResultType(pattern);
    const std::string arguments = AddArguments(pattern);
    AddTitle(pattern);
    code_.Open("inline Result<std::optional<" + type + ">> " + FunctionName(model_, pattern) +
               "(trestle::Database& database, [[maybe_unused]] const " + arguments +
               "& arguments) {");
    code_.Line("Item key;");
    for (std::size_t i = 0; i < pattern.where.size(); ++i) {
      SetValue(pattern, plan, plan.values.at(i), "key", QuotedText(pattern.where[i].attribute));
    }
    code_.Line("trestle::GetItemRequest request;");
    code_.Line("request.table_name = " + QuotedText(pattern.table) + ";");
    code_.Line("request.key = std::move(key);");
    if (pattern.consistent) code_.Line("request.consistent_read = true;");
    code_.Line("TRESTLE_TRY(const trestle::GetItemResponse answer, database.GetItem(request));");
    code_.Line("if (!answer.item) return std::optional<" + type + ">();");
    code_.Line("TRESTLE_TRY(const Item item, answer.item->Decode());");
    code_.Line("return std::optional<" + type + ">(" + type + "::From(item));").Close("}");
  }

  void AddOfEntity(const Pattern& pattern, const Entity& entity, const std::string& name) {
    const std::string type = DeclaredName(entity.name);
    const std::string table = QuotedText(entity.table);
    const std::string head = " " + name + "(trestle::Database& database, ";
    AddTitle(pattern);
    switch (pattern.kind) {
      case PatternKind::kPut:
        code_.Open("inline trestle::Status" + head + "const " + type + "& it) {");
        code_.Line("trestle::PutItemRequest request;").Line("request.table_name = " + table + ";");
        code_.Line("TRESTLE_TRY(request.item, it.Whole());");
        code_.Line("TRESTLE_RETURN_IF_ERROR(database.PutItem(std::move(request)));");
        code_.Line("return {};");
        break;
      case PatternKind::kDelete:
        code_.Line("// Of `it`, what the key is made of is looked at.");
        code_.Open("inline trestle::Status" + head + "const " + type + "& it) {");
        code_.Line("trestle::DeleteItemRequest request;")
            .Line("request.table_name = " + table + ";");
        code_.Line("TRESTLE_TRY(request.key, KeyOf" + type + "(it.Attributes()));");
        code_.Line("TRESTLE_RETURN_IF_ERROR(database.DeleteItem(request));").Line("return {};");
        break;
      case PatternKind::kUpdate:
        code_.Line(
            "// `it` gives the key, `changes` the attributes to write (nulls to remove). Index "
            "keys are "
            "written");
        code_.Line(
            "// where both have all that they are made of; a bound model sees to them in any "
            "case.");
        code_.Open("inline Result<" + type + ">" + head + "const " + type +
                   "& it, Item changes) {");
        code_.Line("Item known = it.Attributes();");
        code_.Line("TRESTLE_TRY(const Item key, KeyOf" + type + "(known));");
        code_.Open("for (const trestle::Attribute& change : changes) {");
        code_.Line("known.Set(change.name, change.value);").Close("}");
        code_.Line("TRESTLE_RETURN_IF_ERROR(AddIndexKeysOf" + type + "(known, changes));");
        code_.Line("TRESTLE_TRY(const trestle::ItemWriteResponse answer,");
        code_.Line("            database.UpdateItem(detail::Changed(" + table +
                   ", key, changes)));");
        code_.Line("TRESTLE_TRY(const Item item, answer.attributes->Decode());");
        code_.Line("return " + type + "::From(item);");
        break;
      case PatternKind::kBatchWrite:
        code_.Open("inline trestle::Status" + head + "const std::vector<" + type + ">& all) {");
        code_.Open("for (const " + type + "& it : all) {");
        code_.Line("trestle::PutItemRequest request;").Line("request.table_name = " + table + ";");
        code_.Line("TRESTLE_TRY(request.item, it.Whole());");
        code_.Line("TRESTLE_RETURN_IF_ERROR(database.PutItem(std::move(request)));").Close("}");
        code_.Line("return {};");
        break;
      default:
        code_.Open("inline Result<std::vector<" + type + ">>" + head + "const std::vector<" + type +
                   ">& keys) {");
        code_.Line("std::vector<" + type + "> found;");
        code_.Open("for (const " + type + "& each : keys) {");
        code_.Line("trestle::GetItemRequest request;").Line("request.table_name = " + table + ";");
        code_.Line("TRESTLE_TRY(request.key, KeyOf" + type + "(each.Attributes()));");
        code_.Line(
            "TRESTLE_TRY(const trestle::GetItemResponse answer, database.GetItem(request));");
        code_.Line("if (!answer.item) continue;");
        code_.Line("TRESTLE_TRY(const Item item, answer.item->Decode());");
        code_.Line("found.push_back(" + type + "::From(item));").Close("}").Line("return found;");
        break;
    }
    code_.Close("}");
  }

  void AddTransact(const Pattern& pattern) {
    const Transaction* transaction = model_.FindTransaction(pattern.transaction);
    if (transaction == nullptr) return;
    const std::string function = FunctionName(model_, *transaction);
    AddTitle(pattern);
    code_.Open("inline trestle::Status " + FunctionName(model_, pattern) +
               "(trestle::Database& database, const " + function +
               "Arguments& arguments, const std::optional<std::string>& token = {}) {");
    code_.Line("return " + function + "(database, arguments, token);").Close("}");
  }

  void AddTitle(const Pattern& pattern) {
    if (!pattern.title.empty()) code_.Line("// " + CommentText(pattern.title));
  }

  void AddPattern(const Pattern& pattern) {
    code_.Line("");
    if (pattern.kind == PatternKind::kTransact) {
      return AddTransact(pattern);
    }
    if (pattern.kind == PatternKind::kGet) return AddGet(pattern);
    if (pattern.kind == PatternKind::kQuery || pattern.kind == PatternKind::kScan) {
      return AddQuery(pattern);
    }
    for (const std::string& name : pattern.entities) {
      const Entity* entity = model_.FindEntity(name);
      if (entity == nullptr) continue;
      const bool one = pattern.entities.size() == 1;
      AddOfEntity(pattern, *entity,
                  FunctionName(model_, pattern) + (one ? "" : "_" + Identifier(name)));
    }
  }

  const Model& model_;
  CodeText code_;
};

}  // namespace

namespace cpp {

std::string TypeOf(const Shape& shape) { return CppType(shape); }
std::string Formatted(std::string text, const Shape* shape, const TemplatePart& part) {
  return FormatCalls(std::move(text), shape, part, kCppFormats);
}
std::string SetText(const std::string& target, const std::string& name,
                    const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all.append(all.empty() ? "" : ", ").append(part);
  return "detail::SetText(" + target + ", " + name + ", {" + all + "})";
}
std::string Literal(const AttributeValue& value) { return LiteralText(value); }

std::string Made(Generated what, const Shape* shape) {
  switch (what) {
    case Generated::kUuid:
      return "detail::NewUuid()";
    case Generated::kUlid:
      return "detail::NewUlid()";
    case Generated::kToday:
      return "detail::Value(*detail::TimeText(detail::Text(detail::Milliseconds()), 1000, 10))";
    case Generated::kNow:
      break;
  }
  if (shape != nullptr && shape->stored == Stored::kMilliseconds) return "detail::Milliseconds()";
  if (shape != nullptr && shape->stored == Stored::kSeconds) {
    return "detail::Value(static_cast<std::int64_t>(std::time(nullptr)))";
  }
  return "detail::NowText()";
}

std::optional<std::string> Initial(const Shape& shape, const Default& value) {
  const std::string type = CppType(shape);
  if (const auto* made = std::get_if<Generated>(&value)) {
    if (type == "std::string") return " = detail::Text(" + Made(*made, &shape) + ")";
    if (type == "std::int64_t") return " = detail::IntegerOf(" + Made(*made, &shape) + ")";
    return std::nullopt;
  }
  const AttributeValue& literal = std::get<AttributeValue>(value);
  if (type == "trestle::AttributeValue") return " = " + LiteralText(literal);
  if (const auto* text = literal.As<std::string>()) return " = " + QuotedText(*text);
  if (const auto* boolean = literal.As<bool>()) return *boolean ? " = true" : " = false";
  const auto* number = literal.As<Number>();
  if (number == nullptr) return std::nullopt;
  return type == "trestle::Number" ? " = *trestle::Number::Parse(\"" + number->ToString() + "\")"
                                   : " = " + number->ToString();
}

}  // namespace cpp

std::string CppCode(const Model& model) { return Generator(model).Run(); }

}  // namespace trestle::model
