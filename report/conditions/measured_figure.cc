#include "report/conditions/measured_figure.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "common/suggestion.h"
#include "common/text.h"
#include "report/figures/observations.h"
#include "report/figures/summary.h"

namespace bora::report {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Returns the median queries of an attack; infinite if they are not reached or not known.
double median(const AttackResult& attack) {
  const auto& queries = attack.quantiles[1].queries;
  return queries ? *queries : kInfinity;
}

/// Returns the black-box attack with the smallest median, the first of equals; null if there is none.
const AttackResult* fastest(const RunSummary& summary) {
  const AttackResult* best = nullptr;
  for (const AttackResult& attack : summary.attacks)
    if (!attack.white_box() && (best == nullptr || median(attack) < median(*best))) best = &attack;
  return best;
}

std::string measured_on(const AttackResult& attack, const RunSummary& summary) {
  return fmt::format("{}, {}", attack.display_name(), count_of(attack.images, summary.noun()));
}

MeasuredFigure success(const Condition& condition, const RunRecord& run, const RunSummary& summary) {
  const int queries = condition.queries > 0 ? condition.queries : run.budget;
  const AttackResult* attack =
      condition.attack.empty() ? strongest(summary, queries) : attack_of(summary, condition.attack);
  if (attack == nullptr || !attack->curve.at(queries))
    return not_known(fmt::format("no {} was followed for {}",
                                 attack == nullptr ? "black-box attack" : "instance of " + attack->name,
                                 count_of(queries, "query", "queries")));
  return {attack->curve.at(queries), attack->curve.interval_at(queries), measured_on(*attack, summary), ""};
}

MeasuredFigure median_queries(const Condition& condition, const RunSummary& summary) {
  const AttackResult* attack =
      condition.attack.empty() ? fastest(summary) : attack_of(summary, condition.attack);
  if (attack == nullptr || attack->images == 0) return not_known("no attack has begun");
  const QueryQuantile& quantile = attack->quantiles[1];
  if (!quantile.queries && !quantile.followed)
    return not_known(fmt::format("no instance of {} was followed to the budget", attack->name));
  const auto& interval = quantile.interval;
  // Without a lower end, the median is beyond all queries observed.
  const double low = interval.low ? *interval.low : attack->curve.last_observed() + 1.0;
  const double value = quantile.queries || quantile.beyond ? median(*attack) : kNaN;
  return {value, Interval{low, interval.high ? *interval.high : kInfinity}, measured_on(*attack, summary),
          ""};
}

MeasuredFigure robust_accuracy(const RunSummary& summary) {
  const WorstCase& worst = summary.worst_case;
  if (worst.images == 0) return not_known("no input was attacked by a black-box attack");
  std::string of = count_of(worst.images, summary.noun());
  if (worst.undecided > 0)
    of += fmt::format(", {} of them undecided: {:.3g} to {:.3g}", worst.undecided, *worst.accuracy_low,
                      *worst.accuracy_high);
  return {worst.accuracy_low, worst.interval, of, ""};
}

MeasuredFigure clean_accuracy(const RunRecord& run, const RunSummary& summary) {
  if (!summary.clean_accuracy) return not_known("clean accuracy was not measured");
  return {summary.clean_accuracy, summary.clean_interval, count_of(*run.clean_inputs, summary.noun()), ""};
}

/// Counts the checks with a status. The count is not known if checks are missing.
MeasuredFigure checks(const Condition& condition, const RunRecord& run, const RunSummary& summary,
                      const char* status) {
  if (summary.checks.empty()) return not_known("the run made no checks of the evaluation");
  std::vector<std::string> which;
  for (const EvaluationCheck& check : summary.checks)
    if (check.status == status) which.push_back(check.id);
  // The check "deterministic" is made last. Missing checks can only raise the number.
  const bool whole = run.status == "complete" ||
                     std::ranges::count(summary.checks, "deterministic", &EvaluationCheck::id) > 0;
  const bool raised = condition.relation == Relation::more || condition.relation == Relation::at_least;
  if (!whole && !(raised && holds(static_cast<double>(which.size()), condition.relation, condition.bound)))
    return not_known("the run ended before the checks at its end");
  return {static_cast<double>(which.size()), {}, join(which), ""};
}

}  // namespace

MeasuredFigure measure(const Condition& condition, const RunRecord& run, const RunSummary& summary,
                       const RunRecord* baseline) {
  if (const std::string why = inapplicable(condition, run); !why.empty()) return not_known(why);
  switch (condition.figure) {
    case Figure::asr:
      return success(condition, run, summary);
    case Figure::robust_accuracy:
      return robust_accuracy(summary);
    case Figure::clean_accuracy:
      return clean_accuracy(run, summary);
    case Figure::median_queries:
      return median_queries(condition, summary);
    case Figure::regression:
      return baseline == nullptr ? not_known("no --baseline names a run to compare with")
                                 : regression(condition, run, *baseline);
    case Figure::checks_failed:
      return checks(condition, run, summary, "fail");
    case Figure::checks_warnings:
      return checks(condition, run, summary, "warn");
    case Figure::checks_open:
      return checks(condition, run, summary, "open");
  }
  return {};
}

std::string inapplicable(const Condition& condition, const RunRecord& run) {
  const std::vector<std::string> names = attack_names(run);
  if (!condition.attack.empty() && std::ranges::find(names, condition.attack) == names.end())
    return fmt::format("the run has no attack '{}', only {}{}", printable(condition.attack), join(names),
                       suggestion(condition.attack, names));
  if (condition.queries > run.budget)
    return fmt::format("the budget is {}, so the figure at {} cannot be measured",
                       count_of(run.budget, "query", "queries"), grouped(condition.queries));
  if (condition.figure == Figure::median_queries && condition.bound > run.budget)
    return fmt::format("the budget is {}, so a median above it cannot be measured",
                       count_of(run.budget, "query", "queries"));
  if (condition.figure == Figure::robust_accuracy && !measures_accuracy(run))
    return "the run has only some classes as targets, so there is no robust accuracy; expected an untargeted run, "
           "one with --targets all, or a condition on asr";
  return "";
}

}  // namespace bora::report
