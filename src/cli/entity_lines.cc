#include "cli/entity_lines.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "cli/data_messages.h"
#include "cli/system_serving.h"
#include "cli/whole_file.h"
#include "json/plain_json.h"
#include "model/kept_item.h"
#include "model/read.h"
#include "repository/entity_write.h"
#include "systems/messages.h"

namespace trestle {
namespace {

struct ModelSource {
  std::string text;
  std::string file;
};

Result<ModelSource> SourceOf(const EntityArguments& arguments) {
  if (arguments.system.empty() == arguments.model_file.empty()) return messages::NoModelGiven();
  if (!arguments.model_file.empty()) {
    TRESTLE_TRY(std::string text, ReadWholeFile(arguments.model_file));
    return ModelSource{.text = std::move(text), .file = arguments.model_file};
  }
  const System* const system = FindSystem(arguments.system);
  if (system == nullptr) return messages::UnknownSystem(arguments.system, SystemNames());
  return ModelSource{.text = std::string(system->model), .file = arguments.system};
}

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
  command.add_option("--entity", arguments.name, "Lines are plain JSON of this entity of a model")
      ->type_name("NAME");
  command.add_option("--system", arguments.system, "The system whose model has it")
      ->type_name("NAME")
      ->needs("--entity");
  command.add_option("--model", arguments.model_file, "The model file that has it")
      ->type_name("FILE")
      ->needs("--entity");
}

Result<EntityLines> ReadEntity(const EntityArguments& arguments, const Clock& clock) {
  TRESTLE_TRY(const ModelSource source, SourceOf(arguments));
  model::Reading reading = model::ReadModel(source.text, source.file);
  if (!reading.problems.empty()) {
    return messages::NotAModel(source.file, reading.problems.front().message);
  }
  // Shared by the copies of the function.
  const auto prepared =
      std::make_shared<PreparedEntity>(PreparedEntity{.model = std::move(reading.model)});
  const model::Entity* const entity = prepared->model.FindEntity(arguments.name);
  if (entity == nullptr) return messages::NoSuchEntity(source.file, arguments.name);
  const model::Table& table = *prepared->model.FindTable(entity->table);
  prepared->kept = std::make_unique<model::KeptEntity>(table, *entity);
  return EntityLines{.table = table.name, .parse = [prepared, &clock](std::string_view line) {
                       return ItemOfLine(*prepared->kept, line, clock.Now());
                     }};
}

}  // namespace trestle
