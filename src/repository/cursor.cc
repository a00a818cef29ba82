#include "repository/cursor.h"

#include <bit>
#include <cstdint>
#include <optional>

#include "auth/sha256.h"
#include "repository/messages.h"
#include "value/base64.h"
#include "value/item_codec.h"

namespace trestle::repository {
namespace {

// A cursor is, in the alphabet of URLs: a version, a MAC of the rest and the binding, then numbers
// of eight bytes (time, query, distance, readers) and for each reader its kind and the key behind
// its length.
constexpr char kVersion = 1;
constexpr std::size_t kMacSize = 16;
constexpr std::size_t kMostReaders = 1000;

void AppendNumber(std::uint64_t number, std::string& out) {
  for (int shift = 56; shift >= 0; shift -= 8) out.push_back(static_cast<char>(number >> shift));
}

std::optional<std::uint64_t> TakeNumber(std::string_view& bytes) {
  if (bytes.size() < 8) return std::nullopt;
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  bytes.remove_prefix(8);
  return number;
}

std::string Mac(std::string_view key, std::string_view binding, std::string_view content) {
  std::string message;
  AppendNumber(binding.size(), message);
  message.append(binding).append(content);
  const Sha256Digest digest = HmacSha256(key, message);
  return {reinterpret_cast<const char*>(digest.data()), kMacSize};
}

// Takes as long whatever differs.
bool Equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

std::string ToUrl(std::string text) {
  while (text.ends_with('=')) text.pop_back();
  for (char& character : text) {
    if (character == '+') character = '-';
    if (character == '/') character = '_';
  }
  return text;
}

std::string FromUrl(std::string_view url) {
  std::string text(url);
  for (char& character : text) {
    if (character == '-') character = '+';
    if (character == '_') character = '/';
  }
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::optional<ReaderPosition> TakeReader(std::string_view& bytes) {
  if (bytes.empty()) return std::nullopt;
  ReaderPosition reader{.kind = static_cast<ReaderPosition::Kind>(bytes.front())};
  bytes.remove_prefix(1);
  if (reader.kind != ReaderPosition::Kind::kAfter) return reader;
  const auto size = TakeNumber(bytes);
  if (!size || *size > bytes.size()) return std::nullopt;
  auto after = EncodedItemView(bytes.substr(0, *size)).Decode();
  if (!after) return std::nullopt;
  reader.after = *std::move(after);
  bytes.remove_prefix(*size);
  return reader;
}

std::optional<Position> PositionOf(std::string_view bytes) {
  const auto now = TakeNumber(bytes);
  const auto query = TakeNumber(bytes);
  const auto distance = TakeNumber(bytes);
  const auto readers = TakeNumber(bytes);
  if (!now || !query || !distance || !readers || *readers > kMostReaders) return std::nullopt;
  Position position{.now = TimePoint(Duration(static_cast<std::int64_t>(*now))),
                    .query = *query,
                    .readers = {},
                    .distance_km = std::bit_cast<double>(*distance)};
  for (std::uint64_t i = 0; i < *readers; ++i) {
    auto reader = TakeReader(bytes);
    if (!reader) return std::nullopt;
    position.readers.push_back(*std::move(reader));
  }
  return position;
}

}  // namespace

std::string SealCursor(const Position& position, std::string_view key, std::string_view binding) {
  std::string content;
  AppendNumber(static_cast<std::uint64_t>(position.now.time_since_epoch().count()), content);
  AppendNumber(position.query, content);
  AppendNumber(std::bit_cast<std::uint64_t>(position.distance_km), content);
  AppendNumber(position.readers.size(), content);
  for (const ReaderPosition& reader : position.readers) {
    content.push_back(static_cast<char>(reader.kind));
    if (reader.kind != ReaderPosition::Kind::kAfter) continue;
    const EncodedItem after = EncodedItem::From(reader.after);
    AppendNumber(after.bytes().size(), content);
    content += after.bytes();
  }
  return ToUrl(EncodeBase64(std::string(1, kVersion) + Mac(key, binding, content) + content));
}

Result<Position> OpenCursor(std::string_view cursor, std::string_view key,
                            std::string_view binding) {
  const auto decoded = DecodeBase64(FromUrl(cursor));
  if (!decoded || decoded->size() < 1 + kMacSize || decoded->front() != kVersion) {
    return messages::BadCursor();
  }
  const std::string_view bytes = *decoded;
  const std::string_view content = bytes.substr(1 + kMacSize);
  if (!Equal(bytes.substr(1, kMacSize), Mac(key, binding, content))) return messages::BadCursor();
  auto position = PositionOf(content);
  if (!position) return messages::BadCursor();
  return *std::move(position);
}

}  // namespace trestle::repository
