#include "cli/rest_serving.h"

#include <random>
#include <utility>

#include "protocol/signatures.h"

namespace trestle {
namespace {

// Made anew with each start: a cursor lasts as long as the server that gave it.
std::string NewCursorKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 8; ++i) key += std::to_string(random()) + "/";
  return key;
}

rest::RestOptions OptionsOf(const RestServing::Setup& setup) {
  rest::RestOptions options{.origins = setup.origins};
  if (const SignatureVerifier* verifier = setup.verifier) {
    options.authorize = [verifier](const http::Request& request) -> Status {
      TRESTLE_RETURN_IF_ERROR(SignerOf(request, *verifier));
      return {};
    };
  }
  return options;
}

}  // namespace

RestServing::RestServing(const Setup& setup)
    : database_(setup.database),
      clock_(setup.clock),
      cursor_key_(NewCursorKey()),
      api_(setup.clock, OptionsOf(setup)),
      handler_({.answer = [this](const http::Request& request) { return api_.Answer(request); },
                .refuse = [this](const http::Request& request) { return api_.Refuse(request); }}) {}

std::shared_ptr<const repository::Repository> RestServing::Serve(Model model) {
  auto repository = std::make_shared<const repository::Repository>(
      std::move(model.model), database_, clock_,
      repository::RepositoryOptions{.cursor_key = cursor_key_, .bound = model.bound});
  api_.Serve({.repository = repository, .workflows = std::move(model.workflows)});
  return repository;
}

}  // namespace trestle
