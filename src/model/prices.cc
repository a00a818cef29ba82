#include "model/prices.h"

#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/trimmed.h"
#include "model/output_messages.h"

namespace trestle::model {
namespace {

struct Field {
  std::string_view name;
  double* (*value)(Prices&);
  const char* comment;
};

constexpr Field kFields[] = {
    {"read_million", [](Prices& p) { return &p.standard.read_million; },
     "dollars for a million read request units"},
    {"write_million", [](Prices& p) { return &p.standard.write_million; },
     "dollars for a million write request units"},
    {"read_hour", [](Prices& p) { return &p.standard.read_hour; },
     "dollars for a provisioned read unit and hour"},
    {"write_hour", [](Prices& p) { return &p.standard.write_hour; },
     "dollars for a provisioned write unit and hour"},
    {"storage", [](Prices& p) { return &p.standard.storage; }, "dollars for a GB and month"},
    {"infrequent_access.read_million", [](Prices& p) { return &p.infrequent_access.read_million; },
     "the same of the other class"},
    {"infrequent_access.write_million",
     [](Prices& p) { return &p.infrequent_access.write_million; }, ""},
    {"infrequent_access.read_hour", [](Prices& p) { return &p.infrequent_access.read_hour; }, ""},
    {"infrequent_access.write_hour", [](Prices& p) { return &p.infrequent_access.write_hour; }, ""},
    {"infrequent_access.storage", [](Prices& p) { return &p.infrequent_access.storage; }, ""},
    {"pitr", [](Prices& p) { return &p.pitr; }, "dollars for a GB and month of recovery"},
    {"backup", [](Prices& p) { return &p.backup; }, "dollars for a GB and month of backups"},
    {"stream_reads", [](Prices& p) { return &p.stream_reads; },
     "dollars for 100,000 reads of a stream"},
    {"days_in_month", [](Prices& p) { return &p.days_in_month; }, ""},
    {"utilisation", [](Prices& p) { return &p.utilisation; },
     "of provisioned capacity that the load uses"},
    {"item_overhead", [](Prices& p) { return &p.item_overhead; },
     "bytes billed beside each item and index entry"},
    {"polls_a_second", [](Prices& p) { return &p.polls_a_second; },
     "of each shard of a stream, by each consumer"},
    {"free_storage", [](Prices& p) { return &p.free_storage; }, "GB"},
    {"free_stream_reads", [](Prices& p) { return &p.free_stream_reads; }, "a month"},
};

std::string_view Unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

Status SetField(Prices& prices, std::string_view name, std::string_view value,
                std::string_view file, int line) {
  if (name == "region" || name == "date") {
    (name == "region" ? prices.region : prices.date) = Unquoted(value);
    return {};
  }
  for (const Field& field : kFields) {
    if (field.name != name) continue;
    double number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = problem == std::errc() && end == value.data() + value.size();
    if (!whole || !std::isfinite(number) || number < 0) {
      return messages::PriceNotANumber(file, line, name);
    }
    *field.value(prices) = number;
    return {};
  }
  return messages::UnknownPrice(file, line, name);
}

}  // namespace

Prices WithFreeTier(Prices prices) {
  prices.free_storage = 25;
  prices.free_stream_reads = 2.5e6;
  return prices;
}

Result<Prices> ReadPrices(std::string_view text, std::string_view file) {
  Prices prices;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    std::string_view content = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    content = Trimmed(content.substr(0, content.find('#')));
    if (content.empty()) continue;
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) return messages::NotAPriceLine(file, line);
    TRESTLE_RETURN_IF_ERROR(SetField(prices, Trimmed(content.substr(0, equals)),
                                     Trimmed(content.substr(equals + 1)), file, line));
  }
  if (prices.utilisation <= 0 || prices.utilisation > 1) prices.utilisation = 1;
  return prices;
}

std::string PriceList(const Prices& prices) {
  std::string text = "region = \"" + prices.region + "\"\ndate = \"" + prices.date + "\"\n";
  Prices copy = prices;
  for (const Field& field : kFields) {
    char number[40];
    std::snprintf(number, sizeof(number), "%.10g", *field.value(copy));
    text.append(field.name).append(" = ").append(number);
    if (*field.comment != '\0') text.append("  # ").append(field.comment);
    text.push_back('\n');
  }
  return text;
}

}  // namespace trestle::model
