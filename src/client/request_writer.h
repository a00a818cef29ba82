#pragma once

#include <string>
#include <string_view>

#include "auth/signing.h"
#include "base/clock.h"

namespace trestle::client {

// Who asks, and where the service thinks it is.
struct Caller {
  Credentials credentials;
  std::string region;
};

// Writes signed HTTP requests to one host. Not safe to share between threads.
class RequestWriter {
 public:
  // `clock` outlives the writer.
  RequestWriter(std::string host, const Caller& caller, const Clock& clock);

  // Replaces `out` by the whole request.
  void Write(std::string_view operation, std::string_view body, std::string& out);
  // The same for a target such as DynamoDBStreams_20120810.GetRecords.
  void WriteTo(std::string_view target, std::string_view body, std::string& out);

 private:
  void RefreshTimestamp();

  std::string host_;
  Signer signer_;
  const Clock& clock_;
  TimePoint second_;  // that timestamp_ says
  std::string timestamp_;
  std::string target_;  // kept for their memory
  std::string payload_hash_;
};

}  // namespace trestle::client
