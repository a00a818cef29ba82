#include "client/endpoint.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "client/messages.h"

namespace trestle::client {
namespace {

bool IsPort(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port > 0 && port < 65536;
}

bool IsHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_' || c == ':';
}

}  // namespace

Result<Endpoint> Endpoint::Parse(std::string_view url) {
  Endpoint endpoint;
  endpoint.secure_ = url.starts_with("https://");
  const std::string_view scheme = endpoint.secure_ ? "https://" : "http://";
  if (!url.starts_with(scheme)) return messages::BadEndpoint(url);
  if (endpoint.secure_) endpoint.port_ = "443";
  std::string_view host = url.substr(scheme.size());
  if (host.ends_with('/')) host.remove_suffix(1);
  endpoint.host_ = host;
  endpoint.url_ = std::string(scheme).append(host);
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : std::string_view::npos;
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    endpoint.port_ = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  if (bracket != std::string_view::npos) host = host.substr(1, bracket - 1);
  endpoint.name_ = host;
  const bool valid = !host.empty() && std::all_of(host.begin(), host.end(), IsHostCharacter);
  if (!valid || !IsPort(endpoint.port_)) return messages::BadEndpoint(url);
  return endpoint;
}

Status Endpoint::Resolve() {
  addrinfo wanted = {};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(name_.c_str(), port_.c_str(), &wanted, &found);
  if (failure != 0) return messages::UnknownHost(name_, gai_strerror(failure));
  std::memcpy(&address_, found->ai_addr, found->ai_addrlen);
  address_size_ = found->ai_addrlen;
  freeaddrinfo(found);
  if (secure_) {
    TRESTLE_TRY(trust_, http::TlsTrust::Load());
  }
  return {};
}

Result<std::unique_ptr<http::Stream>> Endpoint::Connect() const {
  const int socket = ::socket(address_.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) return messages::CannotOpen("socket", std::strerror(errno));
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  std::unique_ptr<http::Stream> stream =
      trust_ ? trust_->MakeStream(socket, name_) : http::MakePlainStream(socket);
  const int result = connect(socket, reinterpret_cast<const sockaddr*>(&address_), address_size_);
  if (result != 0 && errno != EINPROGRESS) {
    return messages::Unreachable(url_, std::strerror(errno));
  }
  return stream;
}

}  // namespace trestle::client
