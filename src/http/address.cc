#include "http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

namespace trestle::http {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::array<std::uint8_t, 16> kLoopback6 = {0, 0, 0, 0, 0, 0, 0, 0,
                                                     0, 0, 0, 0, 0, 0, 0, 1};

}  // namespace

Address::Address(const sockaddr_storage& socket_address) : family_(socket_address.ss_family) {
  if (family_ == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, &socket_address, sizeof in);
    std::memcpy(bytes_.data(), &in.sin_addr, sizeof in.sin_addr);
    port_ = ntohs(in.sin_port);
  } else if (family_ == AF_INET6) {
    sockaddr_in6 in{};
    std::memcpy(&in, &socket_address, sizeof in);
    std::memcpy(bytes_.data(), &in.sin6_addr, sizeof in.sin6_addr);
    port_ = ntohs(in.sin6_port);
    if (std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), bytes_.begin())) {
      family_ = AF_INET;
      std::copy(bytes_.begin() + 12, bytes_.end(), bytes_.begin());
      std::fill(bytes_.begin() + 4, bytes_.end(), std::uint8_t{0});
    }
  }
}

bool Address::IsLoopback() const {
  if (family_ == AF_INET) return bytes_[0] == 127;
  return family_ == AF_INET6 && bytes_ == kLoopback6;
}

std::string Address::ToString() const {
  if (family_ != AF_INET && family_ != AF_INET6) return "";
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(family_, bytes_.data(), text.data(), text.size());
  return text.data();
}

}  // namespace trestle::http
