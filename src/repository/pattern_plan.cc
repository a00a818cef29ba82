#include "repository/pattern_plan.h"

#include <algorithm>

#include "expression/comparison.h"
#include "model/condition_text.h"
#include "model/key_text.h"
#include "repository/messages.h"

namespace trestle::repository {
namespace {

bool IsRead(model::PatternKind kind) {
  return kind == model::PatternKind::kGet || kind == model::PatternKind::kQuery ||
         kind == model::PatternKind::kScan || kind == model::PatternKind::kBatchGet;
}

bool IsShard(const model::Format& format) { return format.kind == model::Format::Kind::kShard; }
bool IsDescending(const model::Format& format) {
  return format.kind == model::Format::Kind::kDescending;
}

void AddOnce(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

std::string Test(model::KeyTest::Kind kind, const std::string& name, const std::string& value,
                 const std::string& upper) {
  using Kind = model::KeyTest::Kind;
  switch (kind) {
    case Kind::kLess:
      return name + " < " + value;
    case Kind::kLessOrEqual:
      return name + " <= " + value;
    case Kind::kGreater:
      return name + " > " + value;
    case Kind::kGreaterOrEqual:
      return name + " >= " + value;
    case Kind::kBeginsWith:
      return "begins_with(" + name + ", " + value + ")";
    case Kind::kBetween:
      return name + " BETWEEN " + value + " AND " + upper;
    case Kind::kEqual:
      break;
  }
  return name + " = " + value;
}

// Where the value of a name goes. Names mostly come in order, and then at the end.
AttributeValue& Added(Item& item, const std::string& name) {
  AttributeValue* end = item.Append(name);
  return end != nullptr ? *end : item.Set(name, {});
}

Result<AttributeValue> AsKey(AttributeValue value, model::KeyType type, const std::string& field) {
  const std::string* text = value.As<std::string>();
  if (type == model::KeyType::kNumber && text != nullptr) {
    const auto number = Number::Parse(*text);
    if (!number) return messages::BadKey({{field, number.error().message}});
    return AttributeValue::Of(*number);
  }
  if (type == model::KeyType::kBinary && text != nullptr) {
    return AttributeValue::Of(Binary{*text});
  }
  if (type == model::KeyType::kString && text == nullptr) {
    auto written = model::FormattedText(value, nullptr, {});
    if (!written) return messages::BadKey({{field, written.error().message}});
    return AttributeValue::String(*std::move(written));
  }
  return value;
}

// The last part of a bound that is not literal; null if there is none.
const model::TemplatePart* LastReference(const model::Template& bound) {
  for (auto part = bound.parts.rbegin(); part != bound.parts.rend(); ++part) {
    if (!part->reference.empty()) return &*part;
  }
  return nullptr;
}

}  // namespace

PatternPlan::PatternPlan(const model::Model& model, const model::Pattern& pattern,
                         std::string table_name)
    : pattern_(&pattern),
      table_(model.FindTable(pattern.table)),
      table_name_(std::move(table_name)) {
  for (const std::string& name : pattern.entities) {
    if (const model::Entity* entity = model.FindEntity(name)) entities_.push_back(entity);
  }
  if (table_ == nullptr || !IsRead(pattern.kind)) {
    runnable_ = messages::NotARead(pattern.name);
    if (table_ == nullptr) return;
    PlanKeys(nullptr);
    PlanTests();
    return;
  }
  const model::Index* index = pattern.index.empty() ? nullptr : table_->FindIndex(pattern.index);
  if (index == nullptr && !pattern.index.empty()) {
    runnable_ = messages::NoIndex(pattern.name, pattern.index);
    return;
  }
  PlanKeys(index);
  PlanTests();
  PlanFilter(index);
  PlanProjection();
}

void PatternPlan::PlanKeys(const model::Index* index) {
  primary_key_ = {table_->partition_key.name};
  key_types_ = {table_->partition_key};
  if (table_->sort_key) {
    primary_key_.push_back(table_->sort_key->name);
    key_types_.push_back(*table_->sort_key);
  }
  if (index == nullptr) {
    partition_key_ = {table_->partition_key.name};
    if (table_->sort_key) sort_key_ = {table_->sort_key->name};
  } else {
    for (const model::KeyAttribute& key : index->partition_key) {
      partition_key_.push_back(key.name);
      key_types_.push_back(key);
    }
    for (const model::KeyAttribute& key : index->sort_key) {
      sort_key_.push_back(key.name);
      key_types_.push_back(key);
    }
  }
  start_key_ = primary_key_;
  for (const std::string& name : partition_key_) AddOnce(start_key_, name);
  for (const std::string& name : sort_key_) AddOnce(start_key_, name);
}

void PatternPlan::PlanShards(const model::Template& value) {
  for (const model::TemplatePart& part : value.parts) {
    const auto shard = std::ranges::find_if(part.formats, IsShard);
    if (shard == part.formats.end()) continue;
    const bool known =
        std::ranges::any_of(shards_, [&](const auto& one) { return one.first == part.reference; });
    if (!known) shards_.emplace_back(part.reference, shard->first);
  }
}

void PatternPlan::PlanTests() {
  for (const model::KeyTest& test : pattern_->where) {
    PlanShards(test.value);
    const auto type = std::ranges::find(key_types_, test.attribute, &model::KeyAttribute::name);
    struct Test planned;
    planned.test = &test;
    planned.type = type == key_types_.end() ? model::KeyType::kString : type->type;
    planned.placeholder = text_.Placeholder();
    if (test.kind == model::KeyTest::Kind::kBetween)
      planned.upper_placeholder = text_.Placeholder();
    key_condition_.append(key_condition_.empty() ? "" : " AND ")
        .append(repository::Test(test.kind, text_.Name(test.attribute), planned.placeholder,
                                 planned.upper_placeholder));
    tests_.push_back(std::move(planned));
  }
  const bool one_item =
      pattern_->kind == model::PatternKind::kGet || pattern_->kind == model::PatternKind::kBatchGet;
  if (!one_item) return;
  for (const std::string& name : primary_key_) {
    const bool given = std::ranges::any_of(tests_, [&](const struct Test& planned) {
      return planned.test->attribute == name && planned.test->kind == model::KeyTest::Kind::kEqual;
    });
    if (!given) runnable_ = messages::NoWholeKey(pattern_->name);
  }
}

void PatternPlan::PlanFilter(const model::Index* index) {
  const bool pages =
      pattern_->kind == model::PatternKind::kQuery || pattern_->kind == model::PatternKind::kScan;
  if (!pages) return;
  // What is fetched afterwards is filtered afterwards: the index may not have the attributes.
  if (pattern_->filter && pattern_->load.empty()) {
    filter_ = ExpressionOf(pattern_->filter->condition, entities_, text_);
    filter_text_ = filter_->text;
  }
  const bool mixed = pattern_->kind == model::PatternKind::kScan || pattern_->count_only;
  const bool has_entity_attribute =
      index == nullptr || index->projection.kind == model::Projection::Kind::kAll ||
      std::ranges::count(index->projection.attributes, table_->entity_attribute) > 0;
  if (!mixed || !has_entity_attribute || entities_.empty()) return;
  const std::string name = text_.Name(table_->entity_attribute);
  std::string condition = "attribute_not_exists(" + name + ") OR " + name + " IN (";
  for (std::size_t i = 0; i < entities_.size(); ++i) {
    condition.append(i == 0 ? "" : ", ")
        .append(text_.Value(AttributeValue::String(entities_[i]->value)));
  }
  condition += ")";
  filter_text_ =
      filter_text_.empty() ? condition : "(" + filter_text_ + ") AND (" + condition + ")";
}

// Whether a page may end in the middle of what a query answered.
bool PatternPlan::NeedsKeys() const {
  if (pattern_->kind == model::PatternKind::kGet) return false;
  return pattern_->filter || pattern_->fan_out || pattern_->geo || !pattern_->load.empty() ||
         pattern_->kind == model::PatternKind::kBatchGet || !shards_.empty();
}

bool PatternPlan::ReadsWholeItems() const {
  return pattern_->kind == model::PatternKind::kGet ||
         pattern_->kind == model::PatternKind::kBatchGet || !pattern_->load.empty();
}

void PatternPlan::PlanProjection() {
  if (pattern_->project.empty()) return;
  std::vector<std::string> names = pattern_->project;
  const auto borrow = [&](const std::string& name) {
    if (std::ranges::find(names, name) != names.end()) return;
    names.push_back(name);
    borrowed_.push_back(name);
  };
  if (NeedsKeys()) std::ranges::for_each(start_key_, borrow);
  if (pattern_->geo) borrow(pattern_->geo->attribute);
  if (entities_.size() > 1) borrow(table_->entity_attribute);
  if (pattern_->filter && ReadsWholeItems()) {
    model::VisitOperands(pattern_->filter->condition, [&](const model::Operand& operand) {
      if (operand.kind == model::Operand::Kind::kAttribute ||
          operand.kind == model::Operand::Kind::kSize) {
        borrow(operand.name.substr(0, operand.name.find('.')));
      }
    });
  }
  std::string& projection = ReadsWholeItems() ? item_projection_ : projection_;
  ExpressionText& text = ReadsWholeItems() ? item_text_ : text_;
  for (const std::string& name : names) {
    projection.append(projection.empty() ? "" : ", ").append(text.Name(name));
  }
}

const AttributeValue* PatternPlan::Referred(const model::TemplatePart& part,
                                            const KeySource& source) {
  const Setting* setting = source.setting;
  if (setting != nullptr && part.reference == setting->parameter) return &setting->value;
  return model::ValueAt(source.arguments, part.reference);
}

Result<std::string> PatternPlan::TextOf(const model::TemplatePart& part,
                                        const KeySource& source) const {
  const AttributeValue* value = Referred(part, source);
  if (value == nullptr) {
    if (source.shards != nullptr) {
      const auto shard = std::ranges::find(*source.shards, part.reference, &Shard::parameter);
      if (shard != source.shards->end()) return shard->text;
    }
    return messages::NoKey({{part.reference, messages::Required()}});
  }
  const model::Parameter* parameter = pattern_->FindParameter(part.reference);
  auto text = model::FormattedText(*value, parameter == nullptr ? nullptr : &parameter->shape,
                                   part.formats);
  if (!text) {
    return messages::NoKey({{part.reference, text.error().message}});
  }
  return text;
}

Status PatternPlan::Write(const model::Template& value, model::KeyType type,
                          const KeySource& source, AttributeValue& out) const {
  if (value.parts.size() == 1 && !value.parts[0].reference.empty() &&
      value.parts[0].formats.empty()) {
    if (const AttributeValue* alone = Referred(value.parts[0], source)) {
      TRESTLE_TRY(out, AsKey(*alone, type, value.parts[0].reference));
      return {};
    }
  }
  std::string& text = out.variant().emplace<std::string>();
  for (const model::TemplatePart& part : value.parts) {
    if (part.reference.empty()) {
      text += part.literal;
      continue;
    }
    // Most parts are plain text, which needs no copy of its own.
    const AttributeValue* plain = part.formats.empty() ? Referred(part, source) : nullptr;
    if (const std::string* as_it_is = plain == nullptr ? nullptr : plain->As<std::string>()) {
      text += *as_it_is;
      continue;
    }
    TRESTLE_TRY(const std::string written, TextOf(part, source));
    text += written;
  }
  if (type == model::KeyType::kString) return {};
  TRESTLE_TRY(out, AsKey(std::move(out), type, value.text));
  return {};
}

Result<Item> PatternPlan::KeyValues(const KeySource& source) const {
  Item values;
  values.Reserve(tests_.size() + literals().size());
  for (const struct Test& planned : tests_) {
    TRESTLE_RETURN_IF_ERROR(
        Write(planned.test->value, planned.type, source, Added(values, planned.placeholder)));
    if (planned.upper_placeholder.empty()) continue;
    TRESTLE_RETURN_IF_ERROR(
        Write(planned.test->upper, planned.type, source, Added(values, planned.upper_placeholder)));
    TRESTLE_RETURN_IF_ERROR(CheckBounds(planned, values));
  }
  return values;
}

// The database would refuse them too, by keys that the caller has never seen.
Status PatternPlan::CheckBounds(const struct Test& planned, const Item& values) const {
  const auto order =
      Order(*values.Find(planned.upper_placeholder), *values.Find(planned.placeholder));
  if (!order || *order >= 0) return {};
  const model::TemplatePart* const lower = LastReference(planned.test->value);
  const model::TemplatePart* const upper = LastReference(planned.test->upper);
  if (lower == nullptr || upper == nullptr) return {};
  const model::Parameter* const from = pattern_->FindParameter(lower->reference);
  const model::Parameter* const to = pattern_->FindParameter(upper->reference);
  if (from == nullptr || to == nullptr) return {};
  const bool falls = std::ranges::any_of(upper->formats, IsDescending);
  return messages::BadArguments(
      {{to->name, falls ? messages::NotAbove(from->name) : messages::NotBelow(from->name)}});
}

Result<Item> PatternPlan::PrimaryKey(const KeySource& source) const {
  Item key;
  key.Reserve(tests_.size());
  for (const struct Test& planned : tests_) {
    TRESTLE_RETURN_IF_ERROR(
        Write(planned.test->value, planned.type, source, Added(key, planned.test->attribute)));
  }
  return key;
}

std::vector<std::pair<std::string, int>> PatternPlan::OpenShards(const Item& arguments) const {
  std::vector<std::pair<std::string, int>> open;
  for (const auto& shard : shards_) {
    if (!arguments.Contains(shard.first)) open.push_back(shard);
  }
  return open;
}

}  // namespace trestle::repository
