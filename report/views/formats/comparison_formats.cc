#include "report/views/formats/comparison_formats.h"

#include <fmt/format.h>

#include "common/json.h"
#include "report/figures/comparisons/run_verdicts.h"
#include "report/statistics/significance.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/html_text.h"
#include "report/views/html/page_template.h"
#include "report/words/comparison_words.h"
#include "report/words/report_table.h"

namespace bora::report {
namespace {

constexpr int kComparisonFormat = 1;

Json verdict_json(const RunVerdict& verdict) {
  const PairedDifference& fooled = verdict.fooled;
  return {{"about", verdict.about},
          {"verdict", verdict.word},
          {"pairs", fooled.pairs},
          {"unknown", fooled.unknown},
          {"share_first", maybe(fooled.first)},
          {"share_second", maybe(fooled.second)},
          {"only_first", fooled.only_first},
          {"only_second", fooled.only_second},
          {"both", fooled.both},
          {"neither", fooled.neither()},
          {"difference", maybe(fooled.difference)},
          {"interval", maybe(fooled.interval)},
          {"mcnemar_p", maybe(fooled.p)},
          {"adjusted_p", maybe(verdict.adjusted_p)}};
}

Json robust_json(const std::optional<RobustComparison>& robust) {
  if (!robust) return Json();
  return {{"attacks", robust->attacks},
          {"inputs", robust->fooled.pairs + robust->fooled.unknown},
          {"undecided", robust->fooled.unknown},
          {"only_first_run", robust->only_first},
          {"only_second_run", robust->only_second}};
}

}  // namespace

std::string comparison_markdown(const std::vector<RunComparison>& comparisons) {
  const std::vector<RunVerdicts> said = judge(comparisons);
  std::string out;
  for (std::size_t c = 0; c < comparisons.size(); ++c) {
    const RunComparison& comparison = comparisons[c];
    if (c > 0) out += "\n";
    out += fmt::format("# {} against {}\n\n", escape_markdown(comparison.first),
                       escape_markdown(comparison.second));
    for (const std::string& each : comparison.differences) out += "- " + escape_markdown(each) + "\n";
    if (!comparison.differences.empty()) out += "\n";
    out += markdown(verdict_table(comparison, said[c])) + "\n" +
           markdown(comparison_table(comparison.attacks, comparison.points)) + "\n" +
           markdown(checkpoint_table(comparison.attacks, comparison.points));
  }
  return out;
}

std::string comparison_html(const std::vector<RunComparison>& comparisons) {
  const std::vector<RunVerdicts> said = judge(comparisons);
  Json list = Json::array();
  for (std::size_t c = 0; c < comparisons.size(); ++c) {
    const RunComparison& comparison = comparisons[c];
    list.push_back({{"first_html", breakable(comparison.first)},
                    {"second_html", breakable(comparison.second)},
                    {"differences", comparison.differences},
                    {"verdicts_html", html(verdict_table(comparison, said[c]))},
                    {"last_html", html(comparison_table(comparison.attacks, comparison.points))},
                    {"fewer_html", html(checkpoint_table(comparison.attacks, comparison.points))}});
  }
  return html_page("Attack against attack", "Runs compared, instance by instance",
                   fill_template("comparison", {{"comparisons", std::move(list)}}), "");
}

std::string comparison_json(const std::vector<RunComparison>& comparisons) {
  const std::vector<RunVerdicts> said = judge(comparisons);
  Json json = {{"format", kComparisonFormat},
               {"adjustment", "holm"},
               {"tests", said.empty() ? 0 : said.front().tests},
               {"level", kSignificance},
               {"comparisons", Json::array()}};
  for (std::size_t c = 0; c < comparisons.size(); ++c) {
    const RunComparison& comparison = comparisons[c];
    Json entry = {{"first", comparison.first},
                  {"second", comparison.second},
                  {"differences", comparison.differences},
                  {"of_models", comparison.of_models},
                  {"queries", comparison.points.back()},
                  {"verdicts", Json::array()},
                  {"robust_accuracy", robust_json(comparison.robust)},
                  {"attacks", Json::array()}};
    for (const RunVerdict& verdict : said[c].verdicts) entry["verdicts"].push_back(verdict_json(verdict));
    for (const AttackComparison& attack : comparison.attacks)
      entry["attacks"].push_back(bora::report::comparison_json(attack, comparison.points));
    json["comparisons"].push_back(std::move(entry));
  }
  return json_text(json, 2) + "\n";
}

}  // namespace bora::report
