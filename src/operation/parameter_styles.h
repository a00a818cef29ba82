#pragma once

#include <array>
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

  bool HasExpressions() const { return expressions_.count > 0; }
  Status CheckNotMixed() const;

 private:
  // The names given. They become a text only where there is an error to tell.
  struct Names {
    static constexpr std::size_t kMost = 4;  // of either style in one request
    std::array<std::string_view, kMost> names;
    std::size_t count = 0;

    void Add(std::string_view name, bool given);
    std::string ToString() const;
  };
  Names expressions_;
  Names legacy_;
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
