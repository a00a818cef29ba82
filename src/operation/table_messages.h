#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "value/limits.h"

// The texts of the operations on tables, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> InvalidTable(std::string_view message) {
  return Fail(ErrorCode::kValidation, std::string(message));
}

inline tl::unexpected<Error> InvalidParameterValue(std::string_view message) {
  return InvalidTable(std::string("One or more parameter values were invalid: ").append(message));
}

inline tl::unexpected<Error> NotSupportedHere(std::string_view parameter) {
  return InvalidParameterValue(std::string(parameter).append(" is not supported by this server"));
}

inline tl::unexpected<Error> DeletionProtected() {
  return InvalidTable(
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion "
      "protection first.");
}

// Key schemas. Lists are separated by ", ".

inline tl::unexpected<Error> MembersMissing(std::string_view first, std::string_view second) {
  const std::string_view null = "' failed to satisfy constraint: Member must not be null";
  std::string message = second.empty() ? "1 validation error detected: Value null at '"
                                       : "2 validation errors detected: Value null at '";
  message.append(first).append(null);
  if (!second.empty()) message.append("; Value null at '").append(second).append(null);
  return InvalidTable(message);
}

// `elements` are written as the service prints them: KeySchemaElement(attributeName=a,
// keyType=HASH), ...
inline tl::unexpected<Error> KeySchemaTooLong(std::string_view elements, std::string_view path,
                                              std::size_t limit) {
  return InvalidTable(std::string("1 validation error detected: Value '[")
                          .append(elements)
                          .append("]' at '")
                          .append(path)
                          .append("' failed to satisfy constraint: Member must have length less "
                                  "than or equal to ")
                          .append(std::to_string(limit)));
}

inline tl::unexpected<Error> FirstKeyNotHash() {
  return InvalidTable("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}

inline tl::unexpected<Error> SecondKeyNotRange() {
  return InvalidTable("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
}

inline tl::unexpected<Error> HashAfterRange() {
  return InvalidTable(
      "Invalid KeySchema: All HASH key attributes must precede RANGE key attributes in the "
      "KeySchema");
}

// `kind` is HASH or RANGE.
inline tl::unexpected<Error> TooManyKeysOfAKind(std::string_view kind) {
  return InvalidTable(
      std::string("Invalid KeySchema: The KeySchema exceeds the maximum allowed number of ")
          .append(kind)
          .append(" key attributes"));
}

inline tl::unexpected<Error> KeysOfOneName() {
  return InvalidTable(
      "Both the Hash Key and the Range Key element in the KeySchema have the same name");
}

inline tl::unexpected<Error> KeyHasNoDefinition() {
  return InvalidTable("Invalid KeySchema: Some index key attribute have no definition");
}

inline tl::unexpected<Error> KeysNotDefined(std::string_view keys, std::string_view definitions) {
  return InvalidParameterValue(
      std::string("Some index key attributes are not defined in AttributeDefinitions. Keys: [")
          .append(keys)
          .append("], AttributeDefinitions: [")
          .append(definitions)
          .append("]"));
}

inline tl::unexpected<Error> DefinitionCountDiffers() {
  return InvalidParameterValue(
      "Number of attributes in KeySchema does not exactly match number of attributes defined in "
      "AttributeDefinitions");
}

inline tl::unexpected<Error> DefinitionsNotUsed(std::string_view definitions,
                                                std::string_view keys) {
  return InvalidParameterValue(
      std::string("Some AttributeDefinitions are not used. AttributeDefinitions: [")
          .append(definitions)
          .append("], keys used: [")
          .append(keys)
          .append("]"));
}

inline tl::unexpected<Error> DefinedTwice(std::string_view attribute) {
  return InvalidParameterValue(
      std::string("Duplicate AttributeName in AttributeDefinitions: ").append(attribute));
}

// Indexes.

// `list` is LocalSecondaryIndexes or GlobalSecondaryIndexes.
inline tl::unexpected<Error> IndexListEmpty(std::string_view list) {
  return InvalidParameterValue(std::string("List of ").append(list).append(" is empty"));
}

inline tl::unexpected<Error> DuplicateIndexName(std::string_view name) {
  return InvalidParameterValue(std::string("Duplicate index name: ").append(name));
}

inline tl::unexpected<Error> TooManyLocalIndexes() {
  return InvalidParameterValue("Number of LocalSecondaryIndexes exceeds per-table limit of " +
                               std::to_string(kMaxLocalIndexes));
}

inline tl::unexpected<Error> TooManyGlobalIndexes() {
  return InvalidParameterValue("GlobalSecondaryIndex count exceeds the per-table limit of " +
                               std::to_string(kMaxGlobalIndexes));
}

inline tl::unexpected<Error> LocalIndexWithoutTableRange() {
  return InvalidParameterValue(
      "Table KeySchema does not have a range key, which is required when specifying a "
      "LocalSecondaryIndex");
}

inline tl::unexpected<Error> LocalIndexWithoutRange(std::string_view name) {
  return InvalidParameterValue(
      std::string("Index KeySchema does not have a range key for index: ").append(name));
}

inline tl::unexpected<Error> LocalIndexHashDiffers(std::string_view name,
                                                   std::string_view index_hash,
                                                   std::string_view table_hash) {
  return InvalidParameterValue(
      std::string("Index KeySchema does not have the same leading hash key as table KeySchema for "
                  "index: ")
          .append(name)
          .append(". index hash key: ")
          .append(index_hash)
          .append(", table hash key: ")
          .append(table_hash));
}

inline tl::unexpected<Error> ProjectionTypeMissing() {
  return InvalidParameterValue("Unknown ProjectionType: null");
}

// `type` is ALL or KEYS_ONLY.
inline tl::unexpected<Error> ProjectionWithAttributes(std::string_view type) {
  return InvalidParameterValue(
      std::string("ProjectionType is ").append(type).append(", but NonKeyAttributes is specified"));
}

inline tl::unexpected<Error> ProjectionWithoutAttributes() {
  return InvalidParameterValue("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
}

inline tl::unexpected<Error> TooManyIncludedAttributes(std::size_t limit) {
  return InvalidParameterValue(
      "Number of NonKeyAttributes over all indexes exceeds per-table limit of " +
      std::to_string(limit));
}

// Streams, encryption and tags.

inline tl::unexpected<Error> ViewOfDisabledStream() {
  return InvalidParameterValue(
      "Table is being created with a stream disabled, UpdateViewType should not be specified");
}

inline tl::unexpected<Error> StreamWithoutView() {
  return InvalidParameterValue(
      "Table is being created with a stream enabled, UpdateViewType must be specified");
}

inline tl::unexpected<Error> EnabledStreamWithoutView() {
  return InvalidParameterValue("If stream is being enabled then UpdateViewType is required");
}

inline tl::unexpected<Error> DisabledStreamWithView() {
  return InvalidParameterValue(
      "If stream is being disabled, then UpdateViewType must not be specified");
}

inline tl::unexpected<Error> EncryptionTypeNotSupported(std::string_view type) {
  return InvalidParameterValue(std::string("SSEType ").append(type).append(" is not supported"));
}

inline tl::unexpected<Error> EncryptionDisabledWithKey() {
  return InvalidParameterValue(
      "SSEType and KMSMasterKeyId can be specified only when SSESpecification is enabled");
}

inline tl::unexpected<Error> DuplicateTagKey(std::string_view key) {
  return InvalidParameterValue(std::string("Duplicate tag key: ").append(key));
}

inline tl::unexpected<Error> ReservedTagKey(std::string_view key) {
  return InvalidParameterValue(
      std::string("Tag keys with the prefix aws: are reserved for system use: ").append(key));
}

inline tl::unexpected<Error> TooManyTags(std::size_t limit) {
  return InvalidParameterValue("Too many tags: a resource has at most " + std::to_string(limit));
}

}  // namespace trestle::messages
