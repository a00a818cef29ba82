#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "json/json_writer.h"
#include "operation/create_table.h"

// Members of replies that describe tables, their backups and the like.
namespace trestle::encode {

std::string_view NameOf(ProjectionType type);
std::string_view NameOf(StreamView view);
std::string_view NameOf(BillingMode mode);

void Text(std::string_view name, std::string_view text, JsonWriter& writer);
void OptionalText(std::string_view name, const std::optional<std::string>& text,
                  JsonWriter& writer);
void Integer(std::string_view name, std::int64_t value, JsonWriter& writer);
// What is absent is left out; so it is below.
void Time(std::string_view name, const std::optional<TimePoint>& time, JsonWriter& writer);

void Keys(const KeySchema& keys, JsonWriter& writer);                             // KeySchema
void OnDemand(const std::optional<UnitsPerSecond>& maximum, JsonWriter& writer);  // …Throughput
void Projection(const IndexDefinition& index, JsonWriter& writer);                // Projection
void Encryption(const TableDefinition& table, JsonWriter& writer);                // SSEDescription

}  // namespace trestle::encode
