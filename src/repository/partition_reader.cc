#include "repository/partition_reader.h"

#include <algorithm>
#include <utility>

namespace trestle::repository {
namespace {

constexpr std::int64_t kManyItems = 1000;  // of a request after one that found too little

template <class Request>
void FillCommon(const PatternPlan& plan, Item values, Request& request) {
  request.table_name = plan.table_name();
  if (!plan.pattern().index.empty()) request.index_name = plan.pattern().index;
  if (!plan.filter_text().empty()) request.filter_expression = plan.filter_text();
  if (!plan.projection().empty() && !plan.pattern().count_only) {
    request.projection.expression = plan.projection();
  }
  if (!plan.names().empty()) request.substitutions.names = plan.names();
  if (!values.empty()) request.substitutions.values = std::move(values);
  request.consistent_read = plan.pattern().consistent;
  if (plan.pattern().count_only) request.select = SelectAttributes::kCount;
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
}

Result<PageResponse> Send(Database& database, const QueryRequest& request) {
  return database.Query(request);
}
Result<PageResponse> Send(Database& database, const ScanRequest& request) {
  return database.Scan(request);
}

}  // namespace

PartitionReader::PartitionReader(Execution& execution, Item key_values, ReaderPosition position)
    : execution_(execution) {
  const PatternPlan& plan = execution.plan;
  for (const auto& [name, value] : plan.literals()) key_values.Set(name, value);
  if (plan.filter()) plan.filter()->Fill(execution.arguments, execution.moment.Now(), key_values);
  if (plan.pattern().kind == model::PatternKind::kScan) {
    FillCommon(plan, std::move(key_values), request_.emplace<ScanRequest>());
  } else {
    QueryRequest& query = std::get<QueryRequest>(request_);
    FillCommon(plan, std::move(key_values), query);
    query.key_condition_expression = plan.key_condition();
    query.scan_index_forward = !plan.pattern().descending;
  }
  if (position.kind == ReaderPosition::Kind::kAfter) start_ = std::move(position.after);
  more_ = position.kind != ReaderPosition::Kind::kDone;
}

Result<PageResponse> PartitionReader::Ask(std::int64_t wanted) {
  const PatternPlan& plan = execution_.plan;
  // Counting takes all there is; what was filtered out once will be again.
  std::optional<std::int64_t> limit = wanted;
  if (plan.pattern().count_only) limit = std::nullopt;
  if (limit && asked_ > 0 && !plan.filter_text().empty()) limit = std::max(wanted, kManyItems);
  ++asked_;
  return std::visit(
      [&](auto& request) {
        request.limit = limit;
        if (start_) request.exclusive_start_key = *start_;
        return Send(execution_.database, request);
      },
      request_);
}

Result<bool> PartitionReader::Fill(std::int64_t wanted) {
  while (place_ == items_.size()) {
    if (!more_ || execution_.requests_left <= 0) return false;
    TRESTLE_TRY(PageResponse && page, Ask(std::max<std::int64_t>(wanted, 1)));
    execution_.Charge(page.consumed.Total());
    counted_ += page.count;
    items_ = std::move(page.items);
    place_ = 0;
    page_start_ = std::move(start_);
    start_ = std::move(page.last_evaluated_key);
    more_ = start_.has_value();
  }
  return true;
}

std::optional<EncodedItems> PartitionReader::TakeWhole(std::int64_t room) {
  if (place_ != 0 || static_cast<std::int64_t>(items_.size()) > room) return std::nullopt;
  return std::exchange(items_, {});
}

Item PartitionReader::KeyOf(EncodedItemView item) const {
  Item key;
  for (const std::string& name : execution_.plan.start_key()) {
    const auto value = item.Find(name);
    if (!value) continue;
    if (auto decoded = value->Decode()) key.Set(name, *std::move(decoded));
  }
  return key;
}

ReaderPosition PartitionReader::Position() const {
  using Kind = ReaderPosition::Kind;
  if (Done()) return {.kind = Kind::kDone};
  if (place_ == items_.size()) {
    return start_ ? ReaderPosition{.kind = Kind::kAfter, .after = *start_} : ReaderPosition{};
  }
  if (place_ > 0) return {.kind = Kind::kAfter, .after = KeyOf(items_[place_ - 1])};
  if (page_start_) return {.kind = Kind::kAfter, .after = *page_start_};
  return {};
}

}  // namespace trestle::repository
