#pragma once

#include "operation/page_parameters.h"
#include "table/rows.h"

namespace trestle {

// The table or index that a page is read from. `index` is null for the table itself.
struct PageSource {
  TablePtr table;
  const IndexDefinition* index = nullptr;  // of `table`
  bool fetches = false;                    // each row is completed from the table

  const KeySchema& keys() const { return index != nullptr ? index->keys : table->keys(); }
};

// Finds it, and checks that it can be read the way the request wants.
Result<PageSource> FindPageSource(const Catalog& catalog, const PageParameters& parameters);

// Whether the rows must be completed from the table: a local index is asked for what it does not
// hold. A global index that is asked for such attributes refuses.
Result<bool> MustFetch(const PageSource& source, const PageParameters& parameters,
                       const Projection& projection);

// A filter sees what the index holds, and in a Query no key attributes.
Status CheckFilterAttributes(const PageSource& source, const PageParameters& parameters,
                             const Condition& filter);

// The place of ExclusiveStartKey among the rows, if one is given.
Result<std::optional<std::string>> StartPosition(const PageSource& source,
                                                 const PageParameters& parameters);

}  // namespace trestle
