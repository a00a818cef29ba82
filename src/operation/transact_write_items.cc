#include "operation/transact_write_items.h"

#include <algorithm>

#include "operation/cancellation.h"
#include "operation/consumed.h"
#include "operation/item_change.h"
#include "operation/messages.h"
#include "operation/transact_actions.h"
#include "operation/transaction_tokens.h"

namespace trestle {
namespace {

std::vector<ItemAddress> AddressesOf(const std::vector<CheckedAction>& actions) {
  std::vector<ItemAddress> addresses;
  addresses.reserve(actions.size());
  for (const CheckedAction& action : actions) addresses.push_back(action.address);
  return addresses;
}

// What an action leaves of its item, or an update of the part that it looks at: nothing after a
// Delete, or where there is nothing to write.
using Outcome = std::optional<Item>;

// What an Update leaves. An error of the item's state is a reason to cancel; a value that no index
// key can have makes the whole request invalid, and is the outer error.
Result<Result<Outcome>> OutcomeOfUpdate(const CheckedAction& action, const Item& key,
                                        const ItemPart& before) {
  Result<Outcome> updated = Updated(action.update, key, before);
  if (!updated || !*updated) return updated;
  const Table& table = *action.address.table;
  const Status fits = table.CheckIndexKeys(**updated, Table::Write::kUpdate);
  if (fits) return updated;
  if (FitsIndexTypes(table, **updated)) return tl::unexpected(fits.error());
  return Result<Outcome>(tl::unexpected(fits.error()));
}

// The item as far as the action looks at it: a put without a condition need not decode what it
// replaces.
Result<ItemPart> ReadFor(const TransactWrite& write, const CheckedAction& action, std::size_t place,
                         WriteSet& writes) {
  if (write.condition_expression || write.bound_condition ||
      write.action == TransactAction::kUpdate) {
    return ReadFor(action.condition, action.update, writes, place);
  }
  TRESTLE_RETURN_IF_ERROR(writes.ReadEncoded(place));
  return ItemPart();
}

// Has the keepers of the tables make of the changes what they must be.
Status KeepAll(OperationContext& context, const TransactWriteItemsRequest& request,
               std::vector<Outcome>& outcomes, WriteSet& writes, CancellationReasons& reasons) {
  bool any = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const TransactAction action = request.writes[i].action;
    if (!writes.IsKept(i) || action == TransactAction::kConditionCheck) continue;
    // An update that only takes away from what is not there changes nothing.
    if (action == TransactAction::kUpdate && !outcomes[i]) continue;
    any = true;
    const Status kept =
        writes.Keep(i, outcomes[i] ? &*outcomes[i] : nullptr, context.now(),
                    action == TransactAction::kUpdate ? Table::Write::kUpdate : Table::Write::kPut);
    if (!kept) reasons.Invalid(i, kept.error());
  }
  if (!any || !reasons.empty()) return {};
  for (const WriteSet::Refusal& refusal : writes.Settle()) {
    if (refusal.error.code == ErrorCode::kConditionalCheckFailed) {
      reasons.ConditionFailed(refusal.place, refusal.error);
    } else if (refusal.error.code == ErrorCode::kValidation) {
      reasons.Invalid(refusal.place, refusal.error);
    } else {
      TRESTLE_RETURN_IF_ERROR(reasons.Refused(refusal.place, refusal.error));
    }
  }
  return {};
}

// Does the actions on paper. Every condition is looked at, so that all that fail can be named.
Result<std::vector<Outcome>> Decide(OperationContext& context,
                                    const std::vector<CheckedAction>& actions,
                                    TransactWriteItemsRequest& request, WriteSet& writes) {
  CancellationReasons reasons(actions.size());
  std::vector<Outcome> outcomes(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    TransactWrite& write = request.writes[i];
    TRESTLE_TRY(const ItemPart before, ReadFor(write, actions[i], i, writes));
    const Status holds = CheckCondition(actions[i].condition, before, write.on_condition_failure);
    if (!holds && write.inserts) {
      reasons.Duplicate(i);
    } else if (!holds) {
      reasons.ConditionFailed(i, holds.error());
    } else if (write.action == TransactAction::kPut) {
      outcomes[i] = *std::move(write.item_or_key);
    } else if (write.action == TransactAction::kUpdate) {
      TRESTLE_TRY(Result<Outcome> updated, OutcomeOfUpdate(actions[i], *write.item_or_key, before));
      if (updated) {
        outcomes[i] = *std::move(updated);
      } else {
        reasons.Invalid(i, updated.error());
      }
    }
  }
  if (reasons.empty()) {
    TRESTLE_RETURN_IF_ERROR(KeepAll(context, request, outcomes, writes, reasons));
  }
  if (!reasons.empty()) return tl::unexpected(std::move(reasons).ToError());
  return outcomes;
}

// What a repetition of the request will cost: reads of the larger images.
std::vector<ConsumedCapacity> ReplayCost(const std::vector<CheckedAction>& actions,
                                         const WriteSet& writes) {
  ConsumedByTable cost(ConsumedCapacity::Report::kRead);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const std::size_t larger = std::max(writes.SizeBefore(i), writes.SizeAfter(i));
    cost.Add(actions[i].address.table->name(), ReadUnits(larger, ReadConsistency::kTransactional));
  }
  return std::move(cost).Take();
}

std::vector<ConsumedCapacity> Cost(const std::vector<CheckedAction>& actions,
                                   const TransactWriteItemsRequest& request,
                                   const WriteSet& writes) {
  ConsumedByTable cost(ConsumedCapacity::Report::kWrite);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (request.writes[i].action == TransactAction::kConditionCheck) {
      cost.Add(actions[i].address.table->name(),
               WriteUnits(writes.SizeBefore(i), WriteKind::kTransactional));
    } else {
      cost.Add(writes.Cost(i, WriteKind::kTransactional));
    }
  }
  return std::move(cost).Take();
}

// Before the items are looked at: their tables' capacity.
Status Admit(Gate& gate, const std::vector<CheckedAction>& actions,
             const TransactWriteItemsRequest& request) {
  CancellationReasons reasons(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const ItemAddress& address = actions[i].address;
    const Status admitted = gate.AdmitWrite({.table = *address.table,
                                             .position = address.key.bytes,
                                             .item = &*request.writes[i].item_or_key});
    if (!admitted) TRESTLE_RETURN_IF_ERROR(reasons.Refused(i, admitted.error()));
  }
  if (!reasons.empty()) return tl::unexpected(std::move(reasons).ToError());
  return {};
}

// Before the commit: the capacity of the indexes that follow.
Status AdmitIndexes(Gate& gate, const WriteSet& writes, std::size_t count) {
  CancellationReasons reasons(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Status admitted = gate.AdmitIndexes(writes, i);
    if (!admitted) TRESTLE_RETURN_IF_ERROR(reasons.Refused(i, admitted.error()));
  }
  if (!reasons.empty()) return tl::unexpected(std::move(reasons).ToError());
  return {};
}

// A cancelled transaction consumes what it would have written to its tables.
void Charge(OperationContext& context, const WriteSet& writes, std::size_t count) {
  if (!context.gate) return;
  for (std::size_t i = 0; i < count; ++i) {
    context.gate->ChargeWrite(writes, i, WriteKind::kTransactional);
  }
}

bool MovesAMigration(const TransactWriteItemsRequest& request) {
  return std::ranges::any_of(request.writes, [](const TransactWrite& write) {
    return write.table_name == kMigrationsTable;
  });
}

// `claim` is null for a request without a token.
Result<TransactWriteItemsResponse> Execute(OperationContext& context,
                                           const std::vector<CheckedAction>& actions,
                                           TransactWriteItemsRequest& request,
                                           const std::shared_ptr<const TokenClaim>& claim) {
  if (context.gate) TRESTLE_RETURN_IF_ERROR(Admit(*context.gate, actions, request));
  WriteSet writes(context.catalog, AddressesOf(actions), context.group);
  if (MovesAMigration(request)) writes.WritesMovedTables();
  Result<std::vector<Outcome>> outcomes = Decide(context, actions, request, writes);
  context.AnswerAfterLatest();
  if (!outcomes) {
    Charge(context, writes, actions.size());
    return tl::unexpected(std::move(outcomes).error());
  }

  TransactWriteItemsResponse response;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const TransactWrite& write = request.writes[i];
    if (write.action == TransactAction::kConditionCheck) continue;
    Outcome& outcome = (*outcomes)[i];
    const bool is_put = write.action == TransactAction::kPut;
    if (auto metrics =
            CollectionMetrics(*actions[i].address.table, is_put ? *outcome : *write.item_or_key,
                              request.return_item_collection_metrics)) {
      response.item_collection_metrics[write.table_name].push_back(*std::move(metrics));
    }
    if (!outcome) {
      writes.Delete(i);
    } else if (is_put) {
      writes.Put(i, *std::move(outcome));
    } else {
      writes.PutPart(i, *outcome);
    }
  }
  if (claim != nullptr) {
    TokenClaim::Record record = claim->RecordOf(ReplayCost(actions, writes));
    writes.AlsoStore(std::move(record.key), std::move(record.value));
    writes.AlsoKeep(claim);
  }
  if (context.gate) {
    TRESTLE_RETURN_IF_ERROR(AdmitIndexes(*context.gate, writes, actions.size()));
  }
  Charge(context, writes, actions.size());
  TRESTLE_RETURN_IF_ERROR(writes.Commit());
  context.AnswerAfter(writes.position());
  response.consumed = Cost(actions, request, writes);
  return response;
}

}  // namespace

Result<TransactWriteItemsResponse> TransactWriteItems(OperationContext& context,
                                                      TransactWriteItemsRequest request) {
  if (request.moment) context.moment.Set(*request.moment);
  TRESTLE_TRY(const std::vector<CheckedAction> actions, CheckActions(context, request));
  if (RepeatsAnItem(AddressesOf(actions))) return messages::TransactionRepeatsItem();
  if (!request.client_request_token) return Execute(context, actions, request, nullptr);

  // Shared with the commit: until the receipt is stored, the claim is what stops a repetition.
  const auto claim = std::make_shared<TokenClaim>(context.tokens);
  auto receipt = claim->Take(*request.client_request_token, request.content_digest);
  context.AnswerAfterLatest();
  if (!receipt) return tl::unexpected(std::move(receipt).error());
  if (!*receipt) return Execute(context, actions, request, claim);
  TransactWriteItemsResponse response;
  response.consumed = std::move((*receipt)->replay_cost);
  return response;
}

}  // namespace trestle
