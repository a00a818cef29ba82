#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "value/item_codec.h"

namespace trestle {

// When a change was made, and its place among all changes of the store: of two changes of one item,
// the later has the larger stamp, also after a restart and when the clock was put back. The changes
// of one commit share their time.
struct ChangeStamp {
  TimePoint time;
  std::uint64_t number = 0;
  friend auto operator<=>(const ChangeStamp&, const ChangeStamp&) = default;
};

enum class ChangeOrigin { kClient, kExpiry };

// What happens to one item, as its commit is put together. The views last until the batch has what
// it needs.
struct Change {
  ChangeStamp stamp;
  ChangeOrigin origin = ChangeOrigin::kClient;
  std::string_view item_key;              // ItemKey::bytes
  std::optional<EncodedItemView> before;  // none: it was not there
  std::optional<EncodedItemView> after;   // none: it is deleted
};

}  // namespace trestle
