#include "http/worker_handler.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "http/router.h"

namespace trestle::http {
namespace {

class Kept final : public ReplyTarget {
 public:
  void Reply(Response response) override { reply_.set_value(response.body); }
  std::string Body() { return reply_.get_future().get(); }

 private:
  std::promise<std::string> reply_;
};

TEST(WorkerHandlerTest, AnswersElsewhereAndRefusesWhatIsTooMuch) {
  std::promise<void> open;
  const std::shared_future<void> gate = open.get_future().share();
  WorkerHandler handler({.answer =
                             [&](const Request& request) {
                               gate.wait();
                               return Response{.body = std::string(request.path)};
                             },
                         .refuse = [](const Request&) { return Response{.body = "no"}; }},
                        {.threads = 1, .max_waiting = 1});
  Router router(handler, {{"/other", &handler}});
  const Request request{.path = "/a"};
  std::vector<std::shared_ptr<Kept>> kept;
  // One is at work or will be, one waits; of three at least one is too many.
  for (int i = 0; i < 3; ++i) {
    kept.push_back(std::make_shared<Kept>());
    router.Handle(request, Responder(kept.back()));
  }
  open.set_value();
  EXPECT_EQ(kept[0]->Body(), "/a");
  const std::string rest = kept[1]->Body() + kept[2]->Body();
  EXPECT_NE(rest.find("no"), std::string::npos) << rest;
}

}  // namespace
}  // namespace trestle::http
