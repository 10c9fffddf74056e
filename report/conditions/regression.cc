#include "report/conditions/measured_figure.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/observations.h"
#include "report/figures/run_texts.h"
#include "report/statistics/number_text.h"

namespace bora::report {
namespace {

/// Returns the number of successes of both runs together, over the pairs.
int successes(const AttackComparison& comparison) {
  const PairedDifference& point = comparison.points.front();
  return point.only_first + point.only_second + 2 * point.both;
}

}  // namespace

MeasuredFigure not_known(const std::string& why) {
  MeasuredFigure figure;
  figure.unknown = why;
  return figure;
}

std::string incomparable(const RunRecord& run, const RunRecord& baseline) {
  const auto knows = [](const RunRecord& record) {
    return record.prior.source + (record.prior.learn ? ", learning" : "");
  };
  const std::pair<const char*, std::pair<std::string, std::string>> all[] = {
      {"data are", {compared_data(run.data), compared_data(baseline.data)}},
      {"goal is", {run.goal(), baseline.goal()}},
      {"threat is", {threat_text(run), threat_text(baseline)}},
      {"attacker sees", {run.visible, baseline.visible}},
      {"attacker's prior is", {knows(run), knows(baseline)}}};
  for (const auto& [what, values] : all)
    if (values.first != values.second)
      return fmt::format("{} cannot be compared with this run, whose {} {}, not {}", baseline.folder.string(),
                         what, values.first, values.second);
  return "";
}

MeasuredFigure regression(const Condition& condition, const RunRecord& run, const RunRecord& baseline) {
  if (const std::string why = incomparable(run, baseline); !why.empty()) return not_known(why);
  const int budget = std::min(run.budget, baseline.budget);
  const int queries = condition.queries > 0 ? condition.queries : budget;
  if (queries > budget)
    return not_known(fmt::format("the budget of {} is {}, so nothing is known of {}",
                                 baseline.folder.string(), count_of(baseline.budget, "query", "queries"),
                                 grouped(queries)));
  std::optional<AttackComparison> best;
  try {
    check_same_records(run, baseline);
    for (const std::string& attack : shared_attacks(run, baseline)) {
      if (condition.attack.empty() ? is_white_box(run, attack) : attack != condition.attack) continue;
      AttackComparison comparison = compare_attacks(run, attack, baseline, attack, {queries});
      if (comparison.images > 0 && (!best || successes(comparison) > successes(*best)))
        best = std::move(comparison);
    }
  } catch (const InputError& error) {
    return not_known(error.what());
  }
  if (!best)
    return not_known(fmt::format("{} has {}, but no instance in common with this run",
                                 baseline.folder.string(), join(attack_names(baseline))));
  const PairedDifference& point = best->points.front();
  if (!point.difference || point.pairs == 0)
    return not_known(
        fmt::format("no instance in both runs was followed for {}", count_of(queries, "query", "queries")));
  MeasuredFigure figure;
  figure.value = point.difference;
  figure.interval = point.interval;
  figure.of = fmt::format(
      "{} within {}, {} on {} in both runs{}", best->first_label, grouped(queries),
      count_of(point.pairs + point.unknown, "instance"), count_of(best->images, noun(run)),
      point.unknown > 0 ? fmt::format(", {} of them cut short or failed", grouped(point.unknown)) : "");
  return figure;
}

}  // namespace bora::report
