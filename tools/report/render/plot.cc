#include "tools/report/render/plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tools/report/render/html_text.h"

namespace bora {
namespace {

constexpr double kLeft = 62, kRight = 12, kTop = 10, kBottom = 42;

Plot::Axis widened(Plot::Axis axis) {
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

bool drawable(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && std::isfinite(point.second);
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  const double rough = (high - low) / std::max(1, count);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double share = rough / power;
  const double step = power * (share <= 1.5 ? 1 : share <= 3.5 ? 2 : share <= 7.5 ? 5 : 10);
  // By whole multiples: where a step is lost in rounding, adding it to a tick would go on forever.
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

Plot::Plot(Axis x, Axis y, double width, double height)
    : x_(widened(std::move(x))), y_(widened(std::move(y))), width_(width), height_(height) {}

double Plot::x_of(double value) const {
  return kLeft +
         (width_ - kLeft - kRight) * (std::clamp(value, x_.low, x_.high) - x_.low) / (x_.high - x_.low);
}

double Plot::y_of(double value) const {
  return height_ - kBottom -
         (height_ - kTop - kBottom) * (std::clamp(value, y_.low, y_.high) - y_.low) / (y_.high - y_.low);
}

void Plot::line(const Points& points, int colour, bool steps) {
  std::string path;
  double before = 0;
  for (const auto& point : points) {
    if (!drawable(point)) continue;
    const double x = x_of(point.first), y = y_of(point.second);
    if (path.empty()) {
      path = fmt::format("M{:.1f} {:.1f}", x, y);
    } else if (steps) {
      path += fmt::format("L{:.1f} {:.1f}L{:.1f} {:.1f}", x, before, x, y);
    } else {
      path += fmt::format("L{:.1f} {:.1f}", x, y);
    }
    before = y;
  }
  drawn_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"var(--attack-{})\" stroke-width=\"2\"/>\n",
                        path, colour);
}

void Plot::band(const Points& lower, const Points& upper, int colour) {
  std::string corners;
  const auto add = [&](const auto& point) {
    if (!std::isnan(point.first) && !std::isnan(point.second))
      corners += fmt::format("{:.1f},{:.1f} ", x_of(point.first), y_of(point.second));
  };
  std::for_each(lower.begin(), lower.end(), add);
  std::for_each(upper.rbegin(), upper.rend(), add);
  drawn_ +=
      fmt::format("<polygon points=\"{}\" fill=\"var(--attack-{})\" opacity=\"0.18\"/>\n", corners, colour);
}

void Plot::dots(const Points& points, int colour, bool hollow) {
  for (const auto& point : points)
    if (drawable(point))
      drawn_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" stroke=\"var(--attack-{})\"/>\n",
          x_of(point.first), y_of(point.second),
          hollow ? std::string("none") : fmt::format("var(--attack-{})", colour), colour);
}

std::string Plot::axes() const {
  std::string out;
  const auto text = [&](double x, double y, const char* anchor, const std::string& what) {
    out += fmt::format("<text stroke=\"none\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                       anchor, escape(what));
  };
  const auto ticks = [](const Axis& axis, int count) {
    std::vector<std::pair<double, std::string>> named;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i)
      named.emplace_back(static_cast<double>(i), axis.ticks[i]);
    if (named.empty() && axis.log) {
      for (const double at : decade_ticks(axis.low, axis.high))
        named.emplace_back(at, fmt::format("{:.6g}", std::exp(at)));
    }
    if (named.empty())
      for (const double at : round_ticks(axis.low, axis.high, count))
        named.emplace_back(at, axis.log ? fmt::format("{:.2g}", std::exp(at)) : fmt::format("{:.6g}", at));
    return named;
  };
  for (const auto& [at, name] : ticks(x_, 5)) {
    out += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>\n", x_of(at), kTop,
                       height_ - kBottom);
    constexpr std::size_t kLongest = 14;
    text(x_of(at), height_ - kBottom + 16, "middle",
         name.size() > kLongest ? name.substr(0, kLongest) + ".." : name);
  }
  for (const auto& [at, name] : ticks(y_, 5)) {
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
  return fmt::format(
      "<g stroke=\"none\" fill=\"var(--quiet)\" font-size=\"11\"><g stroke=\"var(--rule)\">{}</g></g>\n",
      out);
}

std::string Plot::svg(const std::string& description) const {
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" style=\"max-width:100%;height:auto\" "
      "role=\"img\" "
      "aria-label=\"{2}\">\n{3}{4}</svg>\n",
      width_, height_, escape(description), axes(), drawn_);
}

}  // namespace bora
