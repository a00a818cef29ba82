#pragma once

#include <map>
#include <string>

#include "model/cost.h"

namespace trestle::model {

// Units that a running server reported for a pattern, beside those expected.
struct Measured {
  double read = 0;
  double items = 0;
  std::string problem;  // why there is no figure; empty where there is one
};
using Measurements = std::map<std::string, Measured>;  // by pattern

// The report as a table for people, as JSON, and as a picture (SVG).
std::string CostText(const CostReport& report, const Measurements* measured = nullptr);
std::string CostJson(const CostReport& report, const Measurements* measured = nullptr);
std::string CostPicture(const CostReport& report);

}  // namespace trestle::model
