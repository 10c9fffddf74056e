#include "report/figures/comparisons/run_verdicts.h"

#include <algorithm>

#include "report/statistics/significance.h"

namespace bora::report {
namespace {

RunVerdict verdict(const std::string& about, const PairedDifference& fooled) {
  RunVerdict out;
  out.about = about;
  out.fooled = fooled;
  return out;
}

Shift shift_of(const RunVerdict& verdict) {
  const PairedDifference& fooled = verdict.fooled;
  if (!verdict.adjusted_p) return Shift::not_known;
  // The sign of the pairs that decide p. The difference is also estimated from instances that were cut short.
  const int pairs = fooled.only_first - fooled.only_second;
  if (*verdict.adjusted_p >= kSignificance || !fooled.difference || pairs * *fooled.difference <= 0)
    return fooled.unknown > 0 && *fooled.least_p < kSignificance ? Shift::not_known : Shift::not_shown;
  return pairs > 0 ? Shift::less : Shift::more;
}

std::string word_of(Shift shift, bool of_models) {
  switch (shift) {
    case Shift::less:
      return of_models ? "better" : "less often";
    case Shift::more:
      return of_models ? "worse" : "more often";
    case Shift::not_shown:
      return "not shown";
    case Shift::not_known:
      break;
  }
  return "not known";
}

}  // namespace

std::vector<RunVerdicts> judge(const std::vector<RunComparison>& comparisons) {
  std::vector<RunVerdicts> all;
  for (const RunComparison& comparison : comparisons) {
    RunVerdicts of_runs;
    for (const AttackComparison& attack : comparison.attacks) {
      const std::string about =
          attack.first == attack.second ? attack.first : attack.first + " against " + attack.second;
      of_runs.verdicts.push_back(verdict(about, attack.points.back()));
    }
    if (comparison.robust) of_runs.verdicts.push_back(verdict("robust accuracy", comparison.robust->fooled));
    all.push_back(std::move(of_runs));
  }

  std::vector<std::optional<double>> p;
  for (const RunVerdicts& of_runs : all)
    for (const RunVerdict& each : of_runs.verdicts) p.push_back(each.fooled.p);
  const auto tests =
      static_cast<int>(std::ranges::count_if(p, [](const auto& each) { return each.has_value(); }));
  const std::vector<std::optional<double>> adjusted = holm(p);
  std::size_t next = 0;
  for (std::size_t c = 0; c < all.size(); ++c) {
    all[c].tests = tests;
    for (std::size_t v = 0; v < all[c].verdicts.size(); ++v) {
      RunVerdict& each = all[c].verdicts[v];
      each.adjusted_p = adjusted[next++];
      each.shift = shift_of(each);
      const auto& attacks = comparisons[c].attacks;
      const bool same_attack = v >= attacks.size() || attacks[v].first == attacks[v].second;
      each.word = word_of(each.shift, comparisons[c].of_models && same_attack);
    }
  }
  return all;
}

}  // namespace bora::report
