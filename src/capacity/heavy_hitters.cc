#include "capacity/heavy_hitters.h"

#include <algorithm>

namespace trestle {

std::size_t HeavyHitters::PlaceFor(std::string_view key) {
  if (const auto found = places_.find(key); found != places_.end()) return found->second;
  std::size_t place = entries_.size();
  if (place < keys_kept_) {
    entries_.push_back({.key = std::string(key)});
    by_weight_.emplace(0, place);
  } else {
    place = by_weight_.begin()->second;
    const double inherited = entries_[place].weight;
    places_.erase(entries_[place].key);
    entries_[place] = {.key = std::string(key), .weight = inherited, .inherited = inherited};
  }
  places_.emplace(key, place);
  return place;
}

void HeavyHitters::Add(std::string_view key, const Addition& addition) {
  const std::size_t place = PlaceFor(key);
  Entry& entry = entries_[place];
  by_weight_.erase({entry.weight, place});
  entry.weight += addition.weight;
  entry.reads += addition.reads;
  entry.writes += addition.writes;
  by_weight_.emplace(entry.weight, place);
}

std::vector<HeavyHitters::Entry> HeavyHitters::Top(std::size_t most) const {
  std::vector<Entry> top;
  for (auto heaviest = by_weight_.rbegin(); heaviest != by_weight_.rend() && top.size() < most;
       ++heaviest) {
    top.push_back(entries_[heaviest->second]);
  }
  return top;
}

}  // namespace trestle
