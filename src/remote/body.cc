#include "remote/body.h"

#include <utility>

namespace trestle::remote {

Result<std::string> Body::Take() && {
  if (error_) return tl::unexpected(*std::move(error_));
  writer_.EndObject();
  return std::move(text_);
}

// Items are what the writer writes: the value goes as the only member of one, whose frame is then
// taken off again.
void Body::Value(const AttributeValue& value) {
  constexpr std::string_view kFrame = "{\"v\":";
  const std::size_t before = text_.size();
  writer_.Attributes(trestle::Item{{"v", value}});
  text_.erase(text_[before] == ',' ? before + 1 : before, kFrame.size());
  text_.pop_back();
}

void Body::Item(const ParsedItem& item) {
  if (item) return writer_.Attributes(*item);
  Fail(item.error());
  writer_.Attributes(trestle::Item());
}

void Body::Substitutions(const SubstitutionParameters& substitutions) {
  if (substitutions.names) {
    Begin("ExpressionAttributeNames");
    for (const auto& [placeholder, name] : *substitutions.names) Text(placeholder, name);
    End();
  }
  Optional("ExpressionAttributeValues", substitutions.values);
}

void Body::Condition(const ConditionParameters& condition) {
  RefuseBound(condition.bound);
  Optional("ConditionExpression", condition.expression);
  Optional("ConditionalOperator", kConditionalOperatorNames, condition.conditional_operator);
  if (!condition.expected) return;
  if (*condition.expected) {
    Expected(**condition.expected);
  } else {
    Fail(condition.expected->error());
  }
}

void Body::Expected(const ExpectedMap& expected) {
  Begin("Expected");
  for (const auto& [name, one] : expected) {
    Begin(name);
    Optional("Exists", one.exists);
    if (one.value) Value("Value", *one.value);
    Optional("ComparisonOperator", kComparisonNames, one.comparison);
    if (one.values) {
      BeginList("AttributeValueList");
      for (const AttributeValue& value : *one.values) Value(value);
      EndList();
    }
    End();
  }
  End();
}

void Body::Conditions(std::string_view name, const std::optional<Result<LegacyConditionMap>>& map) {
  if (!map) return;
  if (!*map) return Fail(map->error());
  Begin(name);
  for (const auto& [attribute, condition] : **map) {
    Begin(attribute);
    Text("ComparisonOperator", NameIn(kComparisonNames, condition.comparison));
    if (condition.values) {
      BeginList("AttributeValueList");
      for (const AttributeValue& value : *condition.values) Value(value);
      EndList();
    }
    End();
  }
  End();
}

void Body::Updates(const AttributeUpdateMap& updates) {
  Begin("AttributeUpdates");
  for (const auto& [name, update] : updates) {
    Begin(name);
    Optional("Action", kActionNames, update.action);
    if (update.value) Value("Value", *update.value);
    End();
  }
  End();
}

void Body::Projection(const ProjectionParameters& projection) {
  RefuseBound(projection.bound);
  Optional("ProjectionExpression", projection.expression);
  Optional("AttributesToGet", projection.attributes_to_get);
}

void Body::Wanted(ReturnConsumedCapacity wanted) {
  if (wanted == ReturnConsumedCapacity::kNone) return;
  Text("ReturnConsumedCapacity", NameIn(kConsumedCapacityNames, wanted));
}

void Body::Wanted(ReturnItemCollectionMetrics wanted) {
  if (wanted == ReturnItemCollectionMetrics::kSize) Text("ReturnItemCollectionMetrics", "SIZE");
}

void Body::Wanted(ReturnValues wanted) {
  if (wanted != ReturnValues::kNone) Text("ReturnValues", NameIn(kReturnValuesNames, wanted));
}

void Body::Wanted(ReturnValuesOnConditionCheckFailure wanted) {
  if (wanted == ReturnValuesOnConditionCheckFailure::kNone) return;
  Text("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
}

}  // namespace trestle::remote
