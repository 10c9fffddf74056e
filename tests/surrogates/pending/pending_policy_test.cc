#include "surrogates/pending/pending_policy.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/pending/local_penalisation.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;
using Seen = std::shared_ptr<const Posterior<VectorXd>>;

Seen observed() {
  const Eigen::MatrixXd X = Eigen::Vector3d(0.1, 0.5, 0.9);
  const Eigen::VectorXd y = Eigen::Vector3d(1, 4, 2);
  return std::make_shared<const Process>(
      *Process::condition(std::make_shared<StationaryKernel>(RadialFamily::matern52, 1, false), X, y, 1e-4,
                          Standardisation::of(y)));
}

MarginalPosterior at(const Seen& posterior, double z) {
  return posterior->marginal(Eigen::MatrixXd::Constant(1, 1, z));
}

TEST(PendingPolicy, BelieverKeepsTheMeanAndTakesTheVariance) {
  const Seen process = observed();
  const auto policy = make_pending_policy<VectorXd>("believer", Eigen::Vector3d(1, 4, 2));
  const Seen seen = policy->given(process, Eigen::VectorXd::Constant(1, 0.3));
  EXPECT_NEAR(at(seen, 0.3).mean[0], at(process, 0.3).mean[0], 1e-9);
  EXPECT_LT(at(seen, 0.3).variance[0], 0.01 * at(process, 0.3).variance[0]);
  EXPECT_EQ(dynamic_cast<const Process&>(*seen).inputs().rows(), 4);
}

TEST(PendingPolicy, LiarsTellWhatWasObserved) {
  const Eigen::Vector3d y(1, 4, 2);
  for (const auto& [name, lie] : {std::pair{"liar-min", 1.0}, {"liar-mean", 7.0 / 3}, {"liar-max", 4.0}}) {
    const auto policy = make_pending_policy<VectorXd>(name, y);
    EXPECT_NEAR(at(policy->given(observed(), Eigen::VectorXd::Constant(1, 0.3)), 0.3).mean[0], lie, 0.02)
        << name;
  }
}

TEST(PendingPolicy, NoneTellsNothing) {
  const Seen seen = make_pending_policy<VectorXd>("none", Eigen::Vector3d(1, 4, 2))
                        ->given(observed(), Eigen::VectorXd::Constant(1, 0.3));
  EXPECT_EQ(dynamic_cast<const Process&>(*seen).inputs().rows(), 3);
}

std::string refusal(const std::string& name) {
  try {
    make_pending_policy<VectorXd>(name, Eigen::Vector3d(1, 4, 2));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PendingPolicy, RefusesOtherNames) {
  EXPECT_EQ(
      refusal("beliver"),
      "pending: 'beliver' is not one of believer, liar-min, liar-mean, liar-max, none, lp, hlp, local-lp, "
      "local-hlp; did you mean believer?");
  for (const std::string& name : pending_policy_names()) {
    EXPECT_NO_THROW(check_pending_policy(name));
    EXPECT_EQ(refusal(name).empty(), !is_local_penalisation(name)) << name;
  }
  EXPECT_EQ(
      refusal("local-hlp"),
      "pending: 'local-hlp' penalises by distances between numbers, which these points lack; expected one of "
      "believer, liar-min, liar-mean, liar-max, none");
}

}  // namespace
}  // namespace bora::surrogates
