#include "backup/restorer.h"

#include <string>
#include <utility>

#include "backup/messages.h"
#include "base/log.h"

namespace trestle {

Status Restorer::TakesMore() const {
  if (worker_.jobs() >= kMost) return messages::TooManyRestores(kMost);
  return {};
}

void Restorer::Start(std::unique_ptr<TableFiller> filler, Source source) {
  // Shared because a std::function must be copyable; the job is its one owner.
  const std::shared_ptr<TableFiller> shared = std::move(filler);
  worker_.Do([this, shared, source = std::move(source)] {
    const Result<bool> filled = Fill(*shared, source);
    // Before the table is ACTIVE: whoever has seen that may delete what it was restored from.
    source.ended();
    if (filled ? !*filled : worker_.stopping()) return;
    const Status finished = filled ? shared->Finish() : Status(tl::unexpected(filled.error()));
    if (!finished && !GiveUp(*shared, finished.error())) return;
    source.settled();
  });
}

bool Restorer::GiveUp(TableFiller& filler, const Error& reason) {
  const std::string& name = filler.table()->name();
  LogError("the restore of table " + name + " has failed: " + reason.message);
  const Status abandoned = filler.Abandon();
  if (!abandoned) {
    LogError("the restore of table " + name +
             " begins anew with the next start: " + abandoned.error().message);
  }
  return abandoned.has_value();
}

Result<bool> Restorer::Fill(TableFiller& filler, const Source& source) const {
  TRESTLE_TRY(PastTable past, source.open());
  TRESTLE_TRY(const std::unique_ptr<StateAt> state,
              StateAt::Open(std::move(past), source.first_undone));
  while (!worker_.stopping()) {
    TRESTLE_TRY(const bool more, state->Next());
    if (!more) return true;
    TRESTLE_RETURN_IF_ERROR(filler.AddStored(state->item_key(), state->item()));
  }
  return false;
}

}  // namespace trestle
