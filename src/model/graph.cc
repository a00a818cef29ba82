#include "model/graph.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "model/svg.h"
#include "model/words.h"

namespace trestle::model {
namespace {

constexpr double kMargin = 32;
constexpr double kHead = 46;
constexpr double kRow = 40;
constexpr double kPills = 30;
constexpr double kBetween = 22;  // boxes, from top to bottom
constexpr double kGap = 170;     // columns
constexpr double kNarrowest = 240;
constexpr double kWidest = 430;
constexpr std::string_view kQuiet = "#66727f";
constexpr std::string_view kInk = "#1f2933";
constexpr Svg::Font kName = {.size = 13, .bold = true};
constexpr Svg::Font kForm = {.size = 11.5, .fill = kQuiet, .mono = true};
constexpr Svg::Font kNote = {.size = 11, .fill = kQuiet};
constexpr Svg::Font kPill = {.size = 10.5, .fill = "#33506e"};
constexpr std::string_view kColours[] = {"#2f6fde", "#d9632b", "#2f9e6e", "#a34fc7", "#c5374f",
                                         "#1995ad", "#8a7a1f", "#6657d3", "#4d8f1f", "#b4567f"};

struct Placed {
  GraphBox box;
  Svg::Box at;
  double pill_lines = 0;
};

std::string_view ColourOf(const Model& model, const std::string& entity) {
  const auto found = std::ranges::find(model.entities, entity, &Entity::name);
  return kColours[static_cast<std::size_t>(found - model.entities.begin()) % std::size(kColours)];
}

double PillWidth(const std::string& text) { return Svg::TextWidth(text, kPill) + 14; }

double PillLines(const GraphBox& box, double width) {
  if (box.reads.empty()) return 0;
  double lines = 1;
  double x = 0;
  for (const std::string& pattern : box.reads) {
    if (x > 0 && x + PillWidth(pattern) > width - 20) {
      ++lines;
      x = 0;
    }
    x += PillWidth(pattern) + 5;
  }
  return lines;
}

double WidthFor(const std::vector<GraphBox>& boxes) {
  double width = kNarrowest;
  for (const GraphBox& box : boxes) {
    width =
        std::max({width, Svg::TextWidth(box.name, {.size = 14, .bold = true, .mono = true}) + 40,
                  Svg::TextWidth(box.note, kNote) + 32});
    for (const GraphRow& row : box.rows) {
      width = std::max({width, Svg::TextWidth(row.text, kForm) + 40,
                        Svg::TextWidth(row.entity, kName) + (row.sparse ? 100 : 40)});
    }
  }
  return std::min(width, kWidest);
}

std::vector<Placed> Stacked(std::vector<GraphBox> boxes, double x, double y) {
  const double width = WidthFor(boxes);
  std::vector<Placed> placed;
  for (GraphBox& box : boxes) {
    const double lines = PillLines(box, width);
    const double height = kHead + kRow * static_cast<double>(box.rows.size()) +
                          (lines > 0 ? kPills + (lines - 1) * 22 : 6);
    placed.push_back({std::move(box), {x, y, width, height}, lines});
    y += height + kBetween;
  }
  return placed;
}

double BottomOf(const std::vector<Placed>& placed, double top) {
  return placed.empty() ? top : placed.back().at.y + placed.back().at.height;
}

double RowMiddle(const Placed& placed, std::size_t row) {
  return placed.at.y + kHead + kRow * (static_cast<double>(row) + 0.5);
}

void DrawPills(Svg& svg, const Placed& placed) {
  double x = placed.at.x + 12;
  double y = placed.at.y + placed.at.height - placed.pill_lines * 22 - 3;
  for (const std::string& pattern : placed.box.reads) {
    const double width = std::min(PillWidth(pattern), placed.at.width - 24);
    if (x > placed.at.x + 12 && x + width > placed.at.x + placed.at.width - 8) {
      x = placed.at.x + 12;
      y += 22;
    }
    svg.Rect({x, y, width, 17}, {.fill = "#e6eef8", .radius = 8.5});
    svg.Text({x + 7, y + 12.3}, Svg::Fitted(pattern, width - 12, kPill), kPill);
    x += width + 5;
  }
}

void DrawBox(Svg& svg, const Model& model, const Placed& placed, bool index) {
  const Svg::Box& at = placed.at;
  svg.Rect(at,
           {.fill = "#ffffff", .stroke = index ? "#8fb0d9" : "#b8c2cc", .width = 1.2, .radius = 8});
  svg.Rect({at.x + 0.6, at.y + 0.6, at.width - 1.2, kHead - 6},
           {.fill = index ? "#eaf2fc" : "#f3f5f7", .radius = 7.4});
  const Svg::Font head = {.size = 13.5, .fill = kInk, .bold = true, .mono = !index};
  const bool noted = !placed.box.note.empty();
  svg.Text({at.x + 14, at.y + (noted ? 18 : 25)}, Svg::Fitted(placed.box.name, at.width - 26, head),
           head);
  if (noted)
    svg.Text({at.x + 14, at.y + 33}, Svg::Fitted(placed.box.note, at.width - 26, kNote), kNote);
  for (std::size_t i = 0; i < placed.box.rows.size(); ++i) {
    const GraphRow& row = placed.box.rows[i];
    const double y = at.y + kHead + kRow * static_cast<double>(i);
    svg.Rect({at.x + 12, y + 4, 4, kRow - 10}, {.fill = ColourOf(model, row.entity), .radius = 2});
    svg.Text({at.x + 24, y + 15}, Svg::Fitted(row.entity, at.width - (row.sparse ? 84 : 36), kName),
             kName);
    if (row.sparse) {
      svg.Text({at.x + at.width - 12, y + 15}, "sparse",
               {.size = 11, .fill = kQuiet, .anchor = "end"});
    }
    svg.Text({at.x + 24, y + 30}, Svg::Fitted(row.text, at.width - 36, kForm), kForm);
  }
  DrawPills(svg, placed);
}

void DrawEntries(Svg& svg, const Model& model, const std::vector<Placed>& from,
                 const std::vector<Placed>& to) {
  for (const Placed& target : to) {
    for (std::size_t i = 0; i < target.box.rows.size(); ++i) {
      const GraphRow& row = target.box.rows[i];
      for (const Placed& source : from) {
        const auto found = std::ranges::find(source.box.rows, row.entity, &GraphRow::entity);
        if (found == source.box.rows.end()) continue;
        const auto at = static_cast<std::size_t>(found - source.box.rows.begin());
        svg.Curve({source.at.x + source.at.width + 1, RowMiddle(source, at)},
                  {target.at.x - 2, RowMiddle(target, i)},
                  {.stroke = ColourOf(model, row.entity),
                   .width = 1.4,
                   .dashes = row.sparse ? "5 4" : ""});
      }
    }
  }
}

// References go around the left side of the boxes, each in a lane of its own.
struct Lane {
  double from = 0;
  double to = 0;
  std::string title;
  std::string_view colour;
};

std::vector<Lane> Lanes(const Model& model, const std::vector<Placed>& placed) {
  std::map<std::string, double> middle;
  for (const Placed& box : placed) {
    for (std::size_t i = 0; i < box.box.rows.size(); ++i) {
      middle[box.box.rows[i].entity] = RowMiddle(box, i);
    }
  }
  std::vector<Lane> lanes;
  for (const Entity& entity : model.entities) {
    for (const Reference& reference : entity.references) {
      const bool here = middle.contains(entity.name) && middle.contains(reference.entity);
      if (!here || entity.name == reference.entity) continue;
      lanes.push_back({middle[entity.name] + 6, middle[reference.entity] - 6,
                       entity.name + "." + reference.attribute + " → " + reference.entity,
                       ColourOf(model, entity.name)});
    }
  }
  // Short ones inside, so that they cross less.
  std::ranges::stable_sort(lanes, {},
                           [](const Lane& lane) { return std::abs(lane.to - lane.from); });
  return lanes;
}

constexpr double kLane = 9;

void DrawLanes(Svg& svg, const std::vector<Lane>& lanes, double right) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const double x = right - 14 - kLane * static_cast<double>(i);
    svg.Polyline({{right - 1, lanes[i].from},
                  {x, lanes[i].from},
                  {x, lanes[i].to},
                  {right - 8, lanes[i].to}},
                 {.stroke = lanes[i].colour, .width = 1.2, .dashes = "2 3"});
    svg.Title(lanes[i].title);
    svg.Polyline(
        {{right - 8, lanes[i].to - 4}, {right - 1, lanes[i].to}, {right - 8, lanes[i].to + 4}},
        {.fill = lanes[i].colour});
  }
}

std::string TableNote(const Table& table) {
  std::string note = table.partition_key.name;
  if (table.sort_key) note.append(" / ").append(table.sort_key->name);
  note.append(table.provisioned ? " · provisioned" : " · on demand");
  if (table.stream != StreamView::kNone) note.append(" · stream");
  if (!table.ttl.empty()) note.append(" · TTL ").append(table.ttl);
  if (table.pitr_days) note.append(" · PITR");
  return note;
}

}  // namespace

std::string Graph(const Model& model) {
  Svg svg;
  double y = kMargin + 18;
  double widest = 560;
  svg.Text({kMargin, y}, model.title.empty() ? model.name : model.title,
           {.size = 20, .bold = true});
  y += 20;
  for (const Table& table : model.tables) {
    y += 28;
    svg.Text({kMargin, y}, table.name, {.size = 16, .bold = true});
    svg.Text({kMargin + Svg::TextWidth(table.name, {.size = 16, .bold = true}) + 16, y},
             TableNote(table), {.size = 12, .fill = kQuiet});
    y += 20;
    // The lanes' number decides where the boxes begin; it does not depend on where they are.
    std::vector<GraphBox> collections = Collections(model, table);
    const auto lane_count = static_cast<double>(Lanes(model, Stacked(collections, 0, y)).size());
    const double left = kMargin + (lane_count > 0 ? 14 + kLane * lane_count : 0);
    const std::vector<Placed> boxes = Stacked(std::move(collections), left, y);
    const double right = left + (boxes.empty() ? kNarrowest : boxes[0].at.width) + kGap;
    const std::vector<Placed> indexes = Stacked(IndexBoxes(model, table), right, y);
    DrawEntries(svg, model, boxes, indexes);
    DrawLanes(svg, Lanes(model, boxes), left);
    for (const Placed& box : boxes) DrawBox(svg, model, box, false);
    for (const Placed& box : indexes) DrawBox(svg, model, box, true);
    y = std::max(BottomOf(boxes, y), BottomOf(indexes, y)) + 12;
    widest = std::max(widest, indexes.empty() ? right - kGap : right + indexes[0].at.width);
  }
  return std::move(svg).Take(widest + kMargin, y + 16, "Entities and indexes of " + model.name);
}

}  // namespace trestle::model
