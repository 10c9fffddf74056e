// Short runs on problems with a known optimum.
#include <gtest/gtest.h>

#include "surrogates/problems/problem.h"
#include "surrogates/search/box_optimiser.h"

namespace bora {
namespace {

double best_after(const std::string& problem_name, int queries, BoxOptimiserOptions options) {
  const auto problem = make_problem(problem_name);
  BoxOptimiser optimiser(problem->box().lower, problem->box().upper, options, 7);
  while (optimiser.observations() < queries) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, problem->objective(trial.point));
  }
  return problem->minimum() + optimiser.incumbent_value();  // minus the regret
}

BoxOptimiserOptions small(CandidateScoring scoring, bool ard, AcquisitionKind acquisition) {
  BoxOptimiserOptions options;
  options.initial_points = 10;
  options.candidates = 2000;
  options.scoring = scoring;
  options.ard = ard;
  options.acquisition = acquisition;
  return options;
}

TEST(BayesianOptimisation, ReachesBraninsOptimum) {
  EXPECT_GT(best_after("branin", 45, small(CandidateScoring::screened, false, AcquisitionKind::ucb)), -0.01);
  EXPECT_GT(best_after("branin", 45, small(CandidateScoring::exact, false, AcquisitionKind::ucb)), -0.01);
  EXPECT_GT(best_after("branin", 45, small(CandidateScoring::screened, true, AcquisitionKind::log_ei)),
            -0.01);
}

TEST(BayesianOptimisation, ReachesHartmann6sOptimum) {
  EXPECT_GT(best_after("hartmann6", 120, small(CandidateScoring::screened, false, AcquisitionKind::log_ei)),
            -0.15);
  EXPECT_GT(best_after("hartmann6", 100, small(CandidateScoring::screened, true, AcquisitionKind::log_ei)),
            -0.15);
}

}  // namespace
}  // namespace bora
