#include "tools/opt/tuning_report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/mixed_kernel.h"
#include "tools/opt/results.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/plot.h"

namespace bora {
namespace {

using Kind = Parameter::Kind;

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

class Report {
 public:
  explicit Report(const Tuning& tuning)
      : tuning_(tuning),
        space_(tuning.space()),
        model_(tuning.searcher() != nullptr ? tuning.searcher()->model() : nullptr),
        several_(tuning.objectives().size() > 1) {
    for (const auto& [number, row] : tuning.trials())
      if (!row.values.empty()) values_.add(row.values.front());
  }

  std::string best() const {
    const auto best = tuning_.best();
    if (!best) return "<p class=\"lead\">No trial has given a value yet.</p>\n";
    if (several_)
      return fmt::format(
          "<p class=\"lead\"><strong>{}</strong> trials that no other beats in everything.</p>\n",
          tuning_.front().size());
    const Assignment values = tuning_.assignment(*best);
    std::string out =
        fmt::format("<p class=\"lead\">The {} value found is <strong>{:.9g}</strong>, {}.</p>\n<dl>\n",
                    tuning_.maximise() ? "largest" : "smallest", tuning_.trials().at(*best).values.front(),
                    *best > 0 ? fmt::format("by trial {}", *best) : "of the warm start");
    for (std::size_t i = 0; i < values.size(); ++i)
      out += fmt::format(
          "<div><dt>{}</dt><dd>{}</dd></div>\n", escape(space_.parameters()[i].name),
          values[i] ? escape(short_text(*values[i])) : "<span class=\"quiet\">means nothing here</span>");
    return out + "</dl>\n";
  }

  // The first two objectives of all trials, and the front.
  std::string front() const {
    if (!several_ || !tuning_.best()) return "";
    Range x, y;
    Plot::Points seen, front;
    for (const auto& [number, row] : tuning_.trials())
      if (!row.values.empty()) {
        seen.emplace_back(row.values[0], row.values[1]);
        x.add(row.values[0]);
        y.add(row.values[1]);
      }
    for (const std::int64_t trial : tuning_.front()) {
      const auto& values = tuning_.trials().at(trial).values;
      front.emplace_back(values[0], values[1]);
    }
    std::sort(front.begin(), front.end());
    const auto axis = [&](const Range& range, const Objective& objective) {
      const double room = 0.04 * (range.high - range.low);
      return Plot::Axis{fmt::format("{} ({})", objective.name,
                                    objective.maximise ? "larger is better" : "smaller is better"),
                        range.low - room,
                        range.high + room,
                        {},
                        false};
    };
    Plot plot(axis(x, tuning_.objectives()[0]), axis(y, tuning_.objectives()[1]), 640, 380);
    plot.dots(seen, 6, true);
    if (tuning_.objectives().size() == 2) plot.line(front, 0);
    plot.dots(front, 0);
    return "<h2>What can be had together</h2>\n" + plot.svg("Trials by their first two objectives") +
           "<p class=\"quiet\">Rings: trials. Dots: those that no other beats in everything. Upwards: " +
           escape(tuning_.objectives()[1].name) + ".</p>\n";
  }

  std::string incumbent() const {
    if (several_) return "";
    Plot::Points curve, seen, failed;
    double best = 0;
    bool any = false;
    int last = 1;
    for (const auto& [number, row] : tuning_.trials()) {
      if (number <= 0 || !row.ended()) continue;
      const auto at = static_cast<double>(number);
      last = std::max(last, static_cast<int>(number));
      if (row.values.empty()) {
        failed.emplace_back(at, tuning_.maximise() ? values_.low : values_.high);
        continue;
      }
      const bool better = !any || (tuning_.maximise() ? row.values[0] > best : row.values[0] < best);
      if (better) best = row.values[0];
      any = true;
      curve.emplace_back(at, best);
      seen.emplace_back(at, row.values[0]);
    }
    if (!any) return "";
    Plot plot({"trial", 1, static_cast<double>(last), {}, false},
              {"value", values_.low, values_.high, {}, false}, 760, 300);
    plot.dots(seen, 6, true);
    plot.dots(failed, 1);
    plot.line(curve, 0, true);
    return "<h2>Best value so far</h2>\n" +
           plot.svg("The best value so far and each trial's value, by trial") +
           fmt::format("<p class=\"quiet\">Line: the best value so far. Rings: each trial's value.{}</p>\n",
                       failed.empty() ? "" : " Dots at the edge: trials without a value.");
  }

  // Each parameter against the value, and what the model says along it from the best point.
  std::string slices() const {
    if (!tuning_.best()) return "";
    std::string out =
        "<h2>Parameter by parameter</h2>\n<p class=\"quiet\">Rings: trials. Line and band: what the model "
        "expects, and 95% of what it holds possible, when this parameter alone is changed from the best "
        "point.</p>\n<div class=\"plots\">\n";
    for (std::size_t i = 0; i < space_.parameters().size(); ++i) out += slice(i);
    return out + "</div>\n";
  }

  // Every trial a line across all parameters; the darker, the better.
  std::string parallel() const {
    const auto& parameters = space_.parameters();
    if (parameters.size() < 2 || !(values_.low < values_.high)) return "";
    std::vector<const TrialRow*> order;
    for (const auto& [number, row] : tuning_.trials())
      if (!row.values.empty()) order.push_back(&row);
    const double sign = tuning_.maximise() ? 1 : -1;
    std::stable_sort(order.begin(), order.end(), [&](const TrialRow* a, const TrialRow* b) {
      return sign * a->values[0] < sign * b->values[0];
    });
    constexpr double kWidth = 900, kHeight = 300, kTop = 34, kBottom = 24, kSide = 50;
    const auto x_of = [&](std::size_t i) {
      return kSide +
             (kWidth - 2 * kSide) * static_cast<double>(i) / static_cast<double>(parameters.size() - 1);
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
      const bool best = rank + 1 == order.size();
      lines += fmt::format(
          "<path d=\"{}\" fill=\"none\" stroke=\"var(--attack-{})\" stroke-width=\"{}\" "
          "opacity=\"{:.2f}\"/>\n",
          path, best ? 1 : 0, best ? 2.5 : 1,
          best ? 1.0
               : 0.05 + 0.6 * std::pow(static_cast<double>(rank + 1) / static_cast<double>(order.size()), 3));
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
    return "<h2>All parameters together</h2>\n" +
           scroll_box(title, fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
                                         "role=\"img\" aria-label=\"{2}\">\n{3}{4}</svg>",
                                         kWidth, kHeight, title, lines, axes)) +
           "<p class=\"quiet\">A line a trial; the stronger, the better; the thick one is the best.</p>\n";
  }

  std::string relevances() const {
    if (model_ == nullptr || !model_->process()) return "";
    const MixedSpace& space = space_.space();
    const Eigen::VectorXd learnt = bora::relevances(space, model_->process()->kernel().hyperparameters());
    HtmlTable table("What the model has learnt: the larger, the more the value changes with the parameter",
                    {"Parameter", "Relevance", "Of"});
    int number = space.categories(), category = 0;
    for (const Parameter& parameter : space_.parameters()) {
      if (is_frozen(parameter)) continue;
      const bool categorical = parameter.kind == Kind::categorical;
      const double relevance = learnt[categorical ? category++ : number++];
      table.add(
          {escape(parameter.name), fmt::format("{:.3g}", relevance),
           categorical ? "a category: weight of being the same" : "a number: its range in lengthscales"});
    }
    return "<h2>What matters</h2>\n" + table.html();
  }

  std::string trials() const {
    std::vector<const TrialRow*> order, others;
    for (const auto& [number, row] : tuning_.trials()) (!row.values.empty() ? order : others).push_back(&row);
    std::stable_sort(order.begin(), order.end(), [&](const TrialRow* a, const TrialRow* b) {
      return tuning_.maximise() ? a->values[0] > b->values[0] : a->values[0] < b->values[0];
    });
    constexpr std::size_t kMost = 20;
    std::string out;
    if (several_) {
      std::vector<const TrialRow*> front;
      for (const std::int64_t trial : tuning_.front()) front.push_back(&tuning_.trials().at(trial));
      if (!front.empty())
        out += "<h2>Trials that no other beats in everything</h2>\n" + table_of(front, 100, false);
    } else if (!order.empty()) {
      out += "<h2>The best trials</h2>\n" + table_of(order, kMost, false);
    }
    if (!others.empty()) out += "<h2>Trials without a value</h2>\n" + table_of(others, 50, true);
    return out;
  }

 private:
  std::string table_of(const std::vector<const TrialRow*>& rows, std::size_t most, bool why) const {
    std::vector<std::string> columns{"Trial", why ? "Status" : "Value", "Seconds"};
    for (const Parameter& parameter : space_.parameters()) columns.push_back(escape(parameter.name));
    if (why) columns.push_back("Why");
    HtmlTable table(rows.size() > most
                        ? fmt::format("The first {} of {}; all are in results.csv", most, rows.size())
                    : why      ? "Trials, by number"
                    : several_ ? "Trials of the front, by number"
                               : "Trials, best first",
                    columns);
    for (std::size_t k = 0; k < std::min(most, rows.size()); ++k) {
      const TrialRow& row = *rows[k];
      std::vector<std::string> cells{fmt::to_string(row.number),
                                     row.values.empty() ? escape(row.status) : joined(row.values),
                                     fmt::format("{:.1f}", row.seconds)};
      for (const auto& value : tuning_.assignment(row.number))
        cells.push_back(value ? escape(short_text(*value)) : "");
      if (why) cells.push_back(escape(row.reason));
      table.add(std::move(cells));
    }
    return table.html();
  }

  static std::string joined(const std::vector<double>& values) {
    return fmt::format("{:.9g}", fmt::join(values, "; "));
  }

  static bool is_log(const Parameter& parameter) {
    return parameter.kind == Kind::log || parameter.kind == Kind::log_integer;
  }

  static double place(const Parameter& parameter, const ParameterValue& value) {
    if (!parameter.values.empty())
      return static_cast<double>(std::find(parameter.values.begin(), parameter.values.end(), value) -
                                 parameter.values.begin());
    const double number = std::holds_alternative<double>(value)
                              ? std::get<double>(value)
                              : static_cast<double>(std::get<std::int64_t>(value));
    return is_log(parameter) ? std::log(number) : number;
  }

  static std::pair<double, double> ends(const Parameter& parameter) {
    if (!parameter.values.empty()) return {0, static_cast<double>(parameter.values.size() - 1)};
    const bool log = is_log(parameter);
    return {log ? std::log(parameter.lower) : parameter.lower,
            log ? std::log(parameter.upper) : parameter.upper};
  }

  // Values of a parameter from one end to the other.
  static std::vector<ParameterValue> across(const Parameter& parameter) {
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

  std::string slice(std::size_t i) const {
    const Parameter& parameter = space_.parameters()[i];
    if (is_frozen(parameter)) return "";
    Plot::Axis x{parameter.name, parameter.lower, parameter.upper, {}, is_log(parameter)};
    if (x.log) {
      x.low = std::log(x.low);
      x.high = std::log(x.high);
    }
    for (const ParameterValue& value : parameter.values) x.ticks.push_back(to_text(value));
    const double room = 0.05 * (values_.high - values_.low);
    Plot plot(x, {tuning_.objectives().front().name, values_.low - room, values_.high + room, {}, false}, 340,
              230);
    Plot::Points seen, middle, lower, upper;
    for (const auto& [number, row] : tuning_.trials()) {
      const auto value = row.values.empty() ? std::nullopt : tuning_.assignment(number)[i];
      if (value) seen.emplace_back(place(parameter, *value), row.values[0]);
    }
    if (model_ != nullptr)
      for (const ParameterValue& value : across(parameter)) {
        const auto point = space_.changed(tuning_.point(*tuning_.best()), i, value);
        if (!point) continue;
        const auto said = model_->predict(*point);
        if (!said) break;
        const double sign = tuning_.maximise() ? 1 : -1;
        middle.emplace_back(place(parameter, value), sign * said->median);
        lower.emplace_back(place(parameter, value), sign * said->lower);
        upper.emplace_back(place(parameter, value), sign * said->upper);
      }
    if (!middle.empty()) {
      plot.band(lower, upper, 0);
      plot.line(middle, 0);
    }
    plot.dots(seen, 6, true);
    return plot.svg(fmt::format("The value against {}", parameter.name));
  }

  const Tuning& tuning_;
  const ParameterSpace& space_;
  const BayesianOptimiser* model_;
  bool several_;  // objectives
  Range values_;
};

}  // namespace

std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command) {
  const Report report(tuning);
  std::string body = report.best();
  if (!command.empty()) body += fmt::format("<p><code>{}</code></p>\n", escape(command));
  body += report.front() + report.incumbent() + report.parallel() + report.slices() + report.relevances() +
          report.trials();
  return html_page("Tuning report", heading, body, "");
}

}  // namespace bora
