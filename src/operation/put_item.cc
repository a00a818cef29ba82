#include "operation/put_item.h"

#include "operation/item_change.h"
#include "operation/messages.h"
#include "operation/parameter_styles.h"
#include "table/write_set.h"

namespace trestle {

Result<ItemWriteResponse> PutItem(OperationContext& context, PutItemRequest request) {
  TRESTLE_RETURN_IF_ERROR(CheckConditionStyle(request.condition, request.substitutions));
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(request.item));
  const bool returns_old = request.return_values == ReturnValues::kAllOld;
  if (!returns_old && request.return_values != ReturnValues::kNone) {
    return messages::OnlyOldValuesOrNone();
  }
  TRESTLE_RETURN_IF_ERROR(CheckPut(*request.item));
  Substitutions substitutions = SubstitutionsOf(request.substitutions);
  TRESTLE_TRY(const Condition condition, ParseCondition(request.condition, substitutions));
  TRESTLE_RETURN_IF_ERROR(substitutions.CheckAllUsed());
  TRESTLE_TRY(const TablePtr table, context.catalog.Find(request.table_name));
  if (request.moment) context.moment.Set(*request.moment);
  TRESTLE_RETURN_IF_ERROR(CompleteKey(context, *table, *request.item));
  TRESTLE_TRY(ItemKey key, table->KeyOfItem(*request.item));
  if (context.gate) {
    TRESTLE_RETURN_IF_ERROR(
        context.gate->AdmitWrite({.table = *table, .position = key.bytes, .item = &*request.item}));
  }

  ItemWriteResponse response;
  response.item_collection_metrics =
      CollectionMetrics(*table, *request.item, request.return_item_collection_metrics);
  WriteSet writes(context.catalog, {{table, std::move(key)}}, context.group);
  if (IsConditional(request.condition)) {
    TRESTLE_TRY(const ItemPart before, ReadFor(condition, {}, writes));
    context.AnswerAfterLatest();
    TRESTLE_RETURN_IF_ERROR(ChargedIfFailed(
        context, writes, CheckCondition(condition, before, request.on_condition_failure)));
  }
  if (returns_old) {
    TRESTLE_TRY(const EncodedItem* const before, writes.ReadEncoded());
    if (before != nullptr) response.attributes = *before;
  }
  TRESTLE_RETURN_IF_ERROR(KeepOne(context, writes, &*request.item));
  writes.Put(0, *std::move(request.item));
  TRESTLE_TRY(response.consumed, CommitOne(context, writes));
  return response;
}

}  // namespace trestle
