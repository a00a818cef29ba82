#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/request.h"
#include "model/model.h"

namespace trestle::rest {

struct PathSegment {
  std::string text;  // of a parameter, its name
  bool parameter = false;
};

// One method of one path below /api/<model>, and what it does.
struct Endpoint {
  enum class Kind {
    kOverview,
    kOpenApi,
    kCatalogue,
    kPattern,
    kTransaction,
    kWorkflow,
    kCreate,
    kGet,
    kPut,
    kUpdate,
    kDelete
  };
  http::Method method = http::Method::kGet;
  std::vector<PathSegment> path;
  Kind kind = Kind::kOverview;
  // What it works on, by kind.
  const model::Entity* entity = nullptr;
  const model::Pattern* pattern = nullptr;
  const model::Transaction* transaction = nullptr;
  const model::Workflow* workflow = nullptr;
  bool declared = false;  // by the model's [routes]
};

std::string_view NameOf(http::Method method);
// What it does, in the words of the model; of an entity's method, "Read Order".
std::string TitleOf(const Endpoint& endpoint);
// "/customers/{customer}/orders".
std::string TextOf(const std::vector<PathSegment>& path);
// The attributes that make the entity's primary key, in the order of its templates.
std::vector<std::string> IdPartsOf(const model::Table& table, const model::Entity& entity);
// Whether /patterns/<name> runs the pattern: one that writes is run as an entity or a transaction,
// and the model may say that there is no such route.
bool IsRunByItsName(const model::Pattern& pattern);

// All endpoints of a model, those that it declares first. `model` and `workflows` outlive them.
std::vector<Endpoint> EndpointsOf(const model::Model& model,
                                  std::span<const model::Workflow> workflows);

struct PathArgument {
  std::string_view name;  // of the endpoint
  std::string value;
};
struct Match {
  const Endpoint* endpoint = nullptr;  // null: none has the method
  std::vector<PathArgument> arguments;
  std::string allowed;  // methods of the path, as Allow lists them; empty: there is no such path
};
// Literal segments go before parameters. HEAD is answered as GET.
Match Find(std::span<const Endpoint> endpoints, http::Method method,
           const std::vector<std::string>& path);

}  // namespace trestle::rest
