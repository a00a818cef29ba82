#include "binding/bindings.h"

#include <utility>

#include "base/log.h"
#include "binding/messages.h"
#include "model/read.h"

namespace trestle {
namespace {

// "enforce,audit=warn\nshop.trestle.toml\n" and the text.
struct Record {
  std::string_view modes;
  std::string_view file;
  std::string_view text;
};

Record Parsed(std::string_view record) {
  Record parsed;
  const auto line = [&record] {
    const std::size_t end = record.find('\n');
    const std::string_view text = record.substr(0, end);
    record.remove_prefix(end == std::string_view::npos ? record.size() : end + 1);
    return text;
  };
  parsed.modes = line();
  parsed.file = line();
  parsed.text = record;
  return parsed;
}

bool Fits(const model::KeyAttribute& wanted, const KeyAttribute& key) {
  const AttributeType type = wanted.type == model::KeyType::kNumber   ? AttributeType::kNumber
                             : wanted.type == model::KeyType::kBinary ? AttributeType::kBinary
                                                                      : AttributeType::kString;
  return wanted.name == key.name && type == key.type;
}

}  // namespace

Result<std::shared_ptr<const model::Model>> ModelIn(std::string_view text,
                                                    const std::string& file) {
  model::Reading reading = model::ReadModel(text, file);
  if (!reading.problems.empty()) {
    const model::Problem& first = reading.problems.front();
    return binding_messages::ModelUnreadable(file, first.place.line, first.place.column,
                                             first.message);
  }
  return std::make_shared<const model::Model>(std::move(reading.model));
}

std::string Bindings::RecordOf(std::string_view text, std::string_view file,
                               const BindingModes& modes) {
  return modes.Text().append("\n").append(file).append("\n").append(text);
}

std::optional<std::string> Bindings::RecordWithModes(std::string_view name,
                                                     const BindingModes& modes) const {
  const MutexLock lock(mutex_);
  const auto found = models_.find(name);
  if (found == models_.end()) return std::nullopt;
  const Record record = Parsed(found->second.record);
  return RecordOf(record.text, record.file, modes);
}

void Bindings::Load(const Records& records) {
  const MutexLock lock(mutex_);
  std::map<std::string, Entry, std::less<>> models;
  for (const auto& [name, record] : records) {
    const auto known = models_.find(name);
    if (known != models_.end() && known->second.record == record) {
      models.insert(models_.extract(known));
      continue;
    }
    const Record parsed = Parsed(record);
    const auto model = ModelIn(parsed.text, std::string(parsed.file));
    const auto modes = BindingModes::Parse(parsed.modes);
    if (!model || !modes) {
      LogError("the stored model " + name + " cannot be read, so its tables are not bound: " +
               (model ? modes.error().message : model.error().message));
      continue;
    }
    models.emplace(name, Entry{.record = record, .model = *model, .modes = *modes, .tables = {}});
  }
  models_ = std::move(models);
}

std::shared_ptr<const ItemKeeper> Bindings::For(const TableDefinition& table) const {
  const MutexLock lock(mutex_);
  for (const auto& [name, entry] : models_) {
    const model::Table* const wanted = entry.model->FindTable(table.name);
    if (wanted == nullptr || entry.modes.Of(table.name) == BindingMode::kOff) continue;
    if (const std::optional<std::string> misfit = KeyMisfit(*wanted, table)) {
      LogWarning("table " + table.name + " is not bound to model " + name + ": " + *misfit);
      continue;
    }
    std::shared_ptr<const BoundTable>& bound = entry.tables[table.name];
    if (bound == nullptr) {
      bound = std::make_shared<const BoundTable>(entry.model, *wanted, entry.modes.Of(table.name));
    }
    return bound;
  }
  return nullptr;
}

std::vector<Bindings::BoundModel> Bindings::List() const {
  const MutexLock lock(mutex_);
  std::vector<BoundModel> models;
  for (const auto& [name, entry] : models_) {
    BoundModel& listed = models.emplace_back(BoundModel{entry.model, entry.modes, {}});
    for (const auto& [table, bound] : entry.tables) listed.misfits[table] = bound->misfits();
  }
  return models;
}

Status Bindings::CheckTablesFree(const model::Model& model) const {
  const MutexLock lock(mutex_);
  for (const auto& [name, entry] : models_) {
    if (name == model.name) continue;
    for (const model::Table& table : model.tables) {
      if (entry.model->FindTable(table.name) != nullptr) {
        return binding_messages::TableOfAnotherModel(table.name, name);
      }
    }
  }
  return {};
}

std::optional<std::string> KeyMisfit(const model::Table& wanted, const TableDefinition& table) {
  const auto& keys = table.keys;
  if (keys.hash.empty() || !Fits(wanted.partition_key, keys.hash.front())) {
    return "its partition key is not " + wanted.partition_key.name;
  }
  if (wanted.sort_key.has_value() == keys.range.empty() ||
      (wanted.sort_key && !Fits(*wanted.sort_key, keys.range.front()))) {
    return wanted.sort_key ? "its sort key is not " + wanted.sort_key->name
                           : "it has a sort key that the model does not have";
  }
  return std::nullopt;
}

}  // namespace trestle
