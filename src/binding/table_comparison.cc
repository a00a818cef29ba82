#include "binding/table_comparison.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "binding/bindings.h"
#include "binding/if_known.h"
#include "binding/table_requests.h"
#include "model/words.h"
#include "table/table.h"

namespace trestle {
namespace {

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

std::string UnitsText(const model::Throughput& units) {
  return "provisions " + std::to_string(units.read) + " read and " + std::to_string(units.write) +
         " write units";
}

ThroughputRequest RequestFor(const model::Throughput& units) {
  return {.read = units.read, .write = units.write};
}

}  // namespace

TableComparison::TableComparison(const Setup& setup, TableDescription description)
    : setup_(setup),
      wanted_(setup.wanted),
      description_(std::move(description)),
      seen_(SeenTableOf(definition())) {}

Result<std::vector<TableChange>> TableComparison::Compare(Database& database) && {
  if (const auto misfit = KeyMisfit(wanted_, definition())) {
    Add(*misfit, Effect::kImpossible).consequence =
        "items have to move to a table of another name: `trestle model migrate`";
    return std::move(changes_);
  }
  CompareBilling();
  CompareIndexes();
  CompareStream();
  CompareSettings();
  TRESTLE_RETURN_IF_ERROR(CompareTimeToLive(database));
  TRESTLE_RETURN_IF_ERROR(CompareRecovery(database));
  TRESTLE_RETURN_IF_ERROR(CompareTags(database));
  return std::move(changes_);
}

TableChange& TableComparison::Add(std::string what, Effect effect) {
  return changes_.emplace_back(TableChange{.table = wanted_.name,
                                           .what = std::move(what),
                                           .effect = effect,
                                           .consequence = {},
                                           .cost = {},
                                           .make = {},
                                           .frees = {},
                                           .needs = {}});
}

TableChange& TableComparison::AddUpdate(std::string what, UpdateTableRequest request,
                                        Effect effect) {
  request.table_name = wanted_.name;
  TableChange& change = Add(std::move(what), effect);
  change.make = [request = std::move(request)](Database& database) -> Status {
    TRESTLE_RETURN_IF_ERROR(database.UpdateTable(request));
    return {};
  };
  return change;
}

model::ChangeCost TableComparison::CostSince(const model::Table& before) const {
  return setup_.costs.OfSetting(before, wanted_);
}

void TableComparison::CompareBilling() {
  const bool provisioned = definition().billing == BillingMode::kProvisioned;
  const auto& units = wanted_.provisioned;
  if (!units && !provisioned) return;
  model::Table before = wanted_;
  before.provisioned = seen_.provisioned;
  for (model::Index& index : before.indexes) {
    // What is added has its own price.
    if (const auto* there = seen_.FindIndex(index.name)) index.throughput = there->throughput;
  }
  if (!units) {
    UpdateTableRequest request;
    request.billing = BillingMode::kPayPerRequest;
    AddUpdate("is billed on demand", std::move(request)).cost = CostSince(before);
    return;
  }
  const auto& now = definition().throughput;
  if (provisioned && now.read == units->read && now.write == units->write) return;
  ToProvisioned(*units);
  changes_.back().cost = CostSince(before);
  changes_.back().consequence = Throttled();
}

void TableComparison::ToProvisioned(const model::Throughput& units) {
  UpdateTableRequest request;
  request.throughput = RequestFor(units);
  if (definition().billing != BillingMode::kProvisioned) {
    request.billing = BillingMode::kProvisioned;
    request.global_index_updates.emplace();
    for (const IndexDefinition& index : definition().indexes) {
      if (index.local) continue;
      GlobalIndexUpdate update;
      const model::Index* const wanted = wanted_.FindIndex(index.name);
      const auto given = wanted != nullptr ? wanted->throughput.value_or(units) : units;
      update.update =
          GlobalIndexUpdate::Change{.name = index.name, .throughput = RequestFor(given)};
      request.global_index_updates->push_back(std::move(update));
    }
    if (request.global_index_updates->empty()) request.global_index_updates.reset();
  }
  AddUpdate(UnitsText(units), std::move(request));
}

// What the expected load takes more than is provisioned.
std::string TableComparison::Throttled() const {
  std::string text;
  for (const model::ThroughputCost& load : setup_.costs.report().throughput) {
    if (load.table != wanted_.name || !wanted_.provisioned) continue;
    const model::Throughput units = load.configured.value_or(*wanted_.provisioned);
    const auto name = load.index.empty() ? load.table : load.index;
    const auto compare = [&](double rate, std::int64_t given, const char* kind) {
      if (rate <= static_cast<double>(given)) return;
      text.append(text.empty() ? "" : ", ")
          .append(model::Figure(rate))
          .append(kind)
          .append(name)
          .append(" (")
          .append(std::to_string(given))
          .append(" provisioned)");
    };
    compare(load.read_rate, units.read, " read units a second of ");
    compare(load.write_rate, units.write, " write units a second of ");
  }
  return text.empty() ? text : "the expected load takes more, which is throttled: " + text;
}

// What goes makes room for what comes under the same name.
void TableComparison::CompareIndexes() {
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

void TableComparison::RemoveIndex(const IndexDefinition& index, bool replaced) {
  if (index.local) {
    Add("cannot change local index " + index.name + ": the table must be made anew",
        Effect::kImpossible);
    return;
  }
  UpdateTableRequest request;
  request.global_index_updates.emplace();
  request.global_index_updates->emplace_back().remove = index.name;
  TableChange& change =
      AddUpdate("removes index " + index.name + (replaced ? ", to be made anew" : ""),
                std::move(request), Effect::kBreaks);
  const std::string patterns = PatternsThrough(index.name);
  change.consequence = replaced ? "until it is filled again, requests that name it fail"
                                : "requests that name it fail";
  if (!patterns.empty()) change.consequence.append(": ").append(patterns);
  change.frees = "index " + index.name;
  model::ChangeCosts::DroppedIndex dropped{
      .name = index.name, .bytes = 0, .units = {}, .before = setup_.before};
  const auto place = static_cast<std::size_t>(&index - definition().indexes.data());
  if (place < description_.index_statistics.size()) {
    dropped.bytes = static_cast<double>(description_.index_statistics[place].bytes);
  }
  if (definition().billing == BillingMode::kProvisioned) {
    dropped.units =
        model::Throughput{.read = index.throughput.read, .write = index.throughput.write};
  }
  change.cost = setup_.costs.OfDroppedIndex(wanted_, dropped);
}

void TableComparison::AddIndex(const model::Index& index) {
  const IndexRequest wanted = IndexRequestOf(wanted_, index);
  if (index.local) {
    Add("cannot add local index " + index.name + ": the table must be made anew",
        Effect::kImpossible);
    return;
  }
  UpdateTableRequest request;
  request.attributes = AttributesOf(wanted_);
  request.global_index_updates.emplace();
  request.global_index_updates->emplace_back().create = wanted;
  TableChange& change =
      AddUpdate("adds index " + index.name + " (" + KeysText(wanted) + ")", std::move(request));
  change.cost = setup_.costs.OfIndex(wanted_, index);
  change.needs = "index " + index.name;
}

void TableComparison::CompareThroughput(const model::Index& wanted, const IndexDefinition& index) {
  if (!wanted_.provisioned || index.local || definition().billing != BillingMode::kProvisioned) {
    return;
  }
  const model::Throughput units = wanted.throughput.value_or(*wanted_.provisioned);
  if (index.throughput.read == units.read && index.throughput.write == units.write) return;
  UpdateTableRequest request;
  request.global_index_updates.emplace();
  request.global_index_updates->emplace_back().update =
      GlobalIndexUpdate::Change{.name = index.name, .throughput = RequestFor(units)};
  TableChange& change = AddUpdate(UnitsText(units) + " of index " + index.name, std::move(request));
  model::Table before = wanted_;
  for (model::Index& one : before.indexes) {
    if (one.name != index.name) continue;
    one.throughput =
        model::Throughput{.read = index.throughput.read, .write = index.throughput.write};
  }
  change.cost = CostSince(before);
  change.consequence = Throttled();
}

void TableComparison::CompareStream() {
  const std::optional<StreamView> view = ViewOf(wanted_.stream);
  const StreamDefinition& stream = definition().stream;
  const bool other_view = view && stream.enabled && stream.view != *view;
  model::Table without = wanted_;
  without.stream = model::StreamView::kNone;
  model::Table with = wanted_;
  if (stream.enabled) with.stream = seen_.stream;
  const model::ChangeCost cost = setup_.costs.OfSetting(without, with);
  if (stream.enabled && (!view || other_view)) {
    UpdateTableRequest request;
    request.stream = StreamRequest{.enabled = false, .view = std::nullopt};
    TableChange& change = AddUpdate("disables its stream", std::move(request), Effect::kBreaks);
    const std::string triggers = Triggers();
    change.consequence =
        other_view ? "the next stream has another ARN: whoever follows this one must follow that"
                   : "nothing follows its changes any more" +
                         (triggers.empty() ? triggers : ": triggers " + triggers + " do not run");
    change.cost.monthly = -cost.monthly;
    change.frees = "stream";
  }
  if (view && (!stream.enabled || other_view)) {
    UpdateTableRequest request;
    request.stream = StreamRequest{.enabled = true, .view = view};
    TableChange& change = AddUpdate("enables its stream", std::move(request));
    change.cost = cost;
    change.needs = "stream";
  }
}

void TableComparison::CompareSettings() {
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
    model::Table before = wanted_;
    before.infrequent_access = !wanted_.infrequent_access;
    AddUpdate(wanted_.infrequent_access ? "is of the class for infrequent access"
                                        : "is of the standard class",
              std::move(request))
        .cost = CostSince(before);
  }
  if (seen_.kms != wanted_.kms) {
    UpdateTableRequest request;
    request.encryption = EncryptionRequest{.enabled = wanted_.kms, .type = {}, .key_id = {}};
    if (wanted_.kms) request.encryption->type = "KMS";
    TableChange& change = AddUpdate(
        wanted_.kms ? "is encrypted with a key of KMS" : "is encrypted with the service's own key",
        std::move(request));
    if (wanted_.kms) change.cost.remark = "KMS charges for its keys and calls";
  }
}

Status TableComparison::CompareTimeToLive(Database& database) {
  TRESTLE_TRY(const std::optional<TimeToLiveDescription> now,
              IfKnown(database.DescribeTimeToLive(wanted_.name)));
  const bool enabled = now && (now->status == TimeToLiveStatus::kEnabled ||
                               now->status == TimeToLiveStatus::kEnabling);
  const std::string attribute = enabled ? now->attribute_name.value_or("") : "";
  if (attribute == wanted_.ttl) return {};
  if (!now) {
    Add("cannot expire items by " + wanted_.ttl + ": the endpoint does not know how",
        Effect::kImpossible);
    return {};
  }
  if (!attribute.empty()) {
    AddTimeToLive({.enabled = false, .attribute_name = attribute},
                  "items no longer expire by " + attribute, Effect::kBreaks,
                  "items that would have expired stay, and are paid for");
    changes_.back().frees = "time to live";
  }
  if (!wanted_.ttl.empty()) {
    AddTimeToLive({.enabled = true, .attribute_name = wanted_.ttl},
                  "items expire by " + wanted_.ttl, Effect::kHarmless,
                  description_.statistics.items > 0
                      ? "stored items whose " + wanted_.ttl + " has passed are deleted"
                      : "");
    changes_.back().needs = "time to live";
  }
  return {};
}

void TableComparison::AddTimeToLive(TimeToLiveSpecification specification, std::string what,
                                    Effect effect, std::string consequence) {
  TableChange& change = Add(std::move(what), effect);
  change.consequence = std::move(consequence);
  change.make = [request = UpdateTimeToLiveRequest{wanted_.name, std::move(specification)}](
                    Database& database) -> Status {
    TRESTLE_RETURN_IF_ERROR(database.UpdateTimeToLive(request));
    return {};
  };
}

Status TableComparison::CompareRecovery(Database& database) {
  TRESTLE_TRY(const std::optional<ContinuousBackupsDescription> now,
              IfKnown(database.DescribeContinuousBackups(wanted_.name)));
  const std::optional<std::int64_t> days =
      now && now->recovery ? std::optional(now->recovery->days) : std::nullopt;
  const std::optional<std::int64_t> wanted =
      wanted_.pitr_days ? std::optional<std::int64_t>(*wanted_.pitr_days) : std::nullopt;
  if (days == wanted) return {};
  if (!now) {
    Add("cannot keep its past states: the endpoint does not know how", Effect::kImpossible);
    return {};
  }
  const bool fewer = days && (!wanted || *wanted < *days);
  TableChange& change = Add(wanted ? "keeps its states of " + std::to_string(*wanted) + " days"
                                   : "no longer keeps its past states",
                            wanted ? Effect::kHarmless : Effect::kBreaks);
  if (fewer) {
    change.consequence = wanted ? "older states cannot be restored any more"
                                : "no past state can be restored any more";
  }
  model::Table before = wanted_;
  before.pitr_days = days ? std::optional(static_cast<int>(*days)) : std::nullopt;
  change.cost = CostSince(before);
  change.make = [request = UpdateContinuousBackupsRequest{.table_name = wanted_.name,
                                                          .recovery_enabled = wanted.has_value(),
                                                          .days = wanted}](
                    Database& database_of_change) -> Status {
    TRESTLE_RETURN_IF_ERROR(database_of_change.UpdateContinuousBackups(request));
    return {};
  };
  return {};
}

Status TableComparison::CompareTags(Database& database) {
  const std::string arn = definition().Arn();
  TRESTLE_TRY(
      const std::optional<ListTagsResponse> now,
      IfKnown(database.ListTagsOfResource({.resource_arn = arn, .next_token = std::nullopt})));
  if (!now) return {};
  std::string stored;
  bool same = true;
  for (const Tag& wanted : TagsOf(setup_.model)) {
    bool found = false;
    for (const Tag& tag : now->tags) {
      found = found || (tag.key == wanted.key && tag.value == wanted.value);
      if (tag.key == kVersionTag) stored = tag.value;
    }
    same = same && found;
  }
  if (same) return {};
  TableChange& change =
      Add("is tagged as of model " + setup_.model.name + " version " +
          std::to_string(setup_.model.version) + (stored.empty() ? "" : " instead of " + stored));
  change.consequence = VersionNote(stored);
  change.make = [request = TagResourceRequest{.resource_arn = arn, .tags = TagsOf(setup_.model)}](
                    Database& database_of_change) {
    return database_of_change.TagResource(request);
  };
  return {};
}

std::string TableComparison::VersionNote(const std::string& stored) const {
  int version = 0;
  const auto parsed = std::from_chars(stored.data(), stored.data() + stored.size(), version);
  if (parsed.ec != std::errc() || version == setup_.model.version) return {};
  if (version > setup_.model.version) return "the table is of a newer version than this file";
  if (setup_.before != nullptr) return {};
  return "with --from and the file of version " + stored +
         ", `trestle model diff` also says what changes for items and clients";
}

// Of the model that the table is of now, or else of the one that it is to be of.
std::string TableComparison::PatternsThrough(const std::string& index) const {
  const model::Model& model = setup_.before != nullptr ? *setup_.before : setup_.model;
  std::string names;
  for (const model::Pattern& pattern : model.patterns) {
    if (pattern.table != wanted_.name || pattern.index != index) continue;
    names.append(names.empty() ? "pattern " : ", ").append(pattern.name);
  }
  return names;
}

std::string TableComparison::Triggers() const {
  const model::Model& model = setup_.before != nullptr ? *setup_.before : setup_.model;
  std::string names;
  for (const model::Trigger& trigger : model.triggers) {
    const model::Entity* const entity = model.FindEntity(trigger.entity);
    if (entity == nullptr || entity->table != wanted_.name) continue;
    names.append(names.empty() ? "" : ", ").append(trigger.name);
  }
  return names;
}

}  // namespace trestle
