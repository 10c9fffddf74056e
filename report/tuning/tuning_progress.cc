#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/tuning/tuning_page.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/page_template.h"
#include "report/views/html/plot.h"
#include "surrogates/search/pareto_optimiser.h"

namespace bora::report {
namespace {

constexpr double kSmall = 328;  // width of a chart if three are in a row

/// Returns an axis of the range with a margin.
Plot::Axis axis(const Range& range, const std::string& label, bool log = false) {
  const double room = 0.04 * (range.high - range.low);
  return {label, range.low - room, range.high + room, {}, log};
}

std::string aim(const Objective& objective) {
  return fmt::format("{} ({})", objective.name,
                     objective.maximise ? "larger is better" : "smaller is better");
}

Plot::Axis trial_axis(const Tuning& tuning) {
  const double last = tuning.trials().empty()
                          ? 1.0
                          : std::max<double>(1, static_cast<double>(tuning.trials().rbegin()->first));
  return {"trial", 1, last};
}

/// Values of one objective in the trials that ended.
struct Course {
  Course(const Tuning& tuning, std::size_t objective) {
    const bool maximise = tuning.objectives()[objective].maximise;
    for (const auto& [number, row] : tuning.trials()) {
      if (row.values.empty() && number > 0 && row.ended()) failed.push_back(static_cast<double>(number));
      if (row.values.empty()) continue;
      const double value = row.values[objective];
      range.add(value);
      if (!tuning.feasible(row)) {
        if (number <= 0) continue;
        broken.emplace_back(static_cast<double>(number), value);
        if (any) best_so_far.emplace_back(static_cast<double>(number), best);
        continue;
      }
      if (!any || (maximise ? value > best : value < best)) best = value;
      any = true;
      if (number <= 0) continue;
      const auto at = static_cast<double>(number);
      seen.emplace_back(at, value);
      best_so_far.emplace_back(at, best);
    }
  }
  bool any = false;  // whether a trial is feasible
  double best = 0;   // best feasible value, those of a warm start included
  Range range;
  Plot::Points seen, broken, best_so_far;  // trial number and value; broken: trials that break a constraint
  std::vector<double> failed;              // numbers of trials without a value
};

/// Marks failed trials by crosses at the value `edge`, the edge of the plot with the worst values.
void mark_failed(Plot& plot, const Course& course, double edge) {
  Plot::Points points;
  for (const double at : course.failed) points.emplace_back(at, edge);
  if (!points.empty()) plot.crosses(points, 1, "without a value");
}

std::string values_panel(const Tuning& tuning, const Course& course, std::size_t objective, double width,
                         double height, const std::optional<RecommendedPoint>& recommendation) {
  const Objective& of = tuning.objectives()[objective];
  const bool several = tuning.objectives().size() > 1;
  Plot plot(trial_axis(tuning), axis(course.range, several ? aim(of) : of.name), width, height);
  if (recommendation && !course.seen.empty()) {
    const auto& expected = recommendation->expected;
    const double first = 1, last = course.seen.back().first;
    plot.band({{first, expected.lower}, {last, expected.lower}},
              {{first, expected.upper}, {last, expected.upper}}, 2);
    plot.line({{first, expected.mean}, {last, expected.mean}}, 2, false, "expected at the recommended point");
  }
  if (!course.broken.empty()) plot.dots(course.broken, 1, true, "breaks a constraint");
  plot.dots(course.seen, 6, true, "trial");
  mark_failed(plot, course, of.maximise ? course.range.low : course.range.high);
  plot.line(course.best_so_far, 0, true, several ? "best so far" : "best value so far");
  return plot.svg(several ? fmt::format("{} by trial, and the best so far", of.name)
                          : "The best value so far and each trial's value, by trial");
}

/// Returns the plot of the gap to the best value; "" if the gaps of the best value so far span less than a
/// factor of ten, which a linear axis shows.
std::string gap_panel(const Tuning& tuning, const Course& course, double width, double height) {
  Range gaps;
  const auto gaps_of = [&](Plot::Points points) {
    for (auto& [at, value] : points) {
      value = std::log(std::abs(value - course.best));  // -infinity: no gap, drawn at the lower edge
      gaps.add(value);
    }
    return points;
  };
  const Plot::Points best_so_far = gaps_of(course.best_so_far);
  constexpr double kFactor = 10;
  if (!(gaps.low + std::log(kFactor) < gaps.high)) return "";
  const Plot::Points seen = gaps_of(course.seen);
  gaps.low -= 0.1 * (gaps.high - gaps.low);  // keeps the smallest gap apart from the edge
  Plot plot(trial_axis(tuning), {"gap to the best value", gaps.low, gaps.high, {}, true}, width, height);
  plot.dots(seen, 6, true, "trial");
  mark_failed(plot, course, gaps.high);
  plot.line(best_so_far, 0, true, "best value so far");
  return plot.svg("The gap of the best value so far to the best of the run, by trial, on a logarithmic axis");
}

/// Returns the values of a trial scaled to the observed ranges: 0 is the worst, 1 the best.
Eigen::VectorXd shares(const Tuning& tuning, const TrialRow& row, const std::vector<Range>& ranges) {
  Eigen::VectorXd out(static_cast<Eigen::Index>(ranges.size()));
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    const double width = ranges[k].high - ranges[k].low;
    const double share = width > 0 ? (row.values[k] - ranges[k].low) / width : 1;
    out[static_cast<Eigen::Index>(k)] = tuning.objectives()[k].maximise || !(width > 0) ? share : 1 - share;
  }
  return out;
}

std::string hypervolume_panel(const Tuning& tuning, const std::vector<Range>& ranges) {
  constexpr std::size_t kMostObjectives = 4;
  if (ranges.size() > kMostObjectives) return "";
  Plot::Points curve;
  std::vector<Eigen::VectorXd> front;
  double volume = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (!tuning.feasible(row)) continue;
    const Eigen::VectorXd now = shares(tuning, row, ranges);
    const auto covers = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
      return (a.array() >= b.array()).all();
    };
    if (std::ranges::none_of(front, [&](const auto& other) { return covers(other, now); })) {
      std::erase_if(front, [&](const auto& other) { return covers(now, other); });
      front.push_back(now);
      Eigen::MatrixXd Y(static_cast<Eigen::Index>(front.size()), now.size());
      for (std::size_t i = 0; i < front.size(); ++i)
        Y.row(static_cast<Eigen::Index>(i)) = front[i].transpose();
      volume = hypervolume(Y, Eigen::VectorXd::Zero(now.size()));
    }
    if (number > 0) curve.emplace_back(static_cast<double>(number), 100 * volume);
  }
  if (curve.size() < 2) return "";
  Plot plot(trial_axis(tuning), {"hypervolume, %", 0, 100}, kSmall, 230);
  plot.line(curve, 2, true, "hypervolume");
  return plot.svg("Hypervolume of the front by trial");
}

std::vector<Range> ranges_of(const Tuning& tuning) {
  std::vector<Range> ranges(tuning.objectives().size());
  for (const auto& [number, row] : tuning.trials())
    for (std::size_t k = 0; !row.values.empty() && k < ranges.size(); ++k) ranges[k].add(row.values[k]);
  return ranges;
}

/// Returns the border of the region that the points of the front dominate, from edge to edge of the plot, as
/// the points of a step curve.
Plot::Points staircase(Plot::Points front, const Objective& x, const Objective& y, const Plot::Axis& x_axis,
                       const Plot::Axis& y_axis) {
  std::sort(front.begin(), front.end());
  if (x.maximise) std::reverse(front.begin(), front.end());
  front.insert(front.begin(), {front.front().first, y.maximise ? y_axis.low : y_axis.high});
  front.emplace_back(x.maximise ? x_axis.low : x_axis.high, front.back().second);
  return front;
}

std::string pair_panel(const Tuning& tuning, const std::vector<Range>& ranges, std::size_t i, std::size_t j,
                       bool alone) {
  const Objective &x = tuning.objectives()[i], &y = tuning.objectives()[j];
  Plot::Points seen, broken, front;
  for (const auto& [number, row] : tuning.trials()) {
    if (row.values.empty()) continue;
    Plot::Points& to = std::ranges::count(tuning.front(), number) > 0 ? front : seen;
    (tuning.feasible(row) ? to : broken).emplace_back(row.values[i], row.values[j]);
  }
  const Plot::Axis across = axis(ranges[i], aim(x)), up = axis(ranges[j], aim(y));
  const auto [width, height] = alone ? std::pair(640.0, 380.0) : std::pair<double, double>(kSmall, 260);
  Plot plot(across, up, width, height);
  if (!broken.empty()) plot.dots(broken, 1, true, "breaks a constraint");
  plot.dots(seen, 6, true, "trial");
  if (alone) plot.line(staircase(front, x, y, across, up), 0, true, "border of the front");
  plot.dots(front, 0, false, "trial of the front");
  return plot.svg(fmt::format("{} against {}, trial by trial", y.name, x.name));
}

}  // namespace

std::string front_section(const Tuning& tuning) {
  const std::size_t objectives = tuning.objectives().size();
  if (objectives < 2 || !tuning.best()) return "";
  const std::vector<Range> ranges = ranges_of(tuning);
  constexpr std::size_t kMostPairs = 15;
  std::string out;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i + 1 < objectives; ++i)
    for (std::size_t j = i + 1; j < objectives; ++j)
      if (++pairs <= kMostPairs) out += pair_panel(tuning, ranges, i, j, objectives == 2);
  return fill_template(
      "front",
      {{"panels_html", out},
       {"two", objectives == 2},
       {"left_out", pairs > kMostPairs ? Json{{"shown", kMostPairs}, {"pairs", pairs}} : Json()}},
      tuning_templates());
}

std::string progress_section(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation) {
  const bool several = tuning.objectives().size() > 1;
  std::vector<Course> courses;
  for (std::size_t k = 0; k < tuning.objectives().size(); ++k) courses.emplace_back(tuning, k);
  if (courses.front().seen.empty() && courses.front().broken.empty()) return "";
  const Course& first = courses.front();
  std::string panels, gap;
  Json page = {{"several", several},
               {"recommended", recommendation.has_value()},
               {"broken", !first.broken.empty()},
               {"failed", !first.failed.empty()},
               {"volume_html", ""}};
  if (several) {
    for (std::size_t k = 0; k < courses.size(); ++k)
      panels += values_panel(tuning, courses[k], k, kSmall, 230, std::nullopt);
    page["volume_html"] = hypervolume_panel(tuning, ranges_of(tuning));
  } else {
    // The best of noisy values is biased, so the gap to it would be misleading.
    constexpr double kPanel = 500, kWhole = 760, kHeight = 300;
    if (!recommendation) gap = gap_panel(tuning, first, kPanel, kHeight);
    panels = values_panel(tuning, first, 0, gap.empty() ? kWhole : kPanel, kHeight, recommendation);
  }
  page["panels_html"] = panels;
  page["gap_html"] = gap;
  return fill_template("progress", page, tuning_templates());
}

}  // namespace bora::report
