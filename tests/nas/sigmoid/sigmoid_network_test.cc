// Networks of sigmoids: gradients, training, hyper-parameters and points.
#include "nas/sigmoid/sigmoid_network.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "nas/sigmoid/sigmoid_space.h"
#include "nas/sigmoid/two_classes.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"
#include "surrogates/support/golden.h"

namespace bora::nas {
namespace {

using testing::expect_input_error;

// Returns the network of tests/golden/surrogates/given_prior.py.
SigmoidNetwork small_network() {
  Rng rng(1);
  SigmoidNetwork network({2, 3, 2}, rng);
  for (int i = 0; i < 6; ++i) {
    network.weights()[0](i / 2, i % 2) = std::sin(1.0 + i);
    network.weights()[1](i / 3, i % 3) = std::cos(2.0 + i);
  }
  network.biases()[0] << 0.1, -0.2, 0.3;
  network.biases()[1] << 0.05, -0.4;
  return network;
}

LabelledPoints one_point(double x1, double x2, int label) {
  LabelledPoints out{Eigen::Vector2d(x1, x2), Eigen::MatrixXd::Zero(2, 1)};
  out.targets(label, 0) = 1;
  return out;
}

TEST(SigmoidNetwork, TrainsAsNumPyDoes) {
  SigmoidNetwork network = small_network();
  Rng rng(1);
  network.train(one_point(0.2, 0.9, 0), {1, 0.7}, rng);
  network.train(one_point(0.8, -0.3, 1), {1, 0.7}, rng);
  int layer = 0;
  for (const auto& cells : testing::golden_rows("given_prior.csv")) {
    if (cells[0] != "weights") continue;
    const auto l = static_cast<std::size_t>(layer++);
    const Eigen::MatrixXd& W = network.weights()[l];
    for (int i = 0; i < W.rows(); ++i) {
      for (int j = 0; j < W.cols(); ++j)
        EXPECT_NEAR(W(i, j), std::stod(cells[static_cast<std::size_t>(2 + i * W.cols() + j)]), 1e-12);
      EXPECT_NEAR(network.biases()[l][i], std::stod(cells[static_cast<std::size_t>(2 + W.size() + i)]),
                  1e-12);
    }
  }
  EXPECT_EQ(layer, 2);
}

TEST(SigmoidNetwork, GradientsAreFiniteDifferences) {
  Rng rng(7);
  SigmoidNetwork network({3, 4, 0, 5, 2}, rng);
  ASSERT_EQ(network.layers(), 3);  // the layer without units is left out
  const LabelledPoints point{Eigen::Vector3d(0.3, -0.7, 1.1), Eigen::Vector2d(0, 1)};
  const auto found = network.gradient(point.inputs.col(0), point.targets.col(0));
  constexpr double kStep = 1e-6;
  const auto slope = [&](double& number) {
    const double before = number;
    number = before + kStep;
    const double above = network.cost(point);
    number = before - kStep;
    const double below = network.cost(point);
    number = before;
    return (above - below) / (2 * kStep);
  };
  for (std::size_t l = 0; l < 3; ++l) {
    for (Eigen::Index i = 0; i < network.weights()[l].size(); ++i)
      EXPECT_NEAR(found.weights[l].data()[i], slope(network.weights()[l].data()[i]), 1e-9);
    for (Eigen::Index i = 0; i < network.biases()[l].size(); ++i)
      EXPECT_NEAR(found.biases[l][i], slope(network.biases()[l][i]), 1e-9);
  }
}

TEST(SigmoidNetwork, LearnsTwoClasses) {
  Rng rng(3);
  const LabelledPoints points = two_class_points(40, 0, rng);
  const auto learnt = [&] {
    Rng own(5);
    SigmoidNetwork network({2, 8, 2}, own);
    const double before = network.cost(points);
    int epochs = 0;
    network.train(points, {300, 1}, own, [&](int epoch) { EXPECT_EQ(epoch, ++epochs); });
    EXPECT_EQ(epochs, 300);
    EXPECT_LT(network.cost(points), before / 2);
    EXPECT_GT(network.accuracy(points), 0.85);
    return network.cost(points);
  };
  EXPECT_EQ(learnt(), learnt());
  SigmoidNetwork network = small_network();
  expect_input_error([&] { network.train(points, {0, 1}, rng); }, "epochs: 0");
  expect_input_error([&] { network.train(points, {1, 0}, rng); }, "rate: 0");
  LabelledPoints wide = points;
  wide.inputs = Eigen::MatrixXd::Zero(3, 40);
  expect_input_error([&] { network.train(wide, {1, 1}, rng); }, "3 inputs", "has 2");
  expect_input_error([&] { SigmoidNetwork({2}, rng); }, "widths");
}

TEST(SigmoidBounds, AreLinearAndRounded) {
  const SigmoidBounds bounds{2, 20, 50, 1000, 0.01, 1};
  EXPECT_EQ(bounds.setting(Eigen::Vector4d(0, 0.52, 0.5, 0.5)).text(), "0-10 epochs=525 rate=0.505");
  EXPECT_EQ(bounds.setting(Eigen::Vector4d(1, 0.02, 0, 1)).text(), "20-0 epochs=50 rate=1");
  expect_input_error([&] { bounds.setting(Eigen::Vector2d(0, 0)); }, "2 numbers, expected 4");
  expect_input_error([] { SigmoidBounds{.layers = -1}.check(); }, "layers: -1");
  expect_input_error([] { SigmoidBounds{.least_epochs = 9, .most_epochs = 8}.check(); }, "epochs: 8");
  expect_input_error([] { SigmoidBounds{.least_rate = 2, .most_rate = 1}.check(); }, "rate: got 2 to 1");
  EXPECT_EQ((SigmoidBounds{.layers = 0}.setting(Eigen::Vector2d(0, 0)).text()), "none epochs=50 rate=0.01");
}

TEST(LabelledPointsFile, IsReadOrRefused) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "points.csv";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write("x,y,class\n0.5,-1,0\n 2, 3 ,2\n\n");
  const LabelledPoints points = read_labelled_points(file);
  EXPECT_EQ(points.inputs, (Eigen::Matrix2d() << 0.5, 2, -1, 3).finished());
  EXPECT_EQ(points.targets, (Eigen::MatrixXd(3, 2) << 1, 0, 0, 0, 0, 1).finished());
  for (const auto& [text, error] : {std::pair<std::string, std::string>{"1,2,0\n1,x,1\n", "line 2"},
                                    {"1,2,0\n1,1\n", "line 2: expected 3"},
                                    {"1,2,0\n1,2,0.5\n", "class 0.5"},
                                    {"1,2,0\n1,2,-1\n", "class -1"},
                                    {"1,2,0\n1,3,0\n", "at least 2 classes"},
                                    {"1,2,nan\n", "no points"},
                                    {"", "no points"}}) {
    write(text);
    expect_input_error([&] { read_labelled_points(file); }, "points.csv", error);
  }
  expect_input_error([&] { read_labelled_points(folder.path() / "none.csv"); }, "none.csv: cannot be read");
}

TEST(TwoClassPoints, AreSplitWithoutLoss) {
  Rng rng(1);
  const LabelledPoints points = two_class_points(30, 0.1, rng);
  const auto [first, second] = split_points(points, 20, rng);
  EXPECT_EQ(first.size(), 20);
  EXPECT_EQ(second.size(), 10);
  EXPECT_NEAR(first.inputs.sum() + second.inputs.sum(), points.inputs.sum(), 1e-12);
  EXPECT_EQ(first.targets.row(1).sum() + second.targets.row(1).sum(), points.targets.row(1).sum());
  expect_input_error([&] { split_points(points, 30, rng); }, "validation");
  expect_input_error([&] { two_class_points(0, 0, rng); }, "points: 0");
  expect_input_error([&] { two_class_points(5, 2, rng); }, "flipped: 2");
}

}  // namespace
}  // namespace bora::nas
