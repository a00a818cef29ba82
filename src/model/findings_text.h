#pragma once

#include <string>
#include <vector>

#include "model/check.h"
#include "model/read.h"

namespace trestle::model {

struct CheckedModel {
  const Model* model = nullptr;
  Findings findings;
};

// A file that is no model, and why.
struct UnreadableModel {
  std::string file;
  std::vector<Problem> problems;
};

// A line for each finding, file:line:column: severity: message [rule], with what to write instead
// below it, and a line of counts for each file.
std::string FindingsText(const std::vector<CheckedModel>& checked);
std::string FindingsJson(const std::vector<CheckedModel>& checked,
                         const std::vector<UnreadableModel>& unreadable = {});

// All rules with their summaries, as a table in Markdown; docs/rules/README.md holds it.
std::string RuleTable();

}  // namespace trestle::model
