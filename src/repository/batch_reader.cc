#include "repository/batch_reader.h"

#include <algorithm>
#include <map>

#include "repository/messages.h"

namespace trestle::repository {
namespace {

constexpr std::size_t kMostKeys = 100;  // of a BatchGetItem
constexpr int kMostRepetitions = 8;

std::string KeyBytes(EncodedItemView item, const std::vector<std::string>& names) {
  Item key;
  for (const std::string& name : names) {
    if (const auto value = item.Find(name)) {
      if (auto decoded = value->Decode()) key.Set(name, *std::move(decoded));
    }
  }
  return EncodedItem::From(key).TakeBytes();
}

}  // namespace

Result<std::vector<std::optional<EncodedItem>>> ReadBatch(Execution& execution,
                                                          const std::vector<Item>& keys,
                                                          const BatchRead& read) {
  const PatternPlan& plan = execution.plan;
  std::vector<std::optional<EncodedItem>> items(keys.size());
  std::map<std::string, std::vector<std::size_t>> places;  // by the key's bytes
  for (std::size_t i = 0; i < keys.size(); ++i) {
    places[EncodedItem::From(keys[i]).TakeBytes()].push_back(i);
  }
  std::vector<Item> open;
  for (const auto& [bytes, where] : places) open.push_back(keys[where[0]]);
  for (int repetition = 0; !open.empty(); ++repetition) {
    if (repetition == kMostRepetitions) return messages::KeysNotRead();
    std::vector<Item> unread;
    for (std::size_t start = 0; start < open.size(); start += kMostKeys) {
      KeysAndAttributes asked;
      for (std::size_t i = start; i < std::min(open.size(), start + kMostKeys); ++i) {
        asked.keys.emplace_back(std::move(open[i]));
      }
      if (!read.projection.empty()) asked.projection.expression = read.projection;
      if (read.names != nullptr && !read.names->empty()) asked.substitutions.names = *read.names;
      asked.consistent_read = read.consistent;
      BatchGetItemRequest request;
      request.tables.emplace_back(plan.table_name(), std::move(asked));
      request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
      TRESTLE_TRY(BatchGetItemResponse response, execution.database.BatchGetItem(request));
      double units = 0;
      for (const ConsumedCapacity& consumed : response.consumed) units += consumed.Total();
      execution.Charge(units);
      for (const auto& [table, found] : response.responses) {
        for (const EncodedItemView item : found) {
          const auto place = places.find(KeyBytes(item, plan.primary_key()));
          if (place == places.end()) continue;
          for (const std::size_t i : place->second) {
            items[i] = EncodedItem::FromStored(std::string(item.bytes()));
          }
        }
      }
      for (auto& [table, left] : response.unprocessed) {
        for (ParsedItem& key : left.keys) {
          if (key) unread.push_back(*std::move(key));
        }
      }
    }
    open = std::move(unread);
  }
  return items;
}

}  // namespace trestle::repository
