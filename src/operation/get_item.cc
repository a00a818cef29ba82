#include "operation/get_item.h"

namespace trestle {

Result<GetItemResponse> GetItem(OperationContext& context, const GetItemRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckProjectionStyle(request.projection, request.substitutions));
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(request.key));
  TRESTLE_TRY(const Projection projection,
              ParseProjection(request.projection, request.substitutions));
  TRESTLE_TRY(const TablePtr table, context.catalog.Find(request.table_name));
  TRESTLE_TRY(const ItemKey key, table->KeyOf(*request.key));
  const Touch touch{.table = *table, .position = key.bytes, .item = &*request.key};
  if (context.gate) TRESTLE_RETURN_IF_ERROR(context.gate->AdmitRead(touch));

  TRESTLE_TRY(std::optional<EncodedItem> item, table->Get(context.catalog.store(), key));
  GetItemResponse response;
  response.consumed.table_name = table->name();
  response.consumed.table =
      ReadUnits(item ? item->SizeBytes() : 0,
                request.consistent_read ? ReadConsistency::kStrong : ReadConsistency::kEventual);
  if (context.gate) context.gate->ChargeRead(touch, response.consumed.table);
  if (item && !projection.IsEverything()) {
    TRESTLE_TRY(item, projection.Apply(EncodedItemView(*item)));
  }
  response.item = std::move(item);
  return response;
}

}  // namespace trestle
