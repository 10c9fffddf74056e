#include "report/search/search_reports.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "report/search/search_page.h"
#include "report/views/html/html_text.h"
#include "report/views/html/plot.h"
#include "report/words/report_table.h"

namespace bora::report {
namespace {

std::string evaluations_text(const std::optional<int>& evaluations, int budget) {
  return evaluations ? fmt::to_string(*evaluations) : fmt::format("> {}", budget);
}

// Returns remarks on the objective in brackets; "" if there are none.
std::string remarks_text(const TabularBenchmark& benchmark) {
  std::vector<std::string> remarks;
  if (benchmark.minimised()) remarks.emplace_back("minimised");
  if (!benchmark.doubt_about_direction().empty()) remarks.emplace_back("maximised");
  if (benchmark.of_shares()) remarks.emplace_back("shares of 1, here in percent");
  return remarks.empty() ? "" : " (" + join(remarks, "; ") + ")";
}

std::string heading_text(const TabularBenchmark& benchmark, const StudyConfig& options) {
  std::string observed;
  if (const auto& columns = benchmark.observations().columns; !columns.empty())
    observed = fmt::format("; observed: {}{}", columns.size() > 1 ? "one drawn of " : "", join(columns));
  if (benchmark.observations().noise > 0)
    observed += fmt::format("; noise of {:g} points", benchmark.observations().noise);
  return fmt::format(
      "{} architectures of {}{}, {}{}: best {:.3f}%; {} at a time{}", benchmark.size(), options.space,
      benchmark.left_out() > 0 ? fmt::format(" ({} without a value left out)", benchmark.left_out()) : "",
      benchmark.objective(), remarks_text(benchmark),
      benchmark.minimised() ? 100 - benchmark.best_accuracy() : benchmark.best_accuracy(), options.batch,
      observed);
}

// Returns the definition of regret in a study.
std::string regret_text(const TabularBenchmark& benchmark) {
  return benchmark.minimised() ? "value of the best architecture so far minus the smallest value of the table"
                               : "largest accuracy of the table minus that of the best architecture so far";
}

// Returns a plot of the regret of each strategy on a logarithmic axis; "" if there is nothing to draw.
std::string curves(const std::vector<StrategyFigures>& figures, int budget) {
  constexpr double kSmallest = 1e-3;  // smallest regret that the axis shows
  double low = std::numeric_limits<double>::infinity(), high = 1;
  for (const auto& strategy : figures)
    for (const auto& at : strategy.at) {
      if (at.evaluations < std::min(5, budget)) continue;
      low = std::min(low, std::max(at.regret, kSmallest));
      high = std::max(high, std::max(at.regret, kSmallest));
    }
  if (!(low <= high)) return "";
  Plot plot({"evaluations", 1, static_cast<double>(budget)},
            {"regret, percentage points", std::log(low), std::log(high), {}, true}, 760, 340);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    Plot::Points middle, lower, upper;
    for (const auto& at : figures[i].at) {
      const auto point = [&](double regret) {
        return std::pair(static_cast<double>(at.evaluations), std::log(std::max(regret, 0.0)));
      };
      middle.push_back(point(at.regret));
      lower.push_back(point(at.regret - at.regret_half));
      upper.push_back(point(at.regret + at.regret_half));
    }
    const int colour = static_cast<int>(i % 8);
    plot.band(lower, upper, colour);
    plot.line(middle, colour, true, figures[i].strategy);
  }
  return plot.svg("Regret of the best architecture so far, by evaluations");
}

ReportTable table_of(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                     int budget) {
  const auto shown = shown_evaluations(budget);
  ReportTable table;
  table.columns = {"strategy", "seeds"};
  for (const int evaluations : shown) table.columns.push_back(fmt::format("regret at {}", evaluations));
  for (const int evaluations : shown) table.columns.push_back(fmt::format("found by {}", evaluations));
  table.columns.insert(table.columns.end(), {"median", "95%", "ms"});
  for (const StrategyFigures& strategy : figures) {
    std::vector<std::string> row{strategy.strategy, fmt::to_string(strategy.seeds)};
    if (strategy.seeds > 0) {
      const auto at = [&](int evaluations) { return strategy.at[static_cast<std::size_t>(evaluations - 1)]; };
      for (const int evaluations : shown)
        row.push_back(strategy.seeds > 1 ? fmt::format("{:.3f} ± {:.3f}", at(evaluations).regret,
                                                       at(evaluations).regret_half)
                                         : fmt::format("{:.3f}", at(evaluations).regret));
      for (const int evaluations : shown) {
        const Interval& found = at(evaluations).found_interval;
        row.push_back(fmt::format("{:.0f}% [{:.0f}, {:.0f}]", 100 * at(evaluations).found, 100 * found.low,
                                  100 * found.high));
      }
      row.insert(row.end(),
                 {evaluations_text(strategy.median, budget), evaluations_text(strategy.quantile95, budget),
                  fmt::format("{:.1f}", 1e3 * strategy.seconds)});
    }
    row.resize(table.columns.size(), "n/a");
    table.rows.push_back(std::move(row));
  }
  table.caption = fmt::format(
      "Regret: {}, in percentage points; mean over seeds with its 95% interval (Student's t). Found: share of seeds "
      "that found the {}, with its Wilson score interval (95%). Median, 95%: evaluations until this share of seeds had "
      "found it. ms: time to choose an architecture.",
      regret_text(benchmark), benchmark.minimised() ? "smallest value" : "largest accuracy");
  return table;
}

}  // namespace

std::string study_text(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                       const StudyConfig& options) {
  return heading_text(benchmark, options) + "\n\n" + markdown(table_of(figures, benchmark, options.budget));
}

void write_study_report(const std::filesystem::path& folder, const std::vector<StrategyFigures>& figures,
                        const TabularBenchmark& benchmark, const StudyConfig& options) {
  std::string csv = "strategy,seeds,evaluations,regret,regret_half,found,found_low,found_high\n";
  for (const StrategyFigures& strategy : figures)
    for (const auto& at : strategy.at)
      csv += fmt::format("{},{},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", csv_field(strategy.strategy),
                         strategy.seeds, at.evaluations, at.regret, at.regret_half, at.found,
                         at.found_interval.low, at.found_interval.high);
  write_atomically(folder / "summary.csv", csv);

  std::vector<std::string> strategies;
  for (const StrategyFigures& strategy : figures) strategies.push_back(strategy.strategy);
  write_search_page(folder, "Architecture search", "Strategies on " + options.space, "study",
                    {{"lead", heading_text(benchmark, options)},
                     {"warning", benchmark.doubt_about_direction()},
                     {"regret", regret_text(benchmark)},
                     {"table_html", html(table_of(figures, benchmark, options.budget))},
                     {"curves_html", curves(figures, options.budget)},
                     {"key", key_values(strategies)}});
}

}  // namespace bora::report
