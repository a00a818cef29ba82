#include "systems/seed_demo.h"

#include <utility>
#include <vector>

#include "systems/demo_items.h"
#include "systems/messages.h"

namespace trestle {

Result<std::size_t> SeedDemo(const System& system, const repository::Repository& repository,
                             TimePoint now) {
  TRESTLE_TRY(std::vector<DemoItem> items, DemoItems(system.demo, now));
  std::size_t made = 0;
  for (DemoItem& item : items) {
    const Result<repository::Written> written =
        repository.Create(item.entity, std::move(item.values));
    if (written) {
      ++made;
    } else if (written.error().code != ErrorCode::kConditionalCheckFailed) {
      return messages::DemoRefused(system.name, item.entity, written.error().message);
    }
  }
  return made;
}

}  // namespace trestle
