#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "cli/data_source.h"
#include "cli/database_options.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/run_state.h"
#include "cli/table_writer.h"
#include "transfer/item_reader.h"

namespace trestle {

struct ImportOptions {
  std::string table;
  std::vector<std::string> from;
  std::optional<DataFormat> format;  // none: as the files' names tell
  ItemLineParser parse_line;         // in place of a format, where it is not empty
  bool skip_bad = false;             // lines that hold no item of this table
  std::size_t threads = 8;
  std::string state;  // the file that remembers; empty: one beside the data
};

struct ImportResult {
  std::int64_t items = 0;
  std::int64_t skipped = 0;
};

// Puts the items of files into a table, in chunks: when all of a chunk is in the table, the state
// says so. A run that goes on puts at most one chunk again, and putting an item twice leaves it as
// it is.
class Importer {
 public:
  // All of them outlive the importer.
  Importer(OpenedDatabase& target, const ImportOptions& options, const Interruption& interruption,
           Progress& progress);

  // Items are those of an entity.
  void PutAs(std::unique_ptr<const EntityPuts> entity) { writer_.PutAs(std::move(entity)); }

  Result<ImportResult> Run();

 private:
  // As far as everything is in the table.
  struct Position {
    std::size_t file = 0;
    std::int64_t line = 0;  // the last one of that file
    std::int64_t items = 0;
    std::int64_t skipped = 0;
  };
  struct Chunk {
    std::vector<ItemToPut> items;
    std::size_t bytes = 0;
    std::int64_t last_line = 0;
    bool file_ended = false;
    std::optional<Error> end;  // why nothing comes after it
  };

  Status LoadState(const TableDefinition& table);
  Status WriteState();
  Status ImportFile(std::size_t file);
  Result<std::unique_ptr<ItemReader>> OpenFile(std::size_t file, std::uint64_t& read);
  Result<Chunk> ReadChunk(ItemReader& reader, std::size_t file);
  void Take(ItemRead read, std::size_t file, Chunk& chunk);
  // `file_bytes` of the file were read for it.
  Status PutChunk(Chunk chunk, std::size_t file, std::uint64_t file_bytes);
  // Tells of a line that cannot be imported; an error if that is the end.
  Status Refuse(const std::string& place, const Error& error) TRESTLE_EXCLUDES(mutex_);

  OpenedDatabase& target_;
  const ImportOptions options_;
  const Interruption& interruption_;
  Progress& progress_;
  TableWriter writer_;
  TablePtr table_;
  std::vector<std::string> files_;
  std::vector<FileIdentity> identities_;
  std::unique_ptr<RunState> state_file_;
  Position position_;
  Mutex mutex_;
  std::int64_t skipped_ TRESTLE_GUARDED_BY(mutex_) = 0;  // since the last state
};

}  // namespace trestle
