// Short runs on mixed problems with a known optimum.
#include <memory>

#include <gtest/gtest.h>

#include "surrogates/problems/mixed_problem.h"
#include "surrogates/search/casmopolitan.h"
#include "surrogates/search/cocabo.h"

namespace bora {
namespace {

double regret_after(MixedOptimiser& optimiser, const MixedProblem& problem, int evaluations, int batch) {
  while (optimiser.observations() < evaluations)
    for (const auto& trial : optimiser.ask(batch))
      optimiser.tell(trial.number, problem.objective(trial.point));
  return -optimiser.incumbent_value() - problem.minimum();
}

TEST(MixedOptimisation, CasmopolitanFindsFunc2CsOptimum) {
  const auto problem = make_mixed_problem("func2c");
  for (const int batch : {1, 4}) {
    Casmopolitan optimiser(problem->space(), {}, 100);
    EXPECT_LT(regret_after(optimiser, *problem, 200, batch), 1e-3) << batch;
  }
}

TEST(MixedOptimisation, CocaboBeatsChance) {
  const auto problem = make_mixed_problem("func2c");
  for (const int batch : {1, 4}) {
    RandomSearch chance(problem->space(), 100);
    CocaboOptions options;
    options.lambda = 0.5;
    Cocabo cocabo(problem->space(), options, 100);
    EXPECT_LT(regret_after(cocabo, *problem, 200, batch), 0.7 * regret_after(chance, *problem, 200, 1))
        << batch;
  }
}

}  // namespace
}  // namespace bora
