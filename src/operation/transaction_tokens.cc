#include "operation/transaction_tokens.h"

#include <charconv>

#include "operation/messages.h"
#include "table/key_space.h"
#include "value/item_codec.h"

namespace trestle {
namespace {

constexpr Duration kLifetime = std::chrono::minutes(10);

// Written to disk: described in docs/file-format.md.
constexpr std::string_view kDigest = "digest";
constexpr std::string_view kExpires = "expires";  // microseconds since 1970
constexpr std::string_view kReads = "reads";      // read units by table

std::string GenerationPrefix(std::uint32_t generation) {
  std::string key(1, static_cast<char>(KeySpace::kToken));
  for (int shift = 24; shift >= 0; shift -= 8) key += static_cast<char>(generation >> shift & 0xff);
  return key;
}

std::int64_t IntegerIn(const Item& item, std::string_view name) {
  const AttributeValue* value = item.Find(name);
  const Number* number = value != nullptr ? value->As<Number>() : nullptr;
  std::int64_t integer = 0;
  if (number != nullptr) {
    const std::string text = number->ToString();
    std::from_chars(text.data(), text.data() + text.size(), integer);
  }
  return integer;
}

AttributeValue Integer(std::int64_t value) {
  return AttributeValue::Of(Number::FromInteger(value));
}

TransactionReceipt ReceiptOf(const Item& record) {
  TransactionReceipt receipt;
  if (const AttributeValue* digest = record.Find(kDigest)) {
    if (const auto* binary = digest->As<Binary>()) receipt.content_digest = binary->bytes;
  }
  const AttributeValue* reads = record.Find(kReads);
  if (const auto* by_table = reads != nullptr ? reads->As<AttributeMap>() : nullptr) {
    for (const Attribute& table : *by_table) {
      ConsumedCapacity& cost = receipt.replay_cost.emplace_back();
      cost.table_name = table.name;
      cost.table = static_cast<double>(IntegerIn(*by_table, table.name));
      cost.report = ConsumedCapacity::Report::kRead;
    }
  }
  return receipt;
}

}  // namespace

std::uint32_t TransactionTokens::Generation() const {
  return static_cast<std::uint32_t>(clock_.Now().time_since_epoch() / kLifetime);
}

Result<std::optional<TransactionReceipt>> TransactionTokens::Find(std::string_view token) const {
  const std::uint32_t newest = Generation();
  for (const std::uint32_t generation : {newest, newest - 1}) {
    TRESTLE_TRY(std::optional<std::string> bytes,
                store_.GetLatest(GenerationPrefix(generation).append(token)));
    if (!bytes) continue;
    TRESTLE_TRY(const Item record, EncodedItem::FromStored(*std::move(bytes)).Decode());
    const TimePoint expires{Duration(IntegerIn(record, kExpires))};
    if (clock_.Now() < expires) return ReceiptOf(record);
  }
  return std::nullopt;
}

Status TransactionTokens::DropOld() {
  const std::uint32_t oldest_kept = Generation() - 1;
  {
    const MutexLock lock(mutex_);
    if (oldest_kept <= oldest_kept_) return {};
    oldest_kept_ = oldest_kept;
  }
  const auto batch = store_.NewBatch();
  batch->DeleteRange(GenerationPrefix(0), GenerationPrefix(oldest_kept));
  TRESTLE_RETURN_IF_ERROR(store_.Commit(*batch));
  return {};
}

TokenClaim::~TokenClaim() {
  if (!held_) return;
  const MutexLock lock(tokens_.mutex_);
  tokens_.under_way_.erase(*held_);
}

Result<std::optional<TransactionReceipt>> TokenClaim::Take(std::string token,
                                                           std::string content_digest) {
  {
    const MutexLock lock(tokens_.mutex_);
    const auto found = tokens_.under_way_.lower_bound(std::pair(token, std::string()));
    if (found != tokens_.under_way_.end() && found->first == token) {
      if (found->second != content_digest) return messages::TokenUsedForAnotherRequest();
      return messages::TransactionInProgress();
    }
    held_.emplace(std::move(token), std::move(content_digest));
    tokens_.under_way_.insert(*held_);
  }
  TRESTLE_RETURN_IF_ERROR(tokens_.DropOld());
  TRESTLE_TRY(std::optional<TransactionReceipt> receipt, tokens_.Find(held_->first));
  if (receipt && receipt->content_digest != held_->second) {
    return messages::TokenUsedForAnotherRequest();
  }
  return receipt;
}

TokenClaim::Record TokenClaim::RecordOf(const std::vector<ConsumedCapacity>& replay_cost) const {
  AttributeMap reads;
  for (const ConsumedCapacity& cost : replay_cost) {
    reads.Set(cost.table_name, Integer(static_cast<std::int64_t>(cost.table)));
  }
  const TimePoint expires = tokens_.clock_.Now() + kLifetime;
  Item record;
  record.Set(std::string(kDigest), AttributeValue::Of(Binary{held_->second}));
  record.Set(std::string(kExpires), Integer(expires.time_since_epoch().count()));
  record.Set(std::string(kReads), AttributeValue::Of(std::move(reads)));
  return {.key = GenerationPrefix(tokens_.Generation()).append(held_->first),
          .value = EncodedItem::From(record).TakeBytes()};
}

}  // namespace trestle
