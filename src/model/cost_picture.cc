#include <algorithm>
#include <cmath>

#include "model/cost_report.h"
#include "model/svg.h"
#include "model/words.h"

namespace trestle::model {
namespace {

constexpr double kWidth = 960;
constexpr double kMargin = 32;
constexpr double kLabels = 330;  // where bars begin
constexpr double kRow = 26;
constexpr std::size_t kMostBars = 24;
constexpr std::string_view kRead = "#2f6fde";
constexpr std::string_view kWrite = "#e8833a";
constexpr std::string_view kData = "#5aa469";
constexpr std::string_view kQuiet = "#7b8794";
constexpr std::string_view kLine = "#d9dfe5";

struct Bar {
  std::string label;
  double read = 0;
  double write = 0;
  double data = 0;
  std::string value;
  double Total() const { return read + write + data; }
};

// Dollars where patterns have rates, else units of one run.
std::vector<Bar> Bars(const CostReport& report, bool dollars) {
  std::vector<Bar> bars;
  for (const PatternCost& cost : report.patterns) {
    Bar bar{.label = cost.title.empty() ? cost.pattern : cost.pattern + "  " + cost.title,
            .read = cost.ReadUnits(),
            .write = cost.WriteUnits()};
    if (dollars) {
      if (!cost.rate) continue;
      const double read = bar.read * report.prices.standard.read_million;
      const double write = bar.write * report.prices.standard.write_million;
      const double share = read + write > 0 ? read / (read + write) : 0;
      bar.read = cost.on_demand * share;
      bar.write = cost.on_demand - bar.read;
    }
    bar.value = dollars ? Dollars(bar.Total()) : Figure(bar.Total()) + " units";
    bars.push_back(std::move(bar));
  }
  if (dollars && report.data > 0) {
    bars.push_back(
        {.label = "Storage, backups, stream", .data = report.data, .value = Dollars(report.data)});
  }
  std::ranges::stable_sort(bars, std::ranges::greater(), &Bar::Total);
  if (bars.size() <= kMostBars) return bars;
  Bar rest{.label = std::to_string(bars.size() - kMostBars) + " more"};
  for (std::size_t i = kMostBars; i < bars.size(); ++i) {
    rest.read += bars[i].read;
    rest.write += bars[i].write;
    rest.data += bars[i].data;
  }
  rest.value = dollars ? Dollars(rest.Total()) : Figure(rest.Total()) + " units";
  bars.resize(kMostBars);
  bars.push_back(std::move(rest));
  return bars;
}

void DrawLegend(Svg& svg, double y, bool data) {
  double x = kLabels;
  const auto entry = [&](std::string_view colour, std::string_view text) {
    svg.Rect({x, y - 10, 12, 12}, {.fill = colour, .radius = 2});
    svg.Text({x + 18, y}, text, {.size = 12, .fill = kQuiet});
    x += 40 + Svg::TextWidth(text, {.size = 12});
  };
  entry(kRead, "reads");
  entry(kWrite, "writes");
  if (data) entry(kData, "data");
}

double DrawBars(Svg& svg, const std::vector<Bar>& bars, double y) {
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.Total());
  const double scale = most > 0 ? (kWidth - kLabels - kMargin - 90) / most : 0;
  for (const Bar& bar : bars) {
    const Svg::Font font{.size = 12};
    svg.Text({kLabels - 12, y + 14}, Svg::Fitted(bar.label, kLabels - kMargin - 14, font),
             {.size = 12, .anchor = "end"});
    double x = kLabels;
    const auto part = [&](double value, std::string_view colour) {
      if (value <= 0) return;
      svg.Rect({x, y + 2, std::max(1.0, value * scale), kRow - 9}, {.fill = colour, .radius = 2});
      svg.Title(bar.label + ": " + bar.value);
      x += std::max(1.0, value * scale);
    };
    part(bar.read, kRead);
    part(bar.write, kWrite);
    part(bar.data, kData);
    svg.Text({x + 8, y + 14}, bar.value, {.size = 12, .fill = kQuiet});
    y += kRow;
  }
  return y;
}

// What the requests cost with provisioned capacity by how much of it is used, against on demand.
double DrawBreakEven(Svg& svg, const CostReport& report, double y) {
  double on_demand = 0;
  double full = 0;  // provisioned, if every unit were used
  for (const ThroughputCost& cost : report.throughput) {
    on_demand += cost.on_demand;
    full += report.prices.Hours() * (cost.read_rate * report.prices.standard.read_hour +
                                     cost.write_rate * report.prices.standard.write_hour);
  }
  if (on_demand <= 0 || full <= 0) return y;
  constexpr double kHeight = 190;
  const double left = kMargin + 60;
  const double right = kWidth - kMargin - 120;
  const double top = y + 42;
  const double most = on_demand * 2;
  const auto at = [&](double share, double dollars) {
    return Svg::Point{left + share * (right - left),
                      top + kHeight * (1 - std::min(dollars, most) / most)};
  };
  svg.Text({kMargin, y + 16}, "On demand or provisioned?", {.size = 15, .bold = true});
  for (int percent = 0; percent <= 100; percent += 20) {
    const Svg::Point point = at(percent / 100.0, 0);
    svg.Polyline({{point.x, top}, {point.x, top + kHeight}}, {.stroke = kLine});
    svg.Text({point.x, top + kHeight + 18}, std::to_string(percent) + " %",
             {.size = 11, .fill = kQuiet, .anchor = "middle"});
  }
  for (const double share : {0.0, 0.5, 1.0}) {
    const Svg::Point point = at(0, most * share);
    svg.Polyline({{left, point.y}, {right, point.y}}, {.stroke = kLine});
    svg.Text({left - 8, point.y + 4}, Dollars(most * share),
             {.size = 11, .fill = kQuiet, .anchor = "end"});
  }
  std::vector<Svg::Point> curve;
  for (int percent = 1; percent <= 100; ++percent) {
    const double dollars = full / (percent / 100.0);
    if (dollars <= most) curve.push_back(at(percent / 100.0, dollars));
  }
  svg.Polyline({at(0, on_demand), at(1, on_demand)}, {.stroke = kWrite, .width = 2});
  svg.Polyline(curve, {.stroke = kRead, .width = 2});
  svg.Text({right + 8, at(1, on_demand).y + 4}, "on demand", {.size = 12, .fill = kWrite});
  svg.Text({right + 8, at(1, full).y + 4}, "provisioned", {.size = 12, .fill = kRead});
  const Svg::Point crossing = at(std::min(1.0, full / on_demand), on_demand);
  svg.Circle(crossing, 4.5, {.fill = "#ffffff", .stroke = "#1f2933", .width = 2});
  svg.Text({crossing.x + 10, crossing.y - 10},
           "break-even at " + Fixed(full / on_demand * 100, 0) + " % used", {.size = 12});
  svg.Text({(left + right) / 2, top + kHeight + 38}, "share of the provisioned capacity in use",
           {.size = 11, .fill = kQuiet, .anchor = "middle"});
  return top + kHeight + 52;
}

}  // namespace

std::string CostPicture(const CostReport& report) {
  const bool dollars = std::ranges::any_of(
      report.patterns, [](const PatternCost& cost) { return cost.rate.has_value(); });
  Svg svg;
  svg.Text({kMargin, 40}, "What " + report.model + " costs", {.size = 20, .bold = true});
  const std::string month = dollars ? Dollars(report.on_demand) + " a month on demand, " +
                                          Dollars(report.provisioned) + " provisioned"
                                    : "Request units of one run of each pattern";
  svg.Text({kMargin, 62},
           month + "; prices of " + report.prices.region + " since " + report.prices.date,
           {.size = 13, .fill = kQuiet});
  DrawLegend(svg, 90, dollars && report.data > 0);
  double y = DrawBars(svg, Bars(report, dollars), 106) + 18;
  if (dollars) y = DrawBreakEven(svg, report, y);
  return std::move(svg).Take(kWidth, y + 8, "What " + report.model + " costs");
}

}  // namespace trestle::model
