#include "protocol/constraint_check.h"

#include <algorithm>
#include <string>
#include <vector>

#include "protocol/api.h"
#include "protocol/messages.h"
#include "protocol/patterns.h"
#include "protocol/value_rendering.h"
#include "value/utf16.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxListed = 10;

// A place in the request, as a chain on the stack: nothing is built until an error needs it.
struct Path {
  const Path* parent = nullptr;
  const Member* member = nullptr;  // a structure's member; or else
  std::string_view key = {};       // the key of a map's value; or else
  std::size_t position = 0;        // the place in a list, from 1
};

void AppendPath(const Path& path, ReportStyle style, std::string& out) {
  if (path.parent) AppendPath(*path.parent, style, out);
  if (!out.empty()) out.append(".");
  if (path.member) {
    out.append(style == ReportStyle::kPathsOnly ? path.member->name : path.member->path);
  } else {
    out.append(path.position > 0 ? std::to_string(path.position) : std::string(path.key))
        .append(".member");
  }
}

// A member that takes an ARN alone: what it may be is for the operation to say.
bool IsArnMember(const Path& path) { return path.member && path.member->name.ends_with("Arn"); }

// "arn:aws:dynamodb:<region>:<account>:table/<name>" may stand where a table's name does.
bool IsTableArn(std::string_view text) {
  constexpr std::string_view kTable = ":table/";
  const std::size_t place = text.find(kTable);
  return text.starts_with("arn:") && place != std::string_view::npos &&
         MatchesPattern(kNamePattern, text.substr(place + kTable.size()));
}

bool IsScalar(const Shape& shape) {
  return shape.type != ShapeType::kList && shape.type != ShapeType::kMap &&
         shape.type != ShapeType::kStructure;
}

bool WithinLength(const Shape& shape, std::size_t length) {
  const auto signed_length = static_cast<std::int64_t>(length);
  return (!shape.max || signed_length <= *shape.max) && (!shape.min || signed_length >= *shape.min);
}

// The constraints of one shape in the words of the service, for an element or key that breaks one
// of them.
std::string AllConstraints(const Shape& shape) {
  std::string text;
  const auto add = [&text](const std::string& constraint) {
    text.append(text.empty() ? "" : ", ").append(constraint);
  };
  if (shape.max) add(messages::LengthAtMost(*shape.max));
  if (shape.min) add(messages::LengthAtLeast(*shape.min));
  if (!shape.pattern.empty()) add(messages::MustMatch(shape.pattern));
  if (!shape.values.empty()) add(messages::MustBeOneOf(shape.values_text));
  return text;
}

std::size_t LengthOf(const Shape& shape, const Json& json) {
  if (shape.type == ShapeType::kList) return ArrayOf(json).size();
  if (shape.type == ShapeType::kMap) return ObjectOf(json).size();
  return Utf16Length(StringOf(json));
}

bool KeySatisfies(const Shape& shape, std::string_view key) {
  return WithinLength(shape, Utf16Length(key)) && MatchesPattern(shape.pattern, key);
}

// Of an element of a list or map: only its own constraints, not those of what is inside it.
bool ElementSatisfies(const Shape& shape, const Json& json) {
  if (json.is_null() || shape.type == ShapeType::kStructure) return true;
  if (IsScalar(shape) && !json.is_string()) return true;
  if (!WithinLength(shape, LengthOf(shape, json))) return false;
  if (!json.is_string()) return true;
  const bool listed = shape.values.empty() || std::find(shape.values.begin(), shape.values.end(),
                                                        StringOf(json)) != shape.values.end();
  return listed && MatchesPattern(shape.pattern, StringOf(json));
}

class Checker {
 public:
  explicit Checker(const ConstraintRules& rules) : rules_(rules) {}

  void Structure(const Path* path, const Members& members) {
    const Shape& shape = members.structure();
    for (std::size_t i = 0; i < shape.members.size() && !Full(); ++i) {
      const std::size_t index = shape.report_order[i];
      const Member& member = shape.members[index];
      const Path here{.parent = path, .member = &member};
      if (const Json* value = members[index]) {
        if (member.shape->constrained) Value(here, *member.shape, *value);
      } else if (rules_.table_name == TableNameRule::kAsked && member.name == "TableName") {
        table_name_missing_ = true;
      } else if (member.required) {
        Report(here, nullptr, *member.shape, messages::MustNotBeNull());
      }
    }
  }

  Status Outcome() const {
    if (violations_.empty()) {
      if (table_name_missing_) return messages::ParameterRequired("TableName");
      return {};
    }
    std::string all;
    for (const std::string& violation : violations_)
      all.append(all.empty() ? "" : "; ").append(violation);
    return messages::ConstraintsViolated(violations_.size(), all);
  }

 private:
  bool Full() const { return violations_.size() >= kMaxListed; }

  void Report(const Path& path, const Json* value, const Shape& shape,
              std::string_view constraint) {
    if (Full()) return;
    std::string shown = value ? "'" : "null";
    if (value) RenderValue(shape, *value, shown);
    if (value) shown.append("'");
    if (rules_.style == ReportStyle::kPathsOnly) shown.clear();
    std::string place;
    AppendPath(path, rules_.style, place);
    violations_.push_back(messages::Violation(shown, place, constraint));
  }

  void Value(const Path& path, const Shape& shape, const Json& json) {
    switch (shape.type) {
      case ShapeType::kStructure:
        return Structure(&path, Members(shape, json));
      case ShapeType::kList:
        return List(path, shape, json);
      case ShapeType::kMap:
        return Map(path, shape, json);
      case ShapeType::kInteger:
      case ShapeType::kLong:
        return Number(path, shape, json);
      default:
        return String(path, shape, json);
    }
  }

  void Length(const Path& path, const Shape& shape, const Json& json) {
    if (!shape.min && !shape.max) return;
    const auto length = static_cast<std::int64_t>(LengthOf(shape, json));
    if (shape.max && length > *shape.max)
      Report(path, &json, shape, messages::LengthAtMost(*shape.max));
    if (shape.min && length < *shape.min)
      Report(path, &json, shape, messages::LengthAtLeast(*shape.min));
  }

  void String(const Path& path, const Shape& shape, const Json& json) {
    if (!json.is_string()) return;
    const std::string_view text = StringOf(json);
    if (&shape == api::GetItemInput::kShape.members[api::GetItemInput::kTableName].shape &&
        !IsArnMember(path)) {
      TableName(path, shape, json);
    }
    if (!shape.values.empty() &&
        std::find(shape.values.begin(), shape.values.end(), text) == shape.values.end()) {
      Report(path, &json, shape, messages::MustBeOneOf(shape.values_text));
    }
    if (!MatchesPattern(shape.pattern, text))
      Report(path, &json, shape, messages::MustMatch(shape.pattern));
    Length(path, shape, json);
  }

  void TableName(const Path& path, const Shape& shape, const Json& json) {
    const std::string_view name = StringOf(json);
    if (name.empty() || IsTableArn(name)) return;
    if (!MatchesPattern(kNamePattern, name))
      Report(path, &json, shape, messages::MustMatch(kNamePattern));
    if (rules_.table_name == TableNameRule::kAny) return;
    if (Utf16Length(name) > 255) Report(path, &json, shape, messages::LengthAtMost(255));
    if (Utf16Length(name) < 3) Report(path, &json, shape, messages::LengthAtLeast(3));
  }

  void Number(const Path& path, const Shape& shape, const Json& json) {
    std::int64_t value = 0;
    if (json.get_int64().get(value) != simdjson::SUCCESS) {
      double decimal = 0;
      if (json.get_double().get(decimal) != simdjson::SUCCESS) return;
      value = decimal >= 9.2e18    ? INT64_MAX
              : decimal <= -9.2e18 ? INT64_MIN
                                   : static_cast<std::int64_t>(decimal);
    }
    if (shape.max && value > *shape.max)
      Report(path, &json, shape, messages::ValueAtMost(*shape.max));
    if (shape.min && value < *shape.min)
      Report(path, &json, shape, messages::ValueAtLeast(*shape.min));
  }

  void List(const Path& path, const Shape& shape, const Json& json) {
    Length(path, shape, json);
    const Shape& element_shape = *shape.element;
    if (!element_shape.constrained) return;
    std::size_t position = 0;
    for (const Json element : ArrayOf(json)) {
      ++position;
      if (element.is_null()) continue;
      if (!ElementSatisfies(element_shape, element)) {
        return Report(path, &json, shape, messages::ElementsMust(AllConstraints(element_shape)));
      }
      const Path here{.parent = &path, .position = position};
      if (!IsScalar(element_shape)) Inside(here, element_shape, element);
    }
  }

  void Map(const Path& path, const Shape& shape, const Json& json) {
    Length(path, shape, json);
    bool keys_reported = false;
    bool values_reported = false;
    for (const auto field : ObjectOf(json)) {
      if (!keys_reported && !KeySatisfies(*shape.key, field.key)) {
        keys_reported = true;
        Report(path, &json, shape, messages::KeysMust(AllConstraints(*shape.key)));
      }
      if (!shape.element->constrained || field.value.is_null()) continue;
      if (!ElementSatisfies(*shape.element, field.value)) {
        if (!values_reported)
          Report(path, &json, shape, messages::ValuesMust(AllConstraints(*shape.element)));
        values_reported = true;
        continue;
      }
      const Path here{.parent = &path, .key = field.key};
      if (!IsScalar(*shape.element)) Inside(here, *shape.element, field.value);
    }
  }

  // What an element holds; its own length has been looked at.
  void Inside(const Path& path, const Shape& shape, const Json& json) {
    if (shape.type == ShapeType::kStructure) return Structure(&path, Members(shape, json));
    if (shape.type == ShapeType::kMap) {
      for (const auto field : ObjectOf(json)) {
        if (!KeySatisfies(*shape.key, field.key)) {
          return Report(path, &json, shape, messages::KeysMust(AllConstraints(*shape.key)));
        }
      }
      return;
    }
    std::size_t position = 0;
    for (const Json element : ArrayOf(json)) {
      ++position;
      if (element.is_null() || !shape.element->constrained || IsScalar(*shape.element)) continue;
      Inside(Path{.parent = &path, .position = position}, *shape.element, element);
    }
  }

  const ConstraintRules& rules_;
  std::vector<std::string> violations_;
  bool table_name_missing_ = false;
};

}  // namespace

Status CheckConstraints(const Members& request, const ConstraintRules& rules) {
  Checker checker(rules);
  checker.Structure(nullptr, request);
  return checker.Outcome();
}

}  // namespace trestle
