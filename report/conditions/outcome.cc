#include "report/conditions/outcome.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "report/figures/summary.h"
#include "report/statistics/number_text.h"

namespace bora::report {
namespace {

/// Formats a value of the condition's figure: with two decimals, or with up to six if it would otherwise look
/// equal to the bound.
std::string number_text(double value, const Condition& condition) {
  if (std::isnan(value)) return kUnknown;
  if (std::isinf(value)) return kNotReached;
  if (is_count(condition.figure) || condition.figure == Figure::median_queries)
    return grouped(static_cast<std::int64_t>(value));
  constexpr int kMostDecimals = 6;
  for (int decimals = 2;; ++decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    const bool looks_equal = text == fmt::format("{:.{}f}", condition.bound, decimals);
    if (!looks_equal || value == condition.bound || decimals == kMostDecimals) return text;
  }
}

/// Reads the baseline of `run`; none if it has none, or if it cannot be read for the reason `why`.
std::optional<RunRecord> read_baseline(const RunRecord& run, std::string& why) {
  if (run.baseline.empty()) return std::nullopt;
  try {
    return read_run(run.baseline);
  } catch (const InputError& error) {
    why = fmt::format("the baseline cannot be read: {}", error.what());
    return std::nullopt;
  }
}

}  // namespace

std::string to_string(Finding finding) {
  static constexpr const char* kWords[] = {"holds", "does not hold", "not shown", "not decided"};
  return kWords[static_cast<int>(finding)];
}

std::string ConditionOutcome::measured_text() const {
  if (finding == Finding::not_decided) return measured.unknown;
  std::string out = number_text(*measured.value, condition);
  if (measured.interval)
    out += fmt::format(" [{}, {}]", number_text(measured.interval->low, condition),
                       number_text(measured.interval->high, condition));
  if (finding == Finding::not_shown) out += fmt::format(" contains {}", condition.bound);
  return measured.of.empty() ? out : out + " (" + measured.of + ")";
}

std::string ConditionOutcome::finding_text() const {
  return to_string(finding) + ", " + measured_text();
}

std::string ConditionOutcome::text() const {
  return condition.text + ": " + finding_text();
}

ConditionOutcome decide(Condition condition, MeasuredFigure measured) {
  ConditionOutcome outcome{std::move(condition), Finding::not_decided, std::move(measured)};
  const MeasuredFigure& figure = outcome.measured;
  if (!figure.value || (!figure.interval && !is_count(outcome.condition.figure))) {
    if (outcome.measured.unknown.empty()) outcome.measured.unknown = "its interval is not known";
    return outcome;
  }
  const Interval ends = figure.interval.value_or(Interval{*figure.value, *figure.value});
  const Condition& stated = outcome.condition;
  const bool low = holds(ends.low, stated.relation, stated.bound);
  const bool high = holds(ends.high, stated.relation, stated.bound);
  outcome.finding = low || high ? Finding::not_shown : Finding::does_not_hold;
  if (low && high) outcome.finding = Finding::holds;
  return outcome;
}

std::vector<ConditionOutcome> decide_conditions(const RunRecord& run, const RunSummary& summary) {
  std::vector<ConditionOutcome> outcomes;
  std::optional<RunRecord> baseline;
  std::string unreadable;
  if (!run.fail_if.empty()) baseline = read_baseline(run, unreadable);
  for (const std::string& text : run.fail_if) {
    if (text == "none") continue;
    Condition condition;
    try {
      condition = parse_condition(text);
    } catch (const InputError& error) {
      condition.text = text;
      outcomes.push_back(decide(condition, not_known(error.what())));
      continue;
    }
    MeasuredFigure measured = measure(condition, run, summary, baseline ? &*baseline : nullptr);
    if (condition.figure == Figure::regression && !unreadable.empty()) measured.unknown = unreadable;
    outcomes.push_back(decide(std::move(condition), std::move(measured)));
  }
  return outcomes;
}

void check_conditions(const RunRecord& run) {
  const std::vector<Condition> conditions = parse_conditions(run.fail_if);
  std::optional<RunRecord> baseline;
  if (!run.baseline.empty() && std::ranges::count(conditions, Figure::regression, &Condition::figure) > 0) {
    baseline = read_run(run.baseline);
    if (const std::string why = incomparable(run, *baseline); !why.empty())
      throw InputError("--baseline: {}", why);
  }
  for (const Condition& condition : conditions) {
    if (const std::string why = inapplicable(condition, run); !why.empty())
      throw InputError("--fail-if '{}': {}", condition.text, why);
    if (condition.figure != Figure::regression) continue;
    if (!baseline)
      throw InputError("--fail-if '{}': --baseline must name the run to compare with", condition.text);
    if (!condition.attack.empty())
      if (const std::string why = inapplicable(condition, *baseline); !why.empty())
        throw InputError("--fail-if '{}': in {}, {}", condition.text, run.baseline, why);
  }
}

ConditionVerdict verdict_of(const std::vector<ConditionOutcome>& outcomes) {
  ConditionVerdict verdict;
  for (const ConditionOutcome& outcome : outcomes) {
    const bool holds = outcome.finding == Finding::holds;
    const bool undecided = outcome.finding == Finding::not_decided;
    verdict.any_holds = verdict.any_holds || holds;
    verdict.any_undecided = verdict.any_undecided || undecided;
    if (holds || undecided) verdict.lines.push_back("--fail-if " + outcome.text());
  }
  return verdict;
}

}  // namespace bora::report
