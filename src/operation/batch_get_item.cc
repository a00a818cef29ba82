#include "operation/batch_get_item.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "operation/consumed.h"
#include "operation/left_members.h"
#include "operation/messages.h"
#include "operation/parameter_styles.h"
#include "value/limits.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxKeys = 100;

// One table's part of the request, ready to be read.
struct TableReads {
  Projection projection;
  TablePtr table;
  std::vector<ItemKey> keys;
};

// One table may not use the expression where another uses the parameter that it replaced.
Status CheckOneStyle(const BatchGetItemRequest& request) {
  bool has_expression = false;
  bool has_legacy = false;
  for (const auto& [name, reads] : request.tables) {
    has_expression |= reads.projection.expression.has_value();
    has_legacy |= reads.projection.attributes_to_get.has_value();
  }
  return ParameterStyles()
      .Expression("ProjectionExpression", has_expression)
      .Legacy("AttributesToGet", has_legacy)
      .CheckNotMixed();
}

// Equal for equal keys, and seldom for others.
std::size_t DigestOf(const Item& key) {
  std::size_t digest = 0;
  for (const Attribute& attribute : key) {
    std::string_view bytes;
    if (const auto* text = attribute.value.As<std::string>()) bytes = *text;
    if (const auto* binary = attribute.value.As<Binary>()) bytes = binary->bytes;
    digest = digest * 31 + std::hash<std::string_view>()(bytes);
  }
  return digest;
}

bool HasEqualKeys(const std::vector<ParsedItem>& keys) {
  std::vector<std::pair<std::size_t, const Item*>> digests;
  digests.reserve(keys.size());
  for (const ParsedItem& key : keys) digests.emplace_back(DigestOf(*key), &*key);
  std::sort(digests.begin(), digests.end());
  for (auto key = digests.begin(); key != digests.end(); ++key) {
    for (auto other = std::next(key); other != digests.end() && other->first == key->first;
         ++other) {
      if (*key->second == *other->second) return true;
    }
  }
  return false;
}

// Compares keys as they were written: here, unlike in BatchWriteItem, 1 and 1.0 are two keys.
bool HasDuplicates(const KeysAndAttributes& reads) {
  if (reads.key_spellings.empty()) return HasEqualKeys(reads.keys);
  std::vector<std::string_view> spellings(reads.key_spellings.begin(), reads.key_spellings.end());
  std::sort(spellings.begin(), spellings.end());
  return std::adjacent_find(spellings.begin(), spellings.end()) != spellings.end();
}

Result<Projection> CheckedProjection(const KeysAndAttributes& reads) {
  TRESTLE_RETURN_IF_ERROR(CheckProjectionStyle(reads.projection, reads.substitutions));
  for (const ParsedItem& key : reads.keys) TRESTLE_RETURN_IF_ERROR(CheckWellFormed(key));
  if (HasDuplicates(reads)) return messages::DuplicateKeys();
  return ParseProjection(reads.projection, reads.substitutions);
}

// Everything that the service checks before it looks for a table.
Result<std::vector<TableReads>> CheckedReads(const BatchGetItemRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckOneStyle(request));
  std::vector<TableReads> checked;
  std::size_t key_count = 0;
  for (const auto& [name, reads] : request.tables) {
    key_count += reads.keys.size();
    if (key_count > kMaxKeys) return messages::TooManyItems("BatchGetItem");
    TRESTLE_TRY(Projection projection, CheckedProjection(reads));
    checked.push_back({.projection = std::move(projection), .table = nullptr, .keys = {}});
  }
  return checked;
}

Status FindTables(const Catalog& catalog, const BatchGetItemRequest& request,
                  std::vector<TableReads>& reads) {
  for (std::size_t i = 0; i < reads.size(); ++i) {
    TRESTLE_TRY(reads[i].table, catalog.Find(request.tables[i].first));
  }
  for (std::size_t i = 0; i < reads.size(); ++i) {
    for (const ParsedItem& key : request.tables[i].second.keys) {
      TRESTLE_TRY(ItemKey place, reads[i].table->KeyOf(*key));
      reads[i].keys.push_back(std::move(place));
    }
  }
  return {};
}

Status AppendProjected(const Projection& projection, EncodedItemView item, EncodedItems& items) {
  if (projection.IsEverything()) {
    items.Append(item.bytes());
    return {};
  }
  TRESTLE_TRY(const EncodedItem shown, projection.Apply(item));
  items.Append(shown.bytes());
  return {};
}

// What the reply has no room for: the keys from `first_left` on, asked for as before.
KeysAndAttributes LeftOver(const KeysAndAttributes& asked, std::size_t first_left) {
  KeysAndAttributes left = asked;
  left.keys.erase(left.keys.begin(), left.keys.begin() + static_cast<std::ptrdiff_t>(first_left));
  left.key_spellings.clear();
  return left;
}

ReadConsistency ConsistencyOf(const KeysAndAttributes& asked) {
  return asked.consistent_read ? ReadConsistency::kStrong : ReadConsistency::kEventual;
}

// Asks for the capacity of one key. The item is read for its price alone: keys that are refused
// must be known before the batch is.
Status PassGate(OperationContext& context, const Touch& touch, const ItemKey& key,
                ReadConsistency consistency) {
  TRESTLE_RETURN_IF_ERROR(context.gate->AdmitRead(touch));
  TRESTLE_TRY(const std::optional<EncodedItem> item, touch.table.Get(context.view(), key));
  context.gate->ChargeRead(touch, ReadUnits(item ? item->SizeBytes() : 0, consistency));
  return {};
}

// Moves the keys that are not let in from the request to the answer.
Status LeaveRefused(OperationContext& context, BatchGetItemRequest& request,
                    std::vector<TableReads>& reads, BatchGetItemResponse& response) {
  LeftMembers left;
  std::size_t members = 0;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    auto& [name, asked] = request.tables[i];
    asked.key_spellings.clear();
    KeysAndAttributes refused = asked;
    const std::vector<ParsedItem> keys = std::exchange(asked.keys, {});
    const std::vector<ItemKey> places = std::exchange(reads[i].keys, {});
    refused.keys.clear();
    members += keys.size();
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Touch touch{.table = *reads[i].table, .position = places[k].bytes, .item = &*keys[k]};
      const Status passed = PassGate(context, touch, places[k], ConsistencyOf(asked));
      if (passed) {
        asked.keys.push_back(keys[k]);
        reads[i].keys.push_back(places[k]);
      } else {
        TRESTLE_RETURN_IF_ERROR(left.Leave(passed.error()));
        refused.keys.push_back(keys[k]);
      }
    }
    if (!refused.keys.empty()) response.unprocessed.emplace_back(name, std::move(refused));
  }
  return left.CheckNotAll(members);
}

// Keys of one table stand in one place, whatever they were left for.
void AddUnprocessed(const std::string& name, KeysAndAttributes left,
                    BatchGetItemResponse& response) {
  for (auto& [table, unprocessed] : response.unprocessed) {
    if (table != name) continue;
    std::move(left.keys.begin(), left.keys.end(), std::back_inserter(unprocessed.keys));
    return;
  }
  response.unprocessed.emplace_back(name, std::move(left));
}

Status ReadAll(OperationContext& context, const BatchGetItemRequest& request,
               const std::vector<TableReads>& reads, BatchGetItemResponse& response) {
  ConsumedByTable consumed;
  std::size_t reply_bytes = 0;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const auto& [name, asked] = request.tables[i];
    const Table& table = *reads[i].table;
    const ReadConsistency consistency = ConsistencyOf(asked);
    TRESTLE_TRY(const FoundValues stored, table.MultiGet(context.view(), reads[i].keys));
    EncodedItems& items = response.responses.emplace_back(name, EncodedItems()).second;
    items.Reserve(stored.size(), stored.TotalBytes());
    for (std::size_t k = 0; k < stored.size(); ++k) {
      const EncodedItemView item(stored[k].value_or(""));
      const std::size_t size = item.SizeBytes();
      reply_bytes += size;
      if (reply_bytes > kMaxBatchReplyBytes) {
        AddUnprocessed(name, LeftOver(asked, k), response);
        break;
      }
      consumed.Add(table.name(), ReadUnits(size, consistency));
      if (!stored[k]) continue;
      TRESTLE_RETURN_IF_ERROR(AppendProjected(reads[i].projection, item, items));
    }
  }
  response.consumed = std::move(consumed).Take();
  return {};
}

}  // namespace

Result<BatchGetItemResponse> BatchGetItem(OperationContext& context,
                                          const BatchGetItemRequest& request) {
  TRESTLE_TRY(std::vector<TableReads> reads, CheckedReads(request));
  TRESTLE_RETURN_IF_ERROR(FindTables(context.catalog, request, reads));
  BatchGetItemResponse response;
  if (!context.gate) {
    TRESTLE_RETURN_IF_ERROR(ReadAll(context, request, reads, response));
    return response;
  }
  BatchGetItemRequest admitted = request;
  TRESTLE_RETURN_IF_ERROR(LeaveRefused(context, admitted, reads, response));
  TRESTLE_RETURN_IF_ERROR(ReadAll(context, admitted, reads, response));
  return response;
}

}  // namespace trestle
