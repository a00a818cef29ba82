#include "cli/segments.h"

#include <thread>
#include <utility>

#include "base/mutex.h"
#include "cli/run_state.h"

namespace trestle {

AttributeValue SegmentPosition::ToState() const {
  Item state = {{"done", Flag(done)},
                {"items", AttributeValue::Integer(items)},
                {"parts", AttributeValue::Integer(parts)}};
  if (last_key) state.Set("key", Map(*last_key));
  return Map(std::move(state));
}

SegmentPosition SegmentPosition::FromState(const AttributeValue& state) {
  const AttributeMap* map = state.As<AttributeMap>();
  if (map == nullptr) return {};
  SegmentPosition position{.last_key = {},
                           .done = FlagOf(*map, "done"),
                           .items = IntegerOf(*map, "items"),
                           .parts = IntegerOf(*map, "parts")};
  const AttributeValue* key = map->Find("key");
  if (key != nullptr && key->As<AttributeMap>() != nullptr) {
    position.last_key = *key->As<AttributeMap>();
  }
  return position;
}

List ToState(const std::vector<SegmentPosition>& positions) {
  List list;
  for (const SegmentPosition& position : positions) list.push_back(position.ToState());
  return list;
}

std::vector<SegmentPosition> FromState(const List& state, std::size_t count) {
  std::vector<SegmentPosition> positions;
  for (const AttributeValue& one : state) positions.push_back(SegmentPosition::FromState(one));
  if (positions.empty()) positions.resize(count);
  return positions;
}

std::int64_t ItemsOf(const std::vector<SegmentPosition>& positions) {
  std::int64_t items = 0;
  for (const SegmentPosition& position : positions) items += position.items;
  return items;
}

Status OnEachSegment(std::size_t segments, const SegmentWork& work) {
  std::atomic<bool> stop = false;
  Mutex mutex;
  Status first;
  std::vector<std::thread> threads;
  for (std::size_t segment = 0; segment < segments; ++segment) {
    threads.emplace_back([&, segment] {
      Status status = work(segment, stop);
      if (status) return;
      stop = true;
      const MutexLock lock(mutex);
      if (first) first = std::move(status);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return first;
}

}  // namespace trestle
