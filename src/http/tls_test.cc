#include "http/tls.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "http/server.h"
#include "http/test_client.h"
#include "http/test_handler.h"

namespace trestle::http {
namespace {

// A folder with a key and a certificate that it signed itself.
class TlsFiles {
 public:
  TlsFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tls-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_sign(certificate, key, EVP_sha256());
    std::FILE* file = std::fopen(this->certificate().c_str(), "w");
    PEM_write_X509(file, certificate);
    std::fclose(file);
    file = std::fopen(this->key().c_str(), "w");
    PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    X509_free(certificate);
    EVP_PKEY_free(key);
  }
  ~TlsFiles() { std::filesystem::remove_all(folder_); }

  std::string certificate() const { return folder_ / "certificate.pem"; }
  std::string key() const { return folder_ / "key.pem"; }
  std::string other() const { return folder_ / "other.pem"; }

 private:
  std::filesystem::path folder_;
};

// A TLS session over a TestClient's socket.
class TlsClient {
 public:
  explicit TlsClient(std::uint16_t port)
      : client_(port), context_(SSL_CTX_new(TLS_client_method())), session_(SSL_new(context_)) {
    SSL_set_fd(session_, client_.socket());
    connected_ = SSL_connect(session_) == 1;
  }
  ~TlsClient() {
    SSL_free(session_);
    SSL_CTX_free(context_);
  }

  bool connected() const { return connected_; }
  void Send(std::string_view bytes) {
    SSL_write(session_, bytes.data(), static_cast<int>(bytes.size()));
  }

  // What comes until `end`, or until the connection ends.
  std::string ReceiveUntil(std::string_view end) {
    std::string received;
    char buffer[16384];
    while (!received.ends_with(end)) {
      const int size = SSL_read(session_, buffer, sizeof buffer);
      if (size <= 0) break;
      received.append(buffer, static_cast<std::size_t>(size));
    }
    return received;
  }

 private:
  TestClient client_;
  SSL_CTX* context_;
  SSL* session_;
  bool connected_ = false;
};

class TlsTest : public testing::Test {
 protected:
  void Start() {
    auto started = Server::Start(
        {.loops = 2, .tls_certificate = files_.certificate(), .tls_key = files_.key()}, handler_,
        clock_);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }

  TlsFiles files_;
  TestHandler handler_;
  SystemClock clock_;
  std::unique_ptr<Server> server_;
};

TEST_F(TlsTest, ServesSecureConnections) {
  Start();
  EXPECT_TRUE(server_->Url().starts_with("https://"));
  TlsClient client(server_->Port());
  ASSERT_TRUE(client.connected());
  for (int i = 0; i < 10; ++i) {
    client.Send("GET /remote HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(client.ReceiveUntil("127.0.0.1 secure").starts_with("HTTP/1.1 200 OK\r\n"));
  }
}

TEST_F(TlsTest, MovesLargeBodiesBothWays) {
  Start();
  TlsClient client(server_->Port());
  const std::string body = std::string(5'000'000, 'b') + "the end";
  client.Send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n\r\n");
  client.Send(body);
  EXPECT_TRUE(client.ReceiveUntil("the end").ends_with("\r\n\r\n" + body));
}

TEST_F(TlsTest, AnswersLater) {
  Start();
  TlsClient client(server_->Port());
  client.Send("GET /later HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  handler_.Take().Send(Response{.body = "late"});
  EXPECT_TRUE(client.ReceiveUntil("nothing after it").ends_with("late"));
}

TEST_F(TlsTest, DropsClientsThatDoNotSpeakTls) {
  Start();
  TestClient client(server_->Port());
  client.Send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.Receive().status, 0);
  TlsClient next(server_->Port());
  EXPECT_TRUE(next.connected());
}

TEST_F(TlsTest, UnusableFilesAreClearErrors) {
  EXPECT_EQ(TlsContext::Load(files_.certificate(), "").error().message,
            "TLS needs a certificate and a key: one of the two is missing");
  EXPECT_EQ(TlsContext::Load(files_.other(), files_.key()).error().message,
            "cannot use the TLS certificate '" + files_.other() + "': No such file or directory");
  std::ofstream(files_.other()) << "not a key";
  EXPECT_TRUE(TlsContext::Load(files_.certificate(), files_.other())
                  .error()
                  .message.starts_with("cannot use the TLS key '" + files_.other() + "': "));
  const TlsFiles others;
  EXPECT_EQ(TlsContext::Load(files_.certificate(), others.key()).error().message,
            "cannot use the TLS key '" + others.key() + "': key values mismatch");
}

}  // namespace
}  // namespace trestle::http
