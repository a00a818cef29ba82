#include <memory>
#include <utility>

#include "remote/read.h"
#include "remote/wire_names.h"

// Answers of the operations on backups.
namespace trestle::remote::read {
namespace {

// What CreateBackup, DescribeBackup and ListBackups show alike.
Result<Backup> Details(const Answer& in) {
  const std::string arn = in.Text("BackupArn");
  constexpr std::string_view kBackup = "/backup/";
  const std::size_t found = arn.find(kBackup);
  if (found == std::string::npos) return Unreadable();
  Backup backup;
  backup.id = arn.substr(found + kBackup.size());
  PlaceTable(arn, backup.table);
  backup.name = in.Text("BackupName");
  backup.type = in.Text("BackupType") == "SYSTEM" ? BackupType::kSystem : BackupType::kUser;
  backup.status =
      ValueIn(kBackupStatusNames, in.Text("BackupStatus")).value_or(BackupStatus::kCreating);
  backup.created = in.Time("BackupCreationDateTime").value_or(TimePoint());
  backup.expires = in.Time("BackupExpiryDateTime");
  backup.bytes = in.Integer("BackupSizeBytes");
  return backup;
}

void Source(const Answer& in, Backup& backup) {
  TableDefinition& table = backup.table;
  table.name = in.Text("TableName");
  table.uuid = in.Text("TableId");
  table.keys = Keys(in, {});
  table.created = in.Time("TableCreationDateTime").value_or(TimePoint());
  table.throughput = Throughput(in);
  table.billing =
      ValueIn(kBillingNames, in.Text("BillingMode")).value_or(BillingMode::kProvisioned);
  backup.items = in.Integer("ItemCount");
}

void Features(const Answer& in, Backup& backup) {
  TableDefinition& table = backup.table;
  table.indexes = Indexes(in, {});
  if (const std::optional<Answer> stream = in.Object("StreamDescription")) {
    table.stream.enabled = stream->Flag("StreamEnabled");
    table.stream.view =
        ValueIn(kStreamViewNames, stream->Text("StreamViewType")).value_or(StreamView::kKeysOnly);
  }
  if (const std::optional<Answer> ttl = in.Object("TimeToLiveDescription")) {
    table.ttl_attribute = ttl->OptionalText("AttributeName");
  }
}

}  // namespace

Result<BackupPtr> CreatedBackup(const Answer& in) {
  const std::optional<Answer> details = in.Object("BackupDetails");
  if (!details) return Unreadable();
  TRESTLE_TRY(Backup backup, Details(*details));
  return BackupPtr(std::make_shared<Backup>(std::move(backup)));
}

Result<BackupPtr> BackupDescription(const Answer& in) {
  const std::optional<Answer> description = in.Object("BackupDescription");
  if (!description) return Unreadable();
  const std::optional<Answer> details = description->Object("BackupDetails");
  if (!details) return Unreadable();
  TRESTLE_TRY(Backup backup, Details(*details));
  if (const auto source = description->Object("SourceTableDetails")) Source(*source, backup);
  if (const auto features = description->Object("SourceTableFeatureDetails")) {
    Features(*features, backup);
  }
  return BackupPtr(std::make_shared<Backup>(std::move(backup)));
}

Result<ListBackupsResponse> ListBackups(const Answer& in) {
  if (!in.Has("BackupSummaries")) return Unreadable();
  ListBackupsResponse response;
  for (const Json& element : in.List("BackupSummaries")) {
    const Answer summary(element);
    TRESTLE_TRY(Backup backup, Details(summary));
    backup.table.name = summary.Text("TableName");
    backup.table.uuid = summary.Text("TableId");
    response.backups.push_back(std::make_shared<Backup>(std::move(backup)));
  }
  response.last_evaluated_backup_arn = in.OptionalText("LastEvaluatedBackupArn");
  return response;
}

Result<ContinuousBackupsDescription> ContinuousBackups(const Answer& in) {
  const std::optional<Answer> found = in.Object("ContinuousBackupsDescription");
  if (!found) return Unreadable();
  ContinuousBackupsDescription description;
  const std::optional<Answer> recovery = found->Object("PointInTimeRecoveryDescription");
  if (recovery && recovery->Text("PointInTimeRecoveryStatus") == "ENABLED") {
    description.recovery = ContinuousBackupsDescription::Recovery{
        .days = recovery->OptionalInteger("RecoveryPeriodInDays").value_or(35),
        .earliest = recovery->Time("EarliestRestorableDateTime").value_or(TimePoint()),
        .latest = recovery->Time("LatestRestorableDateTime").value_or(TimePoint())};
  }
  return description;
}

}  // namespace trestle::remote::read
