#include "operation/select_statement.h"

#include <algorithm>
#include <limits>

#include "expression/comparison.h"
#include "operation/consumed.h"
#include "operation/get_item.h"
#include "operation/next_token.h"
#include "operation/query.h"
#include "operation/scan.h"
#include "operation/statement_messages.h"
#include "partiql/where_clause.h"
#include "value/limits.h"

namespace trestle {
namespace {

using partiql::BoundStatement;
using partiql::OrderKey;
using partiql::Reading;

constexpr std::size_t kMaxPartitions = 50;
constexpr std::size_t kPartitionsOfPage = 10;

Result<const KeySchema*> KeysOf(const Table& table, const BoundStatement& statement,
                                bool consistent_read) {
  if (!statement->index) return &table.keys();
  const IndexDefinition* index = table.definition().FindIndex(*statement->index);
  if (index == nullptr) return messages::SelectFromUnknownIndex();
  if (!index->local && consistent_read) return messages::ConsistentSelectFromGlobalIndex();
  if (index->keys.hash.size() > 1 || index->keys.range.size() > 1) {
    return messages::SelectFromMultiAttributeIndex();
  }
  return &index->keys;
}

const OrderKey* OrderOf(const BoundStatement& statement,
                        const std::vector<KeyAttribute>& attributes) {
  if (attributes.empty()) return nullptr;
  for (const OrderKey& key : statement->order_by) {
    if (key.attribute == attributes.front().name) return &key;
  }
  return nullptr;
}

Status CheckOrder(const BoundStatement& statement, const KeySchema& keys, const Reading& reading) {
  if (statement->order_by.empty()) return {};
  if (!statement->where) return messages::OrderWithoutWhere();
  for (const OrderKey& key : statement->order_by) {
    if (keys.Find(key.attribute) == nullptr) return messages::OrderByNoKey(key.attribute);
  }
  if (!reading.partitions) return messages::OrderWithoutPartition();
  if (reading.partitions->size() > 1 && OrderOf(statement, keys.hash) == nullptr) {
    return messages::OrderOfSeveralPartitions();
  }
  return {};
}

// Puts the partitions in the order that the statement asks for, if it does.
void SortPartitions(const BoundStatement& statement, const KeySchema& keys, Reading& reading) {
  const OrderKey* order = OrderOf(statement, keys.hash);
  if (order == nullptr || !reading.partitions) return;
  std::stable_sort(reading.partitions->begin(), reading.partitions->end(),
                   [order](const AttributeValue* a, const AttributeValue* b) {
                     if (order->descending) std::swap(a, b);
                     const auto compared = Order(*a, *b);
                     return compared && std::is_lt(*compared);
                   });
}

// One SELECT: what it was asked, and what it has found so far.
class Selection {
 public:
  Selection(OperationContext& context, const StatementRequest& request,
            const BoundStatement& statement, const SelectOptions& options)
      : context_(context), request_(request), statement_(statement), options_(options) {
    if (options.limit) left_ = *options.limit;
  }

  Result<SelectedItems> ByKey(partiql::NamedKey named);
  Result<SelectedItems> ByQueries(const KeySchema& keys, const Reading& reading);
  Result<SelectedItems> ByScan(const Reading& reading);

 private:
  Result<SelectPosition> Start() const;
  Projection Columns() const;
  Result<QueryRequest> QueryFor(const KeySchema& keys, const Reading& reading) const;
  bool Add(std::size_t partition, PageResponse page);
  void EndAt(const SelectPosition& position);
  SelectedItems Finish();

  OperationContext& context_;
  const StatementRequest& request_;
  const BoundStatement& statement_;
  const SelectOptions& options_;
  std::int64_t left_ = std::numeric_limits<std::int64_t>::max();  // rows to look at
  SelectedItems selected_;
  ConsumedByTable consumed_;
};

Result<SelectPosition> Selection::Start() const {
  if (!options_.next_token) return SelectPosition();
  return DecodeNextToken(ContentDigest({&request_, 1}), *options_.next_token);
}

Projection Selection::Columns() const {
  if (statement_->columns.empty()) return Projection();
  return Projection::OfColumns(statement_->columns);
}

// Takes over what a Query or Scan of a partition answered. Whether there is room for more.
bool Selection::Add(std::size_t partition, PageResponse page) {
  for (const EncodedItemView item : page.items) selected_.items.Append(item.bytes());
  consumed_.Add(page.consumed);
  left_ -= page.scanned_count;
  if (page.last_evaluated_key) {
    EndAt({.partition = partition, .after = page.last_evaluated_key});
    selected_.last_evaluated_key = std::move(page.last_evaluated_key);
    return false;
  }
  return left_ > 0 && selected_.items.StoredBytes() < kMaxPageBytes;
}

void Selection::EndAt(const SelectPosition& position) {
  selected_.next_token = EncodeNextToken(ContentDigest({&request_, 1}), position);
}

SelectedItems Selection::Finish() {
  selected_.consumed = std::move(std::move(consumed_).Take().front());
  return std::move(selected_);
}

Result<SelectedItems> Selection::ByKey(partiql::NamedKey named) {
  if (options_.next_token) return messages::NextTokenMismatch();  // none was given
  GetItemRequest get;
  get.table_name = statement_->table;
  get.key = std::move(named.key);
  get.consistent_read = request_.consistent_read;
  const bool filtered = !named.rest.operands.empty();
  if (!filtered) get.projection.bound = Columns();
  TRESTLE_TRY(GetItemResponse response, GetItem(context_, get));
  selected_.consumed = std::move(response.consumed);
  if (!response.item) return std::move(selected_);
  if (!filtered) {
    selected_.items.Append(response.item->bytes());
    return std::move(selected_);
  }
  TRESTLE_TRY(const Item item, response.item->Decode());
  if (statement_.ConditionOf(std::move(named.rest)).Matches(item)) {
    selected_.items.Append(EncodedItem::From(Columns().Apply(item)).bytes());
  }
  return std::move(selected_);
}

Result<SelectedItems> Selection::ByScan(const Reading& reading) {
  TRESTLE_TRY(SelectPosition from, Start());
  ScanRequest scan;
  scan.table_name = statement_->table;
  scan.index_name = statement_->index;
  scan.bound_filter = statement_.ConditionOf(reading.filter);
  scan.projection.bound = Columns();
  scan.limit = options_.limit;
  scan.consistent_read = request_.consistent_read;
  scan.exclusive_start_key = std::move(from.after);
  TRESTLE_TRY(PageResponse page, Scan(context_, scan));
  Add(0, std::move(page));
  return Finish();
}

// The value of the partition key is left to be filled in.
Result<QueryRequest> Selection::QueryFor(const KeySchema& keys, const Reading& reading) const {
  QueryRequest query;
  query.table_name = statement_->table;
  query.index_name = statement_->index;
  KeyCondition condition;
  if (reading.range) {
    TRESTLE_TRY(condition, KeyCondition::FromTree(*reading.range, statement_.NewBinding()));
  }
  condition.clauses.insert(condition.clauses.begin(),
                           KeyClause{keys.hash.front().name, KeyOperator::kEqual, {}});
  query.bound_key_condition = std::move(condition);
  query.bound_filter = statement_.ConditionOf(reading.filter);
  query.projection.bound = Columns();
  query.consistent_read = request_.consistent_read;
  const OrderKey* order = OrderOf(statement_, keys.range);
  query.scan_index_forward = order == nullptr || !order->descending;
  return query;
}

Result<SelectedItems> Selection::ByQueries(const KeySchema& keys, const Reading& reading) {
  const std::vector<const AttributeValue*>& partitions = *reading.partitions;
  if (partitions.size() > kMaxPartitions) return messages::TooManyPartitions(partitions.size());
  TRESTLE_TRY(SelectPosition from, Start());
  if (from.partition >= partitions.size()) return messages::NextTokenMismatch();
  TRESTLE_TRY(QueryRequest query, QueryFor(keys, reading));
  query.exclusive_start_key = std::move(from.after);
  const std::size_t end = std::min(partitions.size(), from.partition + kPartitionsOfPage);
  for (std::size_t i = from.partition; i < end; ++i) {
    query.bound_key_condition->clauses.front().operands = {*partitions[i]};
    if (options_.limit) query.limit = left_;
    TRESTLE_TRY(PageResponse page, Query(context_, query));
    const bool ended = page.last_evaluated_key.has_value();
    const bool has_room = Add(i, std::move(page));
    if (ended) break;
    if (i + 1 < partitions.size() && (!has_room || i + 1 == end)) {
      EndAt({.partition = i + 1, .after = std::nullopt});
      break;
    }
    query.exclusive_start_key.reset();
  }
  return Finish();
}

}  // namespace

Result<SelectedItems> Select(OperationContext& context, const StatementRequest& request,
                             const BoundStatement& statement, const SelectOptions& options) {
  TRESTLE_TRY(const TablePtr table, context.catalog.Find(statement->table));
  TRESTLE_TRY(const KeySchema* const keys, KeysOf(*table, statement, request.consistent_read));
  Reading reading = ReadingOf(statement, *keys);
  TRESTLE_RETURN_IF_ERROR(CheckOrder(statement, *keys, reading));
  Selection selection(context, request, statement, options);
  if (!reading.partitions) return selection.ByScan(reading);
  if (!statement->index) {
    if (auto named = NamedKeyOf(statement, *keys)) return selection.ByKey(*std::move(named));
  }
  SortPartitions(statement, *keys, reading);
  return selection.ByQueries(*keys, reading);
}

}  // namespace trestle
