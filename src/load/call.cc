#include "load/call.h"

#include <memory>

#include "client/messages.h"
#include "load/driver.h"

namespace trestle::load {
namespace {

constexpr std::chrono::seconds kPatience{30};

class OneRequest final : public Traffic {
 public:
  OneRequest(std::string_view operation, std::string_view body)
      : operation_(operation), body_(body) {}

  bool Next(Outgoing& request) override {
    if (sent_) return false;
    sent_ = true;
    request = {.operation = operation_, .body = std::string(body_), .ticket = {}};
    return true;
  }
  void Answered(const Answer& answer) override {
    answered_ = true;
    reply_ = {.status = answer.status, .body = std::string(answer.body)};
  }
  bool Done() const override { return answered_; }
  const Reply& reply() const { return reply_; }

 private:
  std::string_view operation_;
  std::string_view body_;
  bool sent_ = false;
  bool answered_ = false;
  Reply reply_;
};

}  // namespace

Result<Reply> Call(const Endpoint& endpoint, const RequestWriter& writer,
                   std::string_view operation, std::string_view body) {
  OneRequest request(operation, body);
  const std::atomic<bool> never = false;
  TRESTLE_TRY(const std::unique_ptr<Driver> driver,
              Driver::Open(endpoint, writer, {.connections = 1}, request, never));
  driver->RunUntil(SteadyClock::now() + kPatience);
  driver->Drain(Nanoseconds(0));
  const Reply& reply = request.reply();
  if (reply.status == 0) return client::messages::Unreachable(endpoint.url(), reply.body);
  return reply;
}

}  // namespace trestle::load
