#include "report/views/html/plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/views/html/html_text.h"

namespace bora::report {
namespace {

constexpr double kLeft = 62, kRight = 12, kTop = 10, kBottom = 42;  // margins in pixels

/// Returns the axis with a range that is not empty and contains all named ticks.
Plot::Axis widen(Plot::Axis axis) {
  if (!axis.ticks.empty()) {
    axis.low = -0.5;
    axis.high = static_cast<double>(axis.ticks.size()) - 0.5;
  }
  if (!(axis.low < axis.high)) {
    const double room = axis.low == 0 ? 1 : 0.1 * std::abs(axis.low);
    axis.low -= room;
    axis.high = axis.low + 2 * room;
  }
  return axis;
}

bool has_place(const Plot::Axis& axis, double coordinate) {
  return std::isfinite(coordinate) || (axis.log && coordinate < 0);
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  const double rough = (high - low) / std::max(1, count);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double share = rough / power;
  double step = 10 * power;
  if (share <= 1.5)
    step = power;
  else if (share <= 3.5)
    step = 2 * power;
  else if (share <= 7.5)
    step = 5 * power;
  // Ticks are multiples of the step. To add a step that is lost in rounding to a tick would not terminate.
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  if (!(last - first <= 4.0 * std::max(1, count))) return {low, high};
  for (int k = 0; k <= static_cast<int>(last - first); ++k) {
    const double tick = (first + k) * step;
    if (ticks.empty() || tick > ticks.back()) ticks.push_back(tick);
  }
  return ticks;
}

std::vector<double> decade_ticks(double low, double high) {
  const double ten = std::log(10);
  const int first = static_cast<int>(std::ceil(low / ten - 1e-9)),
            last = static_cast<int>(std::floor(high / ten + 1e-9));
  constexpr int kMost = 6;
  const int step = std::max(1, (last - first + kMost) / kMost);
  std::vector<double> ticks;
  for (int power = first; power <= last; power += step) ticks.push_back(power * ten);
  return ticks.size() > 1 ? ticks : std::vector<double>{};
}

namespace {

// Largest number of rows in the table under a plot; longer series are thinned out.
constexpr std::size_t kMostRows = 40;

/// Returns a coordinate as the axis shows it.
std::string shown(const Plot::Axis& axis, double value) {
  if (!axis.ticks.empty()) {
    const auto place = static_cast<std::size_t>(std::max(0.0, std::round(value)));
    if (place < axis.ticks.size()) return axis.ticks[place];
  }
  const double number = axis.log ? std::exp(value) : value;
  return std::isfinite(number) ? fmt::format("{:.6g}", number) : "out of range";
}

/// Returns the ticks of an axis: coordinates and labels. `count`: approximate number of numeric ticks.
std::vector<std::pair<double, std::string>> named_ticks(const Plot::Axis& axis, int count) {
  std::vector<std::pair<double, std::string>> named;
  for (std::size_t i = 0; i < axis.ticks.size(); ++i)
    named.emplace_back(static_cast<double>(i), axis.ticks[i]);
  if (named.empty() && axis.log)
    for (const double at : decade_ticks(axis.low, axis.high)) {
      constexpr std::size_t kRoom = 5;
      const std::string number = fmt::format("{:.6g}", std::exp(at));
      const bool short_enough = number.size() <= kRoom && number.find('e') == std::string::npos;
      named.emplace_back(
          at, short_enough ? number : fmt::format("1e{}", static_cast<int>(std::lround(at / std::log(10)))));
    }
  if (named.empty())
    for (const double at : round_ticks(axis.low, axis.high, count))
      named.emplace_back(at, axis.log ? fmt::format("{:.2g}", std::exp(at)) : fmt::format("{:.6g}", at));
  return named;
}

}  // namespace

/// SVG elements of the chart at one size.
class Plot::Canvas {
 public:
  Canvas(const Plot& plot, double width, double height)
      : plot_(plot), x_(plot.x_), y_(plot.y_), width_(width), height_(height) {
    axes();
    for (const Series& series : plot.series_) add(series);
  }

  std::string svg(const char* kind, const std::string& description) const {
    return fmt::format(
        "<svg class=\"plot{0}\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" role=\"img\" "
        "aria-label=\"{3}\">\n{4}</svg>\n",
        kind, width_, height_, escape(description), drawn_);
  }

 private:
  double x_of(double value) const {
    return kLeft +
           (width_ - kLeft - kRight) * (std::clamp(value, x_.low, x_.high) - x_.low) / (x_.high - x_.low);
  }
  double y_of(double value) const {
    return height_ - kBottom -
           (height_ - kTop - kBottom) * (std::clamp(value, y_.low, y_.high) - y_.low) / (y_.high - y_.low);
  }

  void add(const Series& series) {
    switch (series.kind) {
      case Kind::line:
      case Kind::steps:
        line(series);
        break;
      case Kind::band:
        band(series);
        break;
      case Kind::dots:
      case Kind::rings:
        dots(series);
        break;
      case Kind::crosses:
        crosses(series);
        break;
    }
  }

  void line(const Series& series) {
    std::string path;
    double before = 0;
    for (const auto& point : series.points) {
      if (!plot_.drawable(point)) continue;
      const double x = x_of(point.first), y = y_of(point.second);
      if (path.empty()) {
        path = fmt::format("M{:.1f} {:.1f}", x, y);
      } else if (series.kind == Kind::steps) {
        path += fmt::format("L{:.1f} {:.1f}L{:.1f} {:.1f}", x, before, x, y);
      } else {
        path += fmt::format("L{:.1f} {:.1f}", x, y);
      }
      before = y;
    }
    drawn_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"var(--attack-{})\" stroke-width=\"2\"/>\n",
                          path, series.colour);
  }

  void band(const Series& series) {
    std::string corners;
    const auto corner = [&](const auto& point) {
      if (!std::isnan(point.first) && !std::isnan(point.second))
        corners += fmt::format("{:.1f},{:.1f} ", x_of(point.first), y_of(point.second));
    };
    std::for_each(series.points.begin(), series.points.end(), corner);
    std::for_each(series.upper.rbegin(), series.upper.rend(), corner);
    drawn_ += fmt::format("<polygon points=\"{}\" fill=\"var(--attack-{})\" opacity=\"0.18\"/>\n", corners,
                          series.colour);
  }

  void dots(const Series& series) {
    const std::string fill =
        series.kind == Kind::rings ? "none" : fmt::format("var(--attack-{})", series.colour);
    for (const auto& point : series.points)
      if (plot_.drawable(point))
        drawn_ += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" stroke=\"var(--attack-{})\"/>\n",
            x_of(point.first), y_of(point.second), fill, series.colour);
  }

  void crosses(const Series& series) {
    for (const auto& point : series.points)
      if (plot_.drawable(point))
        drawn_ += fmt::format(
            "<path d=\"M{0:.1f} {1:.1f}l7 7m0 -7l-7 7\" stroke=\"var(--attack-{2})\" stroke-width=\"1.5\" "
            "fill=\"none\"/>\n",
            x_of(point.first) - 3.5, y_of(point.second) - 3.5, series.colour);
  }

  void axes() {
    std::string out;
    const auto text = [&](double x, double y, const char* anchor, const std::string& what) {
      out += fmt::format("<text stroke=\"none\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x,
                         y, anchor, escape(what));
    };
    constexpr double kLetter = 7;  // width of a letter of the size below, in pixels
    const auto across = named_ticks(x_, width_ < 420 ? 3 : 5);
    // Number of letters that fit between two ticks.
    const auto longest = static_cast<std::size_t>(
        std::max(4.0, (width_ - kLeft - kRight) / static_cast<double>(across.size() + 1) / kLetter));
    for (const auto& [at, name] : across) {
      out += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>\n", x_of(at), kTop,
                         height_ - kBottom);
      text(x_of(at), height_ - kBottom + 16, "middle",
           !x_.ticks.empty() && name.size() > longest ? name.substr(0, longest - 2) + ".." : name);
    }
    for (const auto& [at, name] : named_ticks(y_, 5)) {
      out += fmt::format("<line x1=\"{1}\" x2=\"{2}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>\n", y_of(at), kLeft,
                         width_ - kRight);
      text(kLeft - 6, y_of(at) + 4, "end", name);
    }
    text(kLeft + (width_ - kLeft - kRight) / 2, height_ - 6, "middle", x_.label);
    if (!y_.label.empty())
      out += fmt::format(
          "<text stroke=\"none\" transform=\"translate(12 {:.1f}) rotate(-90)\" "
          "text-anchor=\"middle\">{}</text>\n",
          kTop + (height_ - kTop - kBottom) / 2, escape(y_.label));
    drawn_ += fmt::format(
        "<g stroke=\"none\" fill=\"var(--quiet)\" font-size=\"12\"><g stroke=\"var(--rule)\">{}</g></g>\n",
        out);
  }

  const Plot& plot_;
  const Axis &x_, &y_;
  double width_, height_;
  std::string drawn_;
};

Plot::Plot(Axis x, Axis y, double width, double height)
    : x_(widen(std::move(x))), y_(widen(std::move(y))), width_(width), height_(height) {}

void Plot::line(const Points& points, int colour, bool steps, const std::string& name) {
  const Kind kind = steps ? Kind::steps : Kind::line;
  series_.push_back({kind, points, {}, colour, name.empty() ? "line" : name});
}

void Plot::band(const Points& lower, const Points& upper, int colour) {
  series_.push_back({Kind::band, lower, upper, colour, "band"});
}

void Plot::dots(const Points& points, int colour, bool hollow, const std::string& name) {
  series_.push_back({hollow ? Kind::rings : Kind::dots,
                     points,
                     {},
                     colour,
                     !name.empty() ? name
                     : hollow      ? "ring"
                                   : "dot"});
}

void Plot::crosses(const Points& points, int colour, const std::string& name) {
  series_.push_back({Kind::crosses, points, {}, colour, name.empty() ? "cross" : name});
}

bool Plot::drawable(const std::pair<double, double>& point) const {
  return has_place(x_, point.first) && has_place(y_, point.second);
}

std::string Plot::values() const {
  const bool bands =
      std::ranges::any_of(series_, [](const Series& series) { return series.kind == Kind::band; });
  const bool thinned =
      std::ranges::any_of(series_, [](const Series& series) { return series.points.size() > kMostRows; });
  std::vector<std::string> columns{escape(x_.label), "what", escape(y_.label.empty() ? "value" : y_.label)};
  if (bands) columns.insert(columns.end(), {"band from", "to"});
  ReportTable table{
      fmt::format("Values in the chart{}",
                  thinned ? fmt::format("; at most {} of each line, evenly chosen", kMostRows) : ""),
      std::move(columns)};
  const Series* band = nullptr;  // band of the next line
  for (const Series& series : series_) {
    if (series.kind == Kind::band) {
      band = &series;
      continue;
    }
    const std::size_t size = series.points.size(), count = std::min(size, kMostRows);
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = count == 1 ? 0 : k * (size - 1) / (count - 1);
      if (!drawable(series.points[i])) continue;
      std::vector<std::string>& row =
          table.add({escape(shown(x_, series.points[i].first)), escape(series.name),
                     series.kind == Kind::crosses ? "" : escape(shown(y_, series.points[i].second))});
      const bool banded = band != nullptr && i < band->points.size() && i < band->upper.size();
      if (bands)
        row.insert(row.end(), {banded ? escape(shown(y_, band->points[i].second)) : "",
                               banded ? escape(shown(y_, band->upper[i].second)) : ""});
    }
    band = nullptr;
  }
  return fmt::format("<details class=\"values\"><summary>The chart in numbers</summary>\n{}</details>\n",
                     html_table(table));
}

std::string Plot::svg(const std::string& description) const {
  constexpr double kPhone = 350;
  const bool twice = width_ > 1.2 * kPhone;
  const Canvas roomy(*this, width_, height_);
  std::string out = "<figure class=\"plotted\">\n";
  if (twice) out += Canvas(*this, kPhone, std::min(height_, 260.0)).svg(" narrow", description);
  return out + roomy.svg("", description) + values() + "</figure>\n";
}

}  // namespace bora::report
