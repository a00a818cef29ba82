#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "stream/stream.h"
#include "value/key_schema.h"

namespace trestle {

enum class TableStatus { kCreating, kUpdating, kDeleting, kActive };
enum class IndexStatus { kCreating, kUpdating, kDeleting, kActive };
enum class BillingMode { kProvisioned, kPayPerRequest };
enum class TableClass { kStandard, kStandardInfrequentAccess };
enum class ProjectionType { kAll, kKeysOnly, kInclude };

struct ProvisionedThroughput {
  std::int64_t read = 0;
  std::int64_t write = 0;
  std::optional<TimePoint> last_increase;
  std::optional<TimePoint> last_decrease;
  std::int64_t decreases_today = 0;
};

// Units a second; an absent member is not limited (on-demand) or not set (warm).
struct UnitsPerSecond {
  std::optional<std::int64_t> read;
  std::optional<std::int64_t> write;
  friend bool operator==(const UnitsPerSecond&, const UnitsPerSecond&) = default;
};

// Whether and what Contributor Insights count of a table or global index, once somebody has said
// so.
struct InsightsDefinition {
  bool enabled = false;
  bool throttled_only = false;  // else all accesses too
  TimePoint updated;
  TimePoint rules_made;  // part of the rules' names
};

struct IndexDefinition {
  std::uint32_t id = 0;  // part of stored keys; never given twice within a table
  std::string name;
  bool local = false;
  KeySchema keys;
  ProjectionType projection = ProjectionType::kAll;
  std::vector<std::string> included;  // the non-key attributes of kInclude
  IndexStatus status = IndexStatus::kActive;
  bool backfilling = false;
  ProvisionedThroughput throughput;
  std::optional<UnitsPerSecond> on_demand_maximum;
  std::optional<UnitsPerSecond> warm_throughput;
  std::optional<InsightsDefinition> insights;
};

struct StreamDefinition {
  bool enabled = false;
  StreamView view = StreamView::kKeysOnly;
  std::string label;  // the last part of the stream's ARN; kept after the stream is disabled
  std::vector<OpenShard> shards;  // of an enabled stream; kept with the stream, not here
};

struct EncryptionDefinition {
  bool enabled = false;
  std::string type;  // KMS
  std::string key_arn;
};

// Point-in-time recovery, where it is enabled: the images that changes replace are kept.
struct RecoveryDefinition {
  std::int64_t days = 35;  // how far back states can be restored
  TimePoint since;         // and no further than to here
};

// Where a restored table has its items from.
struct RestoreDefinition {
  std::string table_arn;
  std::string backup_arn;  // empty if it was no backup
  TimePoint time;          // of the state or the backup
};

// All that is known of a table but its items. Kept in the catalog as an encoded item, so that
// members can be added.
struct TableDefinition {
  std::uint32_t id = 0;  // part of stored keys; never given twice
  std::string name;
  std::string uuid;  // TableId on the wire
  std::string region;
  TableStatus status = TableStatus::kActive;
  TimePoint created;
  TimePoint ready;  // CREATING or UPDATING until then
  KeySchema keys;
  std::vector<KeyAttribute> attributes;  // AttributeDefinitions, in the order given
  std::vector<IndexDefinition> indexes;  // local and global, each kind in the order given
  BillingMode billing = BillingMode::kProvisioned;
  std::optional<TimePoint> last_to_pay_per_request;
  ProvisionedThroughput throughput;
  std::optional<UnitsPerSecond> on_demand_maximum;
  std::optional<UnitsPerSecond> warm_throughput;
  StreamDefinition stream;
  std::optional<EncryptionDefinition> encryption;
  std::optional<TableClass> table_class;
  std::optional<TimePoint> table_class_changed;
  bool deletion_protection = false;
  std::optional<std::string> ttl_attribute;  // by which items expire
  bool ttl_filling = false;                  // the items of before do not all have entries yet
  std::optional<TimePoint> ttl_settled;      // ENABLING or DISABLING until then
  std::optional<std::string> ttl_former;     // the attribute while DISABLING
  std::map<std::string, std::string> tags;
  std::optional<InsightsDefinition> insights;
  std::uint32_t next_index_id = 1;
  std::optional<RecoveryDefinition> recovery;
  std::optional<RestoreDefinition> restored;
  bool filling = false;                // CREATING until a TableFiller has put all its items in
  std::int64_t backups_under_way = 0;  // which need to undo what changes meanwhile
  std::string foreign_arn;             // of a table that another server has described; not stored

  bool KeepsHistory() const { return recovery.has_value() || backups_under_way > 0; }
  const IndexDefinition* FindIndex(std::string_view index_name) const;
  const IndexDefinition* FindIndex(std::uint32_t index_id) const;
  std::string Arn() const;  // arn:aws:dynamodb:<region>:000000000000:table/<name>
  std::string IndexArn(std::string_view index_name) const;
  std::string StreamArn() const;
};

inline constexpr std::string_view kAccountId = "000000000000";

}  // namespace trestle
