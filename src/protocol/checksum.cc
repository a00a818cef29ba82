#include "protocol/checksum.h"

#include <zlib.h>

#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace trestle {
namespace {

std::uint32_t PlainCrc32(std::uint32_t seed, const char* bytes, std::size_t size) {
  return static_cast<std::uint32_t>(
      crc32_z(seed, reinterpret_cast<const unsigned char*>(bytes), size));
}

#if defined(__x86_64__)

constexpr std::size_t kLane = 16;
constexpr std::size_t kStride = 4 * kLane;

// Powers of x modulo the polynomial, bits reversed: they carry a lane over the distance of a stride
// or of one lane. See docs/adr/0006.
struct Distance {
  std::uint64_t low;
  std::uint64_t high;
};
constexpr Distance kOneStride{.low = 0x154442bd4, .high = 0x1c6e41596};
constexpr Distance kOneLane{.low = 0x1751997d0, .high = 0x0ccaa009e};

__attribute__((target("pclmul"))) inline __m128i Carried(__m128i lane, __m128i distance) {
  return _mm_xor_si128(_mm_clmulepi64_si128(lane, distance, 0x00),
                       _mm_clmulepi64_si128(lane, distance, 0x11));
}

inline __m128i Load(const char* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

inline __m128i Load(const Distance& distance) {
  return _mm_set_epi64x(static_cast<std::int64_t>(distance.high),
                        static_cast<std::int64_t>(distance.low));
}

// For at least one stride. Four lanes are carried along side by side until less than a stride is
// left. What they come to is a message of one lane with the same remainder; it and the bytes left
// over are few enough for the plain way.
__attribute__((target("pclmul"))) std::uint32_t FoldedCrc32(std::string_view bytes) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  const __m128i one_stride = Load(kOneStride);
  __m128i lanes[4] = {Load(at), Load(at + kLane), Load(at + 2 * kLane), Load(at + 3 * kLane)};
  lanes[0] = _mm_xor_si128(lanes[0], _mm_cvtsi32_si128(-1));  // a checksum starts with ones
  for (at += kStride; at + kStride <= end; at += kStride) {
    for (std::size_t i = 0; i < 4; ++i) {
      lanes[i] = _mm_xor_si128(Carried(lanes[i], one_stride), Load(at + i * kLane));
    }
  }
  const __m128i one_lane = Load(kOneLane);
  __m128i sum = lanes[0];
  for (std::size_t i = 1; i < 4; ++i) sum = _mm_xor_si128(Carried(sum, one_lane), lanes[i]);

  char rest[kLane + kStride];
  std::memcpy(rest, &sum, kLane);
  std::memcpy(rest + kLane, at, static_cast<std::size_t>(end - at));
  constexpr std::uint32_t kNoOnes = 0xffffffff;  // which zlib inverts: the ones are in already
  return PlainCrc32(kNoOnes, rest, kLane + static_cast<std::size_t>(end - at));
}

bool CanFold() {
  static const bool can = __builtin_cpu_supports("pclmul") != 0;
  return can;
}

#endif

}  // namespace

std::uint32_t Crc32(std::string_view bytes) {
#if defined(__x86_64__)
  if (bytes.size() >= kStride && CanFold()) return FoldedCrc32(bytes);
#endif
  return PlainCrc32(0, bytes.data(), bytes.size());
}

}  // namespace trestle
