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

// A call of Run: as it came, and what Prepare makes of it.
struct Repository::PageCall {
  std::string_view pattern;
  const Item& given;
  const PageOptions& options;
  Moment moment;
  const PatternPlan* plan = nullptr;
  Position start = {};
  std::int64_t limit = 0;
  std::optional<Item> checked = {};  // absent: the arguments are as they were given

  const Item& arguments() const { return checked ? *checked : given; }
};

Status Repository::Prepare(PageCall& call) const {
  const auto found = parts_->plans.find(call.pattern);
  if (found == parts_->plans.end()) return messages::Unknown("pattern", call.pattern);
  call.plan = &found->second;
  const model::Pattern& its = call.plan->pattern();
  std::vector<model::FieldError> errors;
  if (call.options.cursor) {
    Result<Position> start = OpenCursor(*call.options.cursor, parts_->options.cursor_key,
                                        BindingOf(*model_, its, call.given));
    if (start) {
      call.start = *std::move(start);
      call.moment.Set(call.start.now);
    } else {
      AddFields(start.error(), errors);
    }
  }
  call.limit = call.options.limit.value_or(its.limit);
  if (call.limit < 1 || call.limit > kMostItemsInPage) {
    errors.push_back({.field = "limit", .message = messages::BadLimit(kMostItemsInPage)});
  }
  if (!AreChecked(its.parameters, call.given)) {
    Result<Item> checked = CheckedArguments(its.parameters, call.given, call.moment.Now());
    if (checked) {
      call.checked = *std::move(checked);
    } else {
      AddFields(checked.error(), errors);
    }
  }
  if (!errors.empty()) return messages::BadArguments(std::move(errors));
  return {};
}

Status Repository::Fill(PageCall& call, Page& page) const {
  TRESTLE_RETURN_IF_ERROR(Prepare(call));
  Execution execution{.plan = *call.plan,
                      .database = parts_->database,
                      .arguments = call.arguments(),
                      .moment = call.moment,
                      .page = page};
  TRESTLE_RETURN_IF_ERROR(RunPattern(execution, call.limit, std::move(call.start)));
  if (execution.next) {
    page.cursor = SealCursor(*execution.next, parts_->options.cursor_key,
                             BindingOf(*model_, call.plan->pattern(), call.given));
  }
  return {};
}

Status Repository::Check(std::string_view pattern, const Item& arguments,
                         const PageOptions& options) const {
  PageCall call{pattern, arguments, options, Moment(parts_->clock)};
  return Prepare(call);
}

Result<Page> Repository::Run(std::string_view pattern, const Item& arguments,
                             const PageOptions& options) const {
  PageCall call{pattern, arguments, options, Moment(parts_->clock)};
  Result<Page> page;
  if (Status filled = Fill(call, *page); !filled) page = tl::unexpected(std::move(filled).error());
  return page;
}

}  // namespace trestle::repository
