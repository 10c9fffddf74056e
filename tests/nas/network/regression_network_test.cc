#include "nas/network/regression_network.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "support/input_error.h"

namespace bora::nas::regression_network_test {
namespace {

const std::shared_ptr<const LayeredSpace>& mlp() {
  static const auto space = make_mlp_space();
  return space;
}

struct Points {
  Eigen::MatrixXd X;
  Eigen::VectorXd y;
};

Points points(int n, std::uint64_t seed) {
  Rng rng(seed);
  Points made{Eigen::MatrixXd(n, 3), Eigen::VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) made.X(i, j) = rng.normal();
    made.y[i] = 0.8 * made.X(i, 0) - 0.5 * std::tanh(2 * made.X(i, 1)) * made.X(i, 2);
  }
  return made;
}

// Network with branches, a skip connection, two decisions and every activation.
constexpr const char* kBranched =
    "relu:8@0 tanh:9@0 elu:10@1+2 softplus:8@3+1 logistic:8@3 leaky-relu:9@4+5+0 softmax@6 softmax@3";

TEST(RegressionNetwork, GradientIsThatOfFiniteDifferences) {
  const Points of = points(7, 1);
  RegressionNetwork network(*mlp(), mlp()->parse(kBranched), 3, 4);
  // Biases are moved away from 0, so that no input lies at the kink of a rectifier.
  Eigen::VectorXd theta = network.parameters();
  Rng rng(2);
  for (double& parameter : theta) parameter += 0.1 * rng.normal();
  network.set_parameters(theta);
  double value = 0;
  const Eigen::VectorXd gradient = network.gradient(of.X, of.y, value);
  EXPECT_NEAR(value, network.error(of.X, of.y), 1e-14);
  const auto error = [&](const Eigen::VectorXd& parameters) {
    RegressionNetwork other = network;
    other.set_parameters(parameters);
    return other.error(of.X, of.y);
  };
  EXPECT_LT(check_gradient(error, theta, gradient, 1e-5).worst, 1e-7);
}

TEST(RegressionNetwork, PredictsTheMeanOfLinearDecisions) {
  RegressionNetwork network(*mlp(), mlp()->parse("relu:8@0 softmax@1 softmax@1"), 3, 0);
  ASSERT_EQ(network.parameters().size(), 8 * 4 + 9 + 9);
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(network.parameters().size());
  theta[8 * 4 + 8] = 3;  // the biases of the decisions
  theta[8 * 4 + 17] = -1;
  network.set_parameters(theta);
  EXPECT_NEAR(network.predict(points(2, 1).X)[1], 1, 1e-14);
  testing::expect_input_error([&] { network.set_parameters(theta.head(5)); },
                              "parameters: got 5, expected 50");
  testing::expect_input_error([&] { network.predict(Eigen::MatrixXd::Zero(1, 2)); }, "got 2 features");
  const auto make = [] {
    RegressionNetwork(*make_cnn_space(), make_cnn_space()->parse("conv3:8@0 softmax@1"), 3, 0);
  };
  testing::expect_input_error(make, "mlp");
}

TEST(RegressionNetwork, LearnsAndIsTheSameForTheSameSeed) {
  const Points learnt = points(300, 1), held = points(100, 2);
  const auto trained = [&](std::uint64_t seed, int stop_after) {
    RegressionNetwork network(*mlp(), mlp()->parse("tanh:32@0 relu:32@1 softmax@2"), 3, seed);
    RegressionTraining training;
    training.epochs = 60;
    training.seed = seed;
    double first = 0;
    int steps_done = 0;
    train(network, training, learnt.X, learnt.y, held.X, held.y,
          [&](int epoch, int step, int steps, const RegressionEpoch& now) {
            EXPECT_EQ(steps, 5);
            if (epoch == 1 && step == steps) first = now.validation_loss;
            return ++steps_done != stop_after;
          });
    EXPECT_EQ(steps_done, stop_after > 0 ? stop_after : 300);
    if (stop_after == 0) {
      EXPECT_LT(network.error(held.X, held.y), 0.3 * first);
    }
    return network.parameters();
  };
  EXPECT_EQ(trained(3, 0), trained(3, 0));
  EXPECT_NE(trained(3, 0), trained(4, 0));
  trained(3, 12);
}

TEST(RegressionNetwork, SaysWhatIsWrongWithATraining) {
  RegressionNetwork network(*mlp(), mlp()->parse("relu:8@0 softmax@1"), 3, 0);
  Points of = points(20, 1);
  const auto with = [&](auto change) {
    RegressionTraining training;
    change(training);
    train(network, training, of.X, of.y, of.X, of.y,
          [](int, int, int, const RegressionEpoch&) { return true; });
  };
  testing::expect_input_error([&] { with([](auto& t) { t.epochs = 0; }); }, "epochs");
  testing::expect_input_error([&] { with([](auto& t) { t.learning_rate = 0; }); }, "learning_rate");
  of.y[3] = std::nan("");
  testing::expect_input_error([&] { with([](auto&) {}); }, "diverged in epoch 1");
}

}  // namespace
}  // namespace bora::nas::regression_network_test
