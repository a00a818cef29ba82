#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "expression/condition.h"
#include "expression/projection.h"
#include "expression/set_arithmetic.h"
#include "expression/update.h"
#include "expression/values_for_test.h"
#include "value/generators_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

bool Holds(std::string_view text, const Item& item) {
  Substitutions substitutions(nullptr, nullptr);
  const auto condition = Condition::Parse(ExpressionKind::kCondition, text, substitutions);
  RC_ASSERT(condition.has_value());
  return condition->Matches(item);
}

Item Three(const AttributeValue& a, const AttributeValue& b, const AttributeValue& c) {
  return Map({{"a", a}, {"b", b}, {"c", c}});
}

RC_GTEST_PROP(ConditionPropertyTest, ComparisonsAgreeWithEachOther,
              (const AttributeValue& a, const AttributeValue& b, const AttributeValue& c)) {
  const Item item = Three(a, b, *rc::gen::element(a, b, c));
  RC_ASSERT(Holds("a <> b", item) == !Holds("a = b", item));
  RC_ASSERT(Holds("a = b", item) == Holds("b = a", item));
  RC_ASSERT(Holds("a < b", item) == Holds("b > a", item));
  RC_ASSERT(Holds("a <= b", item) == Holds("b >= a", item));
  RC_ASSERT(Holds("a <= b AND b <= a", item) <= Holds("a = b", item));
  RC_ASSERT(Holds("a BETWEEN b AND c", item) == Holds("a >= b AND a <= c", item));
  RC_ASSERT(Holds("a IN (b, c)", item) == Holds("a = b OR a = c", item));
}

RC_GTEST_PROP(ConditionPropertyTest, ScalarsOfOneTypeAreTotallyOrdered,
              (const std::vector<std::string>& texts)) {
  RC_PRE(texts.size() >= 2);
  for (const auto& make : {+[](std::string s) { return S(std::move(s)); },
                           +[](std::string s) { return B(std::move(s)); }}) {
    const Item item = Three(make(texts[0]), make(texts[1]), Nul());
    RC_ASSERT(Holds("a < b", item) + Holds("a = b", item) + Holds("a > b", item) == 1);
  }
}

RC_GTEST_PROP(ConditionPropertyTest, AListContainsItsElements,
              (const std::vector<AttributeValue>& elements)) {
  RC_PRE(!elements.empty());
  const Item item = Three(AttributeValue::Of(List(elements)), *rc::gen::elementOf(elements), Nul());
  RC_ASSERT(Holds("contains(a, b)", item));
}

// Edits of one list, told as an expression and as the rule that it should follow.
RC_GTEST_PROP(UpdatePropertyTest, IndexesMeanTheElementsOfTheListAsItWas, ()) {
  const int size = *rc::gen::inRange(0, 8);
  List before;
  for (int i = 0; i < size; ++i) before.push_back(N(std::to_string(i)));
  const auto indexes = rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 12));
  const std::vector<int> taken = *indexes;
  const std::set<int> removed(taken.begin(), taken.end());
  std::map<int, AttributeValue> set;
  for (const int index : *indexes) {
    if (!removed.contains(index)) set.emplace(index, S(std::to_string(index)));
  }
  RC_PRE(!removed.empty() || !set.empty());

  Request request;
  std::string text;
  // In descending order, so that the order of writing is not the order of indexes.
  for (auto entry = set.rbegin(); entry != set.rend(); ++entry) {
    const std::string number = std::to_string(entry->first);
    text.append(text.empty() ? "SET l[" : ", l[").append(number).append("] = :v").append(number);
    request.values.Set(":v" + number, entry->second);
  }
  for (const int index : removed) {
    text.append(index == *removed.begin() ? " REMOVE l[" : ", l[")
        .append(std::to_string(index))
        .append("]");
  }

  List expected;
  for (int i = 0; i < size; ++i) {
    const auto found = set.find(i);
    if (!removed.contains(i))
      expected.push_back(found == set.end() ? before[static_cast<std::size_t>(i)] : found->second);
  }
  for (const auto& [index, value] : set) {
    if (index >= size) expected.push_back(value);
  }
  const auto update = Update::Parse(text, request.substitutions);
  RC_ASSERT(update.has_value());
  const auto after = update->Apply(Map({{"l", AttributeValue::Of(before)}}));
  RC_ASSERT(after.has_value());
  RC_ASSERT(*after->Find("l") == AttributeValue::Of(expected));
}

RC_GTEST_PROP(UpdatePropertyTest, SetArithmeticIsThatOfSets,
              (const std::set<std::string>& a, const std::set<std::string>& b)) {
  const auto value = [](const std::set<std::string>& elements) {
    return SS(std::vector<std::string>(elements.begin(), elements.end()));
  };
  std::set<std::string> both = a;
  both.insert(b.begin(), b.end());
  std::set<std::string> rest = a;
  for (const std::string& element : b) rest.erase(element);
  RC_ASSERT(*Union(value(a), value(b)) == value(both));
  RC_ASSERT(*Difference(value(a), value(b)) == value(rest));
}

RC_GTEST_PROP(ProjectionPropertyTest, KeepsExactlyTheNamedAttributes, (const Item& item)) {
  std::vector<std::string> names;
  Item expected;
  for (const Attribute& attribute : item) {
    if (!*rc::gen::arbitrary<bool>()) continue;
    names.push_back(attribute.name);
    expected.Set(attribute.name, attribute.value);
  }
  RC_ASSERT(Projection::FromNames(names)->Apply(item) == expected);
}

}  // namespace
}  // namespace trestle
