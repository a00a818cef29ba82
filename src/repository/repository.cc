#include "repository/repository.h"

#include <utility>

#include "base/check.h"
#include "operation/database.h"
#include "repository/arguments.h"
#include "repository/errors.h"
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

// `error` is one of BadFields.
void AddFields(const Error& error, std::vector<model::FieldError>& errors) {
  const auto* const bad = dynamic_cast<const BadFields*>(error.detail.get());
  TRESTLE_CHECK(bad != nullptr);
  errors.insert(errors.end(), bad->fields.begin(), bad->fields.end());
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

// A call of Run whose page and arguments fit.
struct Repository::PageCall {
  const PatternPlan* plan = nullptr;
  Position start;
  std::int64_t limit = 0;
  std::optional<Item> arguments;  // absent: as they were given
};

Result<Repository::PageCall> Repository::Checked(std::string_view pattern, const Item& arguments,
                                                 const PageOptions& options) const {
  const auto found = parts_->plans.find(pattern);
  if (found == parts_->plans.end()) return messages::Unknown("pattern", pattern);
  const model::Pattern& its = found->second.pattern();
  PageCall call{.plan = &found->second,
                .start = {.now = parts_->clock.Now()},
                .limit = options.limit.value_or(its.limit)};
  std::vector<model::FieldError> errors;
  if (options.cursor) {
    Result<Position> start =
        OpenCursor(*options.cursor, parts_->options.cursor_key, BindingOf(*model_, its, arguments));
    if (start) {
      call.start = *std::move(start);
    } else {
      AddFields(start.error(), errors);
    }
  }
  if (call.limit < 1 || call.limit > kMostItemsInPage) {
    errors.push_back({.field = "limit", .message = messages::BadLimit(kMostItemsInPage)});
  }
  if (!AreChecked(its.parameters, arguments)) {
    Result<Item> checked = CheckedArguments(its.parameters, arguments, call.start.now);
    if (checked) {
      call.arguments = *std::move(checked);
    } else {
      AddFields(checked.error(), errors);
    }
  }
  if (!errors.empty()) return messages::BadArguments(std::move(errors));
  return call;
}

Status Repository::Check(std::string_view pattern, const Item& arguments,
                         const PageOptions& options) const {
  TRESTLE_RETURN_IF_ERROR(Checked(pattern, arguments, options));
  return {};
}

Result<Page> Repository::Run(std::string_view pattern, const Item& arguments,
                             const PageOptions& options) const {
  TRESTLE_TRY(PageCall call, Checked(pattern, arguments, options));
  Execution execution{.plan = *call.plan,
                      .database = parts_->database,
                      .arguments = call.arguments ? *call.arguments : arguments,
                      .now = call.start.now};
  TRESTLE_TRY(PatternResult result, RunPattern(execution, call.limit, std::move(call.start)));
  if (result.next) {
    result.page.cursor = SealCursor(*result.next, parts_->options.cursor_key,
                                    BindingOf(*model_, call.plan->pattern(), arguments));
  }
  return std::move(result.page);
}

}  // namespace trestle::repository
