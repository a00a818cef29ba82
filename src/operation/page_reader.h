#pragma once

#include <cstdint>
#include <limits>

#include "operation/page_source.h"

namespace trestle {

// One page of Query or Scan, once everything about it is decided.
struct PagePlan {
  KeyRange range;
  Rows::Options rows;
  bool filtered = false;  // else every row counts
  Condition filter;
  Projection projection;
  bool fetches = false;  // complete each row from the table
  bool count_only = false;
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();  // rows evaluated
  ReadConsistency consistency = ReadConsistency::kEventual;
};

// Takes over what the parameters say and no check depends on.
void Complete(PagePlan& plan, const PageParameters& parameters);

// Whether the stored key lies in the range.
bool Holds(const KeyRange& range, std::string_view position);

// The units for `bytes` evaluated by one page, given whether the page is the whole table or index.
using PageUnits = double (*)(const Table& table, std::size_t bytes, ReadConsistency consistency,
                             bool whole);
double QueryUnits(const Table& table, std::size_t bytes, ReadConsistency consistency, bool whole);
double ScanUnits(const Table& table, std::size_t bytes, ReadConsistency consistency, bool whole);

// Reads until the limit, the end of the range, or the row that crosses 1 MB, which still belongs to
// the page.
Result<PageResponse> ReadPage(const View& view, const PageSource& source, const PagePlan& plan,
                              PageUnits units);

}  // namespace trestle
