#include "protocol/api.h"
#include "protocol/decode.h"
#include "protocol/decode_parameters.h"
#include "protocol/decode_table_parts.h"

// Operations on tables. Nothing in their requests can be malformed once types and constraints are
// right.
namespace trestle::decode {
namespace {

constexpr EnumName<TableClass> kTableClasses[] = {
    {"STANDARD", TableClass::kStandard},
    {"STANDARD_INFREQUENT_ACCESS", TableClass::kStandardInfrequentAccess}};
constexpr EnumName<StreamView> kStreamViews[] = {
    {"KEYS_ONLY", StreamView::kKeysOnly},
    {"NEW_IMAGE", StreamView::kNewImage},
    {"OLD_IMAGE", StreamView::kOldImage},
    {"NEW_AND_OLD_IMAGES", StreamView::kNewAndOldImages}};

std::optional<StreamRequest> OptionalStream(const Json* json) {
  using Of = api::StreamSpecification;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return StreamRequest{.enabled = Flag(in[Of::kStreamEnabled], false),
                       .view = OptionalEnum(in[Of::kStreamViewType], kStreamViews)};
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
      .billing = OptionalBilling(in[Of::kBillingMode]),
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
      .billing = OptionalBilling(in[Of::kBillingMode]),
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
