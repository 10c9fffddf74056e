#include "report/tuning/tuning_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/tuning/results.h"
#include "report/tuning/tuning_page.h"
#include "report/tuning/tuning_progress.h"
#include "report/tuning/tuning_words.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/html_text.h"
#include "report/views/html/page_template.h"
#include "report/views/html/plot.h"
#include "tuning/trials/repeats.h"
#include "tuning/trials_model.h"

namespace bora::report {
namespace {

using Kind = Parameter::Kind;

class Report {
 public:
  Report(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation)
      : tuning_(tuning),
        space_(tuning.space()),
        recommendation_(recommendation),
        words_(tuning_words(tuning, recommendation)),
        several_(tuning.objectives().size() > 1) {
    for (std::size_t k = 0; k < tuning.objectives().size(); ++k) {
      models_.push_back(TrialsModel::fit(tuning, k));
      values_.emplace_back();
      for (const auto& [number, row] : tuning.trials())
        if (!row.values.empty()) values_.back().add(row.values[k]);
    }
  }

  Json page(const std::string& command) const {
    Json out = {{"several", several_},
                {"best_html", html(words_.best)},
                {"expected_of_best_html", html(words_.expected_of_best)},
                {"recommended_html", html(words_.recommended)},
                {"noise", words_.noise},
                {"parameters", nullptr},
                {"shown_point", shown_point()},
                {"command", command},
                {"front_plots_html", front_section(tuning_)},
                {"front_table_html", front_table()},
                {"progress_html", progress_section(tuning_, recommendation_)},
                {"effects_html", effects()},
                {"parallel_html", parallel()},
                {"slices", slices()}};
    if (words_.shown_trial && !several_) out["parameters"] = {{"list", parameters_of(*words_.shown_trial)}};
    add_trials(out);
    return out;
  }

 private:
  // Returns the name of the point that charts emphasise and vary.
  const char* shown_point() const {
    if (several_) return "the first trial of the front";
    return recommendation_ ? "the recommended point" : "the best point";
  }

  // Each parameter against each objective, and what the model says along it from one point.
  Json slices() const {
    if (!tuning_.best()) return Json();
    constexpr std::size_t kMostPanels = 48;
    Json objectives = Json::array();
    std::size_t panels = 0;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      std::string of_objective;
      for (std::size_t i = 0; i < space_.parameters().size() && panels < kMostPanels; ++i) {
        of_objective += slice(i, k);
        ++panels;
      }
      if (!of_objective.empty())
        objectives.push_back({{"name", tuning_.objectives()[k].name}, {"panels_html", of_objective}});
    }
    return {{"objectives", std::move(objectives)}};
  }

  // Every trial a line across all parameters; the darker, the better. Of several objectives, the front.
  std::string parallel() const {
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

  // Each objective's parameters, the most important first.
  std::string effects() const {
    std::string tables;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      if (!models_[k]) continue;
      const std::vector<double> effects = models_[k]->effects();
      std::vector<std::size_t> order;
      for (std::size_t i = 0; i < effects.size(); ++i)
        if (!is_frozen(space_.parameters()[i])) order.push_back(i);
      std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return effects[a] > effects[b]; });
      if (order.size() < 2) continue;
      HtmlTable table(several_ ? escape(tuning_.objectives()[k].name) : "Most important first",
                      {"Parameter", "Share", "0 to 100%"});
      for (const std::size_t i : order)
        table.add(
            {escape(space_.parameters()[i].name), fmt::format("{:.1f}%", 100 * effects[i]), bar(effects[i])});
      tables += table.html();
    }
    return tables;
  }

  std::string front_table() const {
    if (!several_ || tuning_.front().empty()) return "";
    std::vector<const TrialRow*> front;
    for (const std::int64_t trial : tuning_.front()) front.push_back(&tuning_.trials().at(trial));
    const double sign = tuning_.maximise() ? -1 : 1;
    std::ranges::stable_sort(front, {}, [&](const TrialRow* row) { return sign * row->values[0]; });
    return table_of(front, 100, false, "Trials of the front, by " + escape(tuning_.objectives()[0].name));
  }

  // Adds the tables of trials: those with a value, those that break a constraint, and those without a value.
  void add_trials(Json& page) const {
    std::vector<const TrialRow*> order, broken, others;
    for (const auto& [number, row] : tuning_.trials()) {
      if (row.values.empty())
        others.push_back(&row);
      else
        (tuning_.feasible(row) ? order : broken).push_back(&row);
    }
    std::stable_sort(order.begin(), order.end(), [&](const TrialRow* a, const TrialRow* b) {
      return tuning_.maximise() ? a->values[0] > b->values[0] : a->values[0] < b->values[0];
    });
    if (several_) order.clear();
    page["best_trials_html"] = table_of(order, 20, false, "Trials, best first");
    page["broken_html"] = table_of(broken, 50, false, "Trials, by number");
    page["failed_html"] = table_of(others, 50, true, "Trials, by number");
  }

  // Returns whether a trial is of the front, the recommended one, or the best.
  bool stands_out(std::int64_t trial) const {
    if (several_) return std::ranges::count(tuning_.front(), trial) > 0;
    return trial == words_.shown_trial.value_or(0);
  }

  Json parameters_of(std::int64_t trial) const {
    const Assignment values = tuning_.assignment(trial);
    Json out = Json::array();
    for (std::size_t i = 0; i < values.size(); ++i)
      out.push_back(
          {{"name", space_.parameters()[i].name}, {"value", values[i] ? short_text(*values[i]) : ""}});
    return out;
  }

  static std::string bar(double share) {
    constexpr double kWidth = 160;
    return fmt::format(
        "<svg viewBox=\"0 0 {0} 10\" width=\"{0}\" height=\"10\" aria-hidden=\"true\"><rect "
        "width=\"{1:.1f}\" height=\"10\" fill=\"var(--attack-0)\"/></svg>",
        kWidth, std::max(1.0, kWidth * share));
  }

  std::string table_of(const std::vector<const TrialRow*>& rows, std::size_t most, bool why,
                       const std::string& caption) const {
    if (rows.empty()) return "";
    std::vector<std::string> columns{"Trial"};
    const bool repeated =
        !why && std::ranges::any_of(rows, [](const TrialRow* row) { return row->repeats.size() > 1; });
    if (why) columns.emplace_back("Status");
    for (const Objective& objective : tuning_.objectives()) {
      if (!why) columns.push_back(several_ ? escape(objective.name) : "Value");
      if (repeated) columns.emplace_back("Standard error");
    }
    const bool timed =
        std::ranges::none_of(tuning_.objectives(), [](const auto& o) { return o.name == "seconds"; });
    if (!why)
      for (const OutcomeBound& bound : tuning_.bounds()) columns.push_back(escape(bound.text()));
    if (timed || why) columns.emplace_back("Seconds");
    for (const Parameter& parameter : space_.parameters()) columns.push_back(escape(parameter.name));
    if (why) columns.push_back("Why");
    const std::string first = fmt::format("The first {} of {}; all are in results.csv", most, rows.size());
    HtmlTable table(rows.size() > most ? first : caption, columns);
    for (std::size_t k = 0; k < std::min(most, rows.size()); ++k) {
      const TrialRow& row = *rows[k];
      std::vector<std::string> cells{fmt::to_string(row.number)};
      if (why) cells.push_back(escape(row.status));
      const std::size_t objectives = tuning_.objectives().size();
      for (std::size_t o = 0; o < (why ? 0 : objectives); ++o) {
        cells.push_back(fmt::format("{:.9g}", row.values[o]));
        const auto error = standard_error(row, o);
        if (repeated) cells.push_back(error ? fmt::format("{:.3g}", *error) : "");
      }
      for (std::size_t b = 0; b < (why ? 0 : tuning_.bounds().size()); ++b) {
        const double value = row.values[objectives + b];
        cells.push_back(tuning_.bounds()[b].kept(value) ? fmt::format("{:.6g}", value)
                                                        : fmt::format("<strong>{:.6g}</strong>", value));
      }
      if (timed || why) cells.push_back(fmt::format("{:.1f}", row.seconds));
      for (const auto& value : tuning_.assignment(row.number))
        cells.push_back(value ? escape(short_text(*value)) : "");
      if (why) cells.push_back(escape(row.reason));
      table.add(std::move(cells));
    }
    return table.html();
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

  std::string slice(std::size_t i, std::size_t k) const {
    const Parameter& parameter = space_.parameters()[i];
    if (is_frozen(parameter)) return "";
    const Objective& objective = tuning_.objectives()[k];
    Plot::Axis x{parameter.name, parameter.lower, parameter.upper, {}, is_log(parameter)};
    if (x.log) {
      x.low = std::log(x.low);
      x.high = std::log(x.high);
    }
    for (const ParameterValue& value : parameter.values) x.ticks.push_back(to_text(value));
    const double room = 0.05 * (values_[k].high - values_[k].low);
    Plot plot(x, {objective.name, values_[k].low - room, values_[k].high + room, {}, false}, 328, 230);
    Plot::Points seen, broken, front, middle, lower, upper;
    for (const auto& [number, row] : tuning_.trials()) {
      const auto value = row.values.empty() ? std::nullopt : tuning_.assignment(number)[i];
      if (!value) continue;
      Plot::Points& to = several_ && stands_out(number) ? front : seen;
      (tuning_.feasible(row) ? to : broken).emplace_back(place(parameter, *value), row.values[k]);
    }
    const std::int64_t base = *words_.shown_trial;
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

  const Tuning& tuning_;
  const ParameterSpace& space_;
  const std::optional<RecommendedPoint>& recommendation_;
  TuningWords words_;
  bool several_;                                    // objectives
  std::vector<std::optional<TrialsModel>> models_;  // an objective each
  std::vector<Range> values_;                       // an objective each
};

}  // namespace

std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command,
                          const std::optional<RecommendedPoint>& recommendation) {
  const Json page = Report(tuning, recommendation).page(command);
  return html_page("Tuning report", heading, fill_template("tuning", page, tuning_templates()), "");
}

}  // namespace bora::report
