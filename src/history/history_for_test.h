#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "history/state_at.h"
#include "history/undo_record.h"
#include "storage/store.h"

namespace trestle {

// A table of keys and texts with its history, as the rooms above write them: the item and its undo
// record in one batch.
class HistoryTest : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kTable = 7;
  using Items = std::map<std::string, std::string>;  // by item key

  static TimePoint At(std::int64_t microseconds) { return TimePoint(Duration(microseconds)); }
  static std::string KeyOf(std::string_view name) { return std::string("\2t").append(name); }

  // The item becomes `text`, or goes, at `time`.
  void Write(std::string_view name, std::optional<std::string> text, TimePoint time) {
    const std::string key = KeyOf(name);
    const std::optional<std::string> before = *store_->GetLatest(key);
    Change change{.stamp = {.time = time, .number = ++number_}, .item_key = key};
    if (before) change.before.emplace(*before);
    const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
    text ? batch->Put(key, *text) : batch->Delete(key);
    AddUndoRecord(kTable, change, *batch);
    EXPECT_TRUE(store_->Commit(*batch));
  }

  PastTable Past() const {
    return {.view = store_->Latest(), .table_id = kTable, .items = {"\2t", "\2u"}};
  }

  Items StateBefore(const ChangeStamp& first_undone, std::size_t max_bytes = kChangedKeysBytes) {
    Items items;
    const auto state = *StateAt::Open(Past(), first_undone, max_bytes);
    std::string previous;
    while (*state->Next()) {
      EXPECT_LT(previous, state->item_key()) << "in key order, each once";
      previous = state->item_key();
      items[previous] = state->item().bytes();
    }
    return items;
  }
  Items StateOf(TimePoint time) { return StateBefore(FirstAfter(time)); }

  std::unique_ptr<Store> store_ = *OpenStore({.in_memory = true});
  std::uint64_t number_ = 0;
};

}  // namespace trestle
