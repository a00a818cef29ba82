#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace trestle {

// A model that is bound to tables, as an operator is shown it.
struct BoundModelState {
  struct TableState {
    std::string name;
    std::string mode;    // off, warn or enforce
    bool bound = false;  // the table is there and its keys are the model's
    std::map<std::string, std::uint64_t> misfits;  // refused writes, or those warned of, by field
  };
  std::string name;
  std::int64_t version = 0;
  std::string file;  // as it was named
  std::string mode;  // of tables that have none of their own
  std::vector<TableState> tables;
};

// Another mode of a model.
struct ModeChange {
  std::string_view mode;                  // "warn"; of all tables also "enforce,audit=warn"
  std::optional<std::string_view> table;  // this one alone; absent: all
};

// Binds models to tables. Its calls may take long.
class ModelBinder {
 public:
  virtual ~ModelBinder() = default;

  virtual std::vector<BoundModelState> List() const = 0;
  // Makes the tables that are missing. A model of the same name is replaced.
  virtual Result<BoundModelState> Bind(std::string_view text, const std::string& file,
                                       std::string_view mode) = 0;
  virtual Result<BoundModelState> SetMode(std::string_view name, const ModeChange& change) = 0;
  // The tables stay.
  virtual Status Unbind(std::string_view name) = 0;
};

}  // namespace trestle
