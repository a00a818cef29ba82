#pragma once

#include <chrono>
#include <cstddef>

namespace trestle::http {

// What one client may ask of the server before it is refused.
struct Limits {
  using Time = std::chrono::milliseconds;

  // Request line and headers: 431, or 414 when the line alone is too long.
  std::size_t max_head_bytes = 64 << 10;
  std::size_t max_headers = 128;  // 431
  // 413; counts again after decompression.
  std::size_t max_body_bytes = 16 << 20;
  // 503; never more than three quarters of the files that the process may open.
  std::size_t max_connections = 16384;
  // A client that does not read has at most this much waiting for it, and one reply more.
  std::size_t max_output_bytes = 256 << 10;

  // Between requests.
  Time idle_time = std::chrono::minutes(5);
  // From the first byte of a head to its last: 408.
  Time head_time = std::chrono::seconds(30);
  // Without a byte of a request's body, or of a reply, moving.
  Time stall_time = std::chrono::seconds(60);
  // Reading on after a refusal, so that the client gets to see it.
  Time linger_time = std::chrono::seconds(5);
  // For requests in flight when the server stops.
  Time drain_time = std::chrono::seconds(5);
};

}  // namespace trestle::http
