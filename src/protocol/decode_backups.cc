#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"
#include "protocol/decode_table_parts.h"

// Operations on backups and past states.
namespace trestle::decode {
namespace {

using Types = ListBackupsRequest::Types;
constexpr EnumName<Types> kTypes[] = {{"USER", Types::kUser},
                                      {"SYSTEM", Types::kSystem},
                                      {"AWS_BACKUP", Types::kAwsBackup},
                                      {"ALL", Types::kAll}};

// Both restores name their overrides alike.
template <class Of>
RestoreOverrides OverridesOf(const Members& in) {
  return {
      .billing = OptionalBilling(in[Of::kBillingModeOverride]),
      .global_indexes = OptionalList<IndexRequest>(in[Of::kGlobalSecondaryIndexOverride],
                                                   GlobalIndex<api::GlobalSecondaryIndex>),
      .local_indexes = OptionalList<IndexRequest>(in[Of::kLocalSecondaryIndexOverride], LocalIndex),
      .throughput = OptionalThroughput(in[Of::kProvisionedThroughputOverride]),
      .on_demand_maximum = OptionalOnDemand(in[Of::kOnDemandThroughputOverride]),
      .encryption = OptionalEncryption(in[Of::kSSESpecificationOverride]),
      .asks_for_vector_indexes = in[Of::kVectorIndexOverride] != nullptr};
}

}  // namespace

UpdateContinuousBackupsRequest UpdateContinuousBackups(const Members& in) {
  using Of = api::UpdateContinuousBackupsInput;
  using Inside = api::PointInTimeRecoverySpecification;
  UpdateContinuousBackupsRequest request{.table_name = Text(in[Of::kTableName]),
                                         .days = std::nullopt};
  if (const Json* specification = in[Of::kPointInTimeRecoverySpecification]) {
    const Members inside(Inside::kShape, *specification);
    request.recovery_enabled = Flag(inside[Inside::kPointInTimeRecoveryEnabled], false);
    request.days = OptionalInteger(inside[Inside::kRecoveryPeriodInDays]);
  }
  return request;
}

CreateBackupRequest CreateBackup(const Members& in) {
  using Of = api::CreateBackupInput;
  return {.table_name = Text(in[Of::kTableName]), .backup_name = Text(in[Of::kBackupName])};
}

ListBackupsRequest ListBackups(const Members& in) {
  using Of = api::ListBackupsInput;
  return {.table_name = OptionalText(in[Of::kTableName]),
          .limit = OptionalInteger(in[Of::kLimit]),
          .from = OptionalTime(in[Of::kTimeRangeLowerBound]),
          .to = OptionalTime(in[Of::kTimeRangeUpperBound]),
          .exclusive_start_backup_arn = OptionalText(in[Of::kExclusiveStartBackupArn]),
          .types = OptionalEnum(in[Of::kBackupType], kTypes).value_or(Types::kUser)};
}

RestoreTableFromBackupRequest RestoreTableFromBackup(const Members& in) {
  using Of = api::RestoreTableFromBackupInput;
  return {.target_table_name = Text(in[Of::kTargetTableName]),
          .backup_arn = Text(in[Of::kBackupArn]),
          .overrides = OverridesOf<Of>(in)};
}

RestoreTableToPointInTimeRequest RestoreTableToPointInTime(const Members& in) {
  using Of = api::RestoreTableToPointInTimeInput;
  return {.target_table_name = Text(in[Of::kTargetTableName]),
          .source_table_name = OptionalText(in[Of::kSourceTableName]),
          .source_table_arn = OptionalText(in[Of::kSourceTableArn]),
          .use_latest_restorable_time = Flag(in[Of::kUseLatestRestorableTime], false),
          .restore_date_time = OptionalTime(in[Of::kRestoreDateTime]),
          .overrides = OverridesOf<Of>(in)};
}

}  // namespace trestle::decode
