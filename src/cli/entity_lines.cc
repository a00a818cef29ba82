#include "cli/entity_lines.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "cli/data_messages.h"
#include "json/plain_json.h"
#include "model/kept_item.h"
#include "repository/entity_write.h"

namespace trestle {
namespace {

// A model's entity with all that it needs.
struct PreparedEntity {
  model::Model model;
  std::unique_ptr<model::KeptEntity> kept;  // refers to the model
};

Result<Item> ItemOfLine(const model::KeptEntity& kept, std::string_view line, TimePoint now) {
  TRESTLE_TRY(AttributeValue value, ParsePlainJson(line));
  AttributeMap* const values = value.As<AttributeMap>();
  if (values == nullptr) return messages::NotAnObject();
  Item item = repository::StoredValues(kept.entity(), std::move(*values));
  const std::vector<model::FieldError> errors = kept.Keep(item, {.now = now});
  if (!errors.empty()) return messages::NotTheEntity(model::TextOf(kept.entity(), errors));
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
  const auto prepared =
      std::make_shared<PreparedEntity>(PreparedEntity{.model = std::move(model), .kept = nullptr});
  const model::Entity* const entity = prepared->model.FindEntity(arguments.name);
  if (entity == nullptr) return messages::NoSuchEntity(prepared->model.name, arguments.name);
  const model::Table& table = *prepared->model.FindTable(entity->table);
  prepared->kept = std::make_unique<model::KeptEntity>(table, *entity);
  return EntityLines{.table = table.name, .parse = [prepared, &clock](std::string_view line) {
                       return ItemOfLine(*prepared->kept, line, clock.Now());
                     }};
}

}  // namespace trestle
