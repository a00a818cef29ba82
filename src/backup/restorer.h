#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "backup/worker.h"
#include "base/result.h"
#include "history/state_at.h"
#include "table/table_filler.h"

namespace trestle {

// Fills tables with past states of others, in the background, a few at a time. What goes wrong is
// logged, and the table goes; what a stop or Halt cuts short stays unfinished, to be begun anew.
// Safe to share between threads.
class Restorer {
 public:
  struct Source {
    std::function<Result<PastTable>()> open;  // called on a thread of the restorer
    ChangeStamp first_undone;
    // Called when nothing more is read, however that came, unless the restorer ends before.
    std::function<void()> ended = [] {};
    // Called when the table is ACTIVE or gone.
    std::function<void()> settled = [] {};
  };

  Restorer() : worker_(kAtOnce) {}

  static constexpr std::size_t kMost = 50;  // under way or waiting: the service's limit
  Status TakesMore() const;                 // an error while there are as many

  void Start(std::unique_ptr<TableFiller> filler, Source source);
  void Halt() { worker_.Halt(); }
  void WaitUntilIdle() { worker_.WaitUntilIdle(); }  // for tests

 private:
  static constexpr std::size_t kAtOnce = 2;
  Result<bool> Fill(TableFiller& filler, const Source& source) const;  // whether to its end
  static bool GiveUp(TableFiller& filler, const Error& reason);        // whether the table is gone

  Worker worker_;
};

}  // namespace trestle
