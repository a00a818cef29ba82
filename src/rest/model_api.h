#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "repository/repository.h"
#include "repository/workflow.h"
#include "rest/call.h"
#include "rest/endpoint.h"
#include "rest/request_counts.h"

namespace trestle::rest {

// A model that is served: shared with whoever else runs it.
struct RestModel {
  std::shared_ptr<const repository::Repository> repository;
  std::shared_ptr<repository::Workflows> workflows;  // null: none
};

// The REST API of one model. Safe to share between threads.
class ModelApi {
 public:
  ModelApi(RestModel model, const Clock& clock);  // `clock` outlives it

  const model::Model& model() const { return served_.model(); }
  const std::string& root() const { return served_.root; }

  // `path` is what follows /api/<model>.
  http::Response Answer(const http::Request& request, std::string_view path) const;

  RequestCounts& counts() const { return counts_; }

 private:
  Result<http::Response> Run(const Call& call) const;
  Result<http::Response> ShowDocument(const http::Request& request, std::string body) const;

  const RestModel model_;
  const ServedModel served_;
  const std::vector<Endpoint> endpoints_;
  mutable std::once_flag openapi_made_;
  mutable std::string openapi_;  // made when it is first asked for
  mutable RequestCounts counts_;
};

}  // namespace trestle::rest
