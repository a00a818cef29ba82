#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "auth/signing.h"
#include "base/clock.h"
#include "client/endpoint.h"
#include "client/reply.h"
#include "objects/object_store.h"

namespace trestle {

// A server that speaks S3's HTTP API, buckets in the path.
class S3Store final : public ObjectStore {
 public:
  struct Options {
    client::Endpoint endpoint;  // resolved
    Credentials credentials;
    std::string region = "us-east-1";
  };
  // `clock` tells the true time, whatever the database believes: signatures expire by it.
  S3Store(Options options, const Clock& clock) : options_(std::move(options)), clock_(clock) {}

  Result<std::string> Put(const ObjectName& name, std::string_view bytes) override;
  Result<std::string> PutIf(const ObjectName& name, std::string_view bytes,
                            const std::string& tag) override;
  Result<std::string> TagOf(const ObjectName& name) override;
  Result<std::string> Read(const ObjectName& name, std::uint64_t offset, std::size_t size) override;
  Result<std::vector<ObjectSummary>> List(const std::string& bucket, const std::string& prefix,
                                          std::size_t limit) override;
  Status Delete(const ObjectName& name) override;
  std::unique_ptr<ObjectStore> GivingUpWhen(std::function<bool()> given_up) override;

 private:
  struct Request {
    std::string_view method;
    std::string path;   // encoded
    std::string query;  // encoded
    std::string_view body = {};
    std::string_view header = {};  // one more, between "host" and "x-"; empty: none
    std::string header_value = {};
  };
  // The answer to the signed request; asks again when the server has a bad moment.
  Result<client::Reply> Ask(const Request& request) const;
  std::string Write(const Request& request) const;

  Options options_;
  const Clock& clock_;
  std::function<bool()> given_up_;  // may be empty: never
};

}  // namespace trestle
