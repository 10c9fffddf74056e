#include "tools/opt/fail_condition.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "common/error.h"

namespace bora::tools {
namespace {

// Positions in kNames and in Results::values().
enum Name : std::size_t { kBest, kTrials, kFailed, kRecommended, kInfeasible };
const std::vector<std::string> kNames = {"best", "trials", "failed", "recommended", "infeasible"};

// Values of kNames. Conditions that use a best or recommended value hold if it does not exist.
struct Results {
  std::optional<double> best, recommended;
  std::int64_t trials = 0, failed = 0, infeasible = 0;

  Assignment values() const {
    const auto value_of = [](const std::optional<double>& number) {
      return number ? std::optional<ParameterValue>(*number) : std::nullopt;
    };
    return {value_of(best), trials, failed, value_of(recommended), infeasible};
  }
};

Results results_of(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation) {
  Results results;
  for (const auto& [number, row] : tuning.trials()) {
    results.failed += row.ended() && row.values.empty() ? 1 : 0;
    results.infeasible += number > 0 && !row.values.empty() && !tuning.feasible(row) ? 1 : 0;
  }
  if (tuning.best()) results.best = tuning.trials().at(*tuning.best()).values.front();
  results.recommended = recommendation ? std::optional<double>(recommendation->expected.mean) : results.best;
  results.trials = tuning.told();
  return results;
}

}  // namespace

FailCondition::FailCondition(const std::string& text, std::size_t objectives) : text_(text) {
  if (text.empty()) return;
  condition_.emplace(text, kNames, "--fail-if", "best < 0.9 || failed > 3");
  if (objectives > 1 && uses_best())
    throw InputError("--fail-if: several objectives have no best value; use trials, failed or infeasible");
  // Reports an invalid condition before anything runs.
  for (const double best : {-1e9, 0.0, 1e9}) {
    const Results some{.best = best, .recommended = best, .trials = 1};
    static_cast<void>(condition_->holds(some.values(), true));
  }
}

bool FailCondition::uses_best() const {
  return std::ranges::any_of(condition_->mentioned(),
                             [](std::size_t name) { return name == kBest || name == kRecommended; });
}

std::string FailCondition::reason(const Tuning& tuning,
                                  const std::optional<RecommendedPoint>& recommendation) const {
  if (!condition_) return "";
  const Results results = results_of(tuning, recommendation);
  if (!condition_->holds(results.values(), true)) return "";
  std::string why;
  if (uses_best())
    why = !results.best && results.infeasible > 0 ? " (no trial meets the constraints)"
          : !results.best                         ? " (no trial gave a value)"
          : recommendation
              ? fmt::format(", the best is {:.6g}, recommended {:.6g}", *results.best, *results.recommended)
              : fmt::format(", the best is {:.6g}", *results.best);
  return fmt::format("--fail-if: {} holds{}", text_, why);
}

}  // namespace bora::tools
