#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "client/endpoint.h"
#include "client/request_writer.h"

namespace trestle::load {

using client::Caller;
using client::Endpoint;
using client::RequestWriter;

struct TableContents {
  std::uint64_t items = 10'000;
  std::size_t item_bytes = 400;
};

// Called now and then while items are loaded.
using LoadProgress = std::function<void(std::uint64_t loaded, std::uint64_t all)>;

// One endpoint with the bench's table in it.
class Target {
 public:
  // `clock` outlives the target.
  Target(Endpoint endpoint, std::string table, Caller caller, const Clock& clock);

  // Makes the table and waits until it and its index can be used. Refuses one that is there.
  Status CreateTable(const std::atomic<bool>& stop);
  Status LoadItems(const TableContents& contents, std::size_t connections,
                   const LoadProgress& progress, const std::atomic<bool>& stop);
  // Deletes the table if it was made here.
  Status DeleteTable();

  const Endpoint& endpoint() const { return endpoint_; }
  const std::string& table() const { return table_; }
  RequestWriter MakeWriter() const { return {endpoint_.host(), caller_, clock_}; }
  bool has_table() const { return has_table_; }

 private:
  // The table's and the index's state, ACTIVE if both are.
  Result<std::string> TableState() const;

  Endpoint endpoint_;
  std::string table_;
  Caller caller_;
  const Clock& clock_;
  bool has_table_ = false;
};

// The prefix of the keys of all loaded items.
inline constexpr const char* kLoadedPrefix = "user";

}  // namespace trestle::load
