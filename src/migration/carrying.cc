// How a migration makes one table hold what the other has: copying what is there, and what changes.
#include <algorithm>
#include <set>
#include <utility>

#include "migration/messages.h"
#include "migration/migration.h"

namespace trestle::migration {
namespace {

constexpr std::size_t kPage = 50;  // items read, mapped and written together
constexpr std::chrono::milliseconds kUnprocessed{100};

}  // namespace

void Migration::Refuse(const Difference& difference) {
  ++refused_;
  options_.on_refused(difference);
}

Status Migration::Commit(std::vector<ItemWrite> writes, State next) {
  next.refused += std::exchange(refused_, 0);
  return journal_.Commit(std::move(writes), std::move(next),
                         [this](const ItemWrite& write, const Error& error) {
                           Refuse({.table = write.table, .key = write.key, .what = error.message});
                         });
}

Result<std::map<std::string, Item>> Migration::Get(const std::string& table,
                                                   const std::vector<Item>& keys) {
  std::map<std::string, Item> found;
  for (std::size_t begin = 0; begin < keys.size(); begin += kPage) {
    const std::size_t end = std::min(begin + kPage, keys.size());
    KeysAndAttributes wanted;
    std::set<std::string> once;
    for (std::size_t place = begin; place < end; ++place) {
      if (once.insert(KeyBytes(keys[place])).second) wanted.keys.emplace_back(keys[place]);
    }
    wanted.consistent_read = true;
    BatchGetItemRequest request;
    request.tables.emplace_back(table, std::move(wanted));
    while (!request.tables.empty()) {
      TRESTLE_RETURN_IF_ERROR(CheckStopped());
      TRESTLE_TRY(BatchGetItemResponse page, database_.BatchGetItem(request));
      for (const auto& [name, items] : page.responses) {
        for (const EncodedItemView stored : items) {
          TRESTLE_TRY(Item item, stored.Decode());
          const Item key =
              table == mapping_.source() ? mapping_.SourceKeyOf(item) : mapping_.TargetKeyOf(item);
          found.emplace(KeyBytes(key), std::move(item));
        }
      }
      const bool none = page.responses.empty();
      request.tables = std::move(page.unprocessed);
      if (none && !request.tables.empty() && !options_.pause(kUnprocessed))
        return messages::Stopped();
    }
  }
  return found;
}

Result<std::vector<std::vector<Item>>> Migration::TargetsFor(const std::vector<Item>& source_keys) {
  std::vector<std::vector<Item>> keys;
  std::vector<Item> all_keys;
  for (const Item& source_key : source_keys) {
    keys.push_back(mapping_.TargetKeysFor(source_key));
    all_keys.insert(all_keys.end(), keys.back().begin(), keys.back().end());
  }
  TRESTLE_TRY(const auto present, Get(mapping_.target(), all_keys));
  std::vector<std::vector<Item>> there(source_keys.size());
  for (std::size_t place = 0; place < keys.size(); ++place) {
    for (const Item& key : keys[place]) {
      const auto found = present.find(KeyBytes(key));
      if (found != present.end()) there[place].push_back(found->second);
    }
  }
  return there;
}

// Makes the target hold what the source's item is now, or nothing, where there is none.
void Migration::Forward(const Item& source_key, const Item* source, const std::vector<Item>& there,
                        std::vector<ItemWrite>& writes) {
  std::optional<Item> wanted;
  if (source != nullptr) {
    Result<std::optional<Item>> made = mapping_.Forward(*source, there, clock_.Now());
    if (!made) {
      Refuse({.table = mapping_.source(), .key = source_key, .what = made.error().message});
      return;
    }
    wanted = *std::move(made);
  }
  const Item wanted_key = wanted ? mapping_.TargetKeyOf(*wanted) : Item();
  bool is_there = false;
  for (const Item& item : there) {
    Item key = mapping_.TargetKeyOf(item);
    if (wanted && key == wanted_key) {
      is_there = item == *wanted;
    } else if (mapping_.IsOfMigration(item)) {
      writes.push_back({.table = mapping_.target(), .key = std::move(key), .put = {}});
    }
  }
  if (wanted && !is_there) {
    writes.push_back({.table = mapping_.target(), .key = wanted_key, .put = *std::move(wanted)});
  }
}

Status Migration::CarryOver(const std::vector<Item>& source_keys, std::vector<ItemWrite>& writes) {
  TRESTLE_TRY(const auto sources, Get(mapping_.source(), source_keys));
  TRESTLE_TRY(const auto there, TargetsFor(source_keys));
  for (std::size_t place = 0; place < source_keys.size(); ++place) {
    const auto source = sources.find(KeyBytes(source_keys[place]));
    Forward(source_keys[place], source == sources.end() ? nullptr : &source->second, there[place],
            writes);
  }
  return {};
}

// After a switch: makes the source hold what the target's item is now.
Status Migration::CarryBack(const std::vector<Item>& target_keys, std::vector<ItemWrite>& writes) {
  TRESTLE_TRY(const auto targets, Get(mapping_.target(), target_keys));
  std::vector<Item> source_keys;
  std::vector<std::pair<Item, Item>> pairs;  // target's and source's key
  for (const Item& key : target_keys) {
    const auto target = targets.find(KeyBytes(key));
    const Item& known = target == targets.end() ? key : target->second;
    if (!mapping_.IsOfMigration(known)) continue;
    std::optional<Item> source = mapping_.SourceKeyFor(known);
    if (!source) {
      Refuse({.table = mapping_.target(),
              .key = key,
              .what = messages::CannotGoBack("the migration", mapping_.source()).value().message});
      continue;
    }
    source_keys.push_back(*source);
    pairs.emplace_back(key, *std::move(source));
  }
  TRESTLE_TRY(const auto sources, Get(mapping_.source(), source_keys));
  for (const auto& [target_key, source_key] : pairs) {
    const auto target = targets.find(KeyBytes(target_key));
    const auto source = sources.find(KeyBytes(source_key));
    const Item* there = source == sources.end() ? nullptr : &source->second;
    std::vector<Item> present;
    if (target != targets.end()) present.push_back(target->second);
    // What the source holds may be something that no rule takes; it is then nobody's to delete.
    const auto image = there == nullptr ? Result<std::optional<Item>>(std::nullopt)
                                        : mapping_.Forward(*there, present, clock_.Now());
    const bool has_image = image && *image && mapping_.TargetKeyOf(**image) == target_key;
    if (target == targets.end()) {
      if (has_image) {
        writes.push_back({.table = mapping_.source(), .key = source_key, .put = {}});
      }
      continue;
    }
    if (has_image && mapping_.Equivalent(**image, target->second)) continue;
    Result<Item> back = mapping_.Backward(target->second, there, clock_.Now());
    if (!back) {
      Refuse({.table = mapping_.target(), .key = target_key, .what = back.error().message});
      continue;
    }
    if (there != nullptr && *back == *there) continue;
    writes.push_back({.table = mapping_.source(), .key = source_key, .put = *std::move(back)});
  }
  return {};
}

// One look at each shard: how many records there were, or at least one if there may be more.
Result<std::size_t> Migration::FollowRound() {
  TRESTLE_RETURN_IF_ERROR(CheckStopped());
  const bool back = journal_.state().phase == Phase::kSwitched;
  std::size_t records = 0;
  bool ended = false;
  bool open = false;
  bool more = false;
  for (std::size_t place = 0; place < journal_.state().shards.size(); ++place) {
    const std::vector<ShardPosition>& shards = journal_.state().shards;
    if (!FollowedStream::MayRead(shards[place], shards)) continue;
    const Result<FollowedStream::Page> page = stream_->Next(shards[place]);
    if (!page) {
      const bool gone = page.error().code == ErrorCode::kTrimmedDataAccess ||
                        page.error().code == ErrorCode::kResourceNotFound;
      if (gone) return messages::StreamLost(back ? mapping_.target() : mapping_.source());
      return tl::unexpected(page.error());
    }
    records += page->records;
    ended = ended || page->position.done;
    open = open || !page->position.done;
    more = more || page->position.done || !page->at_tip;
    for (std::size_t begin = 0; begin < page->keys.size(); begin += kPage) {
      const std::vector<Item> keys(page->keys.begin() + static_cast<std::ptrdiff_t>(begin),
                                   page->keys.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                            begin + kPage, page->keys.size())));
      std::vector<ItemWrite> writes;
      TRESTLE_RETURN_IF_ERROR(back ? CarryBack(keys, writes) : CarryOver(keys, writes));
      if (followed_ != nullptr) followed_->insert(followed_->end(), keys.begin(), keys.end());
      if (writes.empty()) continue;
      State next = Moved();
      next.changes += static_cast<std::int64_t>(writes.size());
      TRESTLE_RETURN_IF_ERROR(Commit(std::move(writes), std::move(next)));
    }
    const bool stale = Moved().followed - journal_.state().followed > 60;
    if (page->position != shards[place] || stale) {
      State next = Moved();
      next.shards[place] = page->position;
      TRESTLE_RETURN_IF_ERROR(journal_.Save(std::move(next)));
    }
  }
  // A shard that has ended has children; a stream that has none may get some with its first change.
  if (ended || !open) TRESTLE_RETURN_IF_ERROR(LookForShards());
  return std::max<std::size_t>(records, more ? 1 : 0);
}

Status Migration::LookForShards() {
  State next = Moved();
  TRESTLE_TRY(const bool enabled, stream_->Refresh(next.shards));
  // Somebody has disabled it: what changes from now on, nobody would tell.
  if (!enabled && std::ranges::all_of(next.shards, &ShardPosition::done)) {
    const bool back = next.phase == Phase::kSwitched;
    return messages::NoStream(back ? mapping_.target() : mapping_.source());
  }
  if (next.shards == journal_.state().shards) return {};
  return journal_.Save(std::move(next));
}

Status Migration::CatchUp() {
  while (true) {
    TRESTLE_TRY(const std::size_t records, FollowRound());
    options_.on_progress(journal_.state(), journal_.state().copied, expected_);
    if (records == 0) return {};
  }
}

Status Migration::Pace(std::size_t items) {
  if (options_.rate <= 0) return {};
  const TimePoint now = clock_.Now();
  owed_ =
      std::max(0.0, owed_ - std::chrono::duration<double>(now - paced_).count() * options_.rate);
  owed_ += static_cast<double>(items);
  paced_ = now;
  const std::chrono::milliseconds wait(static_cast<std::int64_t>(owed_ / options_.rate * 1000));
  if (wait.count() > 0 && !options_.pause(wait)) return messages::Stopped();
  return {};
}

Status Migration::CopyPage(bool& end) {
  ScanRequest request;
  request.table_name = mapping_.source();
  request.consistent_read = true;
  // At a low rate no page takes longer than a second, so that changes are not kept waiting.
  request.limit = static_cast<std::int64_t>(kPage);
  if (options_.rate > 0) {
    request.limit = std::clamp<std::int64_t>(static_cast<std::int64_t>(options_.rate), 1, kPage);
  }
  if (journal_.state().scanned) request.exclusive_start_key = *journal_.state().scanned;
  TRESTLE_TRY(const PageResponse page, database_.Scan(request));
  std::vector<Item> items, keys;
  for (const EncodedItemView stored : page.items) {
    TRESTLE_TRY(Item item, stored.Decode());
    keys.push_back(mapping_.SourceKeyOf(item));
    items.push_back(std::move(item));
  }
  TRESTLE_TRY(const auto there, TargetsFor(keys));
  std::vector<ItemWrite> writes;
  for (std::size_t place = 0; place < items.size(); ++place) {
    Forward(keys[place], &items[place], there[place], writes);
  }
  State next = Moved();
  next.copied += static_cast<std::int64_t>(items.size());
  next.scanned = page.last_evaluated_key;
  end = !page.last_evaluated_key;
  if (end) next.phase = Phase::kFollowing;
  TRESTLE_RETURN_IF_ERROR(Commit(std::move(writes), std::move(next)));
  options_.on_progress(journal_.state(), journal_.state().copied, expected_);
  return Pace(items.size());
}

}  // namespace trestle::migration
