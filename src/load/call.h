#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "base/result.h"
#include "load/endpoint.h"
#include "load/request_writer.h"
#include "load/time.h"

namespace trestle::load {

struct Reply {
  int status = 0;
  std::string body;

  // The exception's name without what stands before it, e.g. ResourceInUseException; "HTTP 503" if
  // the body does not say.
  std::string ErrorType() const;
};
std::string ErrorTypeOf(int status, std::string_view body);

// Sends one request and waits for its answer, whatever that says. Fails if none comes.
Result<Reply> Call(const Endpoint& endpoint, const RequestWriter& writer,
                   std::string_view operation, std::string_view body);

}  // namespace trestle::load
