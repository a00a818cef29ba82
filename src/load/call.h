#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "base/result.h"
#include "client/endpoint.h"
#include "client/reply.h"
#include "client/request_writer.h"
#include "load/time.h"

namespace trestle::load {

using client::Endpoint;
using client::ErrorTypeOf;
using client::Reply;
using client::RequestWriter;

// Sends one request and waits for its answer, whatever that says. Fails if none comes.
Result<Reply> Call(const Endpoint& endpoint, const RequestWriter& writer,
                   std::string_view operation, std::string_view body);

}  // namespace trestle::load
