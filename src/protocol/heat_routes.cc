#include "protocol/heat_routes.h"

#include <array>
#include <charconv>

#include "json/json_writer.h"
#include "operation/heat.h"
#include "protocol/admin_messages.h"

namespace trestle {
namespace {

constexpr std::size_t kUsualLimit = 10;
constexpr std::size_t kHighestLimit = 500;

// The value of a parameter of the query, if it is there. Names of tables need
// no decoding.
std::optional<std::string_view> Parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) {
      return pair.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

Result<std::size_t> LimitOf(std::string_view query) {
  const std::optional<std::string_view> text = Parameter(query, "limit");
  if (!text) return kUsualLimit;
  std::size_t limit = 0;
  const auto parsed = std::from_chars(text->data(), text->data() + text->size(), limit);
  if (parsed.ec != std::errc() || parsed.ptr != text->data() + text->size() || limit < 1 ||
      limit > kHighestLimit) {
    return messages::BadMember("limit", "a whole number from 1 to 500");
  }
  return limit;
}

void WriteInteger(std::string_view name, std::uint64_t value, JsonWriter& writer) {
  writer.Name(name);
  writer.Integer(static_cast<std::int64_t>(value));
}

void WriteDecimal(std::string_view name, double value, JsonWriter& writer) {
  writer.Name(name);
  writer.Decimal(value);
}

void WritePartitions(const std::vector<ResourceHeat::Partition>& partitions, JsonWriter& writer) {
  writer.Name("partitions");
  writer.BeginArray();
  for (const ResourceHeat::Partition& partition : partitions) {
    writer.BeginObject();
    WriteInteger("partition", partition.number, writer);
    WriteInteger("firstHash", partition.first_hash, writer);
    WriteInteger("lastHash", partition.end_hash - 1, writer);
    WriteInteger("reads", partition.counts.reads, writer);
    WriteInteger("writes", partition.counts.writes, writer);
    WriteInteger("throttles", partition.counts.throttles, writer);
    WriteDecimal("readUnits", partition.counts.read_units, writer);
    WriteDecimal("writeUnits", partition.counts.write_units, writer);
    writer.EndObject();
  }
  writer.EndArray();
}

// `weight` is what the keys are ordered by.
void WriteKeys(std::string_view name, const ResourceHeat::Keys& keys, std::string_view weight,
               JsonWriter& writer) {
  writer.Name(name);
  writer.BeginArray();
  for (const HeavyHitters::Entry& entry : keys) {
    writer.BeginObject();
    writer.Name("key");
    writer.Attributes(EncodedItemView(entry.key));
    WriteDecimal(weight, entry.weight, writer);
    if (entry.inherited > 0) WriteDecimal("atMostTooHigh", entry.inherited, writer);
    WriteInteger("reads", entry.reads, writer);
    WriteInteger("writes", entry.writes, writer);
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteResource(const TableHeat::Resource& resource, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("resource");
  writer.String(resource.arn);
  const ResourceHeat& heat = resource.heat;
  WritePartitions(heat.partitions, writer);
  WriteKeys("partitionKeys", heat.partition_keys, "units", writer);
  WriteKeys("keys", heat.items, "units", writer);
  WriteKeys("throttledPartitionKeys", heat.throttled_partition_keys, "throttles", writer);
  WriteKeys("throttledKeys", heat.throttled_items, "throttles", writer);
  writer.EndObject();
}

}  // namespace

Result<std::string> ShowHeat(const AdminCall& call) {
  const std::optional<std::string_view> table = Parameter(call.request.query, "table");
  if (!table) return messages::BadMember("table", "given: /_trestle/heat?table=NAME");
  TRESTLE_TRY(const std::size_t limit, LimitOf(call.request.query));
  TRESTLE_TRY(const TableHeat heat, HeatOf(call.database, *table, limit));
  std::string answer;
  JsonWriter writer(answer);
  writer.BeginObject();
  writer.Name("table");
  writer.String(heat.table_name);
  writer.Name("counted");
  writer.Boolean(heat.counted);
  writer.Name("resources");
  writer.BeginArray();
  for (const TableHeat::Resource& resource : heat.resources) WriteResource(resource, writer);
  writer.EndArray();
  writer.EndObject();
  return answer;
}

Result<std::string> TrackHeat(const AdminCall& call) {
  constexpr std::array<std::string_view, 1> kMembers = {"track"};
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckMembers(body, kMembers));
  bool track = false;
  if (body["track"].get(track) != simdjson::SUCCESS) {
    return messages::BadMember("track", "true or false");
  }
  call.database.gatekeeper().CountAll(track);
  return std::string(track ? R"({"track":true})" : R"({"track":false})");
}

}  // namespace trestle
