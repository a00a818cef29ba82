#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle {

// How one kind of error goes over the wire.
struct WireError {
  int status = 400;
  std::string_view prefix;  // com.amazon.coral.validate#
  std::string_view name;    // ValidationException
  std::string_view message_member = "message";
};

WireError WireErrorOf(ErrorCode code);

// Appends the body of an error's reply: __type, the text, and what the error carries beside it.
void AppendErrorBody(const Error& error, std::string& out);

}  // namespace trestle
