#include "report/views/formats/comparison_formats.h"

#include <fmt/format.h>

#include "common/text.h"
#include "report/figures/comparisons/run_verdicts.h"
#include "report/statistics/holm.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/html_text.h"
#include "report/words/format.h"
#include "report/words/paper_tables.h"
#include "report/words/report_table.h"

namespace bora::report {
namespace {

constexpr int kComparisonFormat = 1;

std::string meaning(const RunComparison& comparison) {
  return comparison.of_models ? "Better: the second run's model is fooled significantly less often than the "
                                "first's; worse: more often."
                              : "Less often: an attack of the second run succeeds significantly less often "
                                "than that of the first. The runs differ in more than their model, or have "
                                "the same one, so no model is called better.";
}

std::string caption(const RunComparison& comparison, const RunVerdicts& said) {
  std::string text =
      meaning(comparison) +
      fmt::format(
          " Within {}. Difference of shares fooled, first minus second, with the 95% interval of a bootstrap "
          "over inputs. p: McNemar's exact test on pairs, two-sided, inputs independent; adjusted by Holm's "
          "method for all {} of this comparison; a difference is shown where the adjusted p is below {:g}.",
          count_of(comparison.points.back(), "query", "queries"), count_of(said.tests, "test"),
          kSignificance);
  if (!comparison.robust) return text;
  const RobustComparison& robust = *comparison.robust;
  text += fmt::format(" Robust accuracy: under {} together, on the {} in both runs", join(robust.attacks),
                      count_of(robust.fooled.pairs, "input"));
  if (robust.undecided > 0) text += fmt::format(", {} more undecided", robust.undecided);
  if (robust.only_first + robust.only_second > 0)
    text += fmt::format("; {} and {} were looked at by one run alone (--stretch makes runs on the same)",
                        robust.only_first, robust.only_second);
  return text + ".";
}

/// "58.0%", of the pairs.
std::string share(int count, int pairs) {
  return percent(static_cast<double>(count) / pairs);
}

ReportTable verdict_table(const RunComparison& comparison, const RunVerdicts& said) {
  ReportTable table{caption(comparison, said),
                    {},
                    {"Of", "Verdict", "Pairs", "Fooled, first", "Fooled, second",
                     "Difference in % points [95%]", "p", "p adjusted"},
                    {}};
  for (const RunVerdict& verdict : said.verdicts) {
    const PairedDifference& fooled = verdict.fooled;
    table.rows.push_back({verdict.about, verdict.word, grouped(fooled.pairs),
                          share(fooled.both + fooled.only_first, fooled.pairs),
                          share(fooled.both + fooled.only_second, fooled.pairs), difference(fooled),
                          p_text(verdict.p), p_text(verdict.adjusted_p)});
  }
  return table;
}

Json verdict_json(const RunVerdict& verdict) {
  const PairedDifference& fooled = verdict.fooled;
  return {{"about", verdict.about},
          {"verdict", verdict.word},
          {"pairs", fooled.pairs},
          {"only_first", fooled.only_first},
          {"only_second", fooled.only_second},
          {"both", fooled.both},
          {"neither", fooled.neither()},
          {"difference", maybe(fooled.difference)},
          {"interval", maybe(fooled.interval)},
          {"mcnemar_p", maybe(verdict.p)},
          {"adjusted_p", maybe(verdict.adjusted_p)}};
}

Json robust_json(const std::optional<RobustComparison>& robust) {
  if (!robust) return Json();
  return {{"attacks", robust->attacks},
          {"inputs", robust->fooled.pairs},
          {"undecided", robust->undecided},
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
  std::string body;
  for (std::size_t c = 0; c < comparisons.size(); ++c) {
    const RunComparison& comparison = comparisons[c];
    const std::string title = breakable(comparison.first) + " against " + breakable(comparison.second);
    body += "<section>\n<h2>" + title + "</h2>\n<ul>";
    for (const std::string& each : comparison.differences) body += "<li>" + escape(each) + "</li>\n";
    body += "</ul>\n" + html(verdict_table(comparison, said[c])) +
            html(comparison_table(comparison.attacks, comparison.points)) +
            html(checkpoint_table(comparison.attacks, comparison.points)) + "</section>\n";
  }
  return html_page("Attack against attack", "Runs compared, instance by instance", body, "");
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
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bora::report
