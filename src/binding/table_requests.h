#pragma once

#include <optional>
#include <vector>

#include "model/model.h"
#include "operation/create_table.h"

// The tables of a model as requests have them, and tables as a model has them.
namespace trestle {

AttributeType TypeOf(model::KeyType type);
ProjectionType ProjectionOf(const model::Projection& projection);
// Nothing for no stream.
std::optional<StreamView> ViewOf(model::StreamView view);

// The key attributes of the table and of its indexes.
std::vector<AttributeDefinition> AttributesOf(const model::Table& table);
IndexRequest IndexRequestOf(const model::Table& table, const model::Index& index);
// The request that makes a table of a model. It carries the model's name and version as tags.
CreateTableRequest CreateRequestOf(const model::Model& model, const model::Table& table);

inline constexpr const char* kModelTag = "trestle:model";
inline constexpr const char* kVersionTag = "trestle:model-version";
std::vector<Tag> TagsOf(const model::Model& model);

// What a definition says, in a model's words. Time to live and recovery are asked for apart.
model::Table SeenTableOf(const TableDefinition& definition);

}  // namespace trestle
