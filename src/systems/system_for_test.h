#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "repository/arguments.h"
#include "repository/repository_for_test.h"
#include "systems/system.h"
#include "systems/workflow_set.h"

namespace trestle {

using repository::N;
using repository::S;

// A system on a database in memory. The clock stands at noon of 2026-11-15.
class SystemTest : public repository::RepositoryTest {
 protected:
  explicit SystemTest(std::string_view system) {
    Open(FindSystem(system)->model);
    workflows_ = WorkflowsOf(system, {.repository = std::shared_ptr<const Repository>(
                                          std::shared_ptr<void>(), &repository()),
                                      .clock = clock_});
  }

  Result<WorkflowAnswer> Do(std::string_view workflow, const Item& arguments,
                            std::string key = "") {
    const auto declared = std::ranges::find(model_->workflows, workflow, &model::Workflow::name);
    EXPECT_NE(declared, model_->workflows.end()) << workflow;
    WorkflowCall call;
    TRESTLE_TRY(call.arguments,
                repository::CheckedArguments(declared->parameters, arguments, clock_.Now()));
    if (!key.empty()) call.idempotency_key = std::move(key);
    return workflows_->Run(workflow, call);
  }
  // What is shown under this name in the answer, which must be one.
  Item Done(std::string_view workflow, const Item& arguments, std::string_view shown = "") {
    const auto answer = Do(workflow, arguments);
    EXPECT_TRUE(answer) << workflow << ": " << answer.error().message;
    if (!answer) return {};
    for (const auto& [name, entity] : answer->entities) {
      if (name == shown) return std::get<EntityItem>(entity).item;
    }
    return answer->body.type() == AttributeType::kMap ? *answer->body.As<AttributeMap>() : Item();
  }
  std::string Refusal(std::string_view workflow, const Item& arguments) {
    const auto answer = Do(workflow, arguments);
    return answer ? "" : answer.error().message;
  }
  // Runs `one` on several threads at once; how many said yes.
  template <class One>
  static int AtOnce(int threads, const One& one) {
    std::atomic<int> done = 0;
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) {
      running.emplace_back([&, i] { done += one(i) ? 1 : 0; });
    }
    for (std::thread& thread : running) thread.join();
    return done;
  }

  std::unique_ptr<WorkflowSet> workflows_;
};

}  // namespace trestle
