#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/document_path.h"
#include "expression/syntax.h"
#include "partiql/term.h"

namespace trestle::partiql {

enum class StatementKind : std::uint8_t { kSelect, kInsert, kUpdate, kDelete, kExists };

struct OrderKey {
  std::string attribute;
  bool descending = false;
};

struct Returning {
  bool modified = false;  // else all
  bool fresh = false;     // as it is afterwards, else as it was
};

// A statement as written. Immutable once parsed, and cached by text.
struct Statement {
  StatementKind kind = StatementKind::kSelect;
  std::string table;
  // The slots of `where` and `updates`.
  std::vector<DocumentPath> paths;
  std::vector<Term> values;
  std::optional<Expression> where;
  std::size_t parameters = 0;  // how many ? it has

  // SELECT, also inside EXISTS.
  std::optional<std::string> index;
  std::vector<DocumentPath> columns;  // none: everything
  std::vector<OrderKey> order_by;

  Term item;                           // INSERT
  std::vector<UpdateClause> updates;   // UPDATE
  std::optional<Returning> returning;  // UPDATE and DELETE
};

inline bool IsRead(const Statement& statement) { return statement.kind == StatementKind::kSelect; }

// Errors are the service's. Use CachedStatement unless the text is known to be new.
Result<Statement> ParseStatement(std::string_view text);
// The same from this thread's cache.
Result<std::shared_ptr<const Statement>> CachedStatement(std::string_view text);

}  // namespace trestle::partiql
