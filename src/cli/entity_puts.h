#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/kept_item.h"
#include "repository/repository.h"

namespace trestle {

// Puts items of an entity as its model has them: with what is derived, and with the guards of
// unique values, so that no two items have the same one, whether or not the server keeps the model.
// Safe to share between threads.
class EntityPuts {
 public:
  struct Setup {
    std::shared_ptr<const model::KeptEntity> entity;  // shared with who reads its items
    std::unique_ptr<const repository::Repository> repository;
    const Clock& clock;  // outlives it
  };
  explicit EntityPuts(Setup setup) : setup_(std::move(setup)) {}

  bool HasUniqueValues() const { return !setup_.entity->entity().unique.empty(); }
  // The item with all that it has when it is new.
  Result<Item> Completed(Item item) const;
  // All of them, none of which is there yet, or nothing.
  Status Create(std::vector<Item> items) const;
  // One, whether or not it is there: what never changes stays as it is.
  Status Put(Item item) const;

 private:
  const Setup setup_;
};

}  // namespace trestle
