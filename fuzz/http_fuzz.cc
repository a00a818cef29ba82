// Any bytes as what a client sends. Nothing may crash, no limit may be passed, and the requests
// read must not depend on how the bytes were split over reads. The first byte chooses the split.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/check.h"
#include "http/request_reader.h"

namespace trestle::http {
namespace {

Limits SmallLimits() {
  Limits limits;
  limits.max_head_bytes = 512;
  limits.max_headers = 8;
  limits.max_body_bytes = 1024;
  return limits;
}

void Describe(const Request& request, std::string& seen) {
  seen.append(request.method_name).append(" ").append(request.target).append("\n");
  TRESTLE_CHECK(request.path.size() <= std::max<std::size_t>(request.target.size(), 1));
  for (const Header& header : request.headers) {
    TRESTLE_CHECK(!header.name.empty());
    TRESTLE_CHECK(header.value.find_first_of(std::string_view("\r\n\0", 3)) ==
                  std::string_view::npos);
    TRESTLE_CHECK(request.Find(header.name).has_value());
    seen.append(header.name).append(": ").append(header.value).append("\n");
  }
  seen.append(request.body).append("\n");
}

// Everything read from `bytes`, `step` at a time.
std::string Read(std::string_view bytes, std::size_t step) {
  const Limits limits = SmallLimits();
  RequestReader reader(limits);
  std::string seen;
  while (!bytes.empty()) {
    const std::span<char> space = reader.Space();
    const std::size_t size = std::min({space.size(), bytes.size(), step});
    std::memcpy(space.data(), bytes.data(), size);
    reader.Added(size);
    bytes.remove_prefix(size);
    RequestReader::State state = reader.Next();
    for (; state == RequestReader::State::kReady; state = reader.Next()) {
      TRESTLE_CHECK(reader.request().body.size() <= limits.max_body_bytes);
      TRESTLE_CHECK(reader.request().headers.size() <= limits.max_headers);
      Describe(reader.request(), seen);
      reader.Consume();
    }
    if (state == RequestReader::State::kRefused) return seen + "refused";
    reader.TakeContinue();
  }
  return seen;
}

}  // namespace
}  // namespace trestle::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t step = 1 + data[0] % 64;
  TRESTLE_CHECK(trestle::http::Read(bytes, bytes.size() + 1) == trestle::http::Read(bytes, step));
  return 0;
}
