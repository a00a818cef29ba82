#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace trestle::model {

// Names of resources, each a thing's own: the one it wants, unless another has that. Then a mark is
// added that the thing alone decides, so its name stays when others come and go. Who asks first has
// the plain name.
class UniqueNames {
 public:
  // What stands between a name and its mark.
  explicit UniqueNames(std::string_view joint) : joint_(joint) {}

  // The name of `thing`; once given it stays.
  const std::string& Of(const std::string& thing, const std::string& wanted);

 private:
  const std::string joint_;
  std::map<std::string, std::string> names_;  // by thing
  std::set<std::string> taken_;
};

}  // namespace trestle::model
