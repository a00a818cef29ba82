#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/handler.h"
#include "operation/local_database.h"
#include "protocol/admin_routes.h"
#include "protocol/delayed_replies.h"
#include "protocol/metrics.h"

namespace trestle {

struct ServedOperation;

// Answers DynamoDB's wire protocol: finds the operation, checks signature, types and constraints in
// the service's order, runs it, and holds the reply back until what it tells is durable. Safe to
// call from all event loops.
class Dispatcher final : public http::Handler {
 public:
  // `database` outlives the dispatcher; `loops` is the number of the server's event loops.
  Dispatcher(LocalDatabase& database, std::size_t loops, AdminOptions admin = {});
  ~Dispatcher() override;

  // More text for GET /metrics, appended by `show`; to be told before the server starts.
  void AlsoShow(std::function<void(std::string&)> show) { also_show_ = std::move(show); }

  void Handle(const http::Request& request, http::Responder responder) override;
  // Replies that wait for the disk wait together, so that one wake-up serves all that a turn has
  // written.
  void EndOfTurn(std::size_t loop) override;

 private:
  struct Loop;
  struct Parked;
  struct Outcome;

  void SendParked(Loop& loop);
  void Settle(Loop& loop);
  static void Send(Parked reply, DelayedReplies& delayed);
  Outcome Answer(const http::Request& request, Loop& loop);
  Outcome AnswerPost(const http::Request& request, Loop& loop);
  Outcome AnswerOperation(const http::Request& request, Loop& loop);
  Result<std::string> Run(const http::Request& request, Loop& loop, Outcome& outcome);

  LocalDatabase& database_;
  const SignatureVerifier* const verifier_;  // null: signatures are not verified
  Metrics metrics_;
  std::function<void(std::string&)> also_show_;
  AdminRoutes admin_;
  std::vector<std::unique_ptr<Loop>> loops_;
  // With replies that wait for the disk, which may outlive the dispatcher.
  const std::shared_ptr<DelayedReplies> delayed_ = std::make_shared<DelayedReplies>();
};

}  // namespace trestle
