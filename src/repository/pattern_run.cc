#include "repository/pattern_run.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "expression/comparison.h"
#include "model/condition_value.h"
#include "model/geohash.h"
#include "repository/batch_reader.h"
#include "repository/messages.h"
#include "repository/partition_reader.h"
#include "repository/settings.h"

namespace trestle::repository {
namespace {

constexpr int kRequestsOfAPage = 100;  // beside one for each shard
constexpr int kRequestsOfASearch = 2000;
constexpr std::size_t kMostToSort = 100'000;

// Gathers the items of the execution's page.
class Gathering {
 public:
  Gathering(Execution& execution, std::int64_t limit)
      : plan_(execution.plan), page_(execution.page), limit_(limit) {}

  std::int64_t Room() const { return limit_ - static_cast<std::int64_t>(page_.items.size()); }

  // Keeps the item unless it is one that the pattern does not return.
  Status Add(EncodedItemView item) {
    if (!Note(item)) return {};
    return Append(item);
  }
  // The same, without a copy where it is the first.
  Status Add(EncodedItem&& item) {
    if (!plan_.borrowed().empty()) return Add(EncodedItemView(item));
    if (Note(item)) page_.items.Append(std::move(item));
    return {};
  }
  Status AddAt(EncodedItemView item, double distance_km) {
    if (!Note(item)) return {};
    page_.distances_km.push_back(distance_km);
    return Append(item);
  }
  // A whole answer that fits: taken as it is, where nothing stays out.
  Status AddAll(EncodedItems items) {
    if (page_.items.empty() && plan_.borrowed().empty() && NoteAll(items)) {
      page_.items = std::move(items);
      return {};
    }
    for (const EncodedItemView item : items) TRESTLE_RETURN_IF_ERROR(Add(item));
    return {};
  }
  void Count(std::int64_t count) { page_.count += count; }

 private:
  // Notes which entity the item is. False if it is one that the pattern does not return.
  bool Note(EncodedItemView item) {
    const PatternPlan::Kind kind = plan_.KindOf(item);
    if (!kind.stays_out && plan_.entities().size() > 1) page_.entities.push_back(kind.entity);
    return !kind.stays_out;
  }
  // All or none, where none were noted before.
  bool NoteAll(const EncodedItems& items) {
    for (const EncodedItemView item : items) {
      if (Note(item)) continue;
      page_.entities.clear();
      return false;
    }
    return true;
  }

  Status Append(EncodedItemView item) {
    if (plan_.borrowed().empty()) {
      page_.items.Append(item.bytes());
      return {};
    }
    TRESTLE_TRY(Item decoded, item.Decode());
    for (const std::string& name : plan_.borrowed()) decoded.Erase(name);
    page_.items.Append(EncodedItem::From(decoded).bytes());
    return {};
  }

  const PatternPlan& plan_;
  Page& page_;
  const std::int64_t limit_;
};

// Of several readers, the one whose item comes next in the order of the sort key.
class Merge {
 public:
  Merge(const PatternPlan& plan, std::vector<PartitionReader>& readers)
      : plan_(plan), readers_(readers), sort_values_(readers.size()) {}

  // The reader with the next item; nothing where all are done or one of them may not ask any more.
  Result<PartitionReader*> Next(std::int64_t wanted) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (!fresh_ && i != last_) {
        if (!readers_[i].Done() && Before(i, best)) best = i;
        continue;
      }
      TRESTLE_TRY(const bool there, readers_[i].Fill(wanted));
      if (!there && !readers_[i].Done()) return nullptr;
      if (!there) continue;
      TRESTLE_RETURN_IF_ERROR(ReadSortValues(i));
      if (Before(i, best)) best = i;
    }
    fresh_ = false;
    if (!best) return nullptr;
    last_ = *best;
    return &readers_[*best];
  }

 private:
  Status ReadSortValues(std::size_t i) {
    sort_values_[i].clear();
    for (const std::string& name : plan_.sort_key()) {
      const auto value = readers_[i].current().Find(name);
      if (!value) continue;
      TRESTLE_TRY(AttributeValue decoded, value->Decode());
      sort_values_[i].push_back(std::move(decoded));
    }
    return {};
  }

  bool Before(std::size_t i, std::optional<std::size_t> best) const {
    if (!best) return true;
    const std::vector<AttributeValue>& a = sort_values_[i];
    const std::vector<AttributeValue>& b = sort_values_[*best];
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      const auto order = Order(a[k], b[k]);
      if (!order || *order == 0) continue;
      return plan_.pattern().descending ? *order > 0 : *order < 0;
    }
    return false;
  }

  const PatternPlan& plan_;
  std::vector<PartitionReader>& readers_;
  std::vector<std::vector<AttributeValue>> sort_values_;  // of each reader's item at hand
  bool fresh_ = true;
  std::size_t last_ = 0;
};

Result<std::vector<PartitionReader>> ReadersOf(Execution& execution, const Settings& settings,
                                               std::size_t query,
                                               std::vector<ReaderPosition> positions) {
  std::vector<PartitionReader> readers;
  readers.reserve(settings.Width());
  for (std::size_t i = 0; i < settings.Width(); ++i) {
    Item values;
    if (execution.plan.pattern().kind != model::PatternKind::kScan) {
      TRESTLE_TRY(values, execution.plan.KeyValues(
                              {.arguments = execution.arguments,
                               .setting = &settings.queries[query],
                               .shards = settings.shards.empty() ? nullptr : &settings.shards[i]}));
    }
    readers.emplace_back(execution, std::move(values),
                         i < positions.size() ? std::move(positions[i]) : ReaderPosition());
  }
  return readers;
}

Position PositionOf(Execution& execution, std::size_t query,
                    const std::vector<PartitionReader>& readers) {
  Position position{.now = execution.moment.Now(), .query = query};
  for (const PartitionReader& reader : readers) position.readers.push_back(reader.Position());
  return position;
}

// Takes what one query's readers have, as far as there is room.
Status Gather(const Execution& execution, std::vector<PartitionReader>& readers,
              Gathering& gathering) {
  if (execution.plan.pattern().count_only) {
    for (PartitionReader& reader : readers) {
      TRESTLE_RETURN_IF_ERROR(reader.Fill(gathering.Room()));
      gathering.Count(reader.counted());
    }
    return {};
  }
  if (readers.size() == 1) {
    while (gathering.Room() > 0) {
      TRESTLE_TRY(const bool there, readers[0].Fill(gathering.Room()));
      if (!there) return {};
      if (auto whole = readers[0].TakeWhole(gathering.Room())) {
        TRESTLE_RETURN_IF_ERROR(gathering.AddAll(*std::move(whole)));
        continue;
      }
      TRESTLE_RETURN_IF_ERROR(gathering.Add(readers[0].current()));
      readers[0].Take();
    }
    return {};
  }
  Merge merge(execution.plan, readers);
  while (gathering.Room() > 0) {
    TRESTLE_TRY(PartitionReader * next, merge.Next(gathering.Room()));
    if (next == nullptr) return {};
    TRESTLE_RETURN_IF_ERROR(gathering.Add(next->current()));
    next->Take();
  }
  return {};
}

// Of items that the database did not filter.
Result<bool> FulfilsFilter(Execution& execution, EncodedItemView item) {
  const PatternPlan& plan = execution.plan;
  if (!plan.pattern().filter) return true;
  TRESTLE_TRY(const Item whole, item.Decode());
  const model::ConditionInput input{
      .parameters = &execution.arguments,
      .entity = plan.entities().empty() ? nullptr : plan.entities()[0],
      .now = execution.moment.Now()};
  return model::Matches(plan.pattern().filter->condition, whole, input);
}

// Items of an index of keys, fetched whole; filtered here, since the index could not.
Result<EncodedItems> Loaded(Execution& execution, const EncodedItems& found) {
  const PatternPlan& plan = execution.plan;
  std::vector<Item> keys;
  for (const EncodedItemView item : found) {
    Item key;
    for (const std::string& name : plan.primary_key()) {
      const auto value = item.Find(name);
      if (!value) continue;
      TRESTLE_TRY(AttributeValue decoded, value->Decode());
      key.Set(name, std::move(decoded));
    }
    keys.push_back(std::move(key));
  }
  TRESTLE_TRY(const auto items, ReadBatch(execution, keys,
                                          {.projection = plan.item_projection(),
                                           .names = &plan.item_names(),
                                           .consistent = plan.pattern().consistent}));
  EncodedItems loaded;
  for (const auto& item : items) {
    if (!item) continue;
    TRESTLE_TRY(const bool fulfils, FulfilsFilter(execution, *item));
    if (fulfils) loaded.Append(item->bytes());
  }
  return loaded;
}

// Replaces the keys of the page by whole items.
Status Load(Execution& execution) {
  Page& page = execution.page;
  if (execution.plan.pattern().load.empty() || page.items.empty()) return {};
  page.entities.clear();
  TRESTLE_TRY(const EncodedItems loaded, Loaded(execution, std::exchange(page.items, {})));
  Gathering gathering(execution, INT64_MAX);
  for (const EncodedItemView item : loaded) TRESTLE_RETURN_IF_ERROR(gathering.Add(item));
  return {};
}

Status RunGet(Execution& execution) {
  const PatternPlan& plan = execution.plan;
  GetItemRequest request;
  request.table_name = plan.table_name();
  TRESTLE_TRY(request.key, plan.PrimaryKey({.arguments = execution.arguments}));
  if (!plan.item_projection().empty()) request.projection.expression = plan.item_projection();
  if (!plan.item_names().empty()) request.substitutions.names = plan.item_names();
  request.consistent_read = plan.pattern().consistent;
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  TRESTLE_TRY(GetItemResponse && response, execution.database.GetItem(request));
  execution.Charge(response.consumed.Total());
  if (!response.item) return {};
  TRESTLE_TRY(const bool fulfils, FulfilsFilter(execution, *response.item));
  if (!fulfils) return {};
  return Gathering(execution, 1).Add(*std::move(response.item));
}

Status RunBatchGet(Execution& execution, std::int64_t limit, const Position& start) {
  const PatternPlan& plan = execution.plan;
  TRESTLE_TRY(const Settings settings, SettingsOf(plan, execution.arguments));
  const std::size_t count = settings.queries.size();
  const std::size_t from = std::min(start.query, count);
  const std::size_t to = std::min(count, from + static_cast<std::size_t>(limit));
  std::vector<Item> keys;
  for (std::size_t i = from; i < to; ++i) {
    TRESTLE_TRY(Item key, plan.PrimaryKey(
                              {.arguments = execution.arguments, .setting = &settings.queries[i]}));
    keys.push_back(std::move(key));
  }
  TRESTLE_TRY(const auto items, ReadBatch(execution, keys,
                                          {.projection = plan.item_projection(),
                                           .names = &plan.item_names(),
                                           .consistent = plan.pattern().consistent}));
  Gathering gathering(execution, limit);
  for (const auto& item : items) {
    if (!item) continue;
    TRESTLE_TRY(const bool fulfils, FulfilsFilter(execution, *item));
    if (fulfils) TRESTLE_RETURN_IF_ERROR(gathering.Add(*item));
  }
  if (to < count) execution.next = Position{.now = execution.moment.Now(), .query = to};
  return {};
}

struct Near {
  double distance_km = 0;
  std::string key;
  EncodedItem item;
  friend auto Rank(const Near& near) { return std::tie(near.distance_km, near.key); }
};
bool IsBefore(const Near& a, const Near& b) { return Rank(a) < Rank(b); }

// Searches a circle, cell by cell, nearest first.
class GeoSearching {
 public:
  GeoSearching(Execution& execution, const Position& start)
      : execution_(execution),
        plan_(execution.plan),
        geo_(*plan_.pattern().geo),
        center_(*model::GeoPointOf(*execution.arguments.Find(geo_.around))),
        radius_km_(model::ToDouble(*execution.arguments.Find(geo_.radius)->As<Number>())) {
    if (start.readers.empty()) return;
    last_ = Near{.distance_km = start.distance_km,
                 .key = EncodedItem::From(start.readers[0].after).TakeBytes(),
                 .item = {}};
  }

  // What lies behind the start, in order: all of it, or at least the `most` nearest and one more.
  Result<std::vector<Near>> Nearest(const Settings& settings, std::int64_t most) {
    execution_.requests_left = kRequestsOfASearch;
    for (std::size_t query = 0; query < settings.queries.size(); ++query) {
      if (FoundNearerThan(settings.distances_km[query]) > most) break;
      TRESTLE_TRY(const EncodedItems found, InCell(settings, query));
      for (const EncodedItemView item : found) TRESTLE_RETURN_IF_ERROR(Consider(item));
    }
    std::ranges::sort(near_, IsBefore);
    return std::move(near_);
  }

 private:
  std::int64_t FoundNearerThan(double distance_km) const {
    return std::ranges::count_if(near_,
                                 [&](const Near& near) { return near.distance_km < distance_km; });
  }

  Result<EncodedItems> InCell(const Settings& settings, std::size_t query) {
    TRESTLE_TRY(std::vector<PartitionReader> readers, ReadersOf(execution_, settings, query, {}));
    EncodedItems found;
    for (PartitionReader& reader : readers) {
      while (true) {
        TRESTLE_TRY(const bool there, reader.Fill(INT32_MAX));
        if (!there && !reader.Done()) return messages::TooManyToSort(plan_.pattern().name);
        if (!there) break;
        found.Append(reader.current().bytes());
        reader.Take();
      }
    }
    if (plan_.pattern().load.empty()) return found;
    return Loaded(execution_, found);
  }

  // Keeps the item if it lies in the circle, behind the start, and is one that the pattern returns.
  Status Consider(EncodedItemView item) {
    const auto place = item.Find(geo_.attribute);
    if (!place) return {};
    TRESTLE_TRY(const AttributeValue value, place->Decode());
    const auto point = model::GeoPointOf(value);
    if (!point) return {};
    const double distance = model::DistanceKm(center_, *point);
    if (distance > radius_km_) return {};
    if (plan_.KindOf(item).stays_out) return {};
    Item key;
    for (const std::string& name : plan_.primary_key()) {
      if (const auto part = item.Find(name)) {
        TRESTLE_TRY(AttributeValue decoded, part->Decode());
        key.Set(name, std::move(decoded));
      }
    }
    Near near{.distance_km = distance,
              .key = EncodedItem::From(key).TakeBytes(),
              .item = EncodedItem::FromStored(std::string(item.bytes()))};
    if (last_ && !IsBefore(*last_, near)) return {};
    if (near_.size() == kMostToSort) return messages::TooManyToSort(plan_.pattern().name);
    near_.push_back(std::move(near));
    return {};
  }

  Execution& execution_;
  const PatternPlan& plan_;
  const model::GeoSearch& geo_;
  const model::GeoPoint center_;
  const double radius_km_;
  std::optional<Near> last_;  // of the page before
  std::vector<Near> near_;
};

// What is within the radius, nearest first: cells that lie behind what the page has room for are
// not read. A later page searches again and goes on behind the last.
Status RunGeo(Execution& execution, std::int64_t limit, const Position& start) {
  TRESTLE_TRY(const Settings settings, SettingsOf(execution.plan, execution.arguments));
  const bool count_only = execution.plan.pattern().count_only;
  TRESTLE_TRY(const std::vector<Near> nearest,
              GeoSearching(execution, start).Nearest(settings, count_only ? INT64_MAX : limit));
  if (count_only) {
    execution.page.count = std::ssize(nearest);
    return {};
  }
  Gathering gathering(execution, limit);
  const auto end = nearest.begin() + std::min<std::ptrdiff_t>(limit, std::ssize(nearest));
  for (auto near = nearest.begin(); near != end; ++near) {
    TRESTLE_RETURN_IF_ERROR(gathering.AddAt(near->item, near->distance_km));
  }
  if (end == nearest.end()) return {};
  const Near& last = *std::prev(end);
  TRESTLE_TRY(Item key, EncodedItem::FromStored(last.key).Decode());
  execution.next = Position{.now = execution.moment.Now(), .distance_km = last.distance_km};
  execution.next->readers.push_back(
      {.kind = ReaderPosition::Kind::kAfter, .after = std::move(key)});
  return {};
}

Status RunQueries(Execution& execution, std::int64_t limit, Position&& start) {
  TRESTLE_TRY(const Settings& settings, SettingsOf(execution.plan, execution.arguments));
  Gathering gathering(execution, limit);
  execution.requests_left = kRequestsOfAPage + static_cast<int>(settings.Width());
  for (std::size_t query = start.query; query < settings.queries.size(); ++query) {
    TRESTLE_TRY(std::vector<PartitionReader> && readers,
                ReadersOf(execution, settings, query, std::exchange(start.readers, {})));
    TRESTLE_RETURN_IF_ERROR(Gather(execution, readers, gathering));
    const bool done = std::ranges::all_of(readers, &PartitionReader::Done);
    if (!done) {
      execution.next = PositionOf(execution, query, readers);
      break;
    }
    const bool stop = gathering.Room() == 0 || execution.requests_left <= 0;
    if (stop && query + 1 < settings.queries.size()) {
      execution.next = Position{.now = execution.moment.Now(), .query = query + 1};
      break;
    }
  }
  return Load(execution);
}

Status RunRead(Execution& execution, std::int64_t limit, Position&& start) {
  const model::Pattern& pattern = execution.plan.pattern();
  if (pattern.kind == model::PatternKind::kGet) return RunGet(execution);
  if (pattern.kind == model::PatternKind::kBatchGet) return RunBatchGet(execution, limit, start);
  if (pattern.geo) return RunGeo(execution, limit, start);
  return RunQueries(execution, limit, std::move(start));
}

}  // namespace

Status RunPattern(Execution& execution, std::int64_t limit, Position&& start) {
  TRESTLE_RETURN_IF_ERROR(execution.plan.runnable());
  Page& page = execution.page;
  page.entity = execution.plan.only_entity();
  TRESTLE_RETURN_IF_ERROR(RunRead(execution, limit, std::move(start)));
  page.count = std::max(page.count, static_cast<std::int64_t>(page.items.size()));
  return {};
}

}  // namespace trestle::repository
