#include "binding/local_binder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "binding/messages.h"
#include "binding/table_plan.h"

namespace trestle {
namespace {

// A table that is there with other keys would silently stay unbound.
Status CheckKeys(const model::Model& model, const LocalDatabase& database) {
  for (const model::Table& table : model.tables) {
    const TablePtr there = database.catalog().FindInAnyState(table.name);
    if (there == nullptr) continue;
    if (const auto misfit = KeyMisfit(table, there->definition())) {
      return binding_messages::TableDiffers(table.name, *misfit);
    }
  }
  return {};
}

}  // namespace

std::vector<BoundModelState> LocalBinder::List() const {
  std::vector<BoundModelState> states;
  for (const Bindings::BoundModel& bound : bindings_.List()) {
    BoundModelState& state = states.emplace_back();
    state.name = bound.model->name;
    state.version = bound.model->version;
    state.file = bound.model->file;
    state.mode = NameOf(bound.modes.mode());
    for (const model::Table& table : bound.model->tables) {
      const TablePtr there = database_.catalog().FindInAnyState(table.name);
      const auto misfits = bound.misfits.find(table.name);
      const BindingMode mode = bound.modes.Of(table.name);
      state.tables.push_back(
          {.name = table.name,
           .mode = std::string(NameOf(mode)),
           .bound = mode != BindingMode::kOff && there != nullptr &&
                    !KeyMisfit(table, there->definition()),
           .misfits = misfits == bound.misfits.end() ? Misfits() : misfits->second});
    }
  }
  return states;
}

Result<BoundModelState> LocalBinder::Find(std::string_view name) const {
  for (BoundModelState& state : List()) {
    if (state.name == name) return std::move(state);
  }
  return binding_messages::NoSuchModel(name);
}

Result<BoundModelState> LocalBinder::Bind(std::string_view text, const std::string& file,
                                          std::string_view mode) {
  TRESTLE_TRY(const BindingModes modes, BindingModes::Parse(mode));
  TRESTLE_TRY(const auto model, ModelIn(text, file));
  if (const std::string* const other = modes.TableNotIn(*model)) {
    return binding_messages::NoSuchTable(model->name, *other);
  }
  TRESTLE_RETURN_IF_ERROR(bindings_.CheckTablesFree(*model));
  TRESTLE_RETURN_IF_ERROR(CheckKeys(*model, database_));
  TRESTLE_RETURN_IF_ERROR(CreateMissing(*model, database_));
  TRESTLE_RETURN_IF_ERROR(
      database_.SetKeeperRecord(model->name, Bindings::RecordOf(text, file, modes)));
  return Find(model->name);
}

Result<BoundModelState> LocalBinder::SetMode(std::string_view name, const ModeChange& change) {
  const std::vector<Bindings::BoundModel> models = bindings_.List();
  const auto bound = std::find_if(models.begin(), models.end(),
                                  [&](const auto& each) { return each.model->name == name; });
  if (bound == models.end()) return binding_messages::NoSuchModel(name);
  BindingModes modes = bound->modes;
  if (change.table) {
    const std::string table(*change.table);
    if (bound->model->FindTable(table) == nullptr) {
      return binding_messages::NoSuchTable(name, table);
    }
    const std::optional<BindingMode> mode = BindingModeNamed(change.mode);
    if (!mode) return binding_messages::UnknownMode(change.mode);
    modes.Set(table, *mode);
  } else {
    TRESTLE_TRY(modes, BindingModes::Parse(change.mode));
    if (const std::string* const other = modes.TableNotIn(*bound->model)) {
      return binding_messages::NoSuchTable(name, *other);
    }
  }
  const std::optional<std::string> record = bindings_.RecordWithModes(name, modes);
  if (!record) return binding_messages::NoSuchModel(name);
  TRESTLE_RETURN_IF_ERROR(database_.SetKeeperRecord(std::string(name), *record));
  return Find(name);
}

Status LocalBinder::Unbind(std::string_view name) {
  TRESTLE_RETURN_IF_ERROR(Find(name));
  return database_.SetKeeperRecord(std::string(name), std::nullopt);
}

}  // namespace trestle
