#include "operation/update_item.h"

#include "expression/projection.h"
#include "operation/item_change.h"
#include "operation/parameter_styles.h"
#include "table/write_set.h"

namespace trestle {
namespace {

Status CheckStyle(const UpdateItemRequest& request) {
  const bool has_expression = request.update_expression || request.condition.expression;
  TRESTLE_RETURN_IF_ERROR(
      ParameterStyles()
          .Expression("UpdateExpression", request.update_expression.has_value())
          .Expression("ConditionExpression", request.condition.expression.has_value())
          .Legacy("AttributeUpdates", request.attribute_updates.has_value())
          .Legacy("Expected", request.condition.expected.has_value())
          .Legacy("ConditionalOperator", request.condition.conditional_operator.has_value())
          .CheckNotMixed());
  return CheckSubstitutionMaps(request.substitutions,
                               {.names = has_expression,
                                .values = has_expression,
                                .no_values = "UpdateExpression and ConditionExpression are null"});
}

Result<Update> ParseUpdate(const UpdateItemRequest& request, Substitutions& substitutions) {
  if (request.update_expression) return Update::Parse(*request.update_expression, substitutions);
  if (request.attribute_updates) return UpdateFromLegacy(**request.attribute_updates);
  if (request.bound_update) return *request.bound_update;
  return Update();
}

// The parts of `item` that the update names. An answer without any has no Attributes.
std::optional<EncodedItem> Fragments(const Update& update, const Item* item) {
  if (item == nullptr || update.IsEmpty()) return std::nullopt;
  const Item fragments = Projection::OfPaths(update.Targets()).Apply(*item);
  if (fragments.empty()) return std::nullopt;
  return EncodedItem::From(fragments);
}

std::optional<EncodedItem> Whole(const EncodedItem* item) {
  if (item == nullptr) return std::nullopt;
  return *item;
}

struct Images {
  ItemPart before;
  ItemPart after;
};

std::optional<EncodedItem> Returned(ReturnValues wanted, const Update& update,
                                    const Images& images) {
  switch (wanted) {
    case ReturnValues::kAllOld:
      return Whole(images.before.whole);
    case ReturnValues::kAllNew:
      return Whole(images.after.whole);
    case ReturnValues::kUpdatedOld:
      return Fragments(update, images.before.attributes);
    case ReturnValues::kUpdatedNew:
      return Fragments(update, images.after.attributes);
    case ReturnValues::kNone:
      break;
  }
  return std::nullopt;
}

}  // namespace

Result<ItemWriteResponse> UpdateItem(OperationContext& context, const UpdateItemRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckStyle(request));
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(request.key));
  if (request.attribute_updates) {
    TRESTLE_RETURN_IF_ERROR(CheckWellFormed(*request.attribute_updates));
  }
  Substitutions substitutions = SubstitutionsOf(request.substitutions);
  TRESTLE_TRY(const Update update, ParseUpdate(request, substitutions));
  TRESTLE_TRY(const Condition condition, ParseCondition(request.condition, substitutions));
  TRESTLE_RETURN_IF_ERROR(substitutions.CheckAllUsed());
  TRESTLE_TRY(const TablePtr table, context.catalog.Find(request.table_name));
  TRESTLE_TRY(ItemKey key, table->KeyOf(*request.key));
  TRESTLE_RETURN_IF_ERROR(CheckSparesKey(update, *table));
  if (context.gate) {
    TRESTLE_RETURN_IF_ERROR(
        context.gate->AdmitWrite({.table = *table, .position = key.bytes, .item = &*request.key}));
  }

  WriteSet writes(context.catalog, {{table, std::move(key)}}, context.group);
  TRESTLE_TRY(const ItemPart before, ReadFor(condition, update, writes));
  context.AnswerAfterLatest();
  TRESTLE_RETURN_IF_ERROR(ChargedIfFailed(
      context, writes, CheckCondition(condition, before, request.on_condition_failure)));
  TRESTLE_TRY(std::optional<Item> after, Updated(update, *request.key, before));
  if (request.moment) context.moment.Set(*request.moment);
  if (after) {
    TRESTLE_RETURN_IF_ERROR(KeepOne(context, writes, &*after, Table::Write::kUpdate));
    TRESTLE_RETURN_IF_ERROR(table->CheckIndexKeys(*after, Table::Write::kUpdate));
  }

  ItemWriteResponse response;
  response.item_collection_metrics =
      CollectionMetrics(*table, *request.key, request.return_item_collection_metrics);
  if (after) {
    writes.PutPart(0, *after);
  } else {
    writes.Delete(0);  // of an item that is not there: it changes nothing and costs as much
  }
  TRESTLE_TRY(response.consumed, CommitOne(context, writes));
  Images images{.before = before};
  if (after) images.after = {.attributes = &*after, .whole = &writes.EncodedAfter()};
  response.attributes = Returned(request.return_values, update, images);
  return response;
}

}  // namespace trestle
