#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "json/json.h"
#include "value/attribute_value.h"
#include "value/item_codec.h"

// The lines of exported files, without the ends of the lines.
namespace trestle {

// Appends {"Item":{...}}. False if the stored bytes are damaged.
bool AppendItemLine(EncodedItemView item, std::string& out);
void AppendItemLine(const Item& item, std::string& out);

// What became of one item in the time of an incremental export.
struct ChangeLine {
  TimePoint written;  // of the last change
  const Item& keys;
  std::optional<EncodedItemView> before;  // left out: it was not there, or is not asked for
  std::optional<EncodedItemView> after;   // left out: it is not there any more
};
// Appends {"Metadata":{...},"Keys":{...},"OldImage":{...},"NewImage":{...}}. False if stored bytes
// are damaged.
bool AppendChangeLine(const ChangeLine& change, std::string& out);

// The item of a line {"Item": {...}}.
Result<Item> ReadItemLine(std::string_view line, JsonParser& parser);

}  // namespace trestle
