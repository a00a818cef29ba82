#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/plain_json.h"
#include "repository/repository_for_test.h"
#include "rest/rest_api.h"

namespace trestle::rest {

// What a client sends.
struct Sent {
  http::Method method = http::Method::kGet;
  std::string target;
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

struct Got {
  int status = 0;
  std::string headers;
  std::string body;

  std::string Header(std::string_view name) const {
    const std::size_t begin = headers.find(std::string(name) + ": ");
    if (begin == std::string::npos) return "-";
    const std::size_t from = begin + name.size() + 2;
    return headers.substr(from, headers.find("\r\n", from) - from);
  }
};

// The shop of the model's tests behind the REST API.
class RestTest : public repository::RepositoryTest {
 protected:
  void Start(std::string_view model = model::kShop, RestOptions options = {},
             std::shared_ptr<repository::Workflows> workflows = nullptr) {
    Open(model);
    api_ = std::make_unique<RestApi>(clock_, std::move(options));
    const std::shared_ptr<const repository::Repository> unowned(repository_.get(), [](auto*) {});
    api_->Serve({.repository = unowned, .workflows = std::move(workflows)});
  }

  Got Send(const Sent& sent) {
    std::vector<http::Header> headers = {{"Host", "here:8000"}};
    if (!sent.body.empty()) headers.push_back({"Content-Type", "application/json"});
    for (const auto& header : sent.headers) {
      std::erase_if(headers, [&](const auto& known) { return known.name == header.first; });
      headers.push_back({header.first, header.second});
    }
    const std::string_view target = sent.target;
    const std::size_t mark = std::min(target.find('?'), target.size());
    const http::Response response =
        api_->Answer({.method = sent.method,
                      .method_name = NameOf(sent.method),
                      .target = target,
                      .path = target.substr(0, mark),
                      .query = target.substr(std::min(mark + 1, target.size())),
                      .headers = headers,
                      .body = sent.body});
    return {response.status, std::string(response.headers.text()), response.body};
  }
  Got Get(std::string target) { return Send({.target = std::move(target)}); }
  Got Post(std::string target, std::string body) {
    return Send(
        {.method = http::Method::kPost, .target = std::move(target), .body = std::move(body)});
  }

  std::unique_ptr<RestApi> api_;
};

}  // namespace trestle::rest
