#include "cli/csv_cells.h"

#include <optional>
#include <string_view>

#include "json/json_writer.h"
#include "transfer/csv_rows.h"
#include "value/base64.h"

namespace trestle {
namespace {

constexpr char kDelimiter = ',';

// The value of {"v": …}, which is how the writer of items writes values.
std::string JsonOf(const AttributeValue& value) {
  std::string text;
  JsonWriter writer(text);
  writer.Attributes(Item{{"v", value}});
  constexpr std::string_view kBefore = "{\"v\":";
  return text.substr(kBefore.size(), text.size() - kBefore.size() - 1);
}

std::string CellOf(const AttributeValue& value) {
  if (const std::string* text = value.As<std::string>()) return *text;
  if (const Number* number = value.As<Number>()) return number->ToString();
  if (const Binary* binary = value.As<Binary>()) return EncodeBase64(binary->bytes);
  if (const bool* flag = value.As<bool>()) return *flag ? "true" : "false";
  return JsonOf(value);
}

}  // namespace

void AppendCsvHeader(const std::vector<std::string>& columns, std::string& out) {
  const std::vector<std::string_view> names(columns.begin(), columns.end());
  AppendCsvRow(names, kDelimiter, out);
}

void AppendCsvItem(const Item& item, const std::vector<std::string>& columns, std::string& out) {
  std::vector<std::optional<std::string>> cells;
  cells.reserve(columns.size());
  for (const std::string& column : columns) {
    const AttributeValue* value = item.Find(column);
    const bool none = value == nullptr || value->As<Null>() != nullptr;
    cells.push_back(none ? std::nullopt : std::optional<std::string>(CellOf(*value)));
  }
  std::vector<std::string_view> views;
  views.reserve(cells.size());
  for (const std::optional<std::string>& cell : cells) {
    views.push_back(cell ? std::string_view(*cell) : std::string_view());
  }
  AppendCsvRow(views, kDelimiter, out);
}

}  // namespace trestle
