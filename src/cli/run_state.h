#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

// What a run of a command has done so far, kept beside its data so that the same command goes on
// after any end. It is an item, written as one line of DynamoDB's JSON.
class RunState {
 public:
  explicit RunState(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  // Nothing if there was no earlier run.
  Result<std::optional<Item>> Read() const;
  // On disk when it returns.
  Status Write(const Item& state) const;
  void Remove() const;

 private:
  std::string path_;
};

// Members of a state; nothing if they are not there.
std::string TextOf(const Item& state, std::string_view name);
std::int64_t IntegerOf(const Item& state, std::string_view name);
bool FlagOf(const Item& state, std::string_view name);
const List& ListOf(const Item& state, std::string_view name);
AttributeValue Flag(bool value);
AttributeValue Map(Item item);

// `kind` and eight digits of what the run is about, so that different runs have different states.
std::string StateName(std::string_view kind, std::string_view about);

}  // namespace trestle
