#pragma once

#include <string_view>

#include "model/model.h"

// Expected sizes in bytes, as the service counts them: what the file states, else what its samples
// weigh, else what values of the declared types usually weigh.
namespace trestle::model {

inline constexpr double kGuardBytes = 200;  // of the item that stands for a unique value

double ItemBytes(const Model& model, const Entity& entity);
double KeyBytes(const Model& model, const Entity& entity, std::string_view attribute);
// Every key attribute of the index is one that the entity's items can have.
bool HasEntry(const Entity& entity, const Index& index);
// A key of the entry depends on a `when`, or on an attribute that an item may lack.
bool IsSparse(const Entity& entity, const Index& index);
// An update can move the entry: a key of it is made of more than the primary key and what never
// changes.
bool CanMove(const Table& table, const Entity& entity, const Index& index);
// The entry's size; 0 where there is none.
double EntryBytes(const Model& model, const Entity& entity, const Index& index);

}  // namespace trestle::model
