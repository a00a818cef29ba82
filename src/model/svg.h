#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trestle::model {

// `&`, `<`, `>` and `"` as XML and HTML spell them.
std::string XmlEscaped(std::string_view text);

// Draws a picture as SVG. Coordinates grow to the right and down; (x, y) of text is its baseline.
class Svg {
 public:
  struct Style {
    std::string_view fill = "none";
    std::string_view stroke = "none";
    double width = 1;  // of the stroke
    double radius = 0;
    std::string_view dashes = "";
  };
  struct Font {
    double size = 13;
    std::string_view fill = "#1f2933";
    bool bold = false;
    bool mono = false;
    std::string_view anchor = "start";  // "middle", "end"
  };
  struct Point {
    double x = 0;
    double y = 0;
  };
  struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
  };

  void Rect(const Box& box, const Style& style);
  void Text(Point at, std::string_view text, const Font& font);
  void Polyline(const std::vector<Point>& points, const Style& style);
  // A smooth line from left to right, with an arrow head at its end.
  void Curve(Point from, Point to, const Style& style);
  void Circle(Point center, double radius, const Style& style);
  void Title(std::string_view text);  // shown when the pointer rests on what was drawn last

  // The whole file, on a white ground.
  std::string Take(double width, double height, std::string_view label) &&;

  // About how wide text comes out.
  static double TextWidth(std::string_view text, const Font& font);
  // `text`, or its beginning and "…" where it would be wider.
  static std::string Fitted(std::string_view text, double width, const Font& font);

 private:
  void Attributes(const Style& style);
  std::string body_;
  std::vector<std::string> arrows_;  // colours of heads in use
};

}  // namespace trestle::model
