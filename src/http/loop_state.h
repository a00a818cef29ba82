#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

#include "http/date_header.h"
#include "http/handler.h"
#include "http/limits.h"
#include "http/output.h"
#include "http/request_reader.h"

namespace trestle::http {

using SteadyTime = std::chrono::steady_clock::time_point;

// The buffers of a connection that has something to do. An idle one has none.
struct Workspace {
  explicit Workspace(const Limits& limits) : reader(limits) {}
  RequestReader reader;
  Output output;
};

// Keeps a few workspaces for the next connections, the last used first: its memory is in the
// processor's cache.
class WorkspacePool {
 public:
  explicit WorkspacePool(const Limits& limits) : limits_(limits) {}
  std::unique_ptr<Workspace> Take();
  void Give(std::unique_ptr<Workspace> workspace);

 private:
  const Limits& limits_;
  std::vector<std::unique_ptr<Workspace>> spare_;
};

// What the connections of one loop share. Only the loop's thread touches it.
struct LoopState {
  LoopState(const Limits& given_limits, Handler& given_handler, const Clock& clock,
            std::size_t given_index)
      : limits(given_limits),
        handler(given_handler),
        index(given_index),
        date(clock),
        workspaces(given_limits) {}

  const Limits& limits;
  Handler& handler;
  std::size_t index;
  DateHeader date;
  WorkspacePool workspaces;
  std::vector<char> discarded = std::vector<char>(64 << 10);  // where unwanted input goes
  SteadyTime now = std::chrono::steady_clock::now();          // of this turn
  bool handled = false;                                       // a request, in this turn
  bool draining = false;  // each connection ends with its next reply
};

}  // namespace trestle::http
