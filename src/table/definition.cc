#include "table/definition.h"

#include <algorithm>

namespace trestle {

const IndexDefinition* TableDefinition::FindIndex(std::string_view index_name) const {
  const auto found =
      std::find_if(indexes.begin(), indexes.end(),
                   [&](const IndexDefinition& index) { return index.name == index_name; });
  return found == indexes.end() ? nullptr : &*found;
}

const IndexDefinition* TableDefinition::FindIndex(std::uint32_t index_id) const {
  const auto found =
      std::find_if(indexes.begin(), indexes.end(),
                   [&](const IndexDefinition& index) { return index.id == index_id; });
  return found == indexes.end() ? nullptr : &*found;
}

std::string TableDefinition::Arn() const {
  if (!foreign_arn.empty()) return foreign_arn;
  std::string arn = "arn:aws:dynamodb:";
  arn.append(region).append(":").append(kAccountId).append(":table/").append(name);
  return arn;
}

std::string TableDefinition::IndexArn(std::string_view index_name) const {
  return Arn().append("/index/").append(index_name);
}

std::string TableDefinition::StreamArn() const {
  return Arn().append("/stream/").append(stream.label);
}

}  // namespace trestle
