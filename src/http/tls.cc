#include "http/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <climits>
#include <cstring>

#include "http/messages.h"

namespace trestle::http {
namespace {

constexpr unsigned char kProtocols[] = "\x08http/1.1";

std::string LastReason() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (ERR_SYSTEM_ERROR(code)) return std::strerror(ERR_GET_REASON(code));
  const char* reason = ERR_reason_error_string(code);
  return reason == nullptr ? "unknown error" : reason;
}

// Of what the client offers, HTTP/1.1 is taken; a client that offers only others goes on without an
// agreement.
int SelectProtocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size,
                   const unsigned char* offered, unsigned int offered_size, void*) {
  unsigned char* match = nullptr;
  const int result = SSL_select_next_proto(&match, chosen_size, kProtocols, sizeof kProtocols - 1,
                                           offered, offered_size);
  *chosen = match;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

class TlsStream final : public Stream {
 public:
  // Without a session (out of memory) every call fails, and the connection is closed.
  TlsStream(int socket, SSL* session) : Stream(socket), session_(session) {
    if (session_ == nullptr) return;
    SSL_set_fd(session_, socket);
  }
  ~TlsStream() override {
    if (!failed_) EndWriting();
    SSL_free(session_);
  }

  bool secure() const override { return true; }

  Moved Read(std::span<char> space) override {
    if (session_ == nullptr) return {.bytes = 0, .state = IoState::kFailed};
    const int size = SSL_read(session_, space.data(),
                              static_cast<int>(std::min<std::size_t>(space.size(), INT_MAX)));
    if (size > 0) return {.bytes = static_cast<std::size_t>(size), .state = IoState::kMore};
    return {.bytes = 0, .state = StateAfter(size)};
  }

  Moved Write(const std::array<std::string_view, 2>& parts) override {
    if (session_ == nullptr) return {.bytes = 0, .state = IoState::kFailed};
    const std::string_view part = parts[0].empty() ? parts[1] : parts[0];
    const int size = SSL_write(session_, part.data(),
                               static_cast<int>(std::min<std::size_t>(part.size(), INT_MAX)));
    if (size > 0) return {.bytes = static_cast<std::size_t>(size), .state = IoState::kMore};
    const IoState state = StateAfter(size);
    return {.bytes = 0, .state = state == IoState::kEnded ? IoState::kFailed : state};
  }

  void EndWriting() override {
    if (session_ != nullptr && SSL_is_init_finished(session_)) SSL_shutdown(session_);
    ERR_clear_error();
  }

 private:
  IoState StateAfter(int result) {
    const int error = SSL_get_error(session_, result);
    ERR_clear_error();
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return IoState::kBlocked;
    if (error == SSL_ERROR_ZERO_RETURN) return IoState::kEnded;
    failed_ = true;
    return IoState::kFailed;
  }

  SSL* session_;
  bool failed_ = false;  // OpenSSL must not be asked to say goodbye then
};

}  // namespace

Result<std::unique_ptr<TlsContext>> TlsContext::Load(const std::string& certificate,
                                                     const std::string& key) {
  if (certificate.empty() || key.empty()) return messages::TlsNeedsBoth();
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  if (context == nullptr) return messages::CannotStart("SSL_CTX_new", LastReason());
  std::unique_ptr<TlsContext> tls(new TlsContext(context));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // Partial writes, from a buffer that may move between attempts; idle connections give their
  // memory back.
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(context, SelectProtocol, nullptr);
  if (SSL_CTX_use_certificate_chain_file(context, certificate.c_str()) != 1) {
    return messages::BadTlsFile("certificate", certificate, LastReason());
  }
  if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return messages::BadTlsFile("key", key, LastReason());
  }
  if (SSL_CTX_check_private_key(context) != 1) {
    return messages::BadTlsFile("key", key, LastReason());
  }
  return tls;
}

TlsContext::~TlsContext() { SSL_CTX_free(context_); }

std::unique_ptr<Stream> TlsContext::MakeStream(int socket) const {
  SSL* const session = SSL_new(context_);
  if (session != nullptr) SSL_set_accept_state(session);
  return std::make_unique<TlsStream>(socket, session);
}

Result<std::unique_ptr<TlsTrust>> TlsTrust::Load() {
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  if (context == nullptr) return messages::CannotStart("SSL_CTX_new", LastReason());
  std::unique_ptr<TlsTrust> trust(new TlsTrust(context));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_default_verify_paths(context);
  return trust;
}

TlsTrust::~TlsTrust() { SSL_CTX_free(context_); }

std::unique_ptr<Stream> TlsTrust::MakeStream(int socket, const std::string& host) const {
  SSL* session = SSL_new(context_);
  const bool ready = session != nullptr && SSL_set_tlsext_host_name(session, host.c_str()) == 1 &&
                     (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host.c_str()) == 1 ||
                      SSL_set1_host(session, host.c_str()) == 1);
  ERR_clear_error();
  if (!ready) {
    SSL_free(session);  // of null does nothing
    session = nullptr;
  } else {
    SSL_set_connect_state(session);
  }
  return std::make_unique<TlsStream>(socket, session);
}

}  // namespace trestle::http
