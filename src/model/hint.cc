#include "model/hint.h"

#include <algorithm>
#include <numeric>

namespace trestle::model {
namespace {

constexpr std::size_t kLongestName = 64;

char Lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character + 32) : character;
}

// Letters to add, take away or change, without regard to case.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (Lower(a[i]) == Lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string DidYouMean(std::string_view written, const std::vector<std::string>& names) {
  if (written.size() > kLongestName) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(1, written.size() / 3) + 1;
  for (const std::string& name : names) {
    if (name.size() > kLongestName || name == written) continue;
    const std::size_t distance = Distance(written, name);
    if (distance < best_distance && distance < name.size()) {
      best = &name;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::string() : "; did you mean '" + *best + "'?";
}

}  // namespace trestle::model
