#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "backup/backup.h"
#include "operation/backup_admin.h"
#include "operation/parameters.h"
#include "operation/streams.h"
#include "operation/time_to_live.h"
#include "stream/change_record.h"
#include "table/definition.h"

// Enumerations as the wire spells them, for both directions.
namespace trestle::remote {

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

template <class Enum, std::size_t N>
constexpr std::string_view NameIn(const Named<Enum> (&names)[N], Enum value) {
  for (const Named<Enum>& candidate : names) {
    if (candidate.value == value) return candidate.name;
  }
  return names[0].name;
}
template <class Enum, std::size_t N>
constexpr std::optional<Enum> ValueIn(const Named<Enum> (&names)[N], std::string_view name) {
  for (const Named<Enum>& candidate : names) {
    if (candidate.name == name) return candidate.value;
  }
  return std::nullopt;
}

inline constexpr Named<ReturnConsumedCapacity> kConsumedCapacityNames[] = {
    {ReturnConsumedCapacity::kNone, "NONE"},
    {ReturnConsumedCapacity::kTotal, "TOTAL"},
    {ReturnConsumedCapacity::kIndexes, "INDEXES"}};
inline constexpr Named<ReturnValues> kReturnValuesNames[] = {
    {ReturnValues::kNone, "NONE"},
    {ReturnValues::kAllOld, "ALL_OLD"},
    {ReturnValues::kUpdatedOld, "UPDATED_OLD"},
    {ReturnValues::kAllNew, "ALL_NEW"},
    {ReturnValues::kUpdatedNew, "UPDATED_NEW"}};
inline constexpr Named<SelectAttributes> kSelectNames[] = {
    {SelectAttributes::kAllAttributes, "ALL_ATTRIBUTES"},
    {SelectAttributes::kAllProjectedAttributes, "ALL_PROJECTED_ATTRIBUTES"},
    {SelectAttributes::kSpecificAttributes, "SPECIFIC_ATTRIBUTES"},
    {SelectAttributes::kCount, "COUNT"}};
inline constexpr Named<ConditionalOperator> kConditionalOperatorNames[] = {
    {ConditionalOperator::kAnd, "AND"}, {ConditionalOperator::kOr, "OR"}};
inline constexpr Named<LegacyComparison> kComparisonNames[] = {
    {LegacyComparison::kEq, "EQ"},
    {LegacyComparison::kNe, "NE"},
    {LegacyComparison::kIn, "IN"},
    {LegacyComparison::kLe, "LE"},
    {LegacyComparison::kLt, "LT"},
    {LegacyComparison::kGe, "GE"},
    {LegacyComparison::kGt, "GT"},
    {LegacyComparison::kBetween, "BETWEEN"},
    {LegacyComparison::kNotNull, "NOT_NULL"},
    {LegacyComparison::kNull, "NULL"},
    {LegacyComparison::kContains, "CONTAINS"},
    {LegacyComparison::kNotContains, "NOT_CONTAINS"},
    {LegacyComparison::kBeginsWith, "BEGINS_WITH"}};
inline constexpr Named<AttributeAction> kActionNames[] = {{AttributeAction::kPut, "PUT"},
                                                          {AttributeAction::kAdd, "ADD"},
                                                          {AttributeAction::kDelete, "DELETE"}};
inline constexpr Named<AttributeType> kScalarNames[] = {
    {AttributeType::kString, "S"}, {AttributeType::kNumber, "N"}, {AttributeType::kBinary, "B"}};

// A state that is not here counts as one of change: whoever waits goes on waiting.
inline constexpr Named<TableStatus> kTableStatusNames[] = {{TableStatus::kUpdating, "UPDATING"},
                                                           {TableStatus::kCreating, "CREATING"},
                                                           {TableStatus::kDeleting, "DELETING"},
                                                           {TableStatus::kActive, "ACTIVE"}};
inline constexpr Named<IndexStatus> kIndexStatusNames[] = {{IndexStatus::kUpdating, "UPDATING"},
                                                           {IndexStatus::kCreating, "CREATING"},
                                                           {IndexStatus::kDeleting, "DELETING"},
                                                           {IndexStatus::kActive, "ACTIVE"}};
inline constexpr Named<BillingMode> kBillingNames[] = {
    {BillingMode::kProvisioned, "PROVISIONED"}, {BillingMode::kPayPerRequest, "PAY_PER_REQUEST"}};
inline constexpr Named<TableClass> kTableClassNames[] = {
    {TableClass::kStandard, "STANDARD"},
    {TableClass::kStandardInfrequentAccess, "STANDARD_INFREQUENT_ACCESS"}};
inline constexpr Named<ProjectionType> kProjectionNames[] = {
    {ProjectionType::kAll, "ALL"},
    {ProjectionType::kKeysOnly, "KEYS_ONLY"},
    {ProjectionType::kInclude, "INCLUDE"}};
inline constexpr Named<StreamView> kStreamViewNames[] = {
    {StreamView::kKeysOnly, "KEYS_ONLY"},
    {StreamView::kNewImage, "NEW_IMAGE"},
    {StreamView::kOldImage, "OLD_IMAGE"},
    {StreamView::kNewAndOldImages, "NEW_AND_OLD_IMAGES"}};
inline constexpr Named<TimeToLiveStatus> kTimeToLiveStatusNames[] = {
    {TimeToLiveStatus::kDisabled, "DISABLED"},
    {TimeToLiveStatus::kEnabling, "ENABLING"},
    {TimeToLiveStatus::kDisabling, "DISABLING"},
    {TimeToLiveStatus::kEnabled, "ENABLED"}};

inline constexpr Named<StreamStatus> kStreamStatusNames[] = {
    {StreamStatus::kEnabled, "ENABLED"},
    {StreamStatus::kEnabling, "ENABLING"},
    {StreamStatus::kDisabling, "DISABLING"},
    {StreamStatus::kDisabled, "DISABLED"}};
inline constexpr Named<ShardIteratorType> kIteratorNames[] = {
    {ShardIteratorType::kTrimHorizon, "TRIM_HORIZON"},
    {ShardIteratorType::kLatest, "LATEST"},
    {ShardIteratorType::kAtSequenceNumber, "AT_SEQUENCE_NUMBER"},
    {ShardIteratorType::kAfterSequenceNumber, "AFTER_SEQUENCE_NUMBER"}};
inline constexpr Named<ChangeKind> kChangeNames[] = {{ChangeKind::kInsert, "INSERT"},
                                                     {ChangeKind::kModify, "MODIFY"},
                                                     {ChangeKind::kRemove, "REMOVE"}};

inline constexpr Named<BackupStatus> kBackupStatusNames[] = {
    {BackupStatus::kCreating, "CREATING"},
    {BackupStatus::kAvailable, "AVAILABLE"},
    {BackupStatus::kDeleted, "DELETED"}};
using BackupTypes = ListBackupsRequest::Types;
inline constexpr Named<BackupTypes> kBackupTypesNames[] = {{BackupTypes::kUser, "USER"},
                                                           {BackupTypes::kSystem, "SYSTEM"},
                                                           {BackupTypes::kAwsBackup, "AWS_BACKUP"},
                                                           {BackupTypes::kAll, "ALL"}};

}  // namespace trestle::remote
