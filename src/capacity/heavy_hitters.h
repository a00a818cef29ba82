#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trestle {

// The keys with the most weight among any number of keys, in bounded memory (the space-saving
// sketch): a key that is not kept takes the place of the lightest and inherits its weight, so a
// weight may be too high by `inherited`, never too low.
class HeavyHitters {
 public:
  struct Entry {
    std::string key;
    double weight = 0;
    double inherited = 0;
    // Since it is kept.
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
  };
  explicit HeavyHitters(std::size_t keys_kept) : keys_kept_(keys_kept) {}

  struct Addition {
    double weight = 1;
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
  };
  void Add(std::string_view key, const Addition& addition);
  // Heaviest first.
  std::vector<Entry> Top(std::size_t most) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const {
      return std::hash<std::string_view>()(key);
    }
  };
  std::size_t PlaceFor(std::string_view key);

  std::size_t keys_kept_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> places_;
  std::set<std::pair<double, std::size_t>> by_weight_;  // weight and place
};

}  // namespace trestle
