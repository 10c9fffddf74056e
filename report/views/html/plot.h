// Small charts as SVG, which need no script and print as they are.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// A chart in a box of `width` x `height` units with its own axes. Colours are those of the report's page.
class Plot {
 public:
  struct Axis {
    std::string label;
    double low = 0, high = 1;             ///< low < high, else the plot widens it
    std::vector<std::string> ticks = {};  ///< names at 0, 1, 2, ... instead of numbers; may be empty
    bool log = false;                     ///< coordinates are logarithms of what the ticks show
  };
  Plot(Axis x, Axis y, double width = 460, double height = 260);

  using Points = std::vector<std::pair<double, double>>;  ///< x, y; points that are not finite are left out
  /// Draws a line that the table of values calls `name`; "": by its colour and kind.
  void line(const Points& points, int colour, bool steps = false, const std::string& name = "");
  /// Draws a band between `lower` and `upper`, which have a point for each of the next line. The table of
  /// values shows them beside that line.
  void band(const Points& lower, const Points& upper, int colour);
  void dots(const Points& points, int colour, bool hollow = false, const std::string& name = "");
  void crosses(const Points& points, int colour, const std::string& name = "");
  /// Returns a <figure> with the chart, once for a wide screen and once for a phone, of which the page shows
  /// one, and below it a folded table of its values. `description`: text for readers who cannot see the
  /// chart.
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

  std::string values() const;

  Axis x_, y_;
  double width_, height_;
  std::vector<Series> series_;
};

/// Returns about `count` round numbers within [low, high].
std::vector<double> round_ticks(double low, double high, int count);
/// Returns the logarithms of the powers of ten within [low, high], which are logarithms, too; none if there
/// are fewer than two.
std::vector<double> decade_ticks(double low, double high);

}  // namespace bora::report
