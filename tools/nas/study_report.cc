#include "tools/nas/study_report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "common/whole_file.h"
#include "data/csv_fields.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/plot.h"

namespace bora {
namespace {

std::string evaluations_text(const std::optional<int>& evaluations, int budget) {
  return evaluations ? fmt::to_string(*evaluations) : fmt::format("> {}", budget);
}

std::string heading_text(const TabularBenchmark& benchmark, const StudyConfig& options) {
  return fmt::format(
      "{} architectures of {}{}, {}{}: best {:.3f}%; {} at a time", benchmark.size(), options.space,
      benchmark.left_out() > 0 ? fmt::format(" ({} without a value left out)", benchmark.left_out()) : "",
      benchmark.objective(), benchmark.of_shares() ? " (shares of 1, here in percent)" : "",
      benchmark.best_accuracy(), options.batch);
}

std::string curves(const std::vector<StrategyFigures>& figures, int budget) {
  double low = std::numeric_limits<double>::infinity(), high = 0;
  const auto shown = [](double regret) { return std::log10(std::max(regret, 1e-3)); };
  for (const auto& strategy : figures)
    for (const auto& at : strategy.at) {
      if (at.evaluations < std::min(5, budget)) continue;
      low = std::min(low, shown(at.regret));
      high = std::max(high, shown(at.regret));
    }
  if (!(low <= high)) return "";
  Plot plot({"evaluations", 1, static_cast<double>(budget), {}, false},
            {"regret, percentage points", low * std::log(10.0), high * std::log(10.0), {}, true}, 760, 340);
  std::string legend;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    Plot::Points middle, lower, upper;
    for (const auto& at : figures[i].at) {
      const auto point = [&](double regret) {
        return std::pair(static_cast<double>(at.evaluations),
                         std::clamp(shown(regret), low, high) * std::log(10.0));
      };
      middle.push_back(point(at.regret));
      lower.push_back(point(at.regret - at.regret_half));
      upper.push_back(point(at.regret + at.regret_half));
    }
    const int colour = static_cast<int>(i % 8);
    plot.band(lower, upper, colour);
    plot.line(middle, colour, true, figures[i].strategy);
    legend += fmt::format("<li><span class=\"swatch\" style=\"--colour:var(--attack-{})\"></span>{}</li>\n",
                          colour, escape(figures[i].strategy));
  }
  return "<h2>Regret</h2>\n" + plot.svg("Regret of the best architecture so far, by evaluations") +
         "<ul class=\"key\">" + legend +
         "</ul>\n<p class=\"quiet\">How far the best architecture so far is from the best of the "
         "table: mean over seeds, and its 95% interval. Below 0.001 nothing is drawn.</p>\n";
}

}  // namespace

std::string study_text(const std::vector<StrategyFigures>& figures, const TabularBenchmark& benchmark,
                       const StudyConfig& options) {
  const auto shown = shown_evaluations(options.budget);
  std::string out = heading_text(benchmark, options) + "\n\n| strategy | seeds |";
  for (const int evaluations : shown) out += fmt::format(" regret at {} |", evaluations);
  for (const int evaluations : shown) out += fmt::format(" found by {} |", evaluations);
  out += " median | 95% | ms |\n|---|---:|";
  for (std::size_t i = 0; i < 2 * shown.size() + 3; ++i) out += "---:|";
  out += '\n';
  for (const StrategyFigures& strategy : figures) {
    out += fmt::format("| {} | {} |", strategy.strategy, strategy.seeds);
    if (strategy.seeds == 0) {
      for (std::size_t i = 0; i < 2 * shown.size() + 3; ++i) out += " n/a |";
      out += '\n';
      continue;
    }
    for (const int evaluations : shown) {
      const auto& at = strategy.at[static_cast<std::size_t>(evaluations - 1)];
      out += fmt::format(" {:.3f} ± {:.3f} |", at.regret, at.regret_half);
    }
    for (const int evaluations : shown) {
      const auto& at = strategy.at[static_cast<std::size_t>(evaluations - 1)];
      out += fmt::format(" {:.0f}% [{:.0f}, {:.0f}] |", 100 * at.found, 100 * at.found_interval.low,
                         100 * at.found_interval.high);
    }
    out += fmt::format(" {} | {} | {:.1f} |\n", evaluations_text(strategy.median, options.budget),
                       evaluations_text(strategy.quantile95, options.budget), 1e3 * strategy.seconds);
  }
  return out +
         "\nregret: of the best accuracy so far, percentage points, mean and 95% interval over seeds; found: "
         "share of seeds\nthat met the best accuracy, Wilson's interval; median, 95%: evaluations until so "
         "many "
         "seeds had; ms: to choose one.\n";
}

void write_study_report(const std::filesystem::path& folder, const std::vector<StrategyFigures>& figures,
                        const TabularBenchmark& benchmark, const StudyConfig& options) {
  std::string csv = "strategy,seeds,evaluations,regret,regret_half,found,found_low,found_high\n";
  for (const StrategyFigures& strategy : figures)
    for (const auto& at : strategy.at)
      csv += fmt::format("{},{},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", csv_field(strategy.strategy),
                         strategy.seeds, at.evaluations, at.regret, at.regret_half, at.found,
                         at.found_interval.low, at.found_interval.high);
  write_whole_file(folder / "summary.csv", csv);

  const auto shown = shown_evaluations(options.budget);
  std::vector<std::string> columns{"strategy", "seeds"};
  for (const int evaluations : shown) columns.push_back(fmt::format("regret at {}", evaluations));
  for (const int evaluations : shown) columns.push_back(fmt::format("found by {}", evaluations));
  columns.insert(columns.end(), {"median", "95%"});
  HtmlTable table("Strategies", columns);
  for (const StrategyFigures& strategy : figures) {
    if (strategy.seeds == 0) continue;
    std::vector<std::string> row{breakable(strategy.strategy), fmt::to_string(strategy.seeds)};
    for (const int evaluations : shown) {
      const auto& at = strategy.at[static_cast<std::size_t>(evaluations - 1)];
      row.push_back(fmt::format("{:.3f} ± {:.3f}", at.regret, at.regret_half));
    }
    for (const int evaluations : shown) {
      const auto& at = strategy.at[static_cast<std::size_t>(evaluations - 1)];
      row.push_back(figure_cell(fmt::format("{:.0f}% [{:.0f}, {:.0f}]", 100 * at.found,
                                            100 * at.found_interval.low, 100 * at.found_interval.high)));
    }
    row.push_back(escape(evaluations_text(strategy.median, options.budget)));
    row.push_back(escape(evaluations_text(strategy.quantile95, options.budget)));
    table.add(std::move(row));
  }
  const std::string body =
      fmt::format("<p class=\"lead\">{}.</p>\n", escape(heading_text(benchmark, options))) + table.html() +
      "<p class=\"quiet\">Regret: of the best accuracy so far, in percentage points, mean and 95% interval "
      "over "
      "seeds (Student's t). Found: share of seeds that met the best accuracy, with Wilson's 95% interval. "
      "Median, 95%: evaluations until so many seeds had.</p>\n" +
      curves(figures, options.budget);
  write_whole_file(folder / "report.html",
                   html_page("Architecture search", "Strategies on " + options.space, body, ""));
}

}  // namespace bora
