#include "model/design_diff.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <variant>

#include "model/entity_diff.h"
#include "model/words.h"

namespace trestle::model {
namespace {

template <class T>
const T* NamedIn(const std::vector<T>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &T::name);
  return found == all.end() ? nullptr : &*found;
}

double MonthlyOf(const CostReport& report, const std::string& pattern) {
  const auto found = std::ranges::find(report.patterns, pattern, &PatternCost::pattern);
  return found == report.patterns.end() ? 0 : found->on_demand;
}

std::string TextOfCondition(const std::optional<ConditionText>& condition) {
  return condition ? condition->text : std::string();
}

std::string TextOfStep(const Step& step) {
  std::string text = std::string(StepWord(step.kind)) + " " + step.entity + " " +
                     std::to_string(static_cast<int>(step.requires_)) +
                     TextOfCondition(step.condition);
  for (const auto* assignments : {&step.key, &step.values, &step.set, &step.add}) {
    for (const Assignment& assignment : *assignments) {
      text.append(" ").append(assignment.attribute).append("=");
      if (const auto* value = std::get_if<Template>(&assignment.value)) text.append(value->text);
    }
    text.append(";");
  }
  for (const std::string& name : step.remove) text.append(" ").append(name);
  return text;
}

// What can be called with parameters, and stops taking calls that it took.
std::vector<std::string> RefusedCalls(const std::vector<Parameter>& before,
                                      const std::vector<Parameter>& after) {
  std::vector<std::string> refused;
  for (const Parameter& parameter : after) {
    const Parameter* const was = NamedIn(before, parameter.name);
    const bool needed = !parameter.optional && !parameter.default_value;
    const bool was_needed = was != nullptr && !was->optional && !was->default_value;
    if (needed && !was_needed) refused.push_back("calls must give " + parameter.name);
    if (was == nullptr) continue;
    for (const std::string& rule : CompareShapes(was->shape, parameter.shape).stricter) {
      refused.push_back(parameter.name + " " + rule);
    }
  }
  for (const Parameter& parameter : before) {
    if (NamedIn(after, parameter.name) != nullptr) continue;
    refused.push_back("calls must not give " + parameter.name + " any more");
  }
  return refused;
}

std::string JoinedWith(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : between).append(part);
  return text;
}

class DesignDiff {
 public:
  DesignDiff(const Model& before, const Model& after, const ChangeCosts& costs)
      : before_(before),
        after_(after),
        costs_(costs),
        report_(Cost(before, costs.report().prices)) {}

  std::vector<DesignChange> Run() && {
    CompareTables();
    CompareEntities();
    ComparePatterns();
    CompareCalls("transaction", before_.transactions, after_.transactions);
    CompareSteps();
    CompareCalls("workflow", before_.workflows, after_.workflows);
    CompareTriggers();
    CompareRoutes();
    return std::move(changes_);
  }

 private:
  DesignChange& Add(std::string subject, std::string what) {
    return changes_.emplace_back(DesignChange{
        .subject = std::move(subject), .what = std::move(what), .consequence = {}, .cost = {}});
  }
  void AddBreak(std::string subject, std::string what, std::string consequence) {
    DesignChange& change = Add(std::move(subject), std::move(what));
    change.breaks = true;
    change.consequence = std::move(consequence);
  }

  // All else of tables shows when the model is held against those that are there.
  void CompareTables() {
    for (const Table& table : before_.tables) {
      if (after_.FindTable(table.name) != nullptr) continue;
      DesignChange& change = Add("table " + table.name, "is not of the model any more");
      change.consequence = "it is left as it is, and paid for until somebody deletes it";
      change.cost.monthly = -MonthOf(report_, table);
    }
  }

  void CompareEntities() {
    for (const Entity& entity : after_.entities) {
      const Entity* const was = before_.FindEntity(entity.name);
      if (was == nullptr) {
        Add("entity " + entity.name, "is new");
      } else {
        CompareEntity({.before = before_, .after = after_, .costs = costs_}, *was, entity,
                      changes_);
      }
    }
    for (const Entity& entity : before_.entities) {
      if (after_.FindEntity(entity.name) != nullptr) continue;
      AddBreak("entity " + entity.name, "is gone",
               (entity.count ? "its " + Figure(static_cast<double>(*entity.count)) + " items stay"
                             : "its items stay") +
                   " in " + entity.table +
                   " as items of no entity: a bound table refuses to write them");
    }
  }

  void ComparePatterns() {
    for (const Pattern& pattern : after_.patterns) {
      const Pattern* const was = before_.FindPattern(pattern.name);
      if (was == nullptr) {
        Add("pattern " + pattern.name, "is new").cost.monthly =
            MonthlyOf(costs_.report(), pattern.name);
      } else {
        ComparePattern(*was, pattern);
      }
    }
    for (const Pattern& pattern : before_.patterns) {
      if (after_.FindPattern(pattern.name) != nullptr) continue;
      AddBreak("pattern " + pattern.name, "is gone", "clients that run it are answered 404");
      changes_.back().cost.monthly = -MonthlyOf(report_, pattern.name);
    }
  }

  void ComparePattern(const Pattern& before, const Pattern& after) {
    std::vector<std::string> what;
    std::vector<std::string> broken = RefusedCalls(before.parameters, after.parameters);
    const auto answers = [&](bool differ, std::string text, const char* consequence) {
      if (!differ) return;
      what.push_back(std::move(text));
      broken.emplace_back(consequence);
    };
    if (!broken.empty()) what.emplace_back("takes other parameters");
    answers(before.kind != after.kind,
            "is a " + std::string(KindWord(after.kind)) + " instead of a " +
                std::string(KindWord(before.kind)),
            "it does something else");
    if (before.index != after.index) {
      what.push_back("reads through " + (after.index.empty() ? "the table" : after.index) +
                     " instead of " + (before.index.empty() ? "the table" : before.index));
      broken.emplace_back("cursors that were given out are refused");
    } else if (before.where_text != after.where_text) {
      what.push_back("reads where " + after.where_text + " instead of " + before.where_text);
      broken.emplace_back("cursors that were given out are refused");
    }
    answers(TextOfCondition(before.filter) != TextOfCondition(after.filter), "has another filter",
            "it returns other items");
    answers(before.entities != after.entities, "returns other entities", "it returns other items");
    answers(before.descending != after.descending, "returns its items in the opposite order",
            "clients get them in another order");
    answers(before.count_only != after.count_only,
            after.count_only ? "only counts" : "no longer only counts", "its answers differ");
    answers(before.project != after.project, "returns other attributes",
            "clients may miss attributes");
    if (before.consistent && !after.consistent) {
      answers(true, "no longer reads consistently", "a write may not be seen at once");
    }
    if (after.limit < before.limit) what.push_back("has a limit of " + std::to_string(after.limit));
    const double monthly = MonthlyOf(costs_.report(), after.name) - MonthlyOf(report_, before.name);
    if (what.empty() && std::abs(monthly) < 0.005) return;
    if (what.empty()) what.emplace_back("costs another amount at its expected rate and sizes");
    DesignChange& change = Add("pattern " + after.name, JoinedWith(what, ", "));
    change.breaks = !broken.empty();
    broken.erase(std::unique(broken.begin(), broken.end()), broken.end());
    change.consequence = JoinedWith(broken, "; ");
    change.cost.monthly = monthly;
  }

  template <class T>
  void CompareCalls(const char* kind, const std::vector<T>& before, const std::vector<T>& after) {
    for (const T& call : after) {
      const T* const was = NamedIn(before, call.name);
      const std::string subject = std::string(kind) + " " + call.name;
      if (was == nullptr) {
        Add(subject, "is new");
        continue;
      }
      const auto refused = RefusedCalls(was->parameters, call.parameters);
      if (!refused.empty()) {
        AddBreak(subject, "takes other parameters", JoinedWith(refused, "; "));
      }
    }
    for (const T& call : before) {
      if (NamedIn(after, call.name) != nullptr) continue;
      AddBreak(std::string(kind) + " " + call.name, "is gone",
               "clients that run it are answered 404");
    }
  }

  void CompareSteps() {
    for (const Transaction& transaction : after_.transactions) {
      const Transaction* const was = before_.FindTransaction(transaction.name);
      if (was == nullptr) continue;
      if (!std::ranges::equal(was->steps, transaction.steps, {}, TextOfStep, TextOfStep)) {
        Add("transaction " + transaction.name, "has other steps");
      }
      if (was->idempotent && !transaction.idempotent) {
        AddBreak("transaction " + transaction.name, "is no longer idempotent",
                 "a call that is repeated is done twice");
      }
    }
  }

  void CompareTriggers() {
    for (const Trigger& trigger : after_.triggers) {
      const Trigger* const was = NamedIn(before_.triggers, trigger.name);
      if (was == nullptr) {
        Add("trigger " + trigger.name, "is new").consequence =
            "it runs for changes from now on, not for items that are there";
        continue;
      }
      const auto events = [](const Trigger& one) {
        return std::tuple(one.on_insert, one.on_modify, one.on_remove, one.entity, one.run,
                          TextOfCondition(one.when));
      };
      if (events(*was) != events(trigger)) {
        Add("trigger " + trigger.name, "runs at other changes, or something else");
      }
    }
    for (const Trigger& trigger : before_.triggers) {
      if (NamedIn(after_.triggers, trigger.name) != nullptr) continue;
      AddBreak("trigger " + trigger.name, "is gone", "what it ran happens no longer");
    }
  }

  void CompareRoutes() {
    const auto find = [](const std::vector<Route>& routes, const Route& like) -> const Route* {
      const auto found = std::ranges::find_if(routes, [&](const Route& route) {
        return route.method == like.method && route.path == like.path;
      });
      return found == routes.end() ? nullptr : &*found;
    };
    const auto name = [](const Route& route) { return "route " + route.method + " " + route.path; };
    for (const Route& route : after_.routes) {
      const Route* const was = find(before_.routes, route);
      if (was == nullptr) {
        Add(name(route), "is new");
      } else if (was->kind != route.kind || was->target != route.target) {
        AddBreak(name(route), "runs " + route.target + " instead of " + was->target,
                 "its clients get something else");
      }
    }
    for (const Route& route : before_.routes) {
      if (find(after_.routes, route) != nullptr) continue;
      AddBreak(name(route), "is gone", "its clients are answered 404");
    }
  }

  const Model& before_;
  const Model& after_;
  const ChangeCosts& costs_;
  const CostReport report_;  // of the model before
  std::vector<DesignChange> changes_;
};

}  // namespace

std::vector<DesignChange> DesignChanges(const Model& before, const Model& after,
                                        const ChangeCosts& costs) {
  return DesignDiff(before, after, costs).Run();
}

}  // namespace trestle::model
