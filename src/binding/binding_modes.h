#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace trestle {

// What a bound model does with a write that does not fit it.
enum class BindingMode {
  kOff,     // nothing: the table is as good as unbound
  kWarn,    // lets it through as it is, counts it and says so once in the log
  kEnforce  // puts right what follows from the rest, and refuses what is wrong
};
std::optional<BindingMode> BindingModeNamed(std::string_view name);  // off, warn, enforce
std::string_view NameOf(BindingMode mode);

// The modes of a bound model's tables, written "enforce" or "enforce,audit=warn".
class BindingModes {
 public:
  explicit BindingModes(BindingMode mode = BindingMode::kEnforce) : mode_(mode) {}
  static Result<BindingModes> Parse(std::string_view text);
  // As it is stored, and read by Parse.
  std::string Text() const;

  BindingMode mode() const { return mode_; }  // of tables that have none of their own
  BindingMode Of(std::string_view table) const;
  bool AllAre(BindingMode mode) const;
  void Set(const std::string& table, BindingMode mode);

  // A table that has a mode of its own and is none of the model's; null: there is none.
  const std::string* TableNotIn(const model::Model& model) const;
  // Without the tables of other models.
  BindingModes For(const model::Model& model) const;

  friend bool operator==(const BindingModes&, const BindingModes&) = default;

 private:
  BindingMode mode_;
  std::map<std::string, BindingMode, std::less<>> of_tables_;  // that differ
};

}  // namespace trestle
