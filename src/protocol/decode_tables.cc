#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"

// Operations on tables. Nothing in their requests can be malformed once types and constraints are
// right.
namespace trestle::decode {
namespace {

constexpr EnumName<AttributeType> kScalarTypes[] = {
    {"S", AttributeType::kString}, {"N", AttributeType::kNumber}, {"B", AttributeType::kBinary}};
constexpr EnumName<bool> kKeyTypes[] = {{"HASH", true}, {"RANGE", false}};
constexpr EnumName<ProjectionType> kProjectionTypes[] = {{"ALL", ProjectionType::kAll},
                                                         {"KEYS_ONLY", ProjectionType::kKeysOnly},
                                                         {"INCLUDE", ProjectionType::kInclude}};
constexpr EnumName<BillingMode> kBillingModes[] = {
    {"PROVISIONED", BillingMode::kProvisioned}, {"PAY_PER_REQUEST", BillingMode::kPayPerRequest}};
constexpr EnumName<TableClass> kTableClasses[] = {
    {"STANDARD", TableClass::kStandard},
    {"STANDARD_INFREQUENT_ACCESS", TableClass::kStandardInfrequentAccess}};
constexpr EnumName<StreamView> kStreamViews[] = {
    {"KEYS_ONLY", StreamView::kKeysOnly},
    {"NEW_IMAGE", StreamView::kNewImage},
    {"OLD_IMAGE", StreamView::kOldImage},
    {"NEW_AND_OLD_IMAGES", StreamView::kNewAndOldImages}};

template <class T, class DecodeOne>
std::optional<std::vector<T>> OptionalList(const Json* json, DecodeOne decode_one) {
  if (!json) return std::nullopt;
  std::vector<T> list;
  for (const Json element : ArrayOf(*json)) {
    if (!element.is_null()) list.push_back(decode_one(element));
  }
  return list;
}

AttributeDefinition OneDefinition(const Json& json) {
  using Of = api::AttributeDefinition;
  const Members in(Of::kShape, json);
  return {
      .name = Text(in[Of::kAttributeName]),
      .type = OptionalEnum(in[Of::kAttributeType], kScalarTypes).value_or(AttributeType::kString)};
}

KeySchemaElement OneKeyElement(const Json& json) {
  using Of = api::KeySchemaElement;
  const Members in(Of::kShape, json);
  return {.attribute_name = Text(in[Of::kAttributeName]),
          .hash = OptionalEnum(in[Of::kKeyType], kKeyTypes).value_or(true)};
}

ProjectionRequest ProjectionOf(const Json* json) {
  using Of = api::Projection;
  if (!json) return {};
  const Members in(Of::kShape, *json);
  return {.type = OptionalEnum(in[Of::kProjectionType], kProjectionTypes),
          .non_key_attributes = OptionalTexts(in[Of::kNonKeyAttributes])};
}

std::optional<ThroughputRequest> OptionalThroughput(const Json* json) {
  using Of = api::ProvisionedThroughput;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return ThroughputRequest{.read = OptionalInteger(in[Of::kReadCapacityUnits]).value_or(0),
                           .write = OptionalInteger(in[Of::kWriteCapacityUnits]).value_or(0)};
}

std::optional<UnitsPerSecond> OptionalOnDemand(const Json* json) {
  using Of = api::OnDemandThroughput;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return UnitsPerSecond{.read = OptionalInteger(in[Of::kMaxReadRequestUnits]),
                        .write = OptionalInteger(in[Of::kMaxWriteRequestUnits])};
}

std::optional<UnitsPerSecond> OptionalWarm(const Json* json) {
  using Of = api::WarmThroughput;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return UnitsPerSecond{.read = OptionalInteger(in[Of::kReadUnitsPerSecond]),
                        .write = OptionalInteger(in[Of::kWriteUnitsPerSecond])};
}

std::optional<StreamRequest> OptionalStream(const Json* json) {
  using Of = api::StreamSpecification;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return StreamRequest{.enabled = Flag(in[Of::kStreamEnabled], false),
                       .view = OptionalEnum(in[Of::kStreamViewType], kStreamViews)};
}

std::optional<EncryptionRequest> OptionalEncryption(const Json* json) {
  using Of = api::SSESpecification;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return EncryptionRequest{.enabled = OptionalFlag(in[Of::kEnabled]),
                           .type = OptionalText(in[Of::kSSEType]),
                           .key_id = OptionalText(in[Of::kKMSMasterKeyId])};
}

// A global index of CreateTable and a new one of UpdateTable name their parts alike.
template <class Of>
IndexRequest GlobalIndex(const Json& json) {
  const Members in(Of::kShape, json);
  return {.name = Text(in[Of::kIndexName]),
          .key_schema = OptionalList<KeySchemaElement>(in[Of::kKeySchema], OneKeyElement)
                            .value_or(std::vector<KeySchemaElement>()),
          .projection = ProjectionOf(in[Of::kProjection]),
          .throughput = OptionalThroughput(in[Of::kProvisionedThroughput]),
          .on_demand_maximum = OptionalOnDemand(in[Of::kOnDemandThroughput]),
          .warm_throughput = OptionalWarm(in[Of::kWarmThroughput])};
}

IndexRequest LocalIndex(const Json& json) {
  using Of = api::LocalSecondaryIndex;
  const Members in(Of::kShape, json);
  IndexRequest index;
  index.name = Text(in[Of::kIndexName]);
  index.key_schema = OptionalList<KeySchemaElement>(in[Of::kKeySchema], OneKeyElement)
                         .value_or(std::vector<KeySchemaElement>());
  index.projection = ProjectionOf(in[Of::kProjection]);
  return index;
}

Tag OneTag(const Json& json) {
  const Members in(api::Tag::kShape, json);
  return {.key = Text(in[api::Tag::kKey]), .value = Text(in[api::Tag::kValue])};
}

GlobalIndexUpdate OneIndexUpdate(const Json& json) {
  const Members in(api::GlobalSecondaryIndexUpdate::kShape, json);
  GlobalIndexUpdate update;
  if (const Json* create = in[api::GlobalSecondaryIndexUpdate::kCreate]) {
    update.create = GlobalIndex<api::CreateGlobalSecondaryIndexAction>(*create);
  }
  if (const Json* change = in[api::GlobalSecondaryIndexUpdate::kUpdate]) {
    using Of = api::UpdateGlobalSecondaryIndexAction;
    const Members inside(Of::kShape, *change);
    update.update = GlobalIndexUpdate::Change{
        .name = Text(inside[Of::kIndexName]),
        .throughput = OptionalThroughput(inside[Of::kProvisionedThroughput]),
        .on_demand_maximum = OptionalOnDemand(inside[Of::kOnDemandThroughput]),
        .warm_throughput = OptionalWarm(inside[Of::kWarmThroughput])};
  }
  if (const Json* remove = in[api::GlobalSecondaryIndexUpdate::kDelete]) {
    using Of = api::DeleteGlobalSecondaryIndexAction;
    update.remove = Text(Members(Of::kShape, *remove)[Of::kIndexName]);
  }
  return update;
}

}  // namespace

CreateTableRequest CreateTable(const Members& in) {
  using Of = api::CreateTableInput;
  return {
      .table_name = Text(in[Of::kTableName]),
      .attributes = OptionalList<AttributeDefinition>(in[Of::kAttributeDefinitions], OneDefinition),
      .key_schema = OptionalList<KeySchemaElement>(in[Of::kKeySchema], OneKeyElement),
      .local_indexes = OptionalList<IndexRequest>(in[Of::kLocalSecondaryIndexes], LocalIndex),
      .global_indexes = OptionalList<IndexRequest>(in[Of::kGlobalSecondaryIndexes],
                                                   GlobalIndex<api::GlobalSecondaryIndex>),
      .billing = OptionalEnum(in[Of::kBillingMode], kBillingModes),
      .throughput = OptionalThroughput(in[Of::kProvisionedThroughput]),
      .on_demand_maximum = OptionalOnDemand(in[Of::kOnDemandThroughput]),
      .warm_throughput = OptionalWarm(in[Of::kWarmThroughput]),
      .stream = OptionalStream(in[Of::kStreamSpecification]),
      .encryption = OptionalEncryption(in[Of::kSSESpecification]),
      .table_class = OptionalEnum(in[Of::kTableClass], kTableClasses),
      .deletion_protection = OptionalFlag(in[Of::kDeletionProtectionEnabled]),
      .tags = OptionalList<Tag>(in[Of::kTags], OneTag),
      .asks_for_vector_indexes = in[Of::kVectorIndexes] != nullptr,
      .asks_for_resource_policy = in[Of::kResourcePolicy] != nullptr,
      .asks_for_global_table =
          in[Of::kGlobalTableSourceArn] || in[Of::kGlobalTableSettingsReplicationMode]};
}

UpdateTableRequest UpdateTable(const Members& in) {
  using Of = api::UpdateTableInput;
  return {
      .table_name = Text(in[Of::kTableName]),
      .attributes = OptionalList<AttributeDefinition>(in[Of::kAttributeDefinitions], OneDefinition),
      .billing = OptionalEnum(in[Of::kBillingMode], kBillingModes),
      .throughput = OptionalThroughput(in[Of::kProvisionedThroughput]),
      .on_demand_maximum = OptionalOnDemand(in[Of::kOnDemandThroughput]),
      .warm_throughput = OptionalWarm(in[Of::kWarmThroughput]),
      .global_index_updates =
          OptionalList<GlobalIndexUpdate>(in[Of::kGlobalSecondaryIndexUpdates], OneIndexUpdate),
      .stream = OptionalStream(in[Of::kStreamSpecification]),
      .encryption = OptionalEncryption(in[Of::kSSESpecification]),
      .table_class = OptionalEnum(in[Of::kTableClass], kTableClasses),
      .deletion_protection = OptionalFlag(in[Of::kDeletionProtectionEnabled]),
      .asks_for_replicas = in[Of::kReplicaUpdates] || in[Of::kGlobalTableWitnessUpdates] ||
                           in[Of::kMultiRegionConsistency] ||
                           in[Of::kGlobalTableSettingsReplicationMode],
      .asks_for_vector_indexes = in[Of::kVectorIndexUpdates] != nullptr};
}

ListTablesRequest ListTables(const Members& in) {
  using Of = api::ListTablesInput;
  return {.exclusive_start_table_name = OptionalText(in[Of::kExclusiveStartTableName]),
          .limit = OptionalInteger(in[Of::kLimit])};
}

TagResourceRequest TagResource(const Members& in) {
  using Of = api::TagResourceInput;
  return {.resource_arn = Text(in[Of::kResourceArn]),
          .tags = OptionalList<Tag>(in[Of::kTags], OneTag).value_or(std::vector<Tag>())};
}

UntagResourceRequest UntagResource(const Members& in) {
  using Of = api::UntagResourceInput;
  return {.resource_arn = Text(in[Of::kResourceArn]),
          .keys = OptionalTexts(in[Of::kTagKeys]).value_or(std::vector<std::string>())};
}

ListTagsRequest ListTagsOfResource(const Members& in) {
  using Of = api::ListTagsOfResourceInput;
  return {.resource_arn = Text(in[Of::kResourceArn]),
          .next_token = OptionalText(in[Of::kNextToken])};
}

}  // namespace trestle::decode
