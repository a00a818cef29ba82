#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_writer.h"
#include "operation/parameters.h"
#include "remote/messages.h"
#include "remote/wire_names.h"

namespace trestle::remote {

// The body of a request as it is written: an object, member by member, absent ones left out. A
// value that is malformed in itself is kept as the error of the whole.
class Body {
 public:
  Body() : writer_(text_) { writer_.BeginObject(); }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  void Begin(std::string_view name) {
    writer_.Name(name);
    writer_.BeginObject();
  }
  void End() { writer_.EndObject(); }
  void BeginList(std::string_view name) {
    writer_.Name(name);
    writer_.BeginArray();
  }
  void EndList() { writer_.EndArray(); }
  void BeginElement() { writer_.BeginObject(); }  // of a list
  void EndElement() { writer_.EndObject(); }
  JsonWriter& writer() { return writer_; }

  void Text(std::string_view name, std::string_view text) {
    writer_.Name(name);
    writer_.String(text);
  }
  void Optional(std::string_view name, const std::optional<std::string>& text) {
    if (text) Text(name, *text);
  }
  void Integer(std::string_view name, std::int64_t value) {
    writer_.Name(name);
    writer_.Integer(value);
  }
  void Optional(std::string_view name, const std::optional<std::int64_t>& value) {
    if (value) Integer(name, *value);
  }
  void Flag(std::string_view name, bool value) {
    writer_.Name(name);
    writer_.Boolean(value);
  }
  void Optional(std::string_view name, const std::optional<bool>& value) {
    if (value) Flag(name, *value);
  }
  void Optional(std::string_view name, const std::optional<TimePoint>& time) {
    if (!time) return;
    writer_.Name(name);
    writer_.Time(*time);
  }
  void Texts(std::string_view name, const std::vector<std::string>& texts) {
    BeginList(name);
    for (const std::string& text : texts) writer_.String(text);
    EndList();
  }
  void Optional(std::string_view name, const std::optional<std::vector<std::string>>& texts) {
    if (texts) Texts(name, *texts);
  }
  template <class Enum, std::size_t N>
  void Optional(std::string_view name, const Named<Enum> (&names)[N],
                const std::optional<Enum>& value) {
    if (value) Text(name, NameIn(names, *value));
  }

  void Value(const AttributeValue& value);  // of a list
  void Value(std::string_view name, const AttributeValue& value) {
    writer_.Name(name);
    Value(value);
  }
  void Item(const ParsedItem& item);  // of a list
  void Item(std::string_view name, const ParsedItem& item) {
    writer_.Name(name);
    Item(item);
  }
  void Optional(std::string_view name, const std::optional<ParsedItem>& item) {
    if (item) Item(name, *item);
  }

  // Parts that many operations share.
  void Substitutions(const SubstitutionParameters& substitutions);
  void Condition(const ConditionParameters& condition);
  void Projection(const ProjectionParameters& projection);
  void Expected(const ExpectedMap& expected);
  void Conditions(std::string_view name, const std::optional<Result<LegacyConditionMap>>& map);
  void Updates(const AttributeUpdateMap& updates);
  void Wanted(ReturnConsumedCapacity wanted);
  void Wanted(ReturnItemCollectionMetrics wanted);
  void Wanted(ReturnValues wanted);
  void Wanted(ReturnValuesOnConditionCheckFailure wanted);

  void Fail(Error error) {
    if (!error_) error_ = std::move(error);
  }
  // What a statement has bound cannot be written.
  template <class Bound>
  void RefuseBound(const std::optional<Bound>& bound) {
    if (bound) Fail(messages::BoundExpression().value());
  }
  Result<std::string> Take() &&;

 private:
  std::string text_;
  JsonWriter writer_;
  std::optional<Error> error_;
};

}  // namespace trestle::remote
