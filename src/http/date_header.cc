#include "http/date_header.h"

#include <algorithm>
#include <ctime>

namespace trestle::http {

void DateHeader::Refresh() {
  const auto now = std::chrono::floor<std::chrono::seconds>(clock_.Now());
  if (now == shown_) return;
  shown_ = now;
  const std::time_t seconds = now.time_since_epoch().count();
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  // One more for the terminator, which strftime needs and the header does not.
  std::array<char, std::tuple_size_v<decltype(text_)> + 1> text{};
  if (std::strftime(text.data(), text.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &utc) == 0) {
    return;  // a year of five digits
  }
  std::copy_n(text.begin(), text_.size(), text_.begin());
}

}  // namespace trestle::http
