#include <algorithm>
#include <set>
#include <utility>

#include "auth/sha256.h"
#include "model/condition_value.h"
#include "model/generated.h"
#include "model/key_text.h"
#include "repository/arguments.h"
#include "repository/entity_write.h"
#include "repository/expression_text.h"
#include "repository/messages.h"
#include "repository/parts.h"
#include "repository/receipts.h"

// Repository: transactions.
namespace trestle::repository {
namespace {

constexpr int kMostAttempts = 5;
constexpr std::size_t kMostKeyBytes = 255;
constexpr const char* kConflict = "TransactionConflict";
constexpr const char* kConditionFailed = "ConditionalCheckFailed";

using Kind = WriteConflict::Kind;
using Requires = model::Step::Requires;

// One attempt at a transaction: its steps become writes.
class Attempt {
 public:
  struct Given {
    Database& database;
    TimePoint now;
  };
  Attempt(const Given& given, Spent& spent) : given_(given), spent_(spent) {}

  // The next step, of this transaction with these arguments.
  Status Plan(const EntityContext& context, const model::Step& step,
              const model::Transaction& transaction, const Item& arguments) {
    transaction_ = &transaction;
    arguments_ = &arguments;
    step_ = steps_++;
    switch (step.kind) {
      case model::Step::Kind::kPut:
        return PlanPutStep(context, step);
      case model::Step::Kind::kUpdate:
        return PlanUpdateStep(context, step);
      case model::Step::Kind::kDelete:
        return PlanDeleteStep(context, step);
      case model::Step::Kind::kCheck:
        return PlanCheckStep(context, step);
    }
    return {};
  }

  PlannedWrites& planned() { return planned_; }
  TransactionAnswer& answer() { return answer_; }
  // Whether a conflict of this step may be somebody else's write between our read and ours.
  bool MayBeRace(std::size_t step) const { return read_.contains(step); }

 private:
  Result<std::optional<AttributeValue>> ValueOf(const model::Entity& entity,
                                                const model::Assignment& assignment) const {
    const model::Attribute* attribute = entity.FindAttribute(assignment.attribute);
    if (const auto* literal = std::get_if<AttributeValue>(&assignment.value)) {
      return std::optional(*literal);
    }
    if (const auto* generated = std::get_if<model::Generated>(&assignment.value)) {
      return std::optional(
          model::Made(*generated, attribute == nullptr ? nullptr : &attribute->shape, given_.now));
    }
    const auto& text = std::get<model::Template>(assignment.value);
    std::string written;
    for (const model::TemplatePart& part : text.parts) {
      if (part.reference.empty()) {
        written += part.literal;
        continue;
      }
      const AttributeValue* value = model::ValueAt(*arguments_, part.reference);
      if (value == nullptr) return std::optional<AttributeValue>();
      if (text.parts.size() == 1 && part.formats.empty()) return std::optional(*value);
      const auto parameter =
          std::ranges::find(transaction_->parameters, part.reference, &model::Parameter::name);
      auto formatted = model::FormattedText(
          *value, parameter == transaction_->parameters.end() ? nullptr : &parameter->shape,
          part.formats);
      if (!formatted) {
        return messages::BadArguments({{part.reference, formatted.error().message}});
      }
      written += *formatted;
    }
    return std::optional(AttributeValue::String(std::move(written)));
  }

  Result<Item> ValuesOf(const model::Entity& entity,
                        const std::vector<model::Assignment>& assignments) const {
    Item values;
    for (const model::Assignment& assignment : assignments) {
      TRESTLE_TRY(std::optional<AttributeValue> value, ValueOf(entity, assignment));
      if (value) values.Set(assignment.attribute, *std::move(value));
    }
    return StoredValues(entity, std::move(values));
  }

  tl::unexpected<Error> Refused(Kind kind) const {
    return messages::Conflict({.kind = kind, .step = step_});
  }

  Result<std::optional<Item>> Read(const EntityContext& context, const Item& key) {
    read_.insert(step_);
    return ReadItem(given_.database, context.table_name, key, true, spent_);
  }

  // What the step asks of the item that was read.
  Status CheckHere(const EntityContext& context, const model::Step& step,
                   const std::optional<Item>& item) const {
    switch (step.requires_) {
      case Requires::kNothing:
        return {};
      case Requires::kMissing:
        if (item) return Refused(Kind::kExists);
        return {};
      case Requires::kExists:
        if (!item) return Refused(Kind::kMissing);
        return {};
      case Requires::kCondition:
        break;
    }
    const Item nothing;
    const bool holds = model::Matches(
        step.condition->condition, item ? *item : nothing,
        {.parameters = arguments_, .entity = &context.kept.entity(), .now = given_.now});
    if (!holds) return Refused(Kind::kCondition);
    return {};
  }

  // The same, asked by the database at the moment of the write.
  void CheckThere(const EntityContext& context, const model::Step& step,
                  TransactWrite& write) const {
    ExpressionText text("c");
    const std::string key = text.Name(context.table.partition_key.name);
    switch (step.requires_) {
      case Requires::kNothing:
        return;
      case Requires::kMissing:
        return AddCondition(write, "attribute_not_exists(" + key + ")", text.names(), {});
      case Requires::kExists:
        return AddCondition(write, "attribute_exists(" + key + ")", text.names(), {});
      case Requires::kCondition:
        break;
    }
    ExpressionText own("c");
    const ConditionExpression condition =
        ExpressionOf(step.condition->condition, {&context.kept.entity()}, own);
    Item values = own.literals();
    condition.Fill(*arguments_, given_.now, values);
    AddCondition(write, condition.text, own.names(), values);
  }

  void Add(PlannedWrites planned, const EntityContext* answers) {
    for (TransactWrite& write : planned.writes) planned_.writes.push_back(std::move(write));
    for (Meaning& meaning : planned.meanings) {
      meaning.step = step_;
      planned_.meanings.push_back(std::move(meaning));
    }
    if (answers != nullptr) {
      answer_.items.push_back(
          {.entity = &answers->kept.entity(), .item = std::move(planned.after)});
    }
  }

  Status PlanPutStep(const EntityContext& context, const model::Step& step) {
    TRESTLE_TRY(Item item, ValuesOf(context.kept.entity(), step.values));
    const bool reads = step.requires_ == Requires::kExists ||
                       step.requires_ == Requires::kCondition ||
                       (step.requires_ == Requires::kNothing && NeedsBefore(context));
    std::optional<Item> before;
    PutOver over = step.requires_ == Requires::kMissing ? PutOver::kNothing : PutOver::kAnything;
    // A key that cannot be told yet has a default that is made anew: nothing can be there.
    if (const auto key = PrimaryKeyOf(context, item); reads && key) {
      TRESTLE_TRY(before, Read(context, *key));
      TRESTLE_RETURN_IF_ERROR(CheckHere(context, step, before));
      over = PutOver::kWhatWasRead;
    }
    TRESTLE_TRY(PlannedWrites planned,
                PlanPut(context, std::move(item), before ? &*before : nullptr, over, given_.now));
    if (step.requires_ == Requires::kCondition) CheckThere(context, step, planned.writes[0]);
    Add(std::move(planned), &context);
    return {};
  }

  Status PlanUpdateStep(const EntityContext& context, const model::Step& step) {
    const model::Entity& entity = context.kept.entity();
    TRESTLE_TRY(const Item named, ValuesOf(entity, step.key));
    TRESTLE_TRY(const Item set, ValuesOf(entity, step.set));
    TRESTLE_TRY(const Item add, ValuesOf(entity, step.add));
    TRESTLE_TRY(const Item key, PrimaryKeyOf(context, named));
    TRESTLE_TRY(const std::optional<Item> before, Read(context, key));
    TRESTLE_RETURN_IF_ERROR(CheckHere(context, step, before));
    Item after = before ? *before : named;
    for (const std::string& name : step.remove) after.Erase(name);
    for (const auto& [name, value] : set) after.Set(name, value);
    TRESTLE_TRY(const Item additions, Added(context, before.has_value(), add, after));
    if (!before) {
      TRESTLE_TRY(PlannedWrites planned,
                  PlanPut(context, std::move(after), nullptr, PutOver::kNothing, given_.now));
      Add(std::move(planned), &context);
      return {};
    }
    TRESTLE_TRY(PlannedWrites planned,
                PlanUpdate(context, *before, std::move(after), additions, given_.now));
    if (step.requires_ == Requires::kCondition) CheckThere(context, step, planned.writes[0]);
    Add(std::move(planned), &context);
    return {};
  }

  // Adds to `after`, and answers what the database is to add by itself: numbers that nothing is
  // derived from, so that many may add at once.
  Result<Item> Added(const EntityContext& context, bool there, const Item& add, Item& after) const {
    const std::set<std::string> inputs = DerivationInputs(context);
    Item additions;
    for (const auto& [name, value] : add) {
      const Number* by = value.As<Number>();
      const AttributeValue* old = after.Find(name);
      const Number* number = old == nullptr ? nullptr : old->As<Number>();
      if (by == nullptr || (old != nullptr && number == nullptr)) {
        if (!there) {
          after.Set(name, value);
        } else {
          additions.Set(name, value);
        }
        continue;
      }
      TRESTLE_TRY(const Number sum, (number == nullptr ? Number() : *number).Plus(*by));
      after.Set(name, AttributeValue::Of(sum));
      if (there && !inputs.contains(name)) additions.Set(name, value);
    }
    return additions;
  }

  Status PlanDeleteStep(const EntityContext& context, const model::Step& step) {
    TRESTLE_TRY(const Item named, ValuesOf(context.kept.entity(), step.key));
    TRESTLE_TRY(const Item key, PrimaryKeyOf(context, named));
    if (!context.kept.entity().unique.empty() && !context.bound) {
      TRESTLE_TRY(const std::optional<Item> before, Read(context, key));
      TRESTLE_RETURN_IF_ERROR(CheckHere(context, step, before));
      if (before) {
        TRESTLE_TRY(PlannedWrites planned, PlanDelete(context, *before, std::nullopt));
        if (step.requires_ == Requires::kCondition) CheckThere(context, step, planned.writes[0]);
        Add(std::move(planned), nullptr);
        return {};
      }
    }
    AddBare(context, step, TransactAction::kDelete, key);
    return {};
  }

  Status PlanCheckStep(const EntityContext& context, const model::Step& step) {
    TRESTLE_TRY(const Item named, ValuesOf(context.kept.entity(), step.key));
    TRESTLE_TRY(const Item key, PrimaryKeyOf(context, named));
    AddBare(context, step, TransactAction::kConditionCheck, key);
    return {};
  }

  void AddBare(const EntityContext& context, const model::Step& step, TransactAction action,
               const Item& key) {
    PlannedWrites planned;
    TransactWrite write;
    write.action = action;
    write.table_name = context.table_name;
    write.item_or_key = key;
    CheckThere(context, step, write);
    if (action == TransactAction::kConditionCheck && !write.condition_expression) {
      ExpressionText text("c");
      AddCondition(write, "attribute_exists(" + text.Name(context.table.partition_key.name) + ")",
                   text.names(), {});
    }
    planned.writes.push_back(std::move(write));
    const Kind kind = step.requires_ == Requires::kMissing  ? Kind::kExists
                      : step.requires_ == Requires::kExists ? Kind::kMissing
                                                            : Kind::kCondition;
    planned.meanings.push_back({.kind = kind});
    Add(std::move(planned), nullptr);
  }

  const Given given_;
  Spent& spent_;
  const model::Transaction* transaction_ = nullptr;
  const Item* arguments_ = nullptr;
  std::size_t step_ = 0;
  std::size_t steps_ = 0;
  PlannedWrites planned_;
  TransactionAnswer answer_;
  std::set<std::size_t> read_;  // steps that rest on what was read
};

bool AnyReason(const Error& error, std::string_view code, std::optional<std::size_t> place) {
  const auto* cancellation = dynamic_cast<const Cancellation*>(error.detail.get());
  if (cancellation == nullptr) return false;
  for (std::size_t i = 0; i < cancellation->reasons.size(); ++i) {
    if (cancellation->reasons[i].code == code && (!place || *place == i)) return true;
  }
  return false;
}

// Whether another attempt, with what is there now, may succeed.
bool IsWorthRepeating(const Attempt& attempt, const Error& error, const Error& explained) {
  if (AnyReason(error, kConflict, std::nullopt)) return true;
  const auto* conflict = dynamic_cast<const WriteConflict*>(explained.detail.get());
  if (conflict == nullptr || !attempt.MayBeRace(conflict->step)) return false;
  return conflict->kind == Kind::kVersion || conflict->kind == Kind::kExists;
}

}  // namespace

Result<TransactionAnswer> Repository::Transact(std::string_view transaction, const Item& arguments,
                                               std::optional<std::string> idempotency_key) const {
  return TransactAll({{std::string(transaction), arguments}}, idempotency_key, nullptr);
}

Result<TransactionAnswer> Repository::TransactWith(std::string_view transaction,
                                                   const Item& arguments,
                                                   const TransactWrite& further) const {
  return TransactAll({{std::string(transaction), arguments}}, std::nullopt, &further);
}

Result<TransactionAnswer> Repository::TransactTogether(
    const std::vector<TransactionCall>& calls) const {
  return TransactAll(calls, std::nullopt, nullptr);
}

Result<TransactionAnswer> Repository::TransactAll(const std::vector<TransactionCall>& calls,
                                                  const std::optional<std::string>& idempotency_key,
                                                  const TransactWrite* further) const {
  if (idempotency_key && (idempotency_key->empty() || idempotency_key->size() > kMostKeyBytes)) {
    return messages::BadIdempotencyKey();
  }
  const TimePoint now = parts_->clock.Now();
  std::vector<std::pair<const model::Transaction*, Item>> checked;
  std::string names;
  std::string given;
  for (const TransactionCall& call : calls) {
    const model::Transaction* its = model_->FindTransaction(call.transaction);
    if (its == nullptr) return messages::Unknown("transaction", call.transaction);
    TRESTLE_TRY(Item arguments, CheckedArguments(its->parameters, call.arguments, now));
    checked.emplace_back(its, std::move(arguments));
    names += its->name + "/";
    given += EncodedItem::From(call.arguments).bytes();
  }
  const Receipts receipts(parts_->database, parts_->options.receipt_table, *model_);
  const std::string digest = Hex(Sha256(given));
  const std::string id = model_->name + "/" + names + idempotency_key.value_or("");
  Spent spent;
  // Asked for again before a refusal: what refuses the call may be what the same call has written
  // since.
  const auto given_before = [&]() -> Result<std::optional<TransactionAnswer>> {
    if (!idempotency_key) return std::optional<TransactionAnswer>();
    TRESTLE_TRY(auto before, receipts.Find(id, digest, now, spent));
    if (before) before->spent = spent;
    return before;
  };
  for (int count = 1;; ++count) {
    TRESTLE_TRY(auto before, given_before());
    if (before) return *std::move(before);
    Attempt attempt({.database = parts_->database, .now = now}, spent);
    const auto plan_all = [&]() -> Status {
      for (const auto& [its, arguments] : checked) {
        for (const model::Step& step : its->steps) {
          TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, step.entity));
          TRESTLE_RETURN_IF_ERROR(attempt.Plan(context, step, *its, arguments));
        }
      }
      return {};
    };
    if (const Status refused = plan_all(); !refused) {
      TRESTLE_TRY(before, given_before());
      if (before) return *std::move(before);
      return tl::unexpected(refused.error());
    }
    PlannedWrites& planned = attempt.planned();
    const std::size_t receipt = planned.writes.size();
    std::optional<std::string> token;
    if (idempotency_key) {
      planned.writes.push_back(receipts.Write(id, digest, attempt.answer(), now));
      planned.meanings.push_back({});
      // For the repetitions of this one request on its way. Whoever calls at the same moment with
      // the same key has other identifiers in it.
      token = *model::Made(model::Generated::kUuid, nullptr, now).As<std::string>();
    }
    const std::size_t further_place = planned.writes.size();
    if (further != nullptr) {
      planned.writes.push_back(*further);
      planned.meanings.push_back({});
    }
    planned.moment = now;
    const Status sent = Send(parts_->database, planned, spent, token);
    if (sent) {
      attempt.answer().spent = spent;
      return std::move(attempt.answer());
    }
    if (further != nullptr && AnyReason(sent.error(), kConditionFailed, further_place)) {
      return messages::FurtherWriteFailed();
    }
    Error explained = Explained(planned, sent.error());
    const bool receipt_there =
        idempotency_key && AnyReason(sent.error(), kConditionFailed, receipt);
    const bool again = receipt_there || IsWorthRepeating(attempt, sent.error(), explained);
    if (!again || count == kMostAttempts) {
      TRESTLE_TRY(before, given_before());
      if (before) return *std::move(before);
      return tl::unexpected(std::move(explained));
    }
  }
}

}  // namespace trestle::repository
