#include "rest/request_counts.h"

#include "rest/endpoint.h"

namespace trestle::rest {

void RequestCounts::AppendTo(std::string& out, std::string_view model) const {
  for (std::size_t place = 0; place < counts_.size(); ++place) {
    const std::uint64_t count = counts_[place].load(std::memory_order_relaxed);
    if (count == 0) continue;
    out.append("trestle_rest_requests_total{model=\"")
        .append(model)
        .append("\",method=\"")
        .append(NameOf(static_cast<http::Method>(place / kClasses)))
        .append("\",status=\"")
        .append(std::to_string(place % kClasses))
        .append("xx\"} ")
        .append(std::to_string(count))
        .append("\n");
  }
}

}  // namespace trestle::rest
