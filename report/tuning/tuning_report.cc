#include <algorithm>

#include <fmt/format.h>

#include "report/tuning/parameter_plots.h"
#include "report/tuning/results.h"
#include "report/tuning/tuning_page.h"
#include "report/tuning/tuning_words.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/html_text.h"
#include "report/views/html/page_template.h"
#include "tuning/trials/repeats.h"

namespace bora::report {
namespace {

/// Writer of the values of the page.
class Report {
 public:
  Report(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation)
      : tuning_(tuning),
        space_(tuning.space()),
        recommendation_(recommendation),
        words_(tuning_words(tuning, recommendation)),
        several_(tuning.objectives().size() > 1),
        plots_(tuning, models_, words_.shown_trial) {
    for (std::size_t k = 0; k < tuning.objectives().size(); ++k)
      models_.push_back(TrialsModel::fit(tuning, k));
  }

  Json page(const std::string& command, const TuningProgress& progress) const {
    Json out = {{"several", several_},
                {"best_html", html(words_.best)},
                {"expected_of_best_html", html(words_.expected_of_best)},
                {"recommended_html", html(words_.recommended)},
                {"noise", words_.noise},
                {"warnings", warnings(progress)},
                {"trials", counts_text(tuning_, progress.budget)},
                {"ended", ended_text(progress)},
                {"failures", failures_text(tuning_)},
                {"parameters", nullptr},
                {"shown_point", shown_point()},
                {"command", command},
                {"front_plots_html", front_section(tuning_)},
                {"front_table_html", front_table()},
                {"progress_html", progress_section(tuning_, recommendation_)},
                {"effects_html", effects()},
                {"parallel_html", plots_.parallel()},
                {"planes_html", plots_.planes()},
                {"slices", slices()}};
    if (words_.shown_trial && !several_) out["parameters"] = {{"list", parameters_of(*words_.shown_trial)}};
    add_trials(out);
    return out;
  }

 private:
  Json warnings(const TuningProgress& progress) const {
    std::vector<std::string> out = progress.warnings;
    if (!words_.warning.empty()) out.insert(out.begin(), words_.warning);
    return out;
  }

  // Returns the name of the point that charts emphasise and vary.
  const char* shown_point() const {
    if (several_) return "the first trial of the front";
    return recommendation_ ? "the recommended point" : "the best point";
  }

  // Returns the plots of each objective against each parameter, at most 48; see ParameterPlots::slice.
  Json slices() const {
    if (!tuning_.best()) return Json();
    constexpr std::size_t kMostPanels = 48;
    Json objectives = Json::array();
    std::size_t panels = 0;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      std::string of_objective;
      for (std::size_t i = 0; i < space_.parameters().size() && panels < kMostPanels; ++i) {
        of_objective += plots_.slice(i, k);
        ++panels;
      }
      if (!of_objective.empty())
        objectives.push_back({{"name", tuning_.objectives()[k].name}, {"panels_html", of_objective}});
    }
    return {{"objectives", std::move(objectives)}};
  }

  // Returns a table for each objective with the parameters by descending effect.
  std::string effects() const {
    std::string tables;
    for (std::size_t k = 0; k < models_.size(); ++k) {
      if (!models_[k]) continue;
      const std::vector<double> effects = models_[k]->effects();
      const std::vector<std::size_t> order = parameters_by_effect(space_, effects);
      if (order.size() < 2) continue;
      ReportTable table{several_ ? escape(tuning_.objectives()[k].name) : "Most important first",
                        {"Parameter", "Share", "0 to 100%"}};
      for (const std::size_t i : order)
        table.add(
            {escape(space_.parameters()[i].name), fmt::format("{:.1f}%", 100 * effects[i]), bar(effects[i])});
      tables += html_table(table);
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

  // Returns a table of the first `most` of the trials. `why`: they have no value; the table shows status and
  // reason instead of values.
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
    if (why) columns.push_back("Reason");
    const std::string first = fmt::format("The first {} of {}; all are in results.csv", most, rows.size());
    ReportTable table{rows.size() > most ? first : caption, std::move(columns)};
    for (std::size_t k = 0; k < std::min(most, rows.size()); ++k) {
      const TrialRow& row = *rows[k];
      std::vector<std::string>& cells = table.add({fmt::to_string(row.number)});
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
    }
    return html_table(table);
  }

  const Tuning& tuning_;
  const ParameterSpace& space_;
  const std::optional<RecommendedPoint>& recommendation_;
  TuningWords words_;
  bool several_;  // whether there are several objectives
  TrialsModels models_;
  ParameterPlots plots_;
};

}  // namespace

std::string tuning_report(const Tuning& tuning, const std::string& heading, const std::string& command,
                          const TuningProgress& progress,
                          const std::optional<RecommendedPoint>& recommendation) {
  const Json page = Report(tuning, recommendation).page(command, progress);
  return html_page("Tuning report", heading, fill_template("tuning", page, tuning_templates()), "");
}

}  // namespace bora::report
