#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "operation/parameters.h"

namespace trestle {

// Which expressions and which of the older parameters that they replaced a request has. One request
// may not have both.
class ParameterStyles {
 public:
  ParameterStyles& Expression(std::string_view name, bool given);
  ParameterStyles& Legacy(std::string_view name, bool given);

  bool HasExpressions() const { return !expressions_.empty(); }
  Status CheckNotMixed() const;

 private:
  std::string expressions_;  // the names given, separated by ", "
  std::string legacy_;
};

// What could use the names and the values of a request.
struct SubstitutionUsers {
  bool names = false;   // there is an expression
  bool values = false;  // there is an expression that can hold values
  std::string_view
      no_values;  // how the service says that there is none: "FilterExpression is null"
};

// Inside a transaction the service takes names and values beside no expression at all.
inline constexpr SubstitutionUsers kAlwaysUsable{.names = true, .values = true, .no_values = {}};

// Refuses maps that nothing could use, or that are malformed themselves.
Status CheckSubstitutionMaps(const SubstitutionParameters& substitutions,
                             const SubstitutionUsers& users);

// For the expressions of one request; borrows the maps, which were checked.
Substitutions SubstitutionsOf(const SubstitutionParameters& parameters);

}  // namespace trestle
