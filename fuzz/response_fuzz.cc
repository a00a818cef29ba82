#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "client/response_reader.h"

namespace {

using trestle::client::ResponseReader;
using State = ResponseReader::State;

// What the reader makes of the first answer in `bytes`, given at most `step` of them at a time.
std::pair<State, std::string> Read(std::string_view bytes, std::size_t step) {
  ResponseReader reader;
  State state = State::kNeedMore;
  while (state == State::kNeedMore && !bytes.empty()) {
    const std::span<char> space = reader.Space();
    TRESTLE_CHECK(!space.empty());
    const std::size_t given = std::min({step, bytes.size(), space.size()});
    std::memcpy(space.data(), bytes.data(), given);
    bytes.remove_prefix(given);
    state = reader.Advance(given);
  }
  if (state == State::kNeedMore) state = reader.End();
  return {state, state == State::kComplete ? std::string(reader.body()) : std::string()};
}

}  // namespace

// Any server may be at the other end of `trestle bench`. No bytes crash the reader, and it is the
// same answer however they arrive, but that bytes after an answer break it only if they come with
// it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto in_pieces = Read(bytes, 1);
  const auto at_once = Read(bytes, size);
  if (at_once.first == State::kBroken) return 0;
  TRESTLE_CHECK(in_pieces == at_once);
  return 0;
}
