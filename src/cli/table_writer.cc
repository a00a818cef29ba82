#include "cli/table_writer.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "base/mutex.h"
#include "cli/data_messages.h"
#include "operation/throttling.h"

namespace trestle {
namespace {

constexpr std::size_t kBatch = 25;  // the service's limit
// Without a single item put: some ten minutes.
constexpr remote::BackoffOptions kPatience{.attempts = 60,
                                           .first = std::chrono::milliseconds(50),
                                           .longest = std::chrono::milliseconds(20'000)};

using Writes = std::vector<std::pair<std::string, std::vector<WriteRequest>>>;

std::size_t CountOf(const Writes& writes) {
  std::size_t count = 0;
  for (const auto& [table, requests] : writes) count += requests.size();
  return count;
}

// Somebody else writes the same item or guard at this moment, or the table is throttled.
bool IsForNow(const Error& error) {
  if (IsThrottling(error) || error.code == ErrorCode::kTransactionConflict) return true;
  const auto* const cancellation = dynamic_cast<const Cancellation*>(error.detail.get());
  if (cancellation == nullptr) return false;
  return std::ranges::any_of(cancellation->reasons, [](const CancellationReason& reason) {
    return reason.code == "TransactionConflict" || reason.code == "ThrottlingError" ||
           reason.code == "ProvisionedThroughputExceeded";
  });
}

// The request has a fault, and nothing of it was done. Of a put without a condition the one that
// fails is the server's: another item has a unique value.
bool IsRefusal(const Error& error) {
  return error.code == ErrorCode::kValidation ||
         error.code == ErrorCode::kItemCollectionSizeLimitExceeded ||
         error.code == ErrorCode::kConditionalCheckFailed ||
         (error.code == ErrorCode::kTransactionCanceled && !IsForNow(error));
}

}  // namespace

TableWriter::TableWriter(Database& database, std::string table_name,
                         const Interruption& interruption)
    : database_(database),
      table_name_(std::move(table_name)),
      interruption_(interruption),
      pause_([&interruption](std::chrono::milliseconds time) { return interruption.Wait(time); }) {}

Result<std::vector<WriteRequest>> TableWriter::RequestsOf(std::span<ItemToPut> batch) const {
  std::vector<WriteRequest> requests;
  requests.reserve(batch.size());
  for (const ItemToPut& one : batch) {
    Item item = one.item;
    if (entity_ != nullptr) {
      TRESTLE_TRY(item, entity_->Completed(std::move(item)));
    }
    requests.push_back({.put_item = std::move(item), .delete_key = {}});
  }
  return requests;
}

Status TableWriter::PutBatch(std::span<ItemToPut> batch, const Refused& refused) {
  if (entity_ != nullptr && entity_->HasUniqueValues()) {
    std::vector<Item> items;
    items.reserve(batch.size());
    for (const ItemToPut& one : batch) items.push_back(one.item);
    if (entity_->Create(std::move(items))) return {};
    return PutOneByOne(batch, refused);
  }
  TRESTLE_TRY(std::vector<WriteRequest> requests, RequestsOf(batch));
  Writes writes;
  writes.emplace_back(table_name_, std::move(requests));
  auto backoff = std::make_unique<remote::Backoff>(kPatience, pause_);
  while (true) {
    const Result<BatchWriteItemResponse> written = database_.BatchWriteItem(
        {.tables = writes, .return_consumed_capacity = {}, .return_item_collection_metrics = {}});
    if (!written && IsRefusal(written.error())) return PutOneByOne(batch, refused);
    if (!written && !IsThrottling(written.error())) return tl::unexpected(written.error());
    if (written) {
      if (written->unprocessed.empty()) return {};
      if (CountOf(written->unprocessed) < CountOf(writes)) {
        backoff = std::make_unique<remote::Backoff>(kPatience, pause_);
      }
      writes = written->unprocessed;
    }
    if (backoff->Wait()) continue;
    if (interruption_.requested()) return messages::Interrupted();
    if (!written) return tl::unexpected(written.error());
    return messages::NothingProcessed(table_name_);
  }
}

Status TableWriter::PutOne(const Item& item) {
  if (entity_ != nullptr) return entity_->Put(item);
  TRESTLE_RETURN_IF_ERROR(database_.PutItem({.table_name = table_name_, .item = item}));
  return {};
}

// Finds the item at fault; the others are put.
Status TableWriter::PutOneByOne(std::span<ItemToPut> batch, const Refused& refused) {
  for (const ItemToPut& one : batch) {
    remote::Backoff backoff(kPatience, pause_);
    while (true) {
      const Status put = PutOne(one.item);
      if (put) break;
      if (IsRefusal(put.error())) {
        TRESTLE_RETURN_IF_ERROR(refused(one, put.error()));
        break;
      }
      if (IsForNow(put.error()) && backoff.Wait()) continue;
      if (interruption_.requested()) return messages::Interrupted();
      return tl::unexpected(put.error());
    }
  }
  return {};
}

Status TableWriter::Put(std::span<ItemToPut> items, const Refused& refused, const Told& told) {
  while (!items.empty()) {
    // A batch has each key once.
    std::set<std::string_view> keys;
    std::size_t size = 0;
    while (size < std::min(items.size(), kBatch) && keys.insert(items[size].key).second) ++size;
    TRESTLE_RETURN_IF_ERROR(PutBatch(items.first(size), refused));
    told(size);
    items = items.subspan(size);
  }
  return {};
}

Status TableWriter::PutOnThreads(std::vector<ItemToPut> items, std::size_t threads,
                                 const Listeners& listeners) {
  // Equal keys go to the same thread, which keeps their order.
  std::vector<std::vector<ItemToPut>> shares(std::max<std::size_t>(threads, 1));
  for (ItemToPut& one : items) {
    const std::size_t share = std::hash<std::string>()(one.key) % shares.size();
    shares[share].push_back(std::move(one));
  }
  Mutex mutex;
  Status first;
  std::vector<std::thread> running;
  for (std::vector<ItemToPut>& share : shares) {
    if (share.empty()) continue;
    running.emplace_back([&] {
      Status status = Put(share, listeners.refused, listeners.told);
      const MutexLock lock(mutex);
      if (!status && first) first = std::move(status);
    });
  }
  for (std::thread& thread : running) thread.join();
  return first;
}

}  // namespace trestle
