#pragma once

#include <string>
#include <string_view>

// What can be wrong with an attribute under its model, to follow the attribute's name.
namespace trestle::model::messages {

inline std::string Required() { return "is required"; }
inline std::string Immutable() { return "cannot be changed once it is written"; }
inline std::string Undeclared() { return "is not an attribute of a strict entity"; }
inline std::string KeyNeeds(std::string_view template_text, std::string_view missing) {
  return "cannot be made: its template " + std::string(template_text) + " needs " +
         std::string(missing);
}
inline std::string KeyDisagrees(std::string_view given, std::string_view template_text,
                                std::string_view derived) {
  return "is " + std::string(given) + ", but its template " + std::string(template_text) +
         " makes it " + std::string(derived);
}
inline std::string KeyWouldChange(std::string_view given, std::string_view derived) {
  return "would change from " + std::string(given) + " to " + std::string(derived) +
         ": a primary key cannot be updated, so put a new item and delete this one";
}
inline std::string TimeToLiveNeedsTime() { return "is not a time, which the time to live needs"; }
inline std::string CannotBeUnique() {
  return "cannot be guarded as unique: it must be text, a number or bytes that fit into a key";
}

}  // namespace trestle::model::messages
