#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/handler.h"

namespace trestle::http {

// Gives each request to the handler of its path. All handlers outlive it.
class Router final : public Handler {
 public:
  struct Route {
    std::string path;  // "/api": itself and everything below
    Handler* handler = nullptr;
  };
  // `other` takes what no route does.
  Router(Handler& other, std::vector<Route> routes) : other_(other), routes_(std::move(routes)) {}

  void Handle(const Request& request, Responder responder) override {
    HandlerOf(request.path).Handle(request, std::move(responder));
  }
  void EndOfTurn(std::size_t loop) override {
    other_.EndOfTurn(loop);
    for (const Route& route : routes_) route.handler->EndOfTurn(loop);
  }

 private:
  Handler& HandlerOf(std::string_view path) const {
    for (const Route& route : routes_) {
      if (!path.starts_with(route.path)) continue;
      if (path.size() == route.path.size() || path[route.path.size()] == '/') return *route.handler;
    }
    return other_;
  }

  Handler& other_;
  const std::vector<Route> routes_;
};

}  // namespace trestle::http
