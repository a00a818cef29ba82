#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trestle::http {

enum class InflateState : std::uint8_t { kDone, kBad, kTooLarge };

// Replaces `output` with the decompressed gzip data, one member or several; stops as soon as more
// than `max_bytes` come out, however little went in.
InflateState InflateGzip(std::string_view input, std::size_t max_bytes, std::string& output);

}  // namespace trestle::http
