// Small charts as SVG, which need no script.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Chart with two axes. Its colours, 0 to 7, are those of the page's style sheet. Points outside the axes are
/// drawn at the edge, and the table of values under the chart has their true coordinates.
class Plot {
 public:
  struct Axis {
    std::string label;
    double low = 0, high = 1;             ///< range; the plot widens it unless low < high
    std::vector<std::string> ticks = {};  ///< names at 0, 1, 2, ...; empty: numbers are shown
    bool log = false;  ///< coordinates are natural logarithms of the numbers shown; -infinity: the number 0
  };
  /// `width`, `height`: size in pixels on a wide screen.
  Plot(Axis x, Axis y, double width = 460, double height = 260);

  /// x, y. Points that are not finite are left out, except -infinity on logarithmic axes.
  using Points = std::vector<std::pair<double, double>>;
  /// Draws a line, or a curve with steps. `name`: name in the table of values; "": "line".
  void line(const Points& points, int colour, bool steps = false, const std::string& name = "");
  /// Draws a band between `lower` and `upper`, which have one point for each point of the line that is drawn
  /// next. The table of values shows them in the rows of that line.
  void band(const Points& lower, const Points& upper, int colour);
  /// Draws dots, or rings if `hollow`. `name`: name in the table of values; "": "dot" or "ring".
  void dots(const Points& points, int colour, bool hollow = false, const std::string& name = "");
  /// Draws crosses, which mark where a value is missing: the table of values has none for them. `name`: name
  /// in that table; "": "cross".
  void crosses(const Points& points, int colour, const std::string& name = "");
  /// Returns a <figure> with the chart and a folded table of its values. A wide chart is there twice, for
  /// wide screens and for phones, and the page shows one of the two. `description`: text alternative.
  std::string svg(const std::string& description) const;

 private:
  enum class Kind { line, steps, band, dots, rings, crosses };
  struct Series {
    Kind kind;
    Points points, upper;
    int colour;
    std::string name;
  };
  class Canvas;

  /// Returns whether a point has a place in the chart.
  bool drawable(const std::pair<double, double>& point) const;
  std::string values() const;

  Axis x_, y_;
  double width_, height_;
  std::vector<Series> series_;
};

/// Returns about `count` round numbers within [low, high], ascending.
std::vector<double> round_ticks(double low, double high, int count);
/// Returns the natural logarithms of powers of ten within [low, high], at most six, ascending; none if there
/// are fewer than two. `low`, `high`: natural logarithms.
std::vector<double> decade_ticks(double low, double high);

}  // namespace bora::report
