#include "surrogates/gp/evidence/chosen_by_evidence.h"

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/kernels/mixed/column_kernel.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

std::shared_ptr<const ContinuousKernel> of_column(int column) {
  return std::make_shared<ColumnKernel>(make_kernel("se", 1, false), column, 1, 2);
}

TEST(ChosenByEvidence, TakesTheKernelThatSeesWhatMatters) {
  Rng rng(1);
  const Eigen::MatrixXd X = uniform_points(25, 2, rng);
  GaussianProcessOptions options;
  options.noise = 1e-3;
  options.learn_noise = true;
  for (const int matters : {0, 1}) {
    const Eigen::VectorXd y = (6 * X.col(matters).array()).sin();
    ChosenByEvidence<Eigen::VectorXd> model({of_column(0), of_column(1)}, options);
    EXPECT_EQ(model.chosen(), -1);
    const auto posterior = model.posterior(X, y, rng);
    ASSERT_TRUE(posterior);
    EXPECT_EQ(model.chosen(), matters);
    EXPECT_LT((posterior->mean(X) - y).cwiseAbs().maxCoeff(), 0.05);
    EXPECT_TRUE(model.fresh()->posterior(X, y, rng));
  }
  testing::expect_input_error([&] { ChosenByEvidence<Eigen::VectorXd>({}, options); }, "kernels");
}

}  // namespace
}  // namespace bora::surrogates
