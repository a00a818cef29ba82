#include "cli/entity_lines.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cli/data_messages.h"
#include "json/plain_json.h"
#include "model/kept_item.h"
#include "repository/entity_write.h"
#include "repository/repository.h"

namespace trestle {
namespace {

// A model's entity with all that it needs.
struct PreparedEntity {
  std::shared_ptr<const model::Model> model;  // shared with repositories
  std::unique_ptr<model::KeptEntity> kept;    // refers to the model
  std::vector<std::string> made_up;           // attributes with defaults that never change again
};

// Whether the primary key is made of the attribute.
bool IsInKey(const model::Table& table, const model::Entity& entity, const std::string& attribute) {
  return std::ranges::any_of(entity.keys, [&](const model::EntityKey& key) {
    const bool primary = key.attribute == table.partition_key.name ||
                         (table.sort_key && key.attribute == table.sort_key->name);
    return primary && std::ranges::any_of(key.value.parts, [&](const model::TemplatePart& part) {
             return part.reference == attribute;
           });
  });
}

Result<Item> ItemOfLine(const PreparedEntity& prepared, std::string_view line, TimePoint now) {
  const model::KeptEntity& kept = *prepared.kept;
  TRESTLE_TRY(AttributeValue value, ParsePlainJson(line));
  AttributeMap* const values = value.As<AttributeMap>();
  if (values == nullptr) return messages::NotAnObject();
  const Item given = repository::StoredValues(kept.entity(), std::move(*values));
  Item item = given;
  const std::vector<model::FieldError> errors = kept.Keep(item, {.now = now});
  if (!errors.empty()) return messages::NotTheEntity(model::TextOf(kept.entity(), errors));
  for (const std::string& name : prepared.made_up) {
    if (!given.Contains(name)) item.Erase(name);
  }
  return item;
}

}  // namespace

void AddEntity(CLI::App& command, EntityArguments& arguments) {
  CLI::Option* const entity =
      command
          .add_option("--entity", arguments.name, "Lines are plain JSON of this entity of a model")
          ->type_name("NAME");
  const ModelChoiceOptions model = AddModelChoice(command, arguments.model, "that has the entity");
  model.file->needs(entity);
  model.system->needs(entity);
}

Result<EntityLines> ReadEntity(const EntityArguments& arguments, const Clock& clock) {
  if (!arguments.model.IsGiven()) return messages::NoModelGiven();
  TRESTLE_TRY(model::Model model, ReadChosenModel(arguments.model));
  // Shared by the copies of the function.
  const auto prepared = std::make_shared<PreparedEntity>(
      PreparedEntity{.model = std::make_shared<const model::Model>(std::move(model))});
  const model::Entity* const entity = prepared->model->FindEntity(arguments.name);
  if (entity == nullptr) return messages::NoSuchEntity(prepared->model->name, arguments.name);
  const model::Table& table = *prepared->model->FindTable(entity->table);
  prepared->kept = std::make_unique<model::KeptEntity>(table, *entity);
  for (const model::Attribute& attribute : entity->attributes) {
    if (attribute.immutable && !IsInKey(table, *entity, attribute.name)) {
      prepared->made_up.push_back(attribute.name);
    }
  }
  return EntityLines{
      .table = table.name,
      .parse = [prepared,
                &clock](std::string_view line) { return ItemOfLine(*prepared, line, clock.Now()); },
      .puts =
          [prepared, &clock](Database& database, const std::string& name) {
            const std::shared_ptr<const model::KeptEntity> kept(prepared, prepared->kept.get());
            auto repository = std::make_unique<const repository::Repository>(
                prepared->model, database, clock,
                repository::RepositoryOptions{.cursor_key = "unused",
                                              .table_names = {{kept->entity().table, name}}});
            return std::make_unique<const EntityPuts>(EntityPuts::Setup{
                .entity = kept, .repository = std::move(repository), .clock = clock});
          }};
}

}  // namespace trestle
