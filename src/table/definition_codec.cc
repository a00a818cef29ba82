#include "table/definition_codec.h"

#include <array>
#include <concepts>
#include <type_traits>

#include "table/messages.h"
#include "table/record.h"
#include "table/stamp_record.h"

namespace trestle {
namespace record {

using std::string_view_literals::operator""sv;

template <>
struct Names<TableStatus> {
  static constexpr std::array kAll = {"CREATING"sv, "UPDATING"sv, "DELETING"sv, "ACTIVE"sv};
};
template <>
struct Names<IndexStatus> {
  static constexpr std::array kAll = {"CREATING"sv, "UPDATING"sv, "DELETING"sv, "ACTIVE"sv};
};
template <>
struct Names<BillingMode> {
  static constexpr std::array kAll = {"PROVISIONED"sv, "PAY_PER_REQUEST"sv};
};
template <>
struct Names<TableClass> {
  static constexpr std::array kAll = {"STANDARD"sv, "STANDARD_INFREQUENT_ACCESS"sv};
};
template <>
struct Names<ProjectionType> {
  static constexpr std::array kAll = {"ALL"sv, "KEYS_ONLY"sv, "INCLUDE"sv};
};
template <>
struct Names<StreamView> {
  static constexpr std::array kAll = {"KEYS_ONLY"sv, "NEW_IMAGE"sv, "OLD_IMAGE"sv,
                                      "NEW_AND_OLD_IMAGES"sv};
};
template <>
struct Names<AttributeType> {
  static constexpr std::array kAll = {"S"sv,  "N"sv, "B"sv, "SS"sv,   "NS"sv,
                                      "BS"sv, "M"sv, "L"sv, "NULL"sv, "BOOL"sv};
};

}  // namespace record

// Found by argument-dependent lookup. `T` is const when written.
template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, KeyAttribute>
void Members(Visitor& visit, T& attribute) {
  visit("Name", attribute.name);
  visit("Type", attribute.type);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, KeySchema>
void Members(Visitor& visit, T& keys) {
  visit("Hash", keys.hash);
  visit("Range", keys.range);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, ProvisionedThroughput>
void Members(Visitor& visit, T& throughput) {
  visit("Read", throughput.read);
  visit("Write", throughput.write);
  visit("LastIncrease", throughput.last_increase);
  visit("LastDecrease", throughput.last_decrease);
  visit("DecreasesToday", throughput.decreases_today);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, UnitsPerSecond>
void Members(Visitor& visit, T& units) {
  visit("Read", units.read);
  visit("Write", units.write);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, InsightsDefinition>
void Members(Visitor& visit, T& insights) {
  visit("Enabled", insights.enabled);
  visit("ThrottledOnly", insights.throttled_only);
  visit("Updated", insights.updated);
  visit("RulesMade", insights.rules_made);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, IndexDefinition>
void Members(Visitor& visit, T& index) {
  visit("Id", index.id);
  visit("Name", index.name);
  visit("Local", index.local);
  visit("Keys", index.keys);
  visit("Projection", index.projection);
  visit("Included", index.included);
  visit("Status", index.status);
  visit("Backfilling", index.backfilling);
  visit("Throughput", index.throughput);
  visit("OnDemandMaximum", index.on_demand_maximum);
  visit("WarmThroughput", index.warm_throughput);
  visit("Insights", index.insights);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, StreamDefinition>
void Members(Visitor& visit, T& stream) {
  visit("Enabled", stream.enabled);
  visit("View", stream.view);
  visit("Label", stream.label);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, EncryptionDefinition>
void Members(Visitor& visit, T& encryption) {
  visit("Enabled", encryption.enabled);
  visit("Type", encryption.type);
  visit("KeyArn", encryption.key_arn);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, RecoveryDefinition>
void Members(Visitor& visit, T& recovery) {
  visit("Days", recovery.days);
  visit("Since", recovery.since);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, RestoreDefinition>
void Members(Visitor& visit, T& restored) {
  visit("TableArn", restored.table_arn);
  visit("BackupArn", restored.backup_arn);
  visit("Time", restored.time);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, TableDefinition>
void Members(Visitor& visit, T& table) {
  visit("Id", table.id);
  visit("Name", table.name);
  visit("Uuid", table.uuid);
  visit("Region", table.region);
  visit("Status", table.status);
  visit("Created", table.created);
  visit("Ready", table.ready);
  visit("Keys", table.keys);
  visit("Attributes", table.attributes);
  visit("Indexes", table.indexes);
  visit("Billing", table.billing);
  visit("LastToPayPerRequest", table.last_to_pay_per_request);
  visit("Throughput", table.throughput);
  visit("OnDemandMaximum", table.on_demand_maximum);
  visit("WarmThroughput", table.warm_throughput);
  visit("Stream", table.stream);
  visit("Encryption", table.encryption);
  visit("TableClass", table.table_class);
  visit("TableClassChanged", table.table_class_changed);
  visit("DeletionProtection", table.deletion_protection);
  visit("TimeToLiveAttribute", table.ttl_attribute);
  visit("TimeToLiveFilling", table.ttl_filling);
  visit("TimeToLiveSettled", table.ttl_settled);
  visit("TimeToLiveFormer", table.ttl_former);
  visit("Tags", table.tags);
  visit("Insights", table.insights);
  visit("NextIndexId", table.next_index_id);
  visit("Recovery", table.recovery);
  visit("Restored", table.restored);
  visit("Filling", table.filling);
  visit("BackupsUnderWay", table.backups_under_way);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, Shard>
void Members(Visitor& visit, T& shard) {
  visit("Opened", shard.opened);
  visit("Closed", shard.closed);
  visit("Parent", shard.parent);
  visit("FirstHash", shard.first_hash);
  visit("LastHash", shard.last_hash);
}

template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, Stream>
void Members(Visitor& visit, T& stream) {
  visit("Id", stream.id);
  visit("TableId", stream.table_id);
  visit("TableName", stream.table_name);
  visit("Region", stream.region);
  visit("Label", stream.label);
  visit("Arn", stream.arn);
  visit("View", stream.view);
  visit("Keys", stream.keys);
  visit("Created", stream.created);
  visit("Disabled", stream.disabled);
  visit("Settled", stream.settled);
  visit("Shards", stream.shards);
}

std::string EncodeDefinition(const TableDefinition& definition) {
  return record::Encode(definition);
}

Result<TableDefinition> DecodeDefinition(std::string_view bytes) {
  TRESTLE_TRY(TableDefinition definition, record::Decode<TableDefinition>(bytes));
  if (definition.id == 0 || definition.name.empty() || definition.keys.hash.empty()) {
    return messages::CatalogDamaged("a table without id, name or key");
  }
  return definition;
}

std::string EncodeStream(const Stream& stream) { return record::Encode(stream); }

Result<Stream> DecodeStream(std::string_view bytes) {
  TRESTLE_TRY(Stream stream, record::Decode<Stream>(bytes));
  if (stream.id == 0 || stream.arn.empty() || stream.keys.hash.empty()) {
    return messages::CatalogDamaged("a stream without id, ARN or key");
  }
  return stream;
}

}  // namespace trestle
