#include "protocol/decode_table_parts.h"

#include "protocol/api.h"

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

}  // namespace

std::optional<BillingMode> OptionalBilling(const Json* json) {
  return OptionalEnum(json, kBillingModes);
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

std::optional<EncryptionRequest> OptionalEncryption(const Json* json) {
  using Of = api::SSESpecification;
  if (!json) return std::nullopt;
  const Members in(Of::kShape, *json);
  return EncryptionRequest{.enabled = OptionalFlag(in[Of::kEnabled]),
                           .type = OptionalText(in[Of::kSSEType]),
                           .key_id = OptionalText(in[Of::kKMSMasterKeyId])};
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

}  // namespace trestle::decode
