#pragma once

#include <string>

#include "table/definition.h"

namespace trestle {

// A table that `trestle model migrate` has replaced is tagged with the name of the one to write to.
// Clients may still read it. Its writes are refused but for those of a write set that is told to
// write it all the same (WriteSet::WritesMovedTables).
inline constexpr const char* kMovedToTag = "trestle:moved-to";

// The table to write to instead; null if this one has not moved.
inline const std::string* MovedTo(const TableDefinition& table) {
  if (table.tags.empty()) return nullptr;
  const auto tag = table.tags.find(kMovedToTag);
  return tag == table.tags.end() ? nullptr : &tag->second;
}

}  // namespace trestle
