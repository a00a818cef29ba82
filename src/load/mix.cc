#include "load/mix.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "load/messages.h"

namespace trestle::load {
namespace {

constexpr std::uint32_t kMaxWeight = 1'000'000;

constexpr std::array<std::string_view, kWorkloadCount> kNames = {
    "get", "batchget", "query", "gsiquery", "scan", "update", "put", "delete", "transact"};

struct NamedMix {
  std::string_view name;
  std::string_view parts;
};
constexpr std::array<NamedMix, 6> kNamedMixes = {{
    {"balanced", "get=50,put=50"},
    {"reads", "get=70,query=15,gsiquery=10,batchget=5"},
    {"writes", "put=50,update=35,delete=10,transact=5"},
    {"web", "get=60,query=20,update=10,put=8,delete=2"},
    {"counters", "get=50,update=50"},
    {"everything", "get=1,batchget=1,query=1,gsiquery=1,scan=1,update=1,put=1,delete=1,transact=1"},
}};

std::optional<std::size_t> WorkloadNamed(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kNames.begin());
}

std::string_view PartsOf(std::string_view text) {
  for (const NamedMix& mix : kNamedMixes) {
    if (mix.name == text) return mix.parts;
  }
  return text;
}

std::string KnownNames() {
  std::string names = WorkloadNames();
  for (const NamedMix& mix : kNamedMixes) names.append(", ").append(mix.name);
  return names;
}

struct Part {
  std::size_t workload = 0;
  std::uint32_t weight = 1;
};

Result<Part> ParsePart(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const std::optional<std::size_t> workload = WorkloadNamed(name);
  if (!workload) return messages::UnknownWorkload(name, KnownNames());
  Part part = {.workload = *workload};
  if (equals == std::string_view::npos) return part;
  const std::string_view digits = text.substr(equals + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), part.weight);
  const bool whole = end == digits.data() + digits.size();
  if (error != std::errc() || !whole || part.weight > kMaxWeight) return messages::BadWeight(text);
  return part;
}

}  // namespace

std::string_view NameOf(Workload workload) { return kNames[static_cast<std::size_t>(workload)]; }

Result<Mix> Mix::Parse(std::string_view text) {
  Mix mix;
  std::string_view rest = PartsOf(text);
  while (!rest.empty()) {
    const std::size_t end = rest.find(',');
    TRESTLE_TRY(const Part part, ParsePart(rest.substr(0, end)));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    mix.weights_[part.workload] += part.weight;
    mix.total_ += part.weight;
  }
  if (mix.total_ == 0) return messages::EmptyMix();
  return mix;
}

Workload Mix::Choose(std::uint64_t random) const {
  __extension__ using Wide = unsigned __int128;
  auto place = static_cast<std::uint64_t>((static_cast<Wide>(random) * total_) >> 64);
  std::size_t workload = 0;
  while (place >= weights_[workload]) place -= weights_[workload++];
  return static_cast<Workload>(workload);
}

std::string Mix::ToString() const {
  std::string text;
  for (std::size_t i = 0; i < kWorkloadCount; ++i) {
    if (weights_[i] == 0) continue;
    if (!text.empty()) text.push_back(',');
    text.append(kNames[i]).append("=").append(std::to_string(weights_[i]));
  }
  return text;
}

std::string WorkloadNames() {
  std::string names;
  for (const std::string_view name : kNames) {
    if (!names.empty()) names.append(", ");
    names.append(name);
  }
  return names;
}

std::string NamedMixes() {
  std::string lines;
  for (const NamedMix& mix : kNamedMixes) {
    lines.append("  ").append(mix.name).append(12 - mix.name.size(), ' ');
    lines.append(mix.parts).push_back('\n');
  }
  return lines;
}

}  // namespace trestle::load
