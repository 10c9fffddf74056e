#include "report/search/study_figures.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/students_t.hpp>

#include "common/error.h"

namespace bora::report {
namespace {

// Returns the smallest number of evaluations within which a share q of n seeds reaches a regret of 0; none if
// fewer seeds reach it. `met`: for each seed that reaches it, the number of evaluations until then.
std::optional<int> quantile(std::vector<int> met, int n, double q) {
  const auto needed = static_cast<std::size_t>(std::ceil(q * n));
  if (needed < 1 || needed > met.size()) return std::nullopt;
  std::sort(met.begin(), met.end());
  return met[needed - 1];
}

}  // namespace

std::vector<StrategyFigures> study_figures(const StudyRuns& runs, const std::vector<std::string>& strategies,
                                           const std::vector<int>& seeds, double best, int budget) {
  std::vector<StrategyFigures> all;
  for (const std::string& strategy : strategies) {
    StrategyFigures figures;
    figures.strategy = strategy;
    std::vector<std::vector<double>> regrets;
    std::vector<int> met;
    for (const int seed : seeds) {
      const auto run = runs.find({strategy, seed});
      if (run == runs.end()) continue;
      std::vector<double> regret;
      double least = best, most_observed = -1;
      for (const StudyEvaluation& evaluation : run->second.evaluations) {
        // The search knows only observations, so the architecture with the best observation counts as the
        // best.
        if (const double seen = evaluation.observed.value_or(evaluation.accuracy); seen > most_observed) {
          most_observed = seen;
          least = best - evaluation.accuracy;
        }
        if (least == 0 && std::ranges::find(regret, 0) == regret.end())
          met.push_back(static_cast<int>(regret.size()) + 1);
        regret.push_back(least);
      }
      if (regret.empty()) continue;
      figures.seconds += run->second.seconds / static_cast<double>(regret.size());
      if (static_cast<int>(regret.size()) != budget)
        throw InputError("study: {} with seed {} has {} evaluations, expected {}", strategy, seed,
                         regret.size(), budget);
      regrets.push_back(std::move(regret));
    }
    const auto n = static_cast<double>(regrets.size());
    figures.seeds = static_cast<int>(regrets.size());
    if (figures.seeds > 0) figures.seconds /= n;
    for (int i = 0; i < budget && figures.seeds > 0; ++i) {
      StrategyFigures::At at;
      at.evaluations = i + 1;
      std::vector<double> values;
      for (const auto& regret : regrets) values.push_back(regret[static_cast<std::size_t>(i)]);
      const Mean mean = mean_of(values);
      at.regret = mean.value;
      if (mean.error)
        at.regret_half = boost::math::quantile(boost::math::students_t(n - 1), 0.975) * *mean.error;
      at.found =
          static_cast<double>(std::ranges::count_if(met, [&](int needed) { return needed <= i + 1; })) / n;
      at.found_interval = wilson_interval(at.found, n);
      figures.at.push_back(at);
    }
    figures.median = quantile(met, figures.seeds, 0.5);
    figures.quantile95 = quantile(met, figures.seeds, 0.95);
    all.push_back(std::move(figures));
  }
  return all;
}

std::vector<int> shown_evaluations(int budget) {
  return points_up_to(budget, {25, 50, 100, 150, 200, 300, 500, 1000});
}

}  // namespace bora::report
