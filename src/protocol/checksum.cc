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
  // Four names and not an array, so that the compiler keeps them in registers.
  __m128i first = _mm_xor_si128(Load(at), _mm_cvtsi32_si128(-1));  // a checksum starts with ones
  __m128i second = Load(at + kLane);
  __m128i third = Load(at + 2 * kLane);
  __m128i fourth = Load(at + 3 * kLane);
  for (at += kStride; at + kStride <= end; at += kStride) {
    first = _mm_xor_si128(Carried(first, one_stride), Load(at));
    second = _mm_xor_si128(Carried(second, one_stride), Load(at + kLane));
    third = _mm_xor_si128(Carried(third, one_stride), Load(at + 2 * kLane));
    fourth = _mm_xor_si128(Carried(fourth, one_stride), Load(at + 3 * kLane));
  }
  const __m128i one_lane = Load(kOneLane);
  __m128i sum = _mm_xor_si128(Carried(first, one_lane), second);
  sum = _mm_xor_si128(Carried(sum, one_lane), third);
  sum = _mm_xor_si128(Carried(sum, one_lane), fourth);

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
