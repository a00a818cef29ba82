#include "operation/page_reader.h"

#include <algorithm>

#include "value/limits.h"

namespace trestle {
namespace {

// What a page has room for from the start: most are no larger, and an unused part costs little.
constexpr std::size_t kUsualItems = 32;
constexpr std::size_t kUsualBytes = 16 * 1024;

// A new on-demand table has four partitions, and a scan that walks through all of them pays at
// least one step in each.
constexpr int kPartitionsOfOnDemandTable = 4;

void CopyAttributes(EncodedItemView stored, const std::vector<KeyAttribute>& attributes,
                    Item& key) {
  for (const KeyAttribute& attribute : attributes) {
    const std::optional<EncodedValue> value = stored.Find(attribute.name);
    if (!value) continue;
    if (Result<AttributeValue> decoded = value->Decode()) {
      key.Set(attribute.name, *std::move(decoded));
    }
  }
}

void CopyKey(EncodedItemView stored, const KeySchema& keys, Item& key) {
  CopyAttributes(stored, keys.hash, key);
  CopyAttributes(stored, keys.range, key);
}

AttributeNames LookedAt(const PagePlan& plan) {
  std::vector<std::string_view> names;
  plan.parts.filter.AddAttributes(names);
  plan.parts.projection.AddAttributes(names);
  return AttributeNames(std::move(names));
}

class Page {
 public:
  Page(const View& view, const PageSource& source, const PagePlan& plan)
      : view_(view),
        source_(source),
        plan_(plan),
        projects_(!plan.parts.projection.IsEverything() && !plan.count_only),
        looked_at_(LookedAt(plan)) {
    response_.count_only = plan.count_only;
    if (!plan.count_only) response_.items.Reserve(kUsualItems, kUsualBytes);
  }

  Status Evaluate(EncodedItemView stored) {
    ++response_.scanned_count;
    bytes_ += stored.SizeBytes();
    if (!source_.fetches) return Take(stored);
    TRESTLE_TRY(const std::optional<EncodedItem> whole, Fetch(stored));
    const EncodedItemView shown = whole ? EncodedItemView(*whole) : stored;
    fetched_units_ += ReadUnits(shown.SizeBytes(), plan_.consistency);
    return Take(shown);
  }

  bool Full() const { return response_.scanned_count >= plan_.limit || bytes_ > kMaxPageBytes; }

  void EndAfter(EncodedItemView stored) {
    Item key;
    CopyKey(stored, source_.table->keys(), key);
    if (source_.index != nullptr) CopyKey(stored, source_.index->keys, key);
    response_.last_evaluated_key = std::move(key);
  }

  PageResponse Finish() && {
    const double read = plan_.units({.bytes = bytes_,
                                     .consistency = plan_.consistency,
                                     .billing = source_.table->definition().billing,
                                     .whole = !plan_.rows.start && !response_.last_evaluated_key});
    ConsumedCapacity& consumed = response_.consumed;
    consumed.table_name = source_.table->name();
    consumed.table = fetched_units_;
    if (source_.index == nullptr) {
      consumed.table += read;
    } else if (source_.index->local) {
      consumed.local_indexes[source_.index->name] = read;
    } else {
      consumed.global_indexes[source_.index->name] = read;
    }
    return std::move(response_);
  }

 private:
  Status Take(EncodedItemView stored) {
    if (!plan_.filtered && !projects_) {
      Accept(stored);
      return {};
    }
    TRESTLE_TRY(const Item item, stored.DecodeSome(looked_at_));
    if (plan_.filtered && !plan_.parts.filter.Matches(item)) return {};
    if (projects_) {
      Accept(EncodedItem::From(plan_.parts.projection.Apply(item)));
    } else {
      Accept(stored);
    }
    return {};
  }

  void Accept(EncodedItemView item) {
    ++response_.count;
    if (!plan_.count_only) response_.items.Append(item.bytes());
  }

  // The item that an entry of the index stands for; nothing if the table does not have it.
  Result<std::optional<EncodedItem>> Fetch(EncodedItemView entry) const {
    Item key;
    CopyKey(entry, source_.table->keys(), key);
    TRESTLE_TRY(const ItemKey address, source_.table->KeyOf(key));
    return source_.table->Get(view_, address);
  }

  const View& view_;
  const PageSource& source_;
  const PagePlan& plan_;
  const bool projects_;
  const AttributeNames looked_at_;
  PageResponse response_;
  std::size_t bytes_ = 0;
  double fetched_units_ = 0;
};

Result<PageResponse> ReadRows(const View& view, const PageSource& source, const PagePlan& plan) {
  Page page(view, source, plan);
  Rows rows(view, plan.range, plan.rows);
  for (; rows.Valid(); rows.Next()) {
    const EncodedItemView item(rows.item_bytes());
    TRESTLE_RETURN_IF_ERROR(page.Evaluate(item));
    if (page.Full()) {
      page.EndAfter(item);
      break;
    }
  }
  TRESTLE_RETURN_IF_ERROR(rows.status());
  return std::move(page).Finish();
}

}  // namespace

void Complete(PagePlan& plan, const PageParameters& parameters) {
  plan.filtered = HasFilter(parameters);
  plan.count_only = parameters.select == SelectAttributes::kCount;
  if (parameters.limit) plan.limit = *parameters.limit;
  if (parameters.consistent_read) plan.consistency = ReadConsistency::kStrong;
}

bool Holds(const KeyRange& range, std::string_view position) {
  return position >= range.begin && (range.end.empty() || position < range.end);
}

double QueryUnits(const PageRead& read) { return ReadUnits(read.bytes, read.consistency); }

double ScanUnits(const PageRead& read) {
  const double units = QueryUnits(read);
  if (!read.whole || read.billing != BillingMode::kPayPerRequest) return units;
  return std::max(units, kPartitionsOfOnDemandTable * ReadUnits(0, read.consistency));
}

Result<PageResponse> ReadPage(OperationContext& context, const PageSource& source,
                              const PagePlan& plan) {
  if (!context.gate) return ReadRows(context.view(), source, plan);
  const Touch touch{.table = *source.table,
                    .index = source.index,
                    .position = plan.rows.start ? *plan.rows.start : plan.range.begin,
                    .item = plan.partition_key ? &*plan.partition_key : nullptr};
  TRESTLE_RETURN_IF_ERROR(context.gate->AdmitRead(touch));
  TRESTLE_TRY(PageResponse response, ReadRows(context.view(), source, plan));
  context.gate->ChargeRead(touch, response.consumed.Total());
  return response;
}

}  // namespace trestle
