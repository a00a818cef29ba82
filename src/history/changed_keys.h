#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "storage/store.h"
#include "stream/change.h"

namespace trestle {

// A stretch of a table's history: changes from `first` on, before `end`.
struct HistoryStretch {
  std::uint32_t table_id = 0;
  ChangeStamp first;
  std::optional<ChangeStamp> end;  // none: up to now
};

// The items that a stretch of history changed, by key: as many as fit into the memory that it may
// use, lowest keys first.
class ChangedKeys {
 public:
  struct Places {
    ChangeStamp first;                // of the item's first change in the stretch
    ChangeStamp last;                 // of its last one
    std::optional<ChangeStamp> next;  // of its first change after the stretch
  };
  using Map = std::map<std::string, Places, std::less<>>;

  // Reads the stretch, for the keys from `from_key` on. `max_bytes` is about what it may hold.
  static Result<ChangedKeys> Read(const View& view, const HistoryStretch& stretch,
                                  std::string_view from_key, std::size_t max_bytes);

  const Map& places() const { return places_; }
  // The first key that it says nothing about; none: it says everything.
  const std::optional<std::string>& until() const { return until_; }
  bool Covers(std::string_view key) const { return !until_ || key < *until_; }

 private:
  void Change(std::string_view key, const ChangeStamp& stamp, std::size_t max_bytes);
  void ChangeLater(std::string_view key, const ChangeStamp& stamp);

  Map places_;
  std::size_t bytes_ = 0;
  std::optional<std::string> until_;
};

inline constexpr std::size_t kChangedKeysBytes = 64 << 20;

}  // namespace trestle
