#pragma once

#include <map>
#include <memory>
#include <string>

#include "model/kept_item.h"
#include "repository/entity_write.h"
#include "repository/pattern_plan.h"
#include "repository/repository.h"

namespace trestle::repository {

// What a repository has made ready. Never changes.
struct Repository::Parts {
  Parts(const std::shared_ptr<const model::Model>& model, Database& its_database,
        const Clock& its_clock, RepositoryOptions its_options);

  Result<EntityContext> ContextOf(const model::Model& model, std::string_view entity) const;
  // The database's name of a table.
  const std::string& NameOf(const std::string& table) const;

  Database& database;
  const Clock& clock;
  const RepositoryOptions options;
  std::map<std::string, PatternPlan, std::less<>> plans;
  std::map<std::string, std::unique_ptr<model::KeptTable>, std::less<>> tables;
};

}  // namespace trestle::repository
