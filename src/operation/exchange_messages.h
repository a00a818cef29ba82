#pragma once

#include <string>
#include <string_view>

#include "base/time_text.h"
#include "operation/table_messages.h"

// The texts of exports and imports.
namespace trestle::messages {

namespace exchange {
inline tl::unexpected<Error> InvalidRequest(std::string_view what) {
  return Fail(ErrorCode::kValidation, std::string("Invalid Request: ").append(what));
}
inline tl::unexpected<Error> InvalidTime(std::string what) {
  return Fail(ErrorCode::kInvalidExportTime, std::move(what));
}
inline std::string Seconds(TimePoint time) {
  return FormatInstant(std::chrono::floor<std::chrono::seconds>(time));
}
}  // namespace exchange

// `member` is tableArn.
inline tl::unexpected<Error> NotAnArn(std::string_view member) {
  return InvalidParameterValue(std::string(member).append(" is not a valid ARN"));
}
inline tl::unexpected<Error> TableArnInvalid() {
  return exchange::InvalidRequest("Table ARN is invalid.");
}
inline tl::unexpected<Error> ArnOfAnotherAccount() {
  return Fail(ErrorCode::kAccessDenied, "Access is denied");
}
inline tl::unexpected<Error> ExportArnInvalid() { return InvalidTable("Invalid Export ARN"); }
inline tl::unexpected<Error> ImportArnInvalid() { return InvalidTable("Invalid Import ARN"); }
inline tl::unexpected<Error> ListTokenInvalid(std::string_view token) {
  return exchange::InvalidRequest(std::string("Provided nextToken is invalid: ").append(token));
}

// Exports.
inline tl::unexpected<Error> IncrementalTypeMissing() {
  return exchange::InvalidRequest(
      "Export Type expected to be Incremental Export when incremental export specification is "
      "provided");
}
inline tl::unexpected<Error> FullWithSpecification() {
  return exchange::InvalidRequest(
      "When Export Type is Full Export , Incremental Export Specification should not be provided");
}
inline tl::unexpected<Error> SpecificationMissing() {
  return exchange::InvalidRequest(
      "Incremental Export Specification expected when export type is set as Incremental Export");
}
inline tl::unexpected<Error> FromTimeMissing() {
  return exchange::InvalidRequest(
      "ExportFromTime must be provided in IncrementalExportSpecification");
}
inline tl::unexpected<Error> KeyWithoutKms() {
  return exchange::InvalidRequest("KMS Key Id is not supported for this encryption type");
}
inline tl::unexpected<Error> ExportTimeInvalid() {
  return exchange::InvalidTime("Export Time is invalid");
}
inline tl::unexpected<Error> FromTimeBeforeTable(TimePoint from) {
  return exchange::InvalidTime(
      "Incremental export period from time cannot be less than the table creation time : " +
      exchange::Seconds(from));
}
inline tl::unexpected<Error> ToTimeInFuture(TimePoint to) {
  return exchange::InvalidTime(
      "Incremental export period to time cannot be greater than the current time : " +
      exchange::Seconds(to));
}
inline tl::unexpected<Error> PeriodInverted() {
  return exchange::InvalidTime(
      "Incremental export period from time should not be greater or equal to incremental export "
      "period to time");
}
inline tl::unexpected<Error> PeriodTooShort() {
  return exchange::InvalidTime(
      "Difference between export period from time and export period to time is less than 15 "
      "minutes");
}
inline tl::unexpected<Error> PeriodTooLong() {
  return exchange::InvalidTime(
      "Difference between export period from time and export period to time is greater than 24 "
      "hours");
}
inline tl::unexpected<Error> PeriodNotRecoverable() {
  return exchange::InvalidTime("Point in Time Recovery is not available for specified export time");
}

// Imports.
inline tl::unexpected<Error> FormatOptionsUnsupported(std::string_view format) {
  return exchange::InvalidRequest(
      std::string("Unsupported InputFormatOptions for the given input format: ")
          .append(format)
          .append("."));
}
inline tl::unexpected<Error> ImportIntoExistingTable(std::string_view table) {
  return Fail(ErrorCode::kResourceInUse, std::string("Table already exists: ").append(table));
}

}  // namespace trestle::messages
