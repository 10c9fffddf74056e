#include "report/tuning/parameter_plots.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"

namespace bora::report {
namespace {

using Kind = Parameter::Kind;

bool is_log(const Parameter& parameter) {
  return parameter.kind == Kind::log || parameter.kind == Kind::log_integer;
}

// Returns the coordinate of a value on the parameter's axis: the index of a category, or the number or its
// logarithm.
double place(const Parameter& parameter, const ParameterValue& value) {
  if (!parameter.values.empty())
    return static_cast<double>(std::find(parameter.values.begin(), parameter.values.end(), value) -
                               parameter.values.begin());
  const double number = std::holds_alternative<double>(value)
                            ? std::get<double>(value)
                            : static_cast<double>(std::get<std::int64_t>(value));
  return is_log(parameter) ? std::log(number) : number;
}

// Returns the ends of the parameter's axis.
std::pair<double, double> ends(const Parameter& parameter) {
  if (!parameter.values.empty()) return {0, static_cast<double>(parameter.values.size() - 1)};
  const bool log = is_log(parameter);
  return {log ? std::log(parameter.lower) : parameter.lower,
          log ? std::log(parameter.upper) : parameter.upper};
}

Plot::Axis axis(const Parameter& parameter) {
  const auto [low, high] = ends(parameter);
  Plot::Axis out{parameter.name, low, high, {}, is_log(parameter)};
  for (const ParameterValue& value : parameter.values) out.ticks.push_back(to_text(value));
  return out;
}

// Returns values of a parameter from one end to the other: all categories, or up to 61 numbers.
std::vector<ParameterValue> across(const Parameter& parameter) {
  if (!parameter.values.empty()) return parameter.values;
  constexpr int kSteps = 60;
  std::vector<ParameterValue> out;
  for (int k = 0; k <= kSteps; ++k) {
    const double share = static_cast<double>(k) / kSteps;
    const double number =
        is_log(parameter) ? std::clamp(parameter.lower * std::pow(parameter.upper / parameter.lower, share),
                                       parameter.lower, parameter.upper)
                          : parameter.lower + share * (parameter.upper - parameter.lower);
    if (parameter.kind == Kind::integer || parameter.kind == Kind::log_integer) {
      const auto whole = static_cast<std::int64_t>(std::round(number));
      if (out.empty() || std::get<std::int64_t>(out.back()) != whole) out.emplace_back(whole);
    } else {
      out.emplace_back(number);
    }
  }
  return out;
}

}  // namespace

std::vector<std::size_t> parameters_by_effect(const ParameterSpace& space,
                                              const std::vector<double>& effects) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < effects.size(); ++i)
    if (!is_frozen(space.parameters()[i])) order.push_back(i);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return effects[a] > effects[b]; });
  return order;
}

ParameterPlots::ParameterPlots(const Tuning& tuning, const TrialsModels& models,
                               std::optional<std::int64_t> shown_trial)
    : tuning_(tuning),
      space_(tuning.space()),
      models_(models),
      shown_trial_(shown_trial),
      several_(tuning.objectives().size() > 1),
      values_(tuning.objectives().size()) {
  for (const auto& [number, row] : tuning.trials())
    for (std::size_t k = 0; k < row.values.size() && k < values_.size(); ++k) values_[k].add(row.values[k]);
}

// Returns whether charts emphasise a trial: with several objectives those of the front, or else shown_trial_.
bool ParameterPlots::stands_out(std::int64_t trial) const {
  if (several_) return std::ranges::count(tuning_.front(), trial) > 0;
  return trial == shown_trial_.value_or(0);
}

// Better trials have darker lines. With several objectives, the front is highlighted.
std::string ParameterPlots::parallel() const {
  const auto& parameters = space_.parameters();
  if (parameters.size() < 2 || !(values_.front().low < values_.front().high)) return "";
  std::vector<const TrialRow*> order;
  for (const auto& [number, row] : tuning_.trials())
    if (tuning_.feasible(row)) order.push_back(&row);
  const double sign = tuning_.maximise() ? 1 : -1;
  std::stable_sort(order.begin(), order.end(), [&](const TrialRow* a, const TrialRow* b) {
    return several_ ? !stands_out(a->number) && stands_out(b->number)
                    : sign * a->values[0] < sign * b->values[0];
  });
  constexpr double kWidth = 900, kHeight = 300, kTop = 34, kBottom = 24, kSide = 50;
  const auto x_of = [&](std::size_t i) {
    return kSide + (kWidth - 2 * kSide) * static_cast<double>(i) / static_cast<double>(parameters.size() - 1);
  };
  std::string lines, axes;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    std::string path;
    const Assignment values = tuning_.assignment(order[rank]->number);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!values[i]) continue;
      const auto [low, high] = ends(parameters[i]);
      const double share = low < high ? (place(parameters[i], *values[i]) - low) / (high - low) : 0.5;
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x_of(i),
                          kHeight - kBottom - share * (kHeight - kTop - kBottom));
    }
    const bool best = stands_out(order[rank]->number);
    const double strength = static_cast<double>(rank + 1) / static_cast<double>(order.size());
    double width = 1, opacity = several_ ? 0.3 : 0.05 + 0.6 * std::pow(strength, 3);
    if (best) {
      width = several_ ? 1.8 : 2.5;
      opacity = 1;
    }
    lines += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"var(--attack-{})\" stroke-width=\"{}\" "
        "opacity=\"{:.2f}\"/>\n",
        path, best ? 1 : 0, width, opacity);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& parameter = parameters[i];
    const auto end = [&](bool high) {
      if (!parameter.values.empty())
        return to_text(high ? parameter.values.back() : parameter.values.front());
      return fmt::format("{:.6g}", high ? parameter.upper : parameter.lower);
    };
    axes += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"var(--edge)\"/>"
        "<g text-anchor=\"middle\" font-size=\"11\" fill=\"var(--quiet)\"><text x=\"{0:.1f}\" y=\"12\" "
        "font-weight=\"bold\">{3}</text>"
        "<text x=\"{0:.1f}\" y=\"{4}\">{5}</text><text x=\"{0:.1f}\" y=\"{6}\">{7}</text></g>\n",
        x_of(i), kTop, kHeight - kBottom, escape(parameter.name), kTop - 6, escape(end(true)), kHeight - 8,
        escape(end(false)));
  }
  const std::string title = "Each trial as a line across all parameters";
  return scroll_box(title, fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
                                       "role=\"img\" aria-label=\"{2}\">\n{3}{4}</svg>",
                                       kWidth, kHeight, title, lines, axes));
}

std::string ParameterPlots::planes() const {
  if (!models_.front()) return "";
  std::vector<std::size_t> numbers = parameters_by_effect(space_, models_.front()->effects());
  std::erase_if(numbers, [&](std::size_t i) { return !space_.parameters()[i].values.empty(); });
  numbers.resize(std::min<std::size_t>(numbers.size(), 3));
  std::ranges::sort(numbers);
  std::string panels;
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = a + 1; b < numbers.size(); ++b) panels += plane(numbers[a], numbers[b]);
  return panels;
}

std::string ParameterPlots::plane(std::size_t i, std::size_t j) const {
  const Parameter &x = space_.parameters()[i], &y = space_.parameters()[j];
  Plot plot(axis(x), axis(y), 328, 260);
  Plot::Points points, best;
  const double sign = tuning_.maximise() ? -1 : 1;
  std::vector<double> values;
  for (const auto& [number, row] : tuning_.trials())
    if (!row.values.empty() && tuning_.feasible(row)) values.push_back(sign * row.values[0]);
  constexpr std::size_t kShare = 10;
  const std::size_t tenth = values.empty() ? 0 : (values.size() + kShare - 1) / kShare - 1;
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(tenth));
  for (const auto& [number, row] : tuning_.trials()) {
    if (row.values.empty() || !tuning_.feasible(row)) continue;
    const Assignment at = tuning_.assignment(number);
    if (!at[i] || !at[j]) continue;
    const bool good = several_ ? stands_out(number) : sign * row.values[0] <= values[tenth];
    (good ? best : points).emplace_back(place(x, *at[i]), place(y, *at[j]));
  }
  plot.dots(points, 6, true, "trial");
  plot.dots(best, 0, false, several_ ? "trial of the front" : "trial of the best tenth");
  return plot.svg(fmt::format("Trials in the plane of {} and {}", x.name, y.name));
}

std::string ParameterPlots::slice(std::size_t i, std::size_t k) const {
  const Parameter& parameter = space_.parameters()[i];
  if (is_frozen(parameter)) return "";
  const Objective& objective = tuning_.objectives()[k];
  const double room = 0.05 * (values_[k].high - values_[k].low);
  Plot plot(axis(parameter), {objective.name, values_[k].low - room, values_[k].high + room}, 328, 230);
  Plot::Points seen, broken, front, middle, lower, upper;
  for (const auto& [number, row] : tuning_.trials()) {
    const auto value = row.values.empty() ? std::nullopt : tuning_.assignment(number)[i];
    if (!value) continue;
    Plot::Points& to = several_ && stands_out(number) ? front : seen;
    (tuning_.feasible(row) ? to : broken).emplace_back(place(parameter, *value), row.values[k]);
  }
  const std::int64_t base = *shown_trial_;
  if (models_[k])
    for (const ParameterValue& value : across(parameter)) {
      const auto point = space_.changed(tuning_.point(base), i, value);
      if (!point) continue;
      const auto said = models_[k]->predict(*point);
      middle.emplace_back(place(parameter, value), said.median);
      lower.emplace_back(place(parameter, value), said.lower);
      upper.emplace_back(place(parameter, value), said.upper);
    }
  if (!middle.empty()) {
    plot.band(lower, upper, 0);
    plot.line(middle, 0, false, "expected");
  }
  if (!broken.empty()) plot.dots(broken, 1, true, "breaks a constraint");
  plot.dots(seen, 6, true, "trial");
  plot.dots(front, 0, false, "trial of the front");
  return plot.svg(fmt::format("{} against {}", several_ ? objective.name : "The value", parameter.name));
}

}  // namespace bora::report
