#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/check.h"

// What a rule writes its findings to.
namespace trestle::model {

// Whom a finding is about.
struct Subject {
  std::string name;  // "pattern P1"
  Place place;       // where nothing more exact is known
  int source_line = 0;
  const std::vector<Acceptance>* accepted = nullptr;
};
Subject About(const Table& table);
Subject About(const Table& table, const Index& index);
Subject About(const Entity& entity);
Subject About(const Pattern& pattern);
Subject About(const Transaction& transaction);
Subject About(const Trigger& trigger);
Subject About(const Route& route);
Subject About(const Sample& sample);
Subject About(const Claim& claim);
Subject About(const StatedLoad& load);

class Report {
 public:
  // The rule whose findings come next.
  void Begin(const Rule& rule) { rule_ = &rule; }
  // `message` is one sentence without its full stop. A place that is nowhere is the subject's.
  void Add(const Subject& subject, Place place, std::string message);

  const std::vector<const Acceptance*>& used() const { return used_; }
  Findings Take();

 private:
  const Rule* rule_ = nullptr;
  Findings findings_;
  std::vector<const Acceptance*> used_;
};

// The rules of each subject, one file for each: check_<subject>.cc.
std::span<const Rule> TemplateRules();
std::span<const Rule> FormatRules();
std::span<const Rule> QueryRules();
std::span<const Rule> ConditionRules();
std::span<const Rule> ReadRules();
std::span<const Rule> IndexRules();
std::span<const Rule> LoadRules();
std::span<const Rule> LimitRules();
std::span<const Rule> DeclarationRules();
std::span<const Rule> WriteRules();
std::span<const Rule> SampleRules();
std::span<const Rule> FigureRules();

}  // namespace trestle::model
