#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "history/state_at.h"

namespace trestle {

// What happened to the items of a table in the time from `from` (inclusive) to `to` (exclusive): of
// each item that changed, in the order of the keys, its image before the first and after the last
// of its changes. Both are the same for an item that was changed back, and none for one that came
// and went. Not shared between threads.
class ChangesBetween {
 public:
  struct Times {
    TimePoint from;
    TimePoint to;
  };
  static Result<std::unique_ptr<ChangesBetween>> Open(PastTable table, const Times& times,
                                                      std::size_t max_bytes = kChangedKeysBytes);

  // Goes to the next item, at first to the first; false after the last.
  Result<bool> Next();
  // Of the item it is at; valid until Next.
  std::string_view item_key() const { return key_; }
  std::optional<EncodedItemView> before() const { return ViewOf(before_); }
  std::optional<EncodedItemView> after() const { return ViewOf(after_); }
  TimePoint last_changed() const { return last_changed_; }

 private:
  using Image = std::optional<std::string>;
  ChangesBetween(PastTable table, const Times& times, std::size_t max_bytes);
  Status ReadChanges(std::string_view from_key);
  Result<Image> ImageBefore(const ChangeStamp& stamp) const;
  static std::optional<EncodedItemView> ViewOf(const Image& image) {
    if (!image) return std::nullopt;
    return EncodedItemView(*image);
  }

  const PastTable table_;
  const HistoryStretch stretch_;
  const std::size_t max_bytes_;
  ChangedKeys changed_;
  ChangedKeys::Map::const_iterator next_changed_;
  std::string key_;
  Image before_;
  Image after_;
  TimePoint last_changed_;
};

}  // namespace trestle
