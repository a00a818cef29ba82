#include "repository/partition_reader.h"

#include <algorithm>
#include <utility>

namespace trestle::repository {
namespace {

constexpr std::int64_t kManyItems = 1000;  // of a request after one that found too little

template <class Request>
void FillCommon(const Execution& execution, Request& request) {
  const PatternPlan& plan = execution.plan;
  request.table_name = plan.table_name();
  if (!plan.pattern().index.empty()) request.index_name = plan.pattern().index;
  if (!plan.filter_text().empty()) request.filter_expression = plan.filter_text();
  if (!plan.projection().empty() && !plan.pattern().count_only) {
    request.projection.expression = plan.projection();
  }
  if (!plan.names().empty()) request.substitutions.names = plan.names();
  request.consistent_read = plan.pattern().consistent;
  if (plan.pattern().count_only) request.select = SelectAttributes::kCount;
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
}

}  // namespace

PartitionReader::PartitionReader(Execution& execution, Item key_values, ReaderPosition position)
    : execution_(execution), key_values_(std::move(key_values)) {
  const PatternPlan& plan = execution.plan;
  for (const auto& [name, value] : plan.literals()) key_values_.Set(name, value);
  if (plan.filter()) plan.filter()->Fill(execution.arguments, execution.now, key_values_);
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
  const auto start = start_ ? std::optional<ParsedItem>(*start_) : std::nullopt;
  if (plan.pattern().kind == model::PatternKind::kScan) {
    ScanRequest request;
    FillCommon(execution_, request);
    if (!key_values_.empty()) request.substitutions.values = key_values_;
    request.limit = limit;
    request.exclusive_start_key = start;
    return execution_.database.Scan(request);
  }
  QueryRequest request;
  FillCommon(execution_, request);
  request.key_condition_expression = plan.key_condition();
  request.substitutions.values = key_values_;
  request.limit = limit;
  request.scan_index_forward = !plan.pattern().descending;
  request.exclusive_start_key = start;
  return execution_.database.Query(request);
}

Result<bool> PartitionReader::Fill(std::int64_t wanted) {
  while (place_ == page_.items.size()) {
    if (!more_ || execution_.requests_left <= 0) return false;
    TRESTLE_TRY(page_, Ask(std::max<std::int64_t>(wanted, 1)));
    execution_.Charge(page_.consumed.Total());
    counted_ += page_.count;
    place_ = 0;
    page_start_ = std::move(start_);
    start_ = page_.last_evaluated_key;
    more_ = start_.has_value();
  }
  return true;
}

std::optional<EncodedItems> PartitionReader::TakeWhole(std::int64_t room) {
  if (place_ != 0 || static_cast<std::int64_t>(page_.items.size()) > room) return std::nullopt;
  return std::exchange(page_.items, {});
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
  if (place_ == page_.items.size()) {
    return start_ ? ReaderPosition{.kind = Kind::kAfter, .after = *start_} : ReaderPosition{};
  }
  if (place_ > 0) return {.kind = Kind::kAfter, .after = KeyOf(page_.items[place_ - 1])};
  if (page_start_) return {.kind = Kind::kAfter, .after = *page_start_};
  return {};
}

}  // namespace trestle::repository
