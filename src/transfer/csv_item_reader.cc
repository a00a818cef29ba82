#include <algorithm>
#include <set>
#include <utility>

#include "transfer/csv_rows.h"
#include "transfer/item_reader.h"
#include "transfer/messages.h"
#include "value/base64.h"
#include "value/number.h"

namespace trestle {
namespace {

Result<AttributeValue> ValueOf(std::string text, AttributeType type) {
  if (type == AttributeType::kNumber) {
    TRESTLE_TRY(const Number number, Number::Parse(text));
    return AttributeValue::Of(number);
  }
  if (type == AttributeType::kBinary) {
    TRESTLE_TRY(std::string bytes, DecodeBase64(text));
    return AttributeValue::Of(Binary{.bytes = std::move(bytes)});
  }
  return AttributeValue::String(std::move(text));
}

Status CheckHeader(const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) return messages::HeaderNameEmpty(i + 1);
    if (!seen.insert(names[i]).second) return messages::HeaderNameTwice(names[i]);
  }
  return {};
}

class CsvItemReader final : public ItemReader {
 public:
  CsvItemReader(std::unique_ptr<ByteSource> source, CsvOptions options)
      : rows_(std::move(source), options.delimiter), options_(std::move(options)) {
    header_given_ = !options_.header.empty();
  }

  Result<std::optional<ItemRead>> Next() override {
    if (ended_) return std::optional<ItemRead>();
    TRESTLE_TRY(std::optional<CsvRow> row, rows_.Next());
    if (row && !has_types_) {
      if (const Status header = ReadHeader(*row); !header) {
        ended_ = true;
        return Found(*row, tl::unexpected(header.error()));
      }
      if (!header_given_) {
        TRESTLE_TRY(row, rows_.Next());
      }
    }
    if (!row) return std::optional<ItemRead>();
    Result<Item> item = ItemOf(*row);
    return Found(*row, std::move(item));
  }

 private:
  static std::optional<ItemRead> Found(const CsvRow& row, Result<Item> item) {
    return ItemRead{.line = row.line, .bytes = row.bytes, .item = std::move(item)};
  }

  Status ReadHeader(const CsvRow& row) {
    if (!header_given_) {
      if (!row.cells) return messages::HeaderDamaged();
      for (const CsvCell& cell : *row.cells) options_.header.push_back(cell.text);
    }
    TRESTLE_RETURN_IF_ERROR(CheckHeader(options_.header));
    for (const std::string& name : options_.header) {
      const auto key = std::find_if(options_.keys.begin(), options_.keys.end(),
                                    [&](const KeyAttribute& one) { return one.name == name; });
      types_.push_back(key == options_.keys.end() ? AttributeType::kString : key->type);
    }
    has_types_ = true;
    return {};
  }

  Result<Item> ItemOf(CsvRow& row) const {
    if (!row.cells) return tl::unexpected(row.cells.error());
    std::vector<CsvCell>& cells = *row.cells;
    if (cells.size() != types_.size()) return messages::ColumnsDiffer(types_.size(), cells.size());
    Item item;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].text.empty() && !cells[i].quoted) continue;
      const std::string& name = options_.header[i];
      Result<AttributeValue> value = ValueOf(std::move(cells[i].text), types_[i]);
      // Only this cell is at fault, whatever its own error calls itself.
      if (!value) {
        return messages::InColumn(
            name,
            {.code = ErrorCode::kValidation, .message = value.error().message, .detail = nullptr});
      }
      item.Set(name, *std::move(value));
    }
    return item;
  }

  CsvRows rows_;
  CsvOptions options_;
  bool header_given_ = false;
  bool has_types_ = false;
  bool ended_ = false;
  std::vector<AttributeType> types_;  // of the columns
};

}  // namespace

std::unique_ptr<ItemReader> NewCsvItemReader(std::unique_ptr<ByteSource> source,
                                             CsvOptions options) {
  return std::make_unique<CsvItemReader>(std::move(source), std::move(options));
}

}  // namespace trestle
