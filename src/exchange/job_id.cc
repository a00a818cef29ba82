#include "exchange/job_id.h"

#include <algorithm>
#include <random>

namespace trestle {

std::string NewJobId(TimePoint now) {
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  std::string id = std::to_string(milliseconds.count());
  id.insert(0, 14 - std::min<std::size_t>(14, id.size()), '0');
  id.push_back('-');
  std::random_device random;
  for (int i = 0; i < 8; ++i) id.push_back("0123456789abcdef"[random() & 0xFu]);
  return id;
}

std::string_view JobIdOf(std::string_view arn, std::string_view kind) {
  const std::size_t place = arn.find(kind);
  return place == std::string_view::npos ? std::string_view() : arn.substr(place + kind.size());
}

}  // namespace trestle
