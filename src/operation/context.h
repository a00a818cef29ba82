#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "base/moment.h"
#include "operation/gate.h"
#include "storage/store.h"
#include "table/catalog.h"

namespace trestle {

class Backups;
class Exports;
class Gatekeeper;
class Imports;
class TransactionTokens;

// What every operation needs: one for each request, made at the edge.
struct OperationContext {
  Catalog& catalog;
  TransactionTokens& tokens;
  const Clock& clock;
  std::string region;  // of the caller's signature; new tables' ARNs carry it
  // Whose commit the writes join, so that it is for its owner to make; null: they commit at once.
  CommitGroup* group = nullptr;
  // The answer may be given only when this position is durable. Raised by everything that looked at
  // the latest state.
  CommitPosition answer_after;
  Backups* backups = nullptr;  // there for the operations on them and for DeleteTable
  Exports* exports = nullptr;  // there for the operations on them, as the next
  Imports* imports = nullptr;
  std::shared_ptr<const View> shown = nullptr;  // view(), with other requests of the same moment
  // Whom to ask before items are touched; null: nobody.
  std::unique_ptr<Gate> gate = nullptr;
  Gatekeeper* gatekeeper = nullptr;  // null in tests
  Moment moment{clock};

  // When the request happens: what it writes and what it answers have the same time.
  TimePoint now() { return moment.Now(); }
  // What reads are shown, taken when the request first asks: a write has no need of it.
  const View& view() {
    if (shown == nullptr) shown = catalog.store().Durable();
    return *shown;
  }
  void AnswerAfter(CommitPosition position) { answer_after = std::max(answer_after, position); }
  // For an answer that depends on what others have committed, a refusal included.
  void AnswerAfterLatest() { AnswerAfter(catalog.store().LatestPosition()); }
};

}  // namespace trestle
