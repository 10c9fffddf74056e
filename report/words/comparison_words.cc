#include "report/words/comparison_words.h"

#include <fmt/format.h>

#include "common/text.h"
#include "report/figures/run_texts.h"
#include "report/statistics/significance.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

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
          "method for all {} of this comparison; a difference is shown where the adjusted p is below {:g}. An "
          "open pair has an instance that was cut short or failed; p assumes that these instances favour the side "
          "that is behind.",
          count_of(comparison.points.back(), "query", "queries"), count_of(said.tests, "test"),
          kSignificance);
  if (!comparison.robust) return text;
  const RobustComparison& robust = *comparison.robust;
  text += fmt::format(" Robust accuracy: under {} together, on the {} in both runs", join(robust.attacks),
                      count_of(robust.fooled.pairs + robust.fooled.unknown, "input"));
  if (robust.fooled.unknown > 0)
    text += fmt::format(", {} of them undecided, which are assumed to favour the run that is behind",
                        grouped(robust.fooled.unknown));
  if (robust.only_first + robust.only_second > 0)
    text +=
        fmt::format("; {} and {} were looked at by one run only (--range makes both look at the same inputs)",
                    robust.only_first, robust.only_second);
  return text + ".";
}

/// Returns the number of pairs: "200", or "200 (12 open)" if outcomes of 12 are not known.
std::string pairs_text(const PairedDifference& difference) {
  const std::string all = grouped(difference.pairs + difference.unknown);
  return difference.unknown == 0 ? all : fmt::format("{} ({} open)", all, grouped(difference.unknown));
}

std::vector<std::string> counts(const PairedDifference& point) {
  return {pairs_text(point),
          grouped(point.both),
          grouped(point.only_first),
          grouped(point.only_second),
          grouped(point.neither()),
          difference(point),
          p_text(point.p)};
}

std::string comparison_name(const AttackComparison& comparison) {
  return comparison.first_label + " minus " + comparison.second_label;
}

const std::vector<std::string> kCountColumns = {
    "Pairs", "Both", "Only first", "Only second", "Neither", "Difference in % points [95%]", "p (McNemar)"};

constexpr const char* kComparisonCaption =
    "Instances (input and target) that both attacks have begun and followed so far: on how many both, only "
    "one, or neither had succeeded. The difference of success shares has the 95% interval of a bootstrap over "
    "inputs; each resample serves both attacks. p: McNemar's test, exact, two-sided; it treats inputs as "
    "independent and is not adjusted for the number of comparisons. An open pair has an instance that was cut "
    "short or failed; p assumes that these instances favour the attack that is behind. The ratio of median "
    "queries counts a failure as longer than the budget; its interval is of the same bootstrap.";

/// Replaces each word that is a path by its last part.
std::string without_paths(const std::string& text) {
  std::vector<std::string> words = split(text, ' ');
  for (std::string& word : words)
    if (word.find('/') != std::string::npos) word = without_folders(word);
  return join(words, " ");
}

std::string seeds_text(const Pool& pool) {
  return (pool.seeds.size() == 1 ? "seed " : "seeds ") + join(pool.seeds);
}

}  // namespace

ReportTable verdict_table(const RunComparison& comparison, const RunVerdicts& said) {
  ReportTable table{caption(comparison, said),
                    {"Figure", "Verdict", "Pairs", "Fooled, first", "Fooled, second",
                     "Difference in % points [95%]", "p", "p adjusted"}};
  for (const RunVerdict& verdict : said.verdicts) {
    const PairedDifference& fooled = verdict.fooled;
    table.rows.push_back({verdict.about, verdict.word, pairs_text(fooled), percent(fooled.first),
                          percent(fooled.second), difference(fooled), p_text(fooled.p),
                          p_text(verdict.adjusted_p)});
  }
  return table;
}

std::string medians_text(const MedianRatio& medians) {
  return reached(medians.first, medians.first_beyond) + " / " +
         reached(medians.second, medians.second_beyond);
}

ReportTable comparison_table(const std::vector<AttackComparison>& comparisons,
                             const std::vector<int>& points) {
  ReportTable table{
      fmt::format("Within {}. ", count_of(points.back(), "query", "queries")) + kComparisonCaption,
      {"Attacks"}};
  table.columns.insert(table.columns.end(), kCountColumns.begin(), kCountColumns.end());
  table.columns.insert(table.columns.end(), {"Medians", "Ratio of medians [95%]"});
  for (const AttackComparison& comparison : comparisons) {
    std::vector<std::string>& row = table.add({comparison_name(comparison)});
    for (std::string& cell : counts(comparison.points.back())) row.push_back(std::move(cell));
    row.push_back(medians_text(comparison.medians));
    row.push_back(median_ratio_text(comparison.medians));
  }
  return table;
}

ReportTable checkpoint_table(const std::vector<AttackComparison>& comparisons,
                             const std::vector<int>& points) {
  ReportTable table{"The same within fewer queries.", {"Attacks", "Within"}};
  table.columns.insert(table.columns.end(), kCountColumns.begin(), kCountColumns.end());
  for (const AttackComparison& comparison : comparisons) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      std::vector<std::string>& row = table.add({comparison_name(comparison), grouped(points[p])});
      for (std::string& cell : counts(comparison.points[p])) row.push_back(std::move(cell));
    }
  }
  return table;
}

std::vector<std::pair<std::string, std::string>> pool_facts(const RunRecord& run, const Pool& pool) {
  std::string model = without_folders(run.model);
  if (!run.model_sha256.empty()) model += ", sha256 " + run.model_sha256.substr(0, 12);
  std::string knows;
  if (run.prior.learn || !run.prior.substitutes.empty()) {
    RunRecord named = run;
    named.prior.data = without_folders(run.prior.data);
    named.prior.screened_on = without_paths(run.prior.screened_on);
    // Times differ between machines, and the table should be the same when it is recomputed.
    for (SubstituteRecord& substitute : named.prior.substitutes) substitute.training_seconds.reset();
    knows = knowledge_text(named);
  }
  return {{"Model", model},
          {"Data", without_folders(run.data)},
          {"Threat", threat_text(run)},
          {"Goal", run.goal()},
          {"Budget", budget_text(run) + " an instance"},
          {"Attacker sees", access_text(run)},
          {"Attacker knows", knows},
          {"Runs", fmt::format("{} ({}), bora {}", pool.runs.size(), seeds_text(pool), run.version)}};
}

std::vector<std::string> pool_remarks(const Pool& pool) {
  std::vector<std::string> out;
  for (const std::string& warning : pool.warnings) out.push_back("WARNING: " + warning);
  for (const PooledAttack& attack : pool.attacks) {
    if (attack.not_ended > 0)
      out.push_back(fmt::format("{}: {} not ended or failed, so its figures are estimates", attack.name,
                                count_of(attack.not_ended, "instance")));
    if (attack.verification.contradicted() > 0)
      out.push_back(fmt::format("{}: the verifier contradicts {}, which are counted as failures", attack.name,
                                count_of(attack.verification.contradicted(), "adversarial example")));
    if (attack.verification.open() > 0)
      out.push_back(fmt::format("{}: {} not verified yet, counted as successes so far", attack.name,
                                count_of(attack.verification.open(), "adversarial example")));
  }
  for (const std::string& finding : pool.contradictions)
    out.push_back("CONTRADICTION in the database: " + finding);
  return out;
}

ReportTable pool_table(const Pool& pool, const std::string& noun) {
  ReportTable table{
      fmt::format(
          "{}: success in % within the given number of queries, and queries to success. A failure counts as "
          "longer than the budget (Kaplan-Meier). Intervals are 95% and treat {}s, not the instances on "
          "one {}, as independent.",
          seeds_text(pool), noun, noun),
      {"Attack", "Seeds", "Instances", "Queries, median [95%]"}};
  table.caption.front() = 'S';
  table.columns[2] += fmt::format(" ({}s)", noun);
  for (const int queries : pool.points)
    table.columns.push_back(fmt::format("within {} [95%]", grouped(queries)));
  for (const PooledAttack& attack : pool.attacks) {
    std::vector<std::string>& row =
        table.add({attack.name, attack.rival ? "" : std::to_string(attack.seeds),
                   fmt::format("{} ({})", grouped(attack.instances), grouped(attack.inputs)),
                   quantile_text(attack.quantiles[1])});
    for (const SuccessPoint& point : attack.points)
      row.push_back(percent_number_with(point.rate, point.interval));
  }
  return table;
}

ReportTable pool_differences(const Pool& pool, const std::string& noun) {
  ReportTable table{
      fmt::format(
          "Both attacks have the same {}s and targets. The table shows the ratio of median queries, and "
          "differences of success in % points within the given number of queries, with 95% intervals of a "
          "bootstrap over {}s. Each resample serves both attacks. "
          "If all resamples are equal, the interval allows for {}s with another difference.",
          noun, noun, noun),
      {"Attacks", "Pairs", "Medians", "Ratio of medians [95%]"}};
  table.columns[1] += fmt::format(" ({}s)", noun);
  for (const int queries : pool.points)
    table.columns.push_back(fmt::format("within {} [95%]", grouped(queries)));
  for (const AttackComparison& comparison : pool.comparisons) {
    std::vector<std::string>& row = table.add(
        {comparison.first_label + " against " + comparison.second_label,
         fmt::format("{} ({})", grouped(comparison.points.back().pairs), grouped(comparison.images)),
         medians_text(comparison.medians), median_ratio_text(comparison.medians)});
    for (const PairedDifference& point : comparison.points) row.push_back(difference(point));
  }
  return table;
}

}  // namespace bora::report
