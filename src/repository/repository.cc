#include "repository/repository.h"

#include <utility>

#include "operation/database.h"
#include "repository/arguments.h"
#include "repository/messages.h"
#include "repository/parts.h"
#include "repository/pattern_run.h"

namespace trestle::repository {
namespace {

constexpr std::int64_t kMostItemsInPage = 10'000;

// What a cursor is bound to.
std::string BindingOf(const model::Model& model, const model::Pattern& pattern, const Item& given) {
  std::string binding = model.name + '\n' + pattern.name + '\n' + pattern.where_text + '\n';
  return binding + EncodedItem::From(given).bytes();
}

}  // namespace

Repository::Repository(std::shared_ptr<const model::Model> model, Database& database,
                       const Clock& clock, RepositoryOptions options)
    : model_(std::move(model)),
      parts_(std::make_unique<Parts>(model_, database, clock, std::move(options))) {}

Repository::~Repository() = default;

Repository::Parts::Parts(const std::shared_ptr<const model::Model>& model, Database& its_database,
                         const Clock& its_clock, RepositoryOptions its_options)
    : database(its_database), clock(its_clock), options(std::move(its_options)) {
  for (const model::Pattern& pattern : model->patterns) {
    plans.try_emplace(pattern.name, *model, pattern, NameOf(pattern.table));
  }
  for (const model::Table& table : model->tables) {
    tables.emplace(table.name, std::make_unique<model::KeptTable>(model, table));
  }
}

const std::string& Repository::Parts::NameOf(const std::string& table) const {
  const auto other = options.table_names.find(table);
  return other == options.table_names.end() ? table : other->second;
}

Result<Page> Repository::Run(std::string_view pattern, const Item& arguments,
                             const PageOptions& options) const {
  const auto found = parts_->plans.find(pattern);
  if (found == parts_->plans.end()) return messages::Unknown("pattern", pattern);
  const PatternPlan& plan = found->second;
  Position start{.now = parts_->clock.Now()};
  const auto binding = [&] { return BindingOf(*model_, plan.pattern(), arguments); };
  if (options.cursor) {
    TRESTLE_TRY(start, OpenCursor(*options.cursor, parts_->options.cursor_key, binding()));
  }
  Item checked;
  const bool as_given = AreChecked(plan.pattern().parameters, arguments);
  if (!as_given) {
    TRESTLE_TRY(checked, CheckedArguments(plan.pattern().parameters, arguments, start.now,
                                          "The arguments do not fit"));
  }
  const std::int64_t limit = options.limit.value_or(plan.pattern().limit);
  if (limit < 1 || limit > kMostItemsInPage) return messages::BadLimit(kMostItemsInPage);
  Execution execution{.plan = plan,
                      .database = parts_->database,
                      .arguments = as_given ? arguments : checked,
                      .now = start.now};
  TRESTLE_TRY(PatternResult result, RunPattern(execution, limit, std::move(start)));
  if (result.next) {
    result.page.cursor = SealCursor(*result.next, parts_->options.cursor_key, binding());
  }
  return std::move(result.page);
}

}  // namespace trestle::repository
