#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "auth/keyring.h"
#include "base/clock.h"
#include "http/worker_handler.h"
#include "model/model.h"
#include "operation/database.h"
#include "repository/repository.h"
#include "repository/workflow.h"
#include "rest/rest_api.h"

namespace trestle {

// The REST API of this server's models, and the threads that answer it.
class RestServing {
 public:
  struct Setup {
    Database& database;
    const Clock& clock;
    const SignatureVerifier* verifier = nullptr;  // null: requests need no signature
    std::vector<std::string> origins;             // of --cors-origin
  };
  explicit RestServing(const Setup& setup);  // what `setup` refers to outlives it

  struct Model {
    std::shared_ptr<const model::Model> model;         // shared with its binding
    bool bound = false;                                // the server keeps it in every write
    std::shared_ptr<repository::Workflows> workflows;  // of a system, shared with it; null: none
  };
  // Takes the place of a model of the same name. What it runs on is shared with who else does.
  std::shared_ptr<const repository::Repository> Serve(Model model);
  void Drop(std::string_view name) { api_.Drop(name); }

  http::Handler& handler() { return handler_; }
  void AppendMetrics(std::string& out) const { api_.AppendMetrics(out); }

 private:
  Database& database_;
  const Clock& clock_;
  const std::string cursor_key_;
  rest::RestApi api_;
  http::WorkerHandler handler_;  // the last member: its threads use the others
};

}  // namespace trestle
