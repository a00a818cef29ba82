#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/result.h"
#include "repository/cursor.h"
#include "repository/execution.h"

namespace trestle::repository {

// Reads what one query or scan of a pattern answers, item by item, from any position on.
class PartitionReader {
 public:
  // `execution` outlives the reader. `values` are those of the key condition.
  PartitionReader(Execution& execution, Item key_values, ReaderPosition position);

  // Whether there is an item at hand. Asks for about `wanted` items where there is none and the run
  // may make requests; false otherwise.
  Result<bool> Fill(std::int64_t wanted);
  // Whether all has been read: nothing at hand, nothing to ask for.
  bool Done() const { return place_ == items_.size() && !more_; }
  EncodedItemView current() const { return items_[place_]; }
  void Take() { ++place_; }
  // Behind the last item taken.
  ReaderPosition Position() const;

  // Everything that was answered at once, if nothing of it was taken and it is not more than
  // `room`.
  std::optional<EncodedItems> TakeWhole(std::int64_t room);
  std::int64_t counted() const { return counted_; }  // of a pattern that counts

 private:
  Result<PageResponse> Ask(std::int64_t wanted);
  Item KeyOf(EncodedItemView item) const;

  Execution& execution_;
  std::variant<QueryRequest, ScanRequest> request_;
  std::optional<Item> start_;       // of the next request
  std::optional<Item> page_start_;  // of the items at hand
  EncodedItems items_;
  std::size_t place_ = 0;
  bool more_ = true;
  int asked_ = 0;
  std::int64_t counted_ = 0;
};

}  // namespace trestle::repository
