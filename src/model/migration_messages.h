#pragma once

#include <string>
#include <string_view>

// What can be wrong with a rule of a migration.
namespace trestle::model::messages {

inline std::string MigrationIntoItself(std::string_view table) {
  return "a migration from '" + std::string(table) +
         "' goes to another table: keys of a table that stays are put right by `trestle model "
         "verify --repair`";
}
inline std::string MigrationMakesUp(std::string_view attribute) {
  return "'" + std::string(attribute) +
         "' would be another value each time an item is copied: give the attribute a default "
         "instead";
}
inline std::string MigrationSetsKey(std::string_view attribute) {
  return "'" + std::string(attribute) +
         "' is a key that follows from its template: set the attributes that it is made of";
}
inline std::string MigrationIntoTwoTables(std::string_view from, std::string_view one,
                                          std::string_view other) {
  return "the items of '" + std::string(from) + "' go into one table, not into '" +
         std::string(one) + "' and '" + std::string(other) + "'";
}

}  // namespace trestle::model::messages
