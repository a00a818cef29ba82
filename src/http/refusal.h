#pragma once

#include <string>
#include <utility>

#include "http/messages.h"
#include "http/response.h"

namespace trestle::http {

// The reply that tells a client why its request was refused. The texts need no JSON escapes.
inline Response RefusalResponse(const Refusal& refusal) {
  Response response{.status = refusal.status};
  response.headers.Add("Content-Type", "application/json");
  response.body.append("{\"message\":\"").append(refusal.text).append("\"}");
  return response;
}

}  // namespace trestle::http
