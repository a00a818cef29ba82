#include <algorithm>

#include "model/cost_report.h"
#include "model/text_table.h"
#include "model/words.h"

namespace trestle::model {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string Percent(double share) { return Fixed(share * 100, share < 0.1 ? 1 : 0) + " %"; }

std::string MeasuredCell(const Measurements& measured, const std::string& pattern) {
  const auto found = measured.find(pattern);
  if (found == measured.end()) return "";
  return found->second.problem.empty() ? Figure(found->second.read) : "?";
}

std::string Patterns(const CostReport& report, const Measurements* measured) {
  Rows rows = {{"pattern", "kind", "through", "items", "size", "read", "write", "rate", "a month"}};
  if (measured != nullptr) rows[0].insert(rows[0].begin() + 6, "measured");
  for (const PatternCost& cost : report.patterns) {
    const bool unknown = cost.kind == PatternKind::kScan && cost.items == 0;
    const std::string about = cost.assumed.empty() ? "" : "~";
    std::string write = cost.WriteUnits() > 0 ? about + Figure(cost.WriteUnits()) : "";
    if (cost.worst_write > cost.WriteUnits()) write.append("-").append(Figure(cost.worst_write));
    std::vector<std::string> row = {cost.pattern,
                                    std::string(KindWord(cost.kind)),
                                    cost.index.empty() ? cost.table : cost.index,
                                    Figure(cost.items),
                                    Bytes(cost.item_bytes),
                                    unknown                ? "?"
                                    : cost.ReadUnits() > 0 ? about + Figure(cost.ReadUnits())
                                                           : "",
                                    write,
                                    cost.rate ? RateText(*cost.rate) : "",
                                    cost.rate ? Dollars(cost.on_demand) : ""};
    if (measured != nullptr) row.insert(row.begin() + 6, MeasuredCell(*measured, cost.pattern));
    rows.push_back(std::move(row));
  }
  return "Request units of each pattern, and its requests on demand\n\n" + TextTable(rows, 3);
}

// Each assumption once, with the patterns that rest on it.
std::string Assumptions(const CostReport& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  for (const PatternCost& cost : report.patterns) {
    for (const std::string& assumed : cost.assumed) {
      auto found = std::ranges::find(all, assumed, [](const auto& each) { return each.first; });
      if (found == all.end()) found = all.insert(all.end(), {assumed, {}});
      found->second.push_back(cost.pattern);
    }
  }
  constexpr std::size_t kMostNamed = 4;
  std::string text;
  for (const auto& [assumed, patterns] : all) {
    text.append("  ").append(assumed).append(" (");
    for (std::size_t i = 0; i < std::min(patterns.size(), kMostNamed); ++i) {
      text.append(i > 0 ? ", " : "").append(patterns[i]);
    }
    if (patterns.size() > kMostNamed) {
      text.append(" and ").append(std::to_string(patterns.size() - kMostNamed)).append(" more");
    }
    text.append(")\n");
  }
  return text.empty() ? text : "\nAssumed where the file is silent\n\n" + text;
}

std::string Problems(const Measurements& measured) {
  std::string text;
  for (const auto& [pattern, figure] : measured) {
    if (!figure.problem.empty()) text.append("  " + pattern + ": " + figure.problem + "\n");
  }
  return text.empty() ? text : "\nNot measured\n\n" + text;
}

std::string Month(const CostReport& report) {
  Rows rows = {{"", "read/s", "write/s", "on demand", "RCU", "WCU", "provisioned"}};
  for (const ThroughputCost& cost : report.throughput) {
    rows.push_back({cost.index.empty() ? cost.table : "  " + cost.index, Figure(cost.read_rate),
                    Figure(cost.write_rate), Dollars(cost.on_demand),
                    Figure(static_cast<double>(cost.read_capacity)),
                    Figure(static_cast<double>(cost.write_capacity)), Dollars(cost.provisioned)});
  }
  for (const StorageCost& data : report.storage) {
    const auto add = [&](const std::string& what, double dollars) {
      if (dollars > 0) rows.push_back({what, "", "", Dollars(dollars), "", "", Dollars(dollars)});
    };
    add("storage of " + data.table + ", " + Bytes(data.table_bytes + data.index_bytes),
        data.storage);
    add("point-in-time recovery of " + data.table, data.pitr);
    add("backups of " + data.table, data.backups);
    add("stream of " + data.table, data.streams);
  }
  rows.push_back({"total", "", "", Dollars(report.on_demand), "", "", Dollars(report.provisioned)});
  std::string text = "\nA month of " + Figure(report.prices.days_in_month) + " days\n\n" +
                     TextTable(rows, 1) + "\n";
  for (const ConfiguredCost& table : report.configured) {
    text.append(table.table + " with the units that the file provisions: " +
                Dollars(table.dollars) + ", data included.\n");
  }
  text.append("Provisioned is at " + Percent(report.prices.utilisation) +
              " utilisation. It is cheaper than on demand where more than " +
              Percent(report.read_break_even) + " of the reads' and " +
              Percent(report.write_break_even) + " of the writes' capacity is used.\n");
  return text;
}

std::string Figures(const CostReport& report) {
  std::string text;
  if (!report.loads.empty()) {
    Rows rows = {{"load", "reads", "writes", "total", "stated", ""}};
    for (const LoadCost& load : report.loads) {
      rows.push_back({load.name, Dollars(load.reads), Dollars(load.writes), Dollars(load.total),
                      load.stated ? Dollars(*load.stated) : "",
                      load.stated ? (load.agrees ? "agrees" : "differs") : ""});
    }
    for (const LoadCost& sum : report.load_sums) {
      rows.push_back(
          {"= " + sum.name, Dollars(sum.reads), Dollars(sum.writes), Dollars(sum.total), "",
           sum.increase ? (*sum.increase >= 0 ? "+" : "") + Fixed(*sum.increase * 100, 0) + " %"
                        : ""});
    }
    text.append("\nLoads that the source states, on demand\n\n").append(TextTable(rows, 1));
  }
  Rows rows = {{"figure of the source", "stated", "computed", ""}};
  std::string reasons;
  for (const ClaimCost& claim : report.claims) {
    const std::string line =
        claim.source_line > 0 ? " (line " + std::to_string(claim.source_line) + ")" : "";
    rows.push_back({claim.what + line, Figure(claim.stated) + " " + claim.unit,
                    claim.computed ? Figure(*claim.computed) : "?",
                    claim.agrees ? (claim.computed ? "agrees" : "") : "differs"});
    if (!claim.agrees) reasons.append("  " + claim.what + ": " + claim.reason + "\n");
  }
  if (rows.size() > 1) text.append("\n").append(TextTable(rows, 1));
  if (!reasons.empty()) text.append("\nWhy they differ\n\n").append(reasons);
  return text;
}

}  // namespace

std::string CostText(const CostReport& report, const Measurements* measured) {
  std::string text = report.model + ": prices of " + report.prices.region + " since " +
                     report.prices.date + "\n\n" + Patterns(report, measured);
  text.append(Assumptions(report));
  if (measured != nullptr) text.append(Problems(*measured));
  return text.append(Month(report)).append(Figures(report));
}

}  // namespace trestle::model
