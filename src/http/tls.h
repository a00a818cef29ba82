#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "http/stream.h"

struct ssl_ctx_st;

namespace trestle::http {

// A certificate and its key, ready to serve TLS 1.2 and 1.3. Safe to share between threads.
class TlsContext {
 public:
  // PEM files; the certificate's may go on with the chain that signed it.
  static Result<std::unique_ptr<TlsContext>> Load(const std::string& certificate,
                                                  const std::string& key);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // Takes over `socket`. The handshake happens with the first reads.
  std::unique_ptr<Stream> MakeStream(int socket) const;

 private:
  explicit TlsContext(ssl_ctx_st* context) : context_(context) {}
  ssl_ctx_st* context_;
};

// The certificate authorities that this machine trusts, for connections that this side makes: the
// peer must show a certificate of the host's name that one of them vouches for. Safe to share
// between threads.
class TlsTrust {
 public:
  // Those of the machine, or of the file that the environment's SSL_CERT_FILE names.
  static Result<std::unique_ptr<TlsTrust>> Load();
  ~TlsTrust();
  TlsTrust(const TlsTrust&) = delete;
  TlsTrust& operator=(const TlsTrust&) = delete;

  // Takes over `socket`, which may still be connecting. The handshake happens with the first
  // writes.
  std::unique_ptr<Stream> MakeStream(int socket, const std::string& host) const;

 private:
  explicit TlsTrust(ssl_ctx_st* context) : context_(context) {}
  ssl_ctx_st* context_;
};

}  // namespace trestle::http
