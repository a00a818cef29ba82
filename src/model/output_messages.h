#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// What is wrong with a file that a model's outputs are made with, other than the model file itself.
namespace trestle::model::messages {

inline tl::unexpected<Error> InFile(std::string_view file, int line, std::string_view what) {
  return Fail(
      ErrorCode::kValidation,
      std::string(file).append(":").append(std::to_string(line)).append(":1: ").append(what));
}
inline tl::unexpected<Error> NotAPriceLine(std::string_view file, int line) {
  return InFile(file, line, "expected a line such as: read_million = 0.125");
}
inline tl::unexpected<Error> UnknownPrice(std::string_view file, int line, std::string_view name) {
  return InFile(file, line, std::string("there is no price ").append(name));
}
inline tl::unexpected<Error> PriceNotANumber(std::string_view file, int line,
                                             std::string_view name) {
  return InFile(file, line, std::string(name).append(" must be a number that is not negative"));
}
inline tl::unexpected<Error> NotAWorkbenchFile(std::string_view file) {
  return Fail(ErrorCode::kValidation,
              std::string(file).append(
                  ": not a data model of NoSQL Workbench: no JSON object with a list DataModel"));
}
inline tl::unexpected<Error> NotAWorkbenchTable(std::string_view file) {
  return Fail(ErrorCode::kValidation,
              std::string(file).append(": a table of DataModel has no TableName or no "
                                       "KeyAttributes.PartitionKey"));
}
inline tl::unexpected<Error> NotAWorkbenchItem(std::string_view file, std::size_t number,
                                               std::string_view what) {
  return Fail(ErrorCode::kValidation, std::string(file)
                                          .append(": TableData[")
                                          .append(std::to_string(number))
                                          .append("]: ")
                                          .append(what));
}
inline tl::unexpected<Error> NoSampleFor(std::string_view parameter) {
  return Fail(ErrorCode::kValidation,
              std::string("no sample or test of the model has a value for ").append(parameter));
}

}  // namespace trestle::model::messages
