#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Every text of this room that a user can get. A mistake in the arguments is kValidation.
namespace trestle::load::messages {

inline tl::unexpected<Error> BadDuration(std::string_view text) {
  return Fail(ErrorCode::kValidation,
              "'" + std::string(text) + "' is not a duration: write 500ms, 10s, 2m or 1h");
}
inline tl::unexpected<Error> UnknownWorkload(std::string_view name, std::string_view known) {
  return Fail(ErrorCode::kValidation, "'" + std::string(name) +
                                          "' is neither a workload nor a mix: choose from " +
                                          std::string(known));
}
inline tl::unexpected<Error> BadWeight(std::string_view part) {
  return Fail(ErrorCode::kValidation, "the mix's part '" + std::string(part) +
                                          "' has no weight: write name=N, N from 0 to 1000000");
}
inline tl::unexpected<Error> EmptyMix() {
  return Fail(ErrorCode::kValidation, "the mix has nothing to send: give a workload a weight");
}
inline tl::unexpected<Error> BadSkew(std::string_view text) {
  return Fail(
      ErrorCode::kValidation,
      "'" + std::string(text) + "' is not a skew: write uniform, zipf or zipf:EXPONENT (0.1 to 3)");
}
inline tl::unexpected<Error> NoTls(std::string_view url) {
  return Fail(ErrorCode::kValidation, "'" + std::string(url) +
                                          "' asks for TLS, which the bench does not speak: "
                                          "use an http:// endpoint");
}
inline tl::unexpected<Error> ItemTooSmall(std::size_t minimum, std::size_t maximum) {
  return Fail(ErrorCode::kValidation, "--item-bytes must be from " + std::to_string(minimum) +
                                          " to " + std::to_string(maximum));
}
inline tl::unexpected<Error> TooFewConnections() {
  return Fail(ErrorCode::kValidation, "--connections must be at least --threads");
}

inline tl::unexpected<Error> NotDynamo(std::string_view url, std::string_view operation, int status,
                                       std::string_view body) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string(url) + " answered " + std::string(operation) + " with " +
                  std::to_string(status) + " " + std::string(body.substr(0, 300)));
}
inline tl::unexpected<Error> TableExists(std::string_view url, std::string_view table) {
  return Fail(ErrorCode::kResourceInUse,
              "the table '" + std::string(table) + "' is already at " + std::string(url) +
                  ": the bench makes a table of its own, so choose another name with --table");
}
inline tl::unexpected<Error> TableNeverActive(std::string_view url, std::string_view table,
                                              std::string_view state) {
  return Fail(ErrorCode::kResourceNotFound, "the table '" + std::string(table) + "' at " +
                                                std::string(url) + " stays " + std::string(state));
}
inline tl::unexpected<Error> LoadingStuck(std::string_view url, std::string_view reason) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string(url) + " takes no more items: " + std::string(reason));
}
inline tl::unexpected<Error> Interrupted() {
  return Fail(ErrorCode::kRequestLimitExceeded, "interrupted");
}
inline std::string TableLeft(std::string_view url, std::string_view table) {
  return "the table '" + std::string(table) +
         "' could not be deleted: when the server answers, use `aws dynamodb delete-table "
         "--endpoint-url " +
         std::string(url) + " --table-name " + std::string(table) + "`";
}
inline tl::unexpected<Error> BadScriptLine(std::size_t line, std::string_view why) {
  return Fail(ErrorCode::kValidation,
              "line " + std::to_string(line) + " of the load: " + std::string(why));
}
inline tl::unexpected<Error> EmptyScript() {
  return Fail(ErrorCode::kValidation, "the load has no requests");
}
inline tl::unexpected<Error> NothingKept(std::string_view request, std::string_view pool) {
  return Fail(ErrorCode::kValidation, "the load's " + std::string(request) + " takes from " +
                                          std::string(pool) + ", which nothing keeps");
}
inline tl::unexpected<Error> SystemNotServed(std::string_view url, std::string_view system) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string(url) + " does not serve " + std::string(system) +
                  ": start it with `trestle serve --memory --system " + std::string(system) +
                  " --seed-demo`");
}
inline tl::unexpected<Error> PreparationFailed(std::string_view request, std::string_view why) {
  return Fail(ErrorCode::kValidation,
              "the load's " + std::string(request) + " cannot be prepared: " + std::string(why));
}

}  // namespace trestle::load::messages
