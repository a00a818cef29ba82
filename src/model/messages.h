#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// The texts of this room: what is wrong with a model file, and what to write instead.
namespace trestle::model::messages {

inline std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

inline std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

inline std::string FileTooLarge(std::size_t most) {
  return "the file is larger than the " + std::to_string(most >> 20) + " MB that a model may have";
}
inline std::string KeyTooDeep(int most) {
  return "a key may have at most " + std::to_string(most) + " parts";
}
inline std::string NotToml(std::string_view description) {
  return "not TOML: " + std::string(description);
}
inline std::string NotAStatistic(std::string_view text) {
  return Quoted(text) +
         " is no statistic: sum, average, minimum, maximum, or a percentile such as p99";
}
inline std::string NewerFormat(std::int64_t format, int known) {
  return "format " + std::to_string(format) + " is newer than this program, which reads up to " +
         std::to_string(known) + "; use a newer trestle";
}
inline std::string WrongKind(std::string_view what, std::string_view wanted) {
  return std::string(what) + " must be " + std::string(wanted);
}
inline std::string Missing(std::string_view what, std::string_view key) {
  return std::string(what) + " needs " + Quoted(key);
}
inline std::string OutOfRange(std::string_view key, std::int64_t least, std::int64_t most) {
  std::string text = std::string(key) + " must be " + std::to_string(least);
  return most >= INT32_MAX ? text + " or more" : text + " to " + std::to_string(most);
}
inline std::string NotASize(std::string_view text) {
  return Quoted(text) + " is not a size; write \"1.5 KB\", or a number of bytes";
}
inline std::string NotASpan(std::string_view text) {
  return Quoted(text) + " is not a span of time; write \"90s\", \"24h\" or \"35d\"";
}
inline std::string NotARate(std::string_view text) {
  return Quoted(text) + " is not a rate; write \"20/s\", \"5/min\", \"100/h\" or \"1000/day\"";
}
inline std::string NotAChoice(std::string_view key, std::string_view text,
                              const std::vector<std::string>& names) {
  return std::string(key) + " may not be " + Quoted(text) + "; choose from " + Joined(names);
}
inline std::string UnknownKey(std::string_view what, std::string_view key, std::string_view hint) {
  return std::string(what) + " has no " + Quoted(key) + std::string(hint);
}
inline std::string Unknown(std::string_view kind, std::string_view name, std::string_view hint) {
  return "there is no " + std::string(kind) + " " + Quoted(name) + std::string(hint);
}
inline std::string UnknownAttribute(std::string_view entity, std::string_view name,
                                    std::string_view hint) {
  return std::string(entity) + " has no attribute " + Quoted(name) + std::string(hint);
}
inline std::string Repeated(std::string_view kind, std::string_view name) {
  return std::string(kind) + " " + Quoted(name) + " is there twice";
}
inline std::string NotAName(std::string_view name) {
  return Quoted(name) + " is not a name; use letters, digits, - and _";
}

// Tables and entities.
inline std::string KeyParts(std::string_view key, int least, int most) {
  return std::string(key) + " must be " + std::to_string(least) + " to " + std::to_string(most) +
         " names, each \"Name\" or { name = \"Name\", type = \"number\" }";
}
inline std::string LocalPartitionKey(std::string_view attribute) {
  return "a local index has the table's partition key " + Quoted(attribute) +
         "; leave partition_key out";
}
inline std::string NotAKeyOfTable(std::string_view entity, std::string_view key,
                                  std::string_view table, std::string_view hint) {
  return "entity " + std::string(entity) + " has no " + Quoted(key) +
         ", and it is no key attribute of table " + std::string(table) + std::string(hint);
}
inline std::string NoKeyTemplate(std::string_view entity, std::string_view attribute) {
  return "entity " + std::string(entity) + " has no template for the table's key " +
         Quoted(attribute) + "; write " + std::string(attribute) + " = \"...\"";
}
inline std::string KeyIsAttribute(std::string_view attribute) {
  return Quoted(attribute) + " has a template and is computed as well; keep one of them";
}
inline std::string NoTtlAttribute(std::string_view table) {
  return "table " + std::string(table) + " has no ttl attribute; add ttl = \"ExpiresAt\" to it";
}
inline std::string TtlHidesNext() {
  return "a ttl rule without `when` always holds, and hides those behind it";
}
inline std::string VersionNotNumber(std::string_view attribute) {
  return "version " + Quoted(attribute) + " must be an integer attribute";
}
inline std::string SinceNotTime(std::string_view attribute) {
  return Quoted(attribute) +
         " tells since when something is so: its type must be timestamp or date";
}
inline std::string DefaultDoesNotFit(std::string_view problem) {
  return "the default does not fit: " + std::string(problem);
}
inline std::string ValueDoesNotFit(std::string_view attribute, std::string_view problem) {
  return std::string(attribute) + " " + std::string(problem);
}
inline std::string NotAPattern(std::string_view error) {
  return "not a pattern that RE2 can match: " + std::string(error);
}
inline std::string NotFor(std::string_view key, std::string_view type) {
  return std::string(key) + " is not for type " + std::string(type);
}
inline std::string NumberTooLarge() { return "a number of more digits than the service stores"; }

// Templates, conditions and `where`.
inline std::string BraceOpen() { return "a '{' without '}'; a brace that is meant is '{{'"; }
inline std::string BraceClose() { return "a '}' without '{'; a brace that is meant is '}}'"; }
inline std::string EmptyReference() { return "a name must stand between the braces"; }
inline std::string UnknownFormat(std::string_view name, std::string_view hint) {
  return "there is no format " + Quoted(name) + std::string(hint);
}
inline std::string FormatArguments(std::string_view usage) {
  return "the format is written " + std::string(usage);
}
inline std::string Expected(std::string_view what, std::string_view found) {
  return "expected " + std::string(what) +
         (found.empty() ? std::string(" at the end") : " before " + Quoted(found));
}
inline std::string QuoteOpen() { return "a quote without its end"; }
inline std::string TooDeep() { return "conditions are nested too deep"; }
inline std::string NotAnOperand(std::string_view function) {
  return std::string(function) + " takes the name of an attribute";
}

// Patterns, transactions and the rest.
inline std::string EntitiesOfTwoTables(std::string_view one, std::string_view other) {
  return "the entities of a pattern lie in one table, not in " + Quoted(one) + " and " +
         Quoted(other);
}
inline std::string OneAction() {
  return "a step has one of put, update, delete and check, each the name of an entity";
}
inline std::string OneTarget() {
  return "a route has one of pattern, transaction, workflow, create, put, update, get and delete";
}
inline std::string NotARoute(std::string_view text) {
  return Quoted(text) + " is not a route; write \"GET /path/{parameter}\"";
}
inline std::string TooManySteps(std::size_t most) {
  return "a transaction has 1 to " + std::to_string(most) + " steps";
}
inline std::string StepKeyMissing(std::string_view entity, std::string_view attribute) {
  return "the key of " + std::string(entity) + " needs " + Quoted(attribute);
}
inline std::string OldOrNew(std::string_view name) {
  return Quoted(name) + " must begin with new. or old.";
}
inline std::string ParameterNotGiven(std::string_view transaction, std::string_view parameter) {
  return "transaction " + std::string(transaction) + " needs " + Quoted(parameter) + " in with";
}

// Values that do not fit a template or a format: errors of one item.
inline tl::unexpected<Error> DoesNotFit(std::string message) {
  return Fail(ErrorCode::kValidation, std::move(message));
}
inline tl::unexpected<Error> NotAWholeNumber(std::string_view format, std::string_view value) {
  return DoesNotFit(std::string(format) + " needs a whole number of 0 or more, not " +
                    Quoted(value));
}
inline tl::unexpected<Error> Negative(std::string_view format, std::string_view value) {
  return DoesNotFit(std::string(format) + " cannot write the negative number " + Quoted(value));
}
inline tl::unexpected<Error> TooManyDigits(std::string_view format, std::string_view value) {
  return DoesNotFit(Quoted(value) + " has more digits than " + std::string(format) +
                    " has room for");
}
inline tl::unexpected<Error> NotANumber(std::string_view format) {
  return DoesNotFit(std::string(format) + " needs a number");
}
inline tl::unexpected<Error> NotATime(std::string_view format) {
  return DoesNotFit(std::string(format) + " needs a timestamp or a date");
}
inline tl::unexpected<Error> NotOfTheEnum(std::string_view value) {
  return DoesNotFit("rank needs one of the enum's values, not " + Quoted(value));
}
inline tl::unexpected<Error> NotAPoint() {
  return DoesNotFit("geohash needs a map of lat, -90 to 90, and lon, -180 to 180");
}
inline tl::unexpected<Error> NotText(std::string_view type) {
  return DoesNotFit("a value of type " + std::string(type) + " cannot stand in a key");
}
inline tl::unexpected<Error> InTemplate(std::string_view reference, std::string_view problem) {
  return DoesNotFit(std::string(reference) + ": " + std::string(problem));
}

}  // namespace trestle::model::messages
