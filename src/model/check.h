#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

// What is wrong with a design, or will be. Each rule has a stable id and a page docs/rules/<id>.md.
namespace trestle::model {

enum class Severity { kInfo, kWarning, kError };
std::string_view SeverityName(Severity severity);

class Report;

struct Rule {
  std::string_view id;
  Severity severity = Severity::kError;
  std::string_view summary;  // one sentence
  std::string_view instead;  // what to write
  void (*check)(const Model& model, Report& report) = nullptr;
};

struct Finding {
  const Rule* rule = nullptr;  // lives as long as the program
  Place place;
  std::string element;  // what it is about: "pattern P1"
  std::string message;  // one sentence
  int source_line = 0;  // in the document that the model came from; 0: not stated
};

struct Findings {
  std::vector<Finding> all;  // in the order of the file
  std::size_t accepted = 0;  // those that an `accept` names are only counted

  bool Clean() const;  // nothing worse than information
};

// Every rule, in the order of its subject.
std::span<const Rule> Rules();
const Rule* FindRule(std::string_view id);

Findings Check(const Model& model);

}  // namespace trestle::model
