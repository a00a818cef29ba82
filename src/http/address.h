#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <string>

namespace trestle::http {

// Where a connection comes from: an IPv4 or IPv6 address and a port.
class Address {
 public:
  Address() = default;
  explicit Address(const sockaddr_storage& socket_address);

  // An IPv4 address in IPv6 form (::ffff:127.0.0.1) counts as the IPv4 address that it is.
  bool IsLoopback() const;
  // The address alone, "127.0.0.1" or "::1"; empty when unknown.
  std::string ToString() const;
  std::uint16_t port() const { return port_; }

  friend bool operator==(const Address&, const Address&) = default;

 private:
  std::array<std::uint8_t, 16> bytes_ = {};  // an IPv4 address fills the first four
  sa_family_t family_ = AF_UNSPEC;
  std::uint16_t port_ = 0;
};

}  // namespace trestle::http
