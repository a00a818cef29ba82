#pragma once

#include <span>
#include <string_view>

namespace trestle {

// One of the systems that come with the program: the texts of its folder.
struct System {
  std::string_view name;
  std::string_view model;  // a model file
  std::string_view demo;   // JSON: [{"entity": …, "values": {…}}, …]
  std::string_view load;   // what `trestle bench --system` sends
};

// All of them, by name.
std::span<const System> Systems();
// Null if there is none.
const System* FindSystem(std::string_view name);

}  // namespace trestle
