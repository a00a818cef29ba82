#include "systems/system.h"

#include <algorithm>

namespace trestle {

const System* FindSystem(std::string_view name) {
  const std::span<const System> systems = Systems();
  const auto found = std::ranges::find(systems, name, &System::name);
  return found == systems.end() ? nullptr : &*found;
}

}  // namespace trestle
