#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "http/request.h"
#include "http/response.h"
#include "rest/model_api.h"

namespace trestle::rest {

struct RestOptions {
  // Origins whose pages may use the API, beside those of this server and of this machine; "*": all.
  std::vector<std::string> origins;
  // Whether the request may be answered; empty: any.
  std::function<Status(const http::Request&)> authorize;
};

// Answers /api/…: the models that are served, each below its name. Calls block until what they tell
// is durable, so they are not for an event loop. Safe to share between threads.
class RestApi {
 public:
  static constexpr const char* kPath = "/api";

  RestApi(const Clock& clock, RestOptions options);  // `clock` outlives it

  // Takes the place of a model of the same name.
  void Serve(RestModel model) TRESTLE_EXCLUDES(mutex_);
  // Requests under way are answered.
  void Drop(std::string_view name) TRESTLE_EXCLUDES(mutex_);

  http::Response Answer(const http::Request& request) const TRESTLE_EXCLUDES(mutex_);
  // There are too many requests; may be called from an event loop.
  http::Response Refuse(const http::Request& request) const;

  void AppendMetrics(std::string& out) const TRESTLE_EXCLUDES(mutex_);

 private:
  using Models = std::map<std::string, std::shared_ptr<const ModelApi>, std::less<>>;
  Models models() const TRESTLE_EXCLUDES(mutex_);
  std::shared_ptr<const ModelApi> FindModel(std::string_view name) const TRESTLE_EXCLUDES(mutex_);
  http::Response AnswerModel(const http::Request& request) const;
  http::Response ListModels(const http::Request& request) const;
  bool Allows(std::string_view origin) const;

  const Clock& clock_;
  const RestOptions options_;
  mutable RequestCounts others_;  // requests that name no model
  mutable Mutex mutex_;
  Models models_ TRESTLE_GUARDED_BY(mutex_);  // shared with the requests being answered
};

}  // namespace trestle::rest
