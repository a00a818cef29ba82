#pragma once

#include <string>
#include <vector>

#include "model/model.h"

// A model's tables in the forms of other tools: keys, indexes, throughput, stream, TTL, recovery,
// encryption, protection, class, backups and alarms.
namespace trestle::model {

std::string CloudFormation(const Model& model);  // a template, JSON
std::string Terraform(const Model& model);       // HCL
std::string Cdk(const Model& model);             // a stack, TypeScript

// The Workbench's data model, JSON, with a facet for each entity and the samples as data.
// `left_out` gets a sentence for each thing that its form has no place for.
std::string NoSqlWorkbench(const Model& model, std::vector<std::string>& left_out);

// What the exports share.
// Key attributes of the table and its indexes, each once.
std::vector<KeyAttribute> UsedKeys(const Table& table);
// "shop-entities" as the name of a resource: "ShopEntities" and "shop_entities".
std::string PascalName(std::string_view name);
std::string SnakeName(std::string_view name);
// The schedule of a backup plan, as AWS Backup takes it.
std::string BackupSchedule(const BackupPlan& plan);
int KeptDays(const BackupPlan& plan);

}  // namespace trestle::model
