#pragma once

#include <cstdint>
#include <limits>

#include "operation/page_source.h"

namespace trestle {

// What one page evaluated, for its price.
struct PageRead {
  std::size_t bytes = 0;
  ReadConsistency consistency = ReadConsistency::kEventual;
  BillingMode billing = BillingMode::kProvisioned;
  bool whole = false;  // the page is all there is
};
using PageUnits = double (*)(const PageRead& read);
double QueryUnits(const PageRead& read);
double ScanUnits(const PageRead& read);

// One page of Query or Scan, once everything about it is decided.
struct PagePlan {
  KeyRange range;
  Rows::Options rows;
  bool filtered = false;  // else every row counts
  PageParts parts;
  bool count_only = false;
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();  // rows evaluated
  ReadConsistency consistency = ReadConsistency::kEventual;
  PageUnits units = QueryUnits;
  std::optional<Item> partition_key;  // of a Query that somebody counts
};

// Takes over what the parameters say and no check depends on.
void Complete(PagePlan& plan, const PageParameters& parameters);

// Whether the stored key lies in the range.
bool Holds(const KeyRange& range, std::string_view position);

// Reads until the limit, the end of the range, or the row that crosses 1 MB, which still belongs to
// the page. Its price is known only then, so it is let in if there is any capacity left.
Result<PageResponse> ReadPage(OperationContext& context, const PageSource& source,
                              const PagePlan& plan);

}  // namespace trestle
