#include "cli/entity_puts.h"

#include <utility>

#include "cli/data_messages.h"

namespace trestle {

Result<Item> EntityPuts::Completed(Item item) const {
  const std::vector<model::FieldError> errors =
      setup_.entity->Keep(item, {.now = setup_.clock.Now()});
  if (!errors.empty()) {
    return messages::NotTheEntity(model::TextOf(setup_.entity->entity(), errors));
  }
  return item;
}

Status EntityPuts::Create(std::vector<Item> items) const {
  return setup_.repository->CreateTogether(setup_.entity->entity().name, std::move(items));
}

Status EntityPuts::Put(Item item) const {
  TRESTLE_RETURN_IF_ERROR(setup_.repository->Put(setup_.entity->entity().name, std::move(item)));
  return {};
}

}  // namespace trestle
