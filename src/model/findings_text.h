#pragma once

#include <string>
#include <vector>

#include "model/check.h"

namespace trestle::model {

struct CheckedModel {
  const Model* model = nullptr;
  Findings findings;
};

// A line for each finding, file:line:column: severity: message [rule], with what to write instead
// below it, and a line of counts for each file.
std::string FindingsText(const std::vector<CheckedModel>& checked);
std::string FindingsJson(const std::vector<CheckedModel>& checked);

// All rules with their summaries, as a table in Markdown; docs/rules/README.md holds it.
std::string RuleTable();

}  // namespace trestle::model
