#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/fields.h"
#include "model/model.h"

// The parts of a file, each read on its own; Resolve looks at how they refer to each other.
namespace trestle::model {

Table ReadTable(const Node& node, Problems& problems);
// Members that are no member of an entity are keys; the model's tables say which there are.
Entity ReadEntity(const Node& node, const std::vector<Table>& tables, Problems& problems);
Pattern ReadPattern(const Node& node, Problems& problems);
Transaction ReadTransaction(const Node& node, Problems& problems);
Workflow ReadWorkflow(const Node& node, Problems& problems);
Trigger ReadTrigger(const Node& node, Problems& problems);
Route ReadRoute(const Node& node, Problems& problems);
bool IsPercentile(std::string_view text);  // "p99", "p99.9"
bool IsStatistic(std::string_view text);
Alarm ReadAlarm(const Node& node, Problems& problems);
Sample ReadSample(const Node& node, Problems& problems);
PatternTest ReadTest(const Node& node, Problems& problems);
MigrationRule ReadMigration(const Node& node, Problems& problems);
Claim ReadClaim(const Node& node, Problems& problems);
StatedLoad ReadLoad(const Node& node, Problems& problems);

// A member that holds a condition.
std::optional<ConditionText> ConditionOf(Fields& fields, std::string_view key, Problems& problems);
// accept = { "rule-id" = "why" }.
std::vector<Acceptance> AcceptedOf(Fields& fields);
// routes = "none", of a pattern or a transaction.
Served RoutesOf(Fields& fields);
// A name that others refer to: letters, digits, - and _.
bool IsName(std::string_view name);

}  // namespace trestle::model
