#include "binding/binding_modes.h"

#include <algorithm>

#include "binding/messages.h"

namespace trestle {

std::optional<BindingMode> BindingModeNamed(std::string_view name) {
  if (name == "off") return BindingMode::kOff;
  if (name == "warn") return BindingMode::kWarn;
  if (name == "enforce") return BindingMode::kEnforce;
  return std::nullopt;
}

std::string_view NameOf(BindingMode mode) {
  switch (mode) {
    case BindingMode::kOff:
      return "off";
    case BindingMode::kWarn:
      return "warn";
    case BindingMode::kEnforce:
      break;
  }
  return "enforce";
}

Result<BindingModes> BindingModes::Parse(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(','));
  const std::optional<BindingMode> mode = BindingModeNamed(first);
  if (!mode) return binding_messages::UnknownMode(first);
  BindingModes modes(*mode);
  for (std::size_t comma = first.size(); comma < text.size();) {
    const std::size_t end = std::min(text.find(',', comma + 1), text.size());
    const std::string_view part = text.substr(comma + 1, end - comma - 1);
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return binding_messages::NoModeOfTable(part);
    }
    const std::optional<BindingMode> own = BindingModeNamed(part.substr(equals + 1));
    if (!own) return binding_messages::UnknownMode(part.substr(equals + 1));
    modes.Set(std::string(part.substr(0, equals)), *own);
    comma = end;
  }
  return modes;
}

std::string BindingModes::Text() const {
  std::string text(NameOf(mode_));
  for (const auto& [table, mode] : of_tables_) {
    text.append(",").append(table).append("=").append(NameOf(mode));
  }
  return text;
}

BindingMode BindingModes::Of(std::string_view table) const {
  const auto own = of_tables_.find(table);
  return own == of_tables_.end() ? mode_ : own->second;
}

bool BindingModes::AllAre(BindingMode mode) const { return mode_ == mode && of_tables_.empty(); }

void BindingModes::Set(const std::string& table, BindingMode mode) {
  if (mode == mode_) {
    of_tables_.erase(table);
  } else {
    of_tables_.insert_or_assign(table, mode);
  }
}

const std::string* BindingModes::TableNotIn(const model::Model& model) const {
  for (const auto& [table, mode] : of_tables_) {
    if (model.FindTable(table) == nullptr) return &table;
  }
  return nullptr;
}

BindingModes BindingModes::For(const model::Model& model) const {
  BindingModes modes(mode_);
  for (const auto& [table, mode] : of_tables_) {
    if (model.FindTable(table) != nullptr) modes.of_tables_.emplace(table, mode);
  }
  return modes;
}

}  // namespace trestle
