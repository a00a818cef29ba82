#pragma once

#include "base/clock.h"
#include "model/cost_report.h"

namespace trestle {

class Database;

// Runs each pattern that reads once, with arguments from the model's tests and samples, and gathers
// the units that the database reports.
model::Measurements Measure(const model::Model& model, Database& database, const Clock& clock);

}  // namespace trestle
