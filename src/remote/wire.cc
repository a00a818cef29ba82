#include "remote/wire.h"

#include <utility>

#include "remote/messages.h"
#include "remote/remote_error.h"

namespace trestle::remote {
namespace {

// Of an endpoint that has never answered: an address that was mistyped is not waited for.
constexpr int kFirstAttempts = 3;

std::string TargetOf(const Call& call) {
  const std::string_view service =
      call.service == Call::Service::kStreams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.";
  return std::string(service).append(call.operation);
}

}  // namespace

Wire::Wire(client::Endpoint tables, client::Endpoint streams, WireOptions options,
           const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      tables_{.endpoint = std::move(tables), .mutex = {}, .idle = {}},
      streams_{.endpoint = std::move(streams), .mutex = {}, .idle = {}} {}

Wire::~Wire() = default;

std::unique_ptr<Wire::Session> Wire::Take(Side& side) {
  {
    const MutexLock lock(side.mutex);
    if (!side.idle.empty()) {
      std::unique_ptr<Session> session = std::move(side.idle.back());
      side.idle.pop_back();
      return session;
    }
  }
  return std::unique_ptr<Session>(
      new Session{.channel = client::Channel(side.endpoint),
                  .writer = client::RequestWriter(side.endpoint.host(), options_.caller, clock_),
                  .request = {}});
}

Wire::Outcome Wire::SendOnce(Side& side, const Call& call) {
  std::unique_ptr<Session> session = Take(side);
  session->writer.WriteTo(TargetOf(call), call.body, session->request);
  Result<client::Reply> reply = session->channel.Send(
      session->request, {.patience = options_.patience, .repeatable = call.repeatable});
  Outcome outcome{.reply = std::nullopt, .error = {}, .may_be_done = session->channel.has_sent()};
  if (reply) {
    outcome.reply = *std::move(reply);
  } else {
    outcome.error = messages::NoAnswer(reply.error().message);
  }
  const MutexLock lock(side.mutex);
  side.idle.push_back(std::move(session));
  return outcome;
}

bool Wire::IsWorthMore(const Outcome& outcome, const Call& call, int attempts) const {
  if (!outcome.reply) {
    if (!heard_ && attempts >= kFirstAttempts) return false;
    return call.repeatable || !outcome.may_be_done;
  }
  const Retry retry = RetryAfter(*outcome.reply);
  return retry == Retry::kAlways || (retry == Retry::kIfRepeatable && call.repeatable);
}

Result<std::string> Wire::Send(const Call& call) {
  Side& side = call.service == Call::Service::kStreams ? streams_ : tables_;
  Backoff backoff(options_.backoff, options_.pause);
  while (true) {
    Outcome outcome = SendOnce(side, call);
    if (outcome.reply) {
      heard_ = true;
      if (outcome.reply->status == 200) return std::move(outcome.reply->body);
      outcome.error = ErrorOf(*outcome.reply);
    }
    if (!IsWorthMore(outcome, call, backoff.attempts()) || !backoff.Wait()) {
      return tl::unexpected(std::move(outcome.error));
    }
  }
}

}  // namespace trestle::remote
