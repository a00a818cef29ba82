#include "model/svg.h"

#include <algorithm>

#include "model/text_table.h"
#include "model/words.h"

namespace trestle::model {
namespace {

// One digit behind the point places everything well enough.
std::string At(double value) {
  std::string text = Fixed(value, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string Quoted(std::string_view name, std::string_view value) {
  return std::string(" ").append(name).append("=\"").append(value).append("\"");
}

}  // namespace

std::string XmlEscaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out.append("&amp;");
    } else if (c == '<') {
      out.append("&lt;");
    } else if (c == '>') {
      out.append("&gt;");
    } else if (c == '"') {
      out.append("&quot;");
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
      out.push_back(' ');  // XML has no such character, however it is written
    } else {
      out.push_back(c);
    }
  }
  return out;
}

void Svg::Attributes(const Style& style) {
  body_.append(Quoted("fill", style.fill));
  if (style.stroke == "none") return;
  body_.append(Quoted("stroke", style.stroke));
  if (style.width != 1) body_.append(Quoted("stroke-width", At(style.width)));
  if (!style.dashes.empty()) body_.append(Quoted("stroke-dasharray", style.dashes));
}

void Svg::Rect(const Box& box, const Style& style) {
  body_.append("<rect").append(Quoted("x", At(box.x))).append(Quoted("y", At(box.y)));
  body_.append(Quoted("width", At(box.width))).append(Quoted("height", At(box.height)));
  if (style.radius > 0) body_.append(Quoted("rx", At(style.radius)));
  Attributes(style);
  body_.append("/>\n");
}

void Svg::Text(Point at, std::string_view text, const Font& font) {
  body_.append("<text").append(Quoted("x", At(at.x))).append(Quoted("y", At(at.y)));
  body_.append(Quoted("font-size", At(font.size))).append(Quoted("fill", font.fill));
  if (font.bold) body_.append(" font-weight=\"600\"");
  if (font.mono) body_.append(" class=\"m\"");
  if (font.anchor != "start") body_.append(Quoted("text-anchor", font.anchor));
  body_.append(">").append(XmlEscaped(text)).append("</text>\n");
}

void Svg::Polyline(const std::vector<Point>& points, const Style& style) {
  std::string all;
  for (const Point& point : points) {
    if (!all.empty()) all.push_back(' ');
    all.append(At(point.x)).append(",").append(At(point.y));
  }
  body_.append("<polyline").append(Quoted("points", all));
  Attributes(style);
  body_.append("/>\n");
}

void Svg::Curve(Point from, Point to, const Style& style) {
  const double bend = std::max(30.0, (to.x - from.x) / 2);
  auto arrow = std::ranges::find(arrows_, style.stroke);
  if (arrow == arrows_.end()) arrow = arrows_.insert(arrows_.end(), std::string(style.stroke));
  const std::string path = "M" + At(from.x) + " " + At(from.y) + " C" + At(from.x + bend) + " " +
                           At(from.y) + " " + At(to.x - bend) + " " + At(to.y) + " " + At(to.x) +
                           " " + At(to.y);
  body_.append("<path").append(Quoted("d", path));
  Attributes(style);
  body_.append(Quoted("marker-end", "url(#a" + std::to_string(arrow - arrows_.begin()) + ")"));
  body_.append("/>\n");
}

void Svg::Circle(Point center, double radius, const Style& style) {
  body_.append("<circle").append(Quoted("cx", At(center.x))).append(Quoted("cy", At(center.y)));
  body_.append(Quoted("r", At(radius)));
  Attributes(style);
  body_.append("/>\n");
}

void Svg::Title(std::string_view text) {
  if (!body_.ends_with("/>\n")) return;
  const std::size_t start = body_.rfind('<', body_.size() - 4);
  const std::size_t name_end = body_.find(' ', start);
  const std::string name = body_.substr(start + 1, name_end - start - 1);
  body_.resize(body_.size() - 3);
  body_.append("><title>").append(XmlEscaped(text)).append("</title></").append(name).append(">\n");
}

std::string Svg::Take(double width, double height, std::string_view label) && {
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
  text.append(Quoted("viewBox", "0 0 " + At(width) + " " + At(height)));
  text.append(Quoted("width", At(width))).append(Quoted("height", At(height)));
  text.append(" role=\"img\"").append(Quoted("aria-label", XmlEscaped(label)));
  text.append(" font-family=\"Inter, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n");
  text.append("<style>.m{font-family:'JetBrains Mono','DejaVu Sans Mono',monospace}</style>\n");
  if (!arrows_.empty()) {
    text.append("<defs>\n");
    for (std::size_t i = 0; i < arrows_.size(); ++i) {
      text.append(
          "<marker id=\"a" + std::to_string(i) + "\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" " +
          "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" " +
          "fill=\"" + arrows_[i] + "\"/></marker>\n");
    }
    text.append("</defs>\n");
  }
  text.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  return text.append(body_).append("</svg>\n");
}

double Svg::TextWidth(std::string_view text, const Font& font) {
  const double each = font.mono ? 0.61 : font.bold ? 0.64 : 0.59;
  return static_cast<double>(WidthOf(text)) * font.size * each;
}

std::string Svg::Fitted(std::string_view text, double width, const Font& font) {
  if (TextWidth(text, font) <= width) return std::string(text);
  std::string shorter(text);
  while (!shorter.empty() && TextWidth(shorter + "…", font) > width) {
    do {
      shorter.pop_back();
    } while (!shorter.empty() && (shorter.back() & 0xC0) == 0x80);
  }
  // A letter of several bytes must not lose its tail.
  while (!shorter.empty() && (static_cast<unsigned char>(shorter.back()) & 0xC0) == 0xC0)
    shorter.pop_back();
  return shorter + "…";
}

}  // namespace trestle::model
