#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of Query and Scan, as the service spells them.
namespace trestle::messages {

// Which of the two is asked: some texts differ between them.
enum class PageOperation { kQuery, kScan };

inline tl::unexpected<Error> InvalidPage(std::string message) {
  return Fail(ErrorCode::kValidation, std::move(message));
}

// Select and projection. Query wears the envelope of the field constraints here, Scan does not.

inline tl::unexpected<Error> InvalidSelect(PageOperation operation, std::string message) {
  if (operation == PageOperation::kQuery) message.insert(0, "1 validation error detected: ");
  return InvalidPage(std::move(message));
}

inline tl::unexpected<Error> SelectWithProjection(PageOperation operation,
                                                  std::string_view projection,
                                                  std::string_view select) {
  return InvalidSelect(operation, std::string("Cannot specify the ")
                                      .append(projection)
                                      .append(" when choosing to get ")
                                      .append(select));
}

inline tl::unexpected<Error> SelectWithoutProjection(PageOperation operation) {
  return InvalidSelect(
      operation,
      "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
      "SPECIFIC_ATTRIBUTES");
}

// Scan says "Querying" too.
inline tl::unexpected<Error> ProjectedAttributesWithoutIndex(PageOperation operation) {
  return InvalidSelect(
      operation,
      "One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only when "
      "Querying using an IndexName");
}

inline tl::unexpected<Error> KeyConditionRequired() {
  return InvalidPage(
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
      "request.");
}

// Indexes.

inline tl::unexpected<Error> IndexNotFound(std::string_view name) {
  return InvalidPage(std::string("The table does not have the specified index: ").append(name));
}

inline tl::unexpected<Error> ConsistentReadOfGlobalIndex() {
  return InvalidPage("Consistent reads are not supported on global secondary indexes");
}

inline tl::unexpected<Error> AllAttributesOfGlobalIndex(std::string_view name) {
  return InvalidPage(std::string("One or more parameter values were invalid: Select type "
                                 "ALL_ATTRIBUTES is not supported for global secondary index ")
                         .append(name)
                         .append(" because its projection type is not ALL"));
}

// `attributes` are separated by ", ".
inline tl::unexpected<Error> GlobalIndexDoesNotProject(std::string_view name,
                                                       std::string_view attributes) {
  return InvalidPage(
      std::string("One or more parameter values were invalid: Global secondary index ")
          .append(name)
          .append(" does not project [")
          .append(attributes)
          .append("]"));
}

inline tl::unexpected<Error> IndexDoesNotProjectFilter(std::string_view name,
                                                       std::string_view attributes) {
  return InvalidPage(std::string("One or more parameter values were invalid: Secondary index ")
                         .append(name)
                         .append(" does not project one or more filter attributes: [")
                         .append(attributes)
                         .append("]"));
}

// `parameter` is "Filter Expression" or "QueryFilter".
inline tl::unexpected<Error> FilterOnKeyAttribute(std::string_view parameter,
                                                  std::string_view attribute) {
  return InvalidPage(
      std::string(parameter)
          .append(" can only contain non-primary key attributes: Primary key attribute: ")
          .append(attribute));
}

// ExclusiveStartKey.

inline tl::unexpected<Error> StartKeyMalformed(std::string_view reason) {
  return InvalidPage(std::string("The provided starting key is invalid: ").append(reason));
}

inline tl::unexpected<Error> StartKeyInvalid() {
  return InvalidPage("The provided starting key is invalid");
}

// What a Scan of the table itself answers where all others say StartKeyInvalid.
inline tl::unexpected<Error> StartKeyDoesNotMatchTable() {
  return StartKeyMalformed("The provided key element does not match the schema");
}

inline tl::unexpected<Error> StartKeyInOtherPartition() {
  return InvalidPage(
      "The provided starting key is outside query boundaries based on provided conditions");
}

inline tl::unexpected<Error> StartKeyOutsideRange() {
  return InvalidPage("The provided starting key does not match the range key predicate");
}

inline tl::unexpected<Error> StartKeyInOtherSegment(std::int64_t segment, std::int64_t total) {
  return StartKeyMalformed(
      "Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
      "TotalSegments: " +
      std::to_string(total) + " Segment: " + std::to_string(segment));
}

// Parallel scans.

inline tl::unexpected<Error> TotalSegmentsRequired() {
  return InvalidPage(
      "The TotalSegments parameter is required but was not present in the request when Segment "
      "parameter is present");
}

inline tl::unexpected<Error> SegmentRequired() {
  return InvalidPage(
      "The Segment parameter is required but was not present in the request when parameter "
      "TotalSegments is present");
}

inline tl::unexpected<Error> SegmentTooLarge(std::int64_t segment, std::int64_t total) {
  return InvalidPage(
      "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
      "Segment: " +
      std::to_string(segment) + " is not less than TotalSegments: " + std::to_string(total));
}

}  // namespace trestle::messages
