#include "binding/table_plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "binding/bindings.h"
#include "binding/messages.h"
#include "value/capacity.h"

namespace trestle {
namespace {

using Effect = TableChange::Effect;

AttributeType TypeOf(model::KeyType type) {
  switch (type) {
    case model::KeyType::kNumber:
      return AttributeType::kNumber;
    case model::KeyType::kBinary:
      return AttributeType::kBinary;
    case model::KeyType::kString:
      break;
  }
  return AttributeType::kString;
}

void AddAttribute(const model::KeyAttribute& key, std::vector<AttributeDefinition>& attributes) {
  const bool known = std::any_of(attributes.begin(), attributes.end(),
                                 [&](const auto& other) { return other.name == key.name; });
  if (!known) attributes.push_back({.name = key.name, .type = TypeOf(key.type)});
}

std::vector<AttributeDefinition> AttributesOf(const model::Table& table) {
  std::vector<AttributeDefinition> attributes;
  AddAttribute(table.partition_key, attributes);
  if (table.sort_key) AddAttribute(*table.sort_key, attributes);
  for (const model::Index& index : table.indexes) {
    for (const model::KeyAttribute& key : index.partition_key) AddAttribute(key, attributes);
    for (const model::KeyAttribute& key : index.sort_key) AddAttribute(key, attributes);
  }
  return attributes;
}

std::optional<StreamView> ViewOf(model::StreamView view) {
  switch (view) {
    case model::StreamView::kKeysOnly:
      return StreamView::kKeysOnly;
    case model::StreamView::kNewImage:
      return StreamView::kNewImage;
    case model::StreamView::kOldImage:
      return StreamView::kOldImage;
    case model::StreamView::kNewAndOldImages:
      return StreamView::kNewAndOldImages;
    case model::StreamView::kNone:
      break;
  }
  return std::nullopt;
}

ProjectionType ProjectionOf(const model::Projection& projection) {
  switch (projection.kind) {
    case model::Projection::Kind::kKeysOnly:
      return ProjectionType::kKeysOnly;
    case model::Projection::Kind::kInclude:
      return ProjectionType::kInclude;
    case model::Projection::Kind::kAll:
      break;
  }
  return ProjectionType::kAll;
}

IndexRequest RequestOf(const model::Table& table, const model::Index& index) {
  IndexRequest request;
  request.name = index.name;
  const auto& partition = index.partition_key;
  if (index.local && partition.empty()) {
    request.key_schema.push_back({.attribute_name = table.partition_key.name, .hash = true});
  }
  for (const auto& key : partition) request.key_schema.push_back({key.name, true});
  for (const auto& key : index.sort_key) request.key_schema.push_back({key.name, false});
  request.projection.type = ProjectionOf(index.projection);
  if (index.projection.kind == model::Projection::Kind::kInclude) {
    request.projection.non_key_attributes = index.projection.attributes;
  }
  if (!index.local && table.provisioned) {
    const model::Throughput units = index.throughput.value_or(*table.provisioned);
    request.throughput = ThroughputRequest{.read = units.read, .write = units.write};
  }
  return request;
}

std::string KeysText(const IndexRequest& index) {
  std::string text;
  for (const KeySchemaElement& element : index.key_schema) {
    text.append(text.empty() ? "" : ", ").append(element.attribute_name);
  }
  return text;
}

bool SameKeys(const std::vector<model::KeyAttribute>& wanted,
              const std::vector<KeyAttribute>& keys) {
  return std::equal(wanted.begin(), wanted.end(), keys.begin(), keys.end(),
                    [](const model::KeyAttribute& a, const KeyAttribute& b) {
                      return a.name == b.name && TypeOf(a.type) == b.type;
                    });
}

bool SameIndex(const model::Table& table, const model::Index& wanted,
               const IndexDefinition& index) {
  std::vector<model::KeyAttribute> partition = wanted.partition_key;
  if (wanted.local && partition.empty()) partition.push_back(table.partition_key);
  const std::set<std::string> included(index.included.begin(), index.included.end());
  const std::set<std::string> wants(wanted.projection.attributes.begin(),
                                    wanted.projection.attributes.end());
  return wanted.local == index.local && SameKeys(partition, index.keys.hash) &&
         SameKeys(wanted.sort_key, index.keys.range) &&
         ProjectionOf(wanted.projection) == index.projection &&
         (index.projection != ProjectionType::kInclude || included == wants);
}

std::vector<Tag> TagsOf(const model::Model& model) {
  return {{.key = kModelTag, .value = model.name},
          {.key = kVersionTag, .value = std::to_string(model.version)}};
}

// The changes of one table that is there.
class Comparison {
 public:
  Comparison(const model::Model& model, const model::Table& wanted, TableDescription description)
      : model_(model), wanted_(wanted), description_(std::move(description)) {}

  Status Compare(Database& database) {
    if (const auto misfit = KeyMisfit(wanted_, definition())) {
      Add(*misfit, Effect::kImpossible);
      return {};
    }
    CompareBilling();
    CompareIndexes();
    CompareSettings();
    TRESTLE_RETURN_IF_ERROR(CompareTimeToLive(database));
    TRESTLE_RETURN_IF_ERROR(CompareRecovery(database));
    return CompareTags(database);
  }
  std::vector<TableChange> Take() && { return std::move(changes_); }

 private:
  const TableDefinition& definition() const { return description_.table->definition(); }

  TableChange& Add(std::string what, Effect effect = Effect::kHarmless) {
    return changes_.emplace_back(TableChange{
        .table = wanted_.name, .what = std::move(what), .effect = effect, .cost = {}, .make = {}});
  }
  void AddUpdate(std::string what, UpdateTableRequest request, Effect effect = Effect::kHarmless,
                 std::string cost = {}) {
    request.table_name = wanted_.name;
    TableChange& change = Add(std::move(what), effect);
    change.cost = std::move(cost);
    change.make = [request = std::move(request)](Database& database) -> Status {
      TRESTLE_RETURN_IF_ERROR(database.UpdateTable(request));
      return {};
    };
  }

  void CompareBilling() {
    const bool provisioned = definition().billing == BillingMode::kProvisioned;
    const auto& units = wanted_.provisioned;
    if (!units && !provisioned) return;
    UpdateTableRequest request;
    if (!units) {
      request.billing = BillingMode::kPayPerRequest;
      return AddUpdate("is billed on demand", std::move(request));
    }
    const auto& now = definition().throughput;
    if (provisioned && now.read == units->read && now.write == units->write) return;
    request.throughput = ThroughputRequest{.read = units->read, .write = units->write};
    if (!provisioned) {
      request.billing = BillingMode::kProvisioned;
      request.global_index_updates.emplace();
      for (const IndexDefinition& index : definition().indexes) {
        if (index.local) continue;
        GlobalIndexUpdate update;
        const model::Index* const wanted = wanted_.FindIndex(index.name);
        const auto given = wanted != nullptr ? wanted->throughput.value_or(*units) : *units;
        update.update = GlobalIndexUpdate::Change{
            .name = index.name,
            .throughput = ThroughputRequest{.read = given.read, .write = given.write}};
        request.global_index_updates->push_back(std::move(update));
      }
      if (request.global_index_updates->empty()) request.global_index_updates.reset();
    }
    AddUpdate("provisions " + std::to_string(units->read) + " read and " +
                  std::to_string(units->write) + " write units",
              std::move(request));
  }

  // What goes makes room for what comes under the same name.
  void CompareIndexes() {
    for (const IndexDefinition& index : definition().indexes) {
      const model::Index* const wanted = wanted_.FindIndex(index.name);
      if (wanted != nullptr && SameIndex(wanted_, *wanted, index)) continue;
      RemoveIndex(index, wanted != nullptr);
    }
    for (const model::Index& index : wanted_.indexes) {
      const IndexDefinition* const there = definition().FindIndex(index.name);
      if (there != nullptr && SameIndex(wanted_, index, *there)) {
        CompareThroughput(index, *there);
        continue;
      }
      AddIndex(index);
    }
  }
  void RemoveIndex(const IndexDefinition& index, bool replaced) {
    if (index.local) {
      Add("cannot change local index " + index.name + ": the table must be made anew",
          Effect::kImpossible);
      return;
    }
    UpdateTableRequest request;
    request.global_index_updates.emplace();
    request.global_index_updates->emplace_back().remove = index.name;
    AddUpdate("removes index " + index.name + (replaced ? ", to be made anew" : ""),
              std::move(request), Effect::kBreaks);
  }
  void AddIndex(const model::Index& index) {
    const IndexRequest wanted = RequestOf(wanted_, index);
    const std::string what = "adds index " + index.name + " (" + KeysText(wanted) + ")";
    if (index.local) {
      Add("cannot add local index " + index.name + ": the table must be made anew",
          Effect::kImpossible);
      return;
    }
    UpdateTableRequest request;
    request.attributes = AttributesOf(wanted_);
    request.global_index_updates.emplace();
    request.global_index_updates->emplace_back().create = wanted;
    AddUpdate(what, std::move(request), Effect::kHarmless, BackfillCost());
  }
  std::string BackfillCost() const {
    const TableStatistics& statistics = description_.statistics;
    if (statistics.items <= 0) return {};
    const auto size = static_cast<std::size_t>(statistics.bytes / statistics.items);
    const double units =
        WriteUnits(size, WriteKind::kPlain) * static_cast<double>(statistics.items);
    return "filling it reads " + std::to_string(statistics.items) + " items and writes up to " +
           std::to_string(static_cast<std::int64_t>(units)) + " units";
  }
  void CompareThroughput(const model::Index& wanted, const IndexDefinition& index) {
    if (!wanted_.provisioned || index.local || definition().billing != BillingMode::kProvisioned) {
      return;
    }
    const model::Throughput units = wanted.throughput.value_or(*wanted_.provisioned);
    if (index.throughput.read == units.read && index.throughput.write == units.write) return;
    UpdateTableRequest request;
    request.global_index_updates.emplace();
    request.global_index_updates->emplace_back().update = GlobalIndexUpdate::Change{
        .name = index.name,
        .throughput = ThroughputRequest{.read = units.read, .write = units.write}};
    AddUpdate("provisions " + std::to_string(units.read) + " read and " +
                  std::to_string(units.write) + " write units of index " + index.name,
              std::move(request));
  }

  void CompareSettings() {
    const std::optional<StreamView> view = ViewOf(wanted_.stream);
    const StreamDefinition& stream = definition().stream;
    const bool other_view = view && stream.enabled && stream.view != *view;
    if (stream.enabled && (!view || other_view)) {
      UpdateTableRequest request;
      request.stream = StreamRequest{.enabled = false, .view = std::nullopt};
      AddUpdate("disables its stream", std::move(request), Effect::kBreaks);
    }
    if (view && (!stream.enabled || other_view)) {
      UpdateTableRequest request;
      request.stream = StreamRequest{.enabled = true, .view = view};
      AddUpdate("enables its stream", std::move(request));
    }
    if (definition().deletion_protection != wanted_.deletion_protection) {
      UpdateTableRequest request;
      request.deletion_protection = wanted_.deletion_protection;
      AddUpdate(wanted_.deletion_protection ? "is protected from deletion"
                                            : "is no longer protected from deletion",
                std::move(request));
    }
    const TableClass wanted_class =
        wanted_.infrequent_access ? TableClass::kStandardInfrequentAccess : TableClass::kStandard;
    if (definition().table_class.value_or(TableClass::kStandard) != wanted_class) {
      UpdateTableRequest request;
      request.table_class = wanted_class;
      AddUpdate("has another table class", std::move(request));
    }
  }

  Status CompareTimeToLive(Database& database) {
    TRESTLE_TRY(const TimeToLiveDescription now, database.DescribeTimeToLive(wanted_.name));
    const bool enabled =
        now.status == TimeToLiveStatus::kEnabled || now.status == TimeToLiveStatus::kEnabling;
    const std::string attribute = enabled ? now.attribute_name.value_or("") : "";
    if (attribute == wanted_.ttl) return {};
    if (!attribute.empty()) {
      AddTimeToLive({.enabled = false, .attribute_name = attribute},
                    "items no longer expire by " + attribute, Effect::kBreaks);
    }
    if (!wanted_.ttl.empty()) {
      AddTimeToLive({.enabled = true, .attribute_name = wanted_.ttl},
                    "items expire by " + wanted_.ttl, Effect::kHarmless);
    }
    return {};
  }
  void AddTimeToLive(TimeToLiveSpecification specification, std::string what, Effect effect) {
    TableChange& change = Add(std::move(what), effect);
    change.make = [request = UpdateTimeToLiveRequest{wanted_.name, std::move(specification)}](
                      Database& database) -> Status {
      TRESTLE_RETURN_IF_ERROR(database.UpdateTimeToLive(request));
      return {};
    };
  }

  Status CompareRecovery(Database& database) {
    TRESTLE_TRY(const ContinuousBackupsDescription now,
                database.DescribeContinuousBackups(wanted_.name));
    const std::optional<std::int64_t> days =
        now.recovery ? std::optional(now.recovery->days) : std::nullopt;
    const std::optional<std::int64_t> wanted =
        wanted_.pitr_days ? std::optional<std::int64_t>(*wanted_.pitr_days) : std::nullopt;
    if (days == wanted) return {};
    TableChange& change = Add(wanted ? "keeps its states of " + std::to_string(*wanted) + " days"
                                     : "no longer keeps its past states",
                              wanted ? Effect::kHarmless : Effect::kBreaks);
    change.make = [request = UpdateContinuousBackupsRequest{.table_name = wanted_.name,
                                                            .recovery_enabled = wanted.has_value(),
                                                            .days = wanted}](
                      Database& database_of_change) -> Status {
      TRESTLE_RETURN_IF_ERROR(database_of_change.UpdateContinuousBackups(request));
      return {};
    };
    return {};
  }

  Status CompareTags(Database& database) {
    const std::string arn = definition().Arn();
    TRESTLE_TRY(const ListTagsResponse now,
                database.ListTagsOfResource({.resource_arn = arn, .next_token = std::nullopt}));
    std::string stored;
    bool same = true;
    for (const Tag& wanted : TagsOf(model_)) {
      bool found = false;
      for (const Tag& tag : now.tags) {
        found = found || (tag.key == wanted.key && tag.value == wanted.value);
        if (tag.key == kVersionTag) stored = tag.value;
      }
      same = same && found;
    }
    if (same) return {};
    TableChange& change =
        Add("is tagged as of model " + model_.name + " version " + std::to_string(model_.version) +
            (stored.empty() ? "" : " instead of " + stored));
    change.make = [request = TagResourceRequest{.resource_arn = arn, .tags = TagsOf(model_)}](
                      Database& database_of_change) {
      return database_of_change.TagResource(request);
    };
    return {};
  }

  const model::Model& model_;
  const model::Table& wanted_;
  const TableDescription description_;
  std::vector<TableChange> changes_;
};

bool Pause(const std::function<bool()>& pause) {
  if (pause) return pause();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return true;
}

// Until the table and its indexes are ACTIVE.
Status AwaitActive(const std::string& table, Database& database,
                   const std::function<bool()>& pause) {
  while (true) {
    TRESTLE_TRY(const TableDescription description, database.DescribeTable(table));
    const auto& indexes = description.table->definition().indexes;
    const bool settled = std::all_of(indexes.begin(), indexes.end(), [](const auto& index) {
      return index.status == IndexStatus::kActive;
    });
    if (description.status == TableStatus::kActive && settled) return {};
    if (!Pause(pause)) return binding_messages::Interrupted(table);
  }
}

TableChange CreationOf(const model::Model& model, const model::Table& table) {
  TableChange change{.table = table.name, .what = "is created", .cost = {}, .make = {}};
  change.make = [request = CreateRequestOf(model, table)](Database& database) -> Status {
    TRESTLE_RETURN_IF_ERROR(database.CreateTable(request));
    return {};
  };
  return change;
}

// The parts of a new table that CreateTable does not take.
Status FinishCreation(const model::Table& table, Database& database) {
  if (!table.ttl.empty()) {
    TRESTLE_RETURN_IF_ERROR(database.UpdateTimeToLive(
        {.table_name = table.name,
         .specification = {.enabled = true, .attribute_name = table.ttl}}));
  }
  if (table.pitr_days) {
    TRESTLE_RETURN_IF_ERROR(database.UpdateContinuousBackups(
        {.table_name = table.name, .recovery_enabled = true, .days = *table.pitr_days}));
  }
  return {};
}

Result<std::optional<TableDescription>> Found(const std::string& table, Database& database) {
  Result<TableDescription> description = database.DescribeTable(table);
  if (description) return std::optional(*std::move(description));
  if (description.error().code == ErrorCode::kResourceNotFound) {
    return std::optional<TableDescription>();
  }
  return tl::unexpected(std::move(description).error());
}

}  // namespace

CreateTableRequest CreateRequestOf(const model::Model& model, const model::Table& table) {
  CreateTableRequest request;
  request.table_name = table.name;
  request.attributes = AttributesOf(table);
  request.key_schema = {{.attribute_name = table.partition_key.name, .hash = true}};
  if (table.sort_key) request.key_schema->push_back({table.sort_key->name, false});
  for (const model::Index& index : table.indexes) {
    auto& indexes = index.local ? request.local_indexes : request.global_indexes;
    if (!indexes) indexes.emplace();
    indexes->push_back(RequestOf(table, index));
  }
  request.billing = table.provisioned ? BillingMode::kProvisioned : BillingMode::kPayPerRequest;
  if (table.provisioned) {
    request.throughput =
        ThroughputRequest{.read = table.provisioned->read, .write = table.provisioned->write};
  }
  if (const auto view = ViewOf(table.stream)) {
    request.stream = StreamRequest{.enabled = true, .view = view};
  }
  if (table.kms) request.encryption = EncryptionRequest{.enabled = true, .type = "KMS"};
  if (table.infrequent_access) request.table_class = TableClass::kStandardInfrequentAccess;
  if (table.deletion_protection) request.deletion_protection = true;
  request.tags = TagsOf(model);
  return request;
}

Result<std::vector<TableChange>> ChangesTo(const model::Model& model, Database& database) {
  std::vector<TableChange> changes;
  for (const model::Table& table : model.tables) {
    TRESTLE_TRY(std::optional<TableDescription> there, Found(table.name, database));
    if (!there) {
      changes.push_back(CreationOf(model, table));
      const auto request = std::make_shared<const model::Table>(table);
      if (!table.ttl.empty() || table.pitr_days) {
        changes.push_back({.table = table.name,
                           .what = "gets its time to live and recovery",
                           .cost = {},
                           .make = [request](Database& database_of_change) {
                             return FinishCreation(*request, database_of_change);
                           }});
      }
      continue;
    }
    Comparison comparison(model, table, *std::move(there));
    TRESTLE_RETURN_IF_ERROR(comparison.Compare(database));
    for (TableChange& change : std::move(comparison).Take()) changes.push_back(std::move(change));
  }
  return changes;
}

Result<Applied> Apply(const model::Model& model, Database& database, const ApplyOptions& options) {
  TRESTLE_TRY(std::vector<TableChange> changes, ChangesTo(model, database));
  Applied applied;
  for (TableChange& change : changes) {
    if (change.effect == Effect::kImpossible ||
        (change.effect == Effect::kBreaks && !options.may_break)) {
      applied.left.push_back(std::move(change));
      continue;
    }
    options.on_change(change);
    TRESTLE_RETURN_IF_ERROR(change.make(database));
    ++applied.made;
    TRESTLE_RETURN_IF_ERROR(AwaitActive(change.table, database, options.pause));
  }
  return applied;
}

Status CreateMissing(const model::Model& model, Database& database) {
  for (const model::Table& table : model.tables) {
    TRESTLE_TRY(const std::optional<TableDescription> there, Found(table.name, database));
    if (there) continue;
    TRESTLE_RETURN_IF_ERROR(CreationOf(model, table).make(database));
    TRESTLE_RETURN_IF_ERROR(AwaitActive(table.name, database, nullptr));
    TRESTLE_RETURN_IF_ERROR(FinishCreation(table, database));
  }
  return {};
}

}  // namespace trestle
