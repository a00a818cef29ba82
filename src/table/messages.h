#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

// The texts of this room's errors, as the service spells them.
namespace trestle::messages {

namespace detail {
inline std::string Join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}
inline constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
inline constexpr std::string_view kNotValid = "One or more parameter values are not valid. ";
// Strings and binaries are the key types that can be empty.
inline std::string CannotBeEmpty(AttributeType type) {
  return Join({"The AttributeValue for a key attribute cannot contain an empty ",
               type == AttributeType::kString ? "string" : "binary", " value."});
}
}  // namespace detail

// The key of a request is not exactly the key attributes of the table.
inline tl::unexpected<Error> KeyDoesNotMatchSchema() {
  return Fail(ErrorCode::kValidation, "The provided key element does not match the schema");
}

// Another write came between the look at an item and its change.
inline tl::unexpected<Error> ChangedMeanwhile() {
  return Fail(ErrorCode::kTransactionConflict, "Transaction is ongoing for the item");
}

inline tl::unexpected<Error> MissingKeyInItem(std::string_view name) {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kInvalid, "Missing the key ", name, " in the item"}));
}

inline tl::unexpected<Error> KeyTypeMismatch(std::string_view name, AttributeType expected,
                                             AttributeType actual) {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kInvalid, "Type mismatch for key ", name,
                            " expected: ", WireName(expected), " actual: ", WireName(actual)}));
}

inline tl::unexpected<Error> EmptyKeyValue(std::string_view name, AttributeType type) {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kNotValid, detail::CannotBeEmpty(type), " Key: ", name}));
}

inline tl::unexpected<Error> PartitionKeyTooLong() {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kInvalid,
                            "Size of hashkey has exceeded the maximum size limit of"  // sic
                            "2048 bytes"}));
}

inline tl::unexpected<Error> SortKeyTooLong() {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kInvalid,
                            "Aggregated size of all range keys has exceeded the size limit of "
                            "1024 bytes"}));
}

inline tl::unexpected<Error> IndexKeyTypeMismatch(std::string_view name, AttributeType expected,
                                                  AttributeType actual, std::string_view index) {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kInvalid, "Type mismatch for Index Key ", name,
                            " Expected: ", WireName(expected), " Actual: ", WireName(actual),
                            " IndexName: ", index}));
}

inline tl::unexpected<Error> IndexKeyTooLong(std::string_view name, std::size_t size,
                                             std::size_t limit, std::string_view index) {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kInvalid, "Size limit exceeded for Index Key ", name,
                            " Actual Size: ", std::to_string(size), " bytes Max Size: ",
                            std::to_string(limit), " bytes IndexName: ", index}));
}

inline tl::unexpected<Error> EmptyIndexKeyInItem(std::string_view name, AttributeType type,
                                                 std::string_view index) {
  return Fail(
      ErrorCode::kValidation,
      detail::Join({detail::kNotValid,
                    "A value specified for a secondary index key is not supported. ",
                    detail::CannotBeEmpty(type), " IndexName: ", index, ", IndexKey: ", name}));
}

inline tl::unexpected<Error> EmptyIndexKeyInUpdate(AttributeType type) {
  return Fail(ErrorCode::kValidation,
              detail::Join({detail::kNotValid,
                            "The update expression attempted to update a secondary index key to a "
                            "value that is not supported. ",
                            detail::CannotBeEmpty(type)}));
}

// What Query and Scan answer while an index is not yet ACTIVE.
inline tl::unexpected<Error> IndexIsBackfilling(std::string_view index) {
  return Fail(ErrorCode::kValidation,
              detail::Join({"Cannot read from backfilling global secondary index: ", index}));
}

// Of operations on items.
inline tl::unexpected<Error> ResourceNotFound() {
  return Fail(ErrorCode::kResourceNotFound, "Requested resource not found");
}

inline tl::unexpected<Error> TableHasMoved(std::string_view table, std::string_view to) {
  return Fail(ErrorCode::kValidation,
              detail::Join({"Table ", table, " has been replaced by table ", to,
                            " and takes no more writes: write to ", to}));
}

// Of operations on tables.
inline tl::unexpected<Error> TableNotFound(std::string_view table) {
  return Fail(ErrorCode::kResourceNotFound,
              detail::Join({"Requested resource not found: Table: ", table, " not found"}));
}

inline tl::unexpected<Error> TableExists(std::string_view table) {
  return Fail(ErrorCode::kResourceInUse, detail::Join({"Table already exists: ", table}));
}

// `doing` is created, updated or deleted.
inline tl::unexpected<Error> TableInUse(std::string_view doing, std::string_view table) {
  return Fail(ErrorCode::kResourceInUse,
              detail::Join({"Attempt to change a resource which is still in use: Table is being ",
                            doing, ": ", table}));
}

inline tl::unexpected<Error> IndexesInUse() {
  return Fail(
      ErrorCode::kResourceInUse,
      "Attempt to change a resource which is still in use: Cannot delete table while indexes "
      "are being created, updated, or deleted.");
}

inline tl::unexpected<Error> CatalogDamaged(std::string_view what) {
  return Fail(ErrorCode::kInternalServerError,
              detail::Join({"The stored catalog is damaged: ", what}));
}

}  // namespace trestle::messages
