#include "operation/transact_get_items.h"

#include "operation/cancellation.h"
#include "operation/consumed.h"
#include "operation/item_change.h"
#include "operation/messages.h"
#include "operation/parameter_styles.h"
#include "value/limits.h"

namespace trestle {
namespace {

Result<std::vector<Projection>> CheckedProjections(const TransactGetItemsRequest& request) {
  std::vector<Projection> projections;
  for (const TransactGet& get : request.gets) {
    const ProjectionParameters parameters{.expression = get.projection_expression,
                                          .attributes_to_get = std::nullopt,
                                          .bound = get.bound_projection};
    TRESTLE_RETURN_IF_ERROR(CheckSubstitutionMaps(get.substitutions, kAlwaysUsable));
    TRESTLE_RETURN_IF_ERROR(CheckWellFormed(get.key));
    TRESTLE_TRY(Projection projection, ParseProjection(parameters, get.substitutions));
    projections.push_back(std::move(projection));
  }
  return projections;
}

// A key that does not fit its table cancels the transaction: unlike in a write, an empty one too.
Result<std::vector<ItemAddress>> CheckedAddresses(const Catalog& catalog,
                                                  const TransactGetItemsRequest& request) {
  std::vector<ItemAddress> addresses;
  for (const TransactGet& get : request.gets) {
    TRESTLE_TRY(TablePtr table, catalog.Find(get.table_name));
    addresses.push_back({.table = std::move(table), .key = {}});
  }
  CancellationReasons reasons(request.gets.size());
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    Result<ItemKey> key = addresses[i].table->KeyOf(*request.gets[i].key);
    if (key) {
      addresses[i].key = *std::move(key);
    } else {
      reasons.Invalid(i, key.error());
    }
  }
  if (!reasons.empty()) return tl::unexpected(std::move(reasons).ToError());
  return addresses;
}

Touch TouchOf(const ItemAddress& address, const TransactGet& get) {
  return {.table = *address.table, .position = address.key.bytes, .item = &*get.key};
}

Status Admit(Gate& gate, const std::vector<ItemAddress>& addresses,
             const TransactGetItemsRequest& request) {
  CancellationReasons reasons(addresses.size());
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const Status admitted = gate.AdmitRead(TouchOf(addresses[i], request.gets[i]));
    if (!admitted) TRESTLE_RETURN_IF_ERROR(reasons.Refused(i, admitted.error()));
  }
  if (!reasons.empty()) return tl::unexpected(std::move(reasons).ToError());
  return {};
}

// Unlike GetItem, a transaction shows no item rather than an empty one.
Result<std::optional<EncodedItem>> Shown(const TransactGet& get, const Projection& projection,
                                         EncodedItem item) {
  if (projection.IsEverything() && !get.bound_filter) return item;
  TRESTLE_TRY(const Item whole, item.Decode());
  if (get.bound_filter && !get.bound_filter->Matches(whole)) return std::nullopt;
  const Item shown = projection.Apply(whole);
  if (shown.empty()) return std::nullopt;
  return EncodedItem::From(shown);
}

}  // namespace

Result<TransactGetItemsResponse> TransactGetItems(OperationContext& context,
                                                  const TransactGetItemsRequest& request) {
  TRESTLE_TRY(const std::vector<Projection> projections, CheckedProjections(request));
  TRESTLE_TRY(const std::vector<ItemAddress> addresses, CheckedAddresses(context.catalog, request));
  if (RepeatsAnItem(addresses)) return messages::TransactionRepeatsItem();
  if (context.gate) TRESTLE_RETURN_IF_ERROR(Admit(*context.gate, addresses, request));

  // All reads see one view, and with it a state between two commits.
  TransactGetItemsResponse response;
  ConsumedByTable consumed(ConsumedCapacity::Report::kRead);
  std::size_t total_bytes = 0;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const auto& [table, key] = addresses[i];
    TRESTLE_TRY(std::optional<EncodedItem> item, table->Get(context.view(), key));
    const std::size_t size = item ? item->SizeBytes() : 0;
    total_bytes += size;
    if (total_bytes > kMaxTransactionBytes) return messages::TransactionReadsTooMuch();
    const double units = ReadUnits(size, ReadConsistency::kTransactional);
    if (context.gate) {
      context.gate->ChargeRead(TouchOf(addresses[i], request.gets[i]), units);
    }
    consumed.Add(table->name(), units);
    auto& shown = response.responses.emplace_back();
    if (item) {
      TRESTLE_TRY(shown, Shown(request.gets[i], projections[i], *std::move(item)));
    }
  }
  response.consumed = std::move(consumed).Take();
  return response;
}

}  // namespace trestle
