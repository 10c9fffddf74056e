#include "benchmarks/optimisers/tuned_networks.h"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include "benchmarks/optimisers/layer_network.h"
#include "common/random.h"
#include "support/gradient_check.h"
#include "support/input_error.h"
#include "support/layers.h"
#include "support/temporary_folder.h"

namespace bora::testing {
namespace {

Eigen::MatrixXd uniform_inputs(int rows, int columns, Rng& rng) {
  Eigen::MatrixXd X(rows, columns);
  for (double& x : X.reshaped()) x = rng.uniform(-1, 1);
  return X;
}

// A smooth function of two inputs, with values up to 5 from 0.
NetworkData smooth_data(int rows, std::uint64_t seed) {
  Rng rng(seed);
  NetworkData data{uniform_inputs(rows, 2, rng), {}};
  data.T = 5 * (3 * data.X.col(0).array()).sin() * data.X.col(1).array();
  return data;
}

// Two classes: inside and outside a circle.
NetworkData circle_data(int rows, std::uint64_t seed) {
  Rng rng(seed);
  NetworkData data{uniform_inputs(rows, 2, rng), Eigen::MatrixXd::Zero(rows, 2)};
  for (int i = 0; i < rows; ++i) data.T(i, data.X.row(i).norm() < 0.8 ? 0 : 1) = 1;
  return data;
}

TEST(LayerNetwork, JacobianIsThatOfDifferences) {
  const LayerNetwork network(3, 4, 1, 2.5);
  const Eigen::VectorXd weights = network.draw_weights(1);
  Rng rng(2);
  const Eigen::MatrixXd X = uniform_inputs(5, 3, rng);
  const Eigen::MatrixXd J = network.jacobian(weights, X);
  ASSERT_EQ(J.rows(), 5);
  ASSERT_EQ(J.cols(), 21);
  for (int i = 0; i < 5; ++i) {
    const auto output = [&](const Eigen::VectorXd& at) { return network.outputs(at, X)(i, 0); };
    EXPECT_LT(check_gradient(output, weights, J.row(i).transpose()).worst, 1e-8) << i;
  }
}

TEST(LayerNetwork, GradientsAreThoseOfDifferences) {
  const LayerNetwork network(2, 3, 2, 1.5);
  const Eigen::VectorXd weights = network.draw_weights(1);
  const NetworkData data = circle_data(7, 2);
  double error = 0;
  const Eigen::VectorXd gradient = cross_entropy_gradient(network, weights, data, error);
  EXPECT_EQ(error, cross_entropy(network, weights, data));
  const auto value = [&](const Eigen::VectorXd& at) { return cross_entropy(network, at, data); };
  EXPECT_LT(check_gradient(value, weights, gradient).worst, 1e-8);
}

TEST(LayerNetwork, CrossEntropyIsTheMeanOverInputsAndOutputs) {
  const LayerNetwork network(1, 1, 2);
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(network.weights());
  weights.tail(1)[0] = std::log(3);  // outputs 0 and log 3: probabilities 1/4 and 3/4
  NetworkData data{Eigen::MatrixXd::Zero(2, 1), Eigen::MatrixXd::Identity(2, 2)};
  EXPECT_NEAR(cross_entropy(network, weights, data), (std::log(4) + std::log(4.0 / 3)) / 4, 1e-12);
  weights.tail(1)[0] = 1000;  // the probability of the first class is too small for a double
  EXPECT_NEAR(cross_entropy(network, weights, data), 250, 1e-9);
}

TEST(LayerNetwork, FirstWeightsSpreadTheNeurons) {
  const LayerNetwork network(3, 5, 1);
  const Eigen::VectorXd weights = network.draw_weights(1);
  const Eigen::Map<const Eigen::MatrixXd> hidden(weights.data(), 5, 4);
  const double magnitude = 2 * 0.7 * std::cbrt(5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(hidden.row(i).head(3).norm(), magnitude, 1e-12);
    const double place = i / 2.0 - 1;
    EXPECT_NEAR(hidden(i, 3), magnitude * std::copysign(place, place * hidden(i, 0)), 1e-12);
  }
  EXPECT_EQ(weights, network.draw_weights(1));
  EXPECT_NE(weights, network.draw_weights(2));
}

TEST(DampedStep, SolvesTheSystemOfTheWeightsInBothForms) {
  Rng rng(1);
  for (const auto& [rows, columns] : {std::pair(8, 3), std::pair(3, 8)}) {
    const Eigen::MatrixXd J = uniform_inputs(rows, columns, rng);
    const Eigen::VectorXd errors = uniform_inputs(rows, 1, rng);
    const Eigen::VectorXd step = damped_step(J, errors, 0.3);
    const Eigen::VectorXd left = J.transpose() * (J * step) + 0.3 * step;
    EXPECT_LT((left - J.transpose() * errors).norm(), 1e-12) << rows;
  }
}

TEST(LevenbergMarquardt, LowersTheErrorAndKeepsTheBestValidatedWeights) {
  for (const int neurons : {6, 40}) {  // fewer and more weights than inputs
    const LayerNetwork network(2, neurons, 1, 5);
    const NetworkData train = smooth_data(100, 1), validation = smooth_data(50, 2);
    const Eigen::VectorXd first = network.draw_weights(3);
    const TrainedNetwork trained = train_levenberg_marquardt(network, first, train, validation, {});
    EXPECT_LT(trained.error, 0.01 * squared_error(network, first, train)) << neurons;
    EXPECT_LT(trained.validation_error, 0.5) << neurons;  // the targets have a variance of 4
    EXPECT_EQ(trained.validation_error, squared_error(network, trained.weights, validation));
  }
}

TEST(LevenbergMarquardt, ObeysItsSettings) {
  const LayerNetwork network(2, 6, 1, 5);
  const NetworkData train = smooth_data(100, 1), validation = smooth_data(50, 2);
  const Eigen::VectorXd first = network.draw_weights(3);
  const auto trained = [&](const NetworkTraining& training) {
    return train_levenberg_marquardt(network, first, train, validation, training);
  };
  NetworkTraining training;
  training.epochs = 1;
  EXPECT_EQ(trained(training).epochs, 1);
  training.damping = 1e8;
  EXPECT_GT(trained(training).error, 0.99 * squared_error(network, first, train));
  training.epochs = 5;
  training.decrease = 1;
  const double damped = trained(training).error;
  training.decrease = 1e-3;
  EXPECT_LT(trained(training).error, 0.5 * damped);
  training.least_gradient = 1e9;
  EXPECT_EQ(trained(training).epochs, 0);
  training = {};
  training.damping = 1e11;  // more than the largest damping
  EXPECT_EQ(trained(training).weights, first);
}

TEST(LevenbergMarquardt, EndsWhenTheValidationErrorGrows) {
  const LayerNetwork network(2, 6, 1, 5);
  const NetworkData train = smooth_data(100, 1);
  NetworkTraining training;
  training.epochs = 5;
  const Eigen::VectorXd first =
      train_levenberg_marquardt(network, network.draw_weights(3), train, train, training).weights;
  // Targets of the wrong sign: a step that lowers the error on the training data makes that on these larger.
  NetworkData opposite = train;
  opposite.T = -opposite.T;
  training.epochs = 1000;
  training.failures = 4;
  const TrainedNetwork trained = train_levenberg_marquardt(network, first, train, opposite, training);
  EXPECT_EQ(trained.epochs, 4);
  EXPECT_EQ(trained.weights, first);
  EXPECT_LT(trained.error, squared_error(network, first, train));
}

TEST(LevenbergMarquardt, CountsFailuresInARow) {
  constexpr int kFailures = 3, kMostEpochs = 40;
  const LayerNetwork network(2, 10, 1, 5);
  const NetworkData train = smooth_data(60, 1), validation = smooth_data(50, 2);
  int with_single_failures = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Eigen::VectorXd first = network.draw_weights(seed);
    const auto trained = [&](int epochs, int failures) {
      NetworkTraining training;
      training.epochs = epochs;
      training.failures = failures;
      return train_levenberg_marquardt(network, first, train, validation, training);
    };
    // A step has failed if the smallest validation error after it is that before it.
    double best = squared_error(network, first, validation);
    int epochs = 0, failed = 0, in_a_row = 0;
    while (in_a_row < kFailures && epochs < kMostEpochs) {
      const double error = trained(++epochs, 1000).validation_error;
      in_a_row = error == best ? in_a_row + 1 : 0;
      failed += error == best ? 1 : 0;
      best = error;
    }
    EXPECT_EQ(trained(kMostEpochs, kFailures).epochs, epochs) << seed;
    with_single_failures += failed > kFailures ? 1 : 0;
  }
  EXPECT_GT(with_single_failures, 0);
}

TEST(ConjugateGradients, LowerTheErrorAndKeepTheBestValidatedWeights) {
  const LayerNetwork network(2, 8, 2);
  const NetworkData train = circle_data(150, 1), validation = circle_data(80, 2);
  const Eigen::VectorXd first = network.draw_weights(3);
  const TrainedNetwork trained = train_conjugate_gradients(network, first, train, validation, {});
  EXPECT_LT(trained.error, 0.2 * cross_entropy(network, first, train));
  EXPECT_LT(trained.validation_error, 0.15);
  EXPECT_EQ(trained.validation_error, cross_entropy(network, trained.weights, validation));
}

TEST(ConjugateGradients, ObeyTheirSettings) {
  const LayerNetwork network(2, 8, 2);
  const NetworkData train = circle_data(150, 1), validation = circle_data(80, 2);
  const Eigen::VectorXd first = network.draw_weights(3);
  const auto error = [&](double damping, double decrease, double increase) {
    NetworkTraining training;
    training.epochs = 20;
    training.damping = damping, training.decrease = decrease, training.increase = increase;
    const TrainedNetwork trained = train_conjugate_gradients(network, first, train, validation, training);
    EXPECT_EQ(trained.epochs, 20);
    return trained.error;
  };
  EXPECT_LT(error(1, 0.1, 4), error(1e3, 0.1, 4));
  EXPECT_LT(error(1, 0.1, 4), error(1, 1, 4));  // damped strongly until the end
  EXPECT_NE(error(1e-3, 0.5, 1.5), error(1e-3, 0.5, 15));
  NetworkTraining training;
  training.least_gradient = 1e9;
  EXPECT_EQ(train_conjugate_gradients(network, first, train, validation, training).epochs, 0);
}

TEST(ConjugateGradients, NeverRaiseTheErrorWhereItIsConcave) {
  const LayerNetwork network(2, 8, 2);
  const NetworkData train = circle_data(150, 1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Eigen::VectorXd first = 3 * network.draw_weights(seed);  // so that most neurons are saturated
    NetworkTraining training;
    training.damping = 1e-10;
    double before = cross_entropy(network, first, train);
    const double at_first = before;
    for (training.epochs = 1; training.epochs <= 10; ++training.epochs) {
      const double error = train_conjugate_gradients(network, first, train, train, training).error;
      EXPECT_LE(error, before) << seed;
      before = error;
    }
    training.epochs = 100;
    EXPECT_LT(train_conjugate_gradients(network, first, train, train, training).error, 0.5 * at_first)
        << seed;
  }
}

// Houses with a price that depends on two features, of three. Prices are whole quarters.
void write_houses(const TemporaryFolder& folder, int rows, int base = 20) {
  Rng rng(1);
  std::ofstream out(folder / "data.txt");
  for (int i = 0; i < rows; ++i) {
    const double a = rng.uniform(0, 100), b = rng.uniform();
    out << a << ' ' << b << " 7 " << base + std::round(a * b * 0.8) / 4 << '\n';
  }
}

std::string tumour_lines(int rows) {
  Rng rng(1);
  std::string lines;
  for (int i = 0; i < rows; ++i) {
    lines += std::to_string(1000 + i);
    const bool malignant = rng.uniform() < 0.4;
    for (int j = 0; j < 9; ++j) lines += ',' + std::to_string(1 + rng.index(malignant ? 10 : 7));
    lines += malignant ? ",4\n" : ",2\n";
  }
  return lines;
}

std::string tumour_file(const TemporaryFolder& folder, const std::string& text) {
  const std::string file = (folder / "tumours.data").string();
  std::ofstream(file) << text;
  return file;
}

TEST(BostonNetwork, HasOneValueForAPoint) {
  const TemporaryFolder folder;
  write_houses(folder, 100);
  const auto problem = make_boston_network(folder.path().string());
  EXPECT_EQ(problem->space().dimension(), 2);
  const Eigen::Vector2d point(5.9, -3);
  const double value = problem->value(point);
  EXPECT_GT(value, 0);
  EXPECT_LT(value, 1);  // prices from 20 to 40, without noise
  EXPECT_EQ(make_boston_network(folder.path().string())->value(point), value);
  EXPECT_EQ(problem->value(Eigen::Vector2d(5, -3)), value);
  EXPECT_NE(problem->value(Eigen::Vector2d(6, -3)), value);
  EXPECT_NE(problem->value(Eigen::Vector2d(5.9, 1)), value);
}

TEST(BostonNetwork, DoesNotDependOnTheLevelOfPrices) {
  const TemporaryFolder folder;
  const auto value = [&](int base) {
    write_houses(folder, 100, base);
    return make_boston_network(folder.path().string())->value(Eigen::Vector2d(5, -3));
  };
  EXPECT_EQ(value(20), value(532));
}

TEST(BostonNetwork, RefusesTooFewHousesAndEqualPrices) {
  const TemporaryFolder folder;
  write_houses(folder, 19);
  const auto make = [&] { make_boston_network(folder.path().string()); };
  expect_input_error(make, "19 rows, expected at least 20");
  std::ofstream same(folder / "data.txt");
  for (int i = 0; i < 30; ++i) same << i << " 12\n";
  same.close();
  expect_input_error(make, "all prices are 12");
}

TEST(CancerNetwork, HasOneValueForAPoint) {
  const TemporaryFolder folder;
  const std::string file = tumour_file(folder, tumour_lines(200));
  const auto problem = make_cancer_network(file);
  EXPECT_EQ(problem->space().dimension(), 4);
  const Eigen::Vector4d point(5, -3, 0.5, 4);
  const double value = problem->value(point);
  EXPECT_GT(value, 0);
  EXPECT_LT(value, std::log(2) / 2);  // better than equal probabilities
  EXPECT_EQ(make_cancer_network(file)->value(point), value);
  const Eigen::Vector4d other(8, 0, 0.9, 15);
  for (int j = 0; j < 4; ++j) {
    Eigen::Vector4d moved = point;
    moved[j] = other[j];
    EXPECT_NE(problem->value(moved), value) << j;
  }
}

TEST(CancerNetwork, ValidatesOnOtherTumours) {
  const TemporaryFolder folder;
  // The class does not depend on the features: only tumours of the training can be learnt.
  Rng rng(1);
  std::string lines;
  for (int i = 0; i < 100; ++i) {
    lines += '1';
    for (int j = 0; j < 9; ++j) lines += ',' + std::to_string(1 + rng.index(10));
    lines += rng.sign() > 0 ? ",2\n" : ",4\n";
  }
  const auto problem = make_cancer_network(tumour_file(folder, lines));
  EXPECT_GT(problem->value(Eigen::Vector4d(30, -4, 0.25, 4)), 0.25);  // log(2) / 2 is that of no knowledge
}

TEST(CancerNetwork, TakesAMissingFeatureForThreeAndAHalf) {
  const TemporaryFolder folder;
  const Eigen::Vector4d point(5, -3, 0.5, 4);
  const auto value = [&](const std::string& field) {
    const std::string lines = "1,1,1,1,1,1," + field + ",1,1,1,2\n2,1,1,1,1,1," + field + ",1,1,1,2\n";
    return make_cancer_network(tumour_file(folder, tumour_lines(100) + lines))->value(point);
  };
  EXPECT_EQ(value("?"), value("3.5"));
  EXPECT_NE(value("?"), value("9"));
}

TEST(CancerNetwork, RefusesOtherFiles) {
  const TemporaryFolder folder;
  const auto refuses = [&](const std::string& text, const std::string& part) {
    const std::string file = tumour_file(folder, text);
    expect_input_error([&] { make_cancer_network(file); }, file, part);
  };
  const std::string lines = tumour_lines(30);
  refuses(tumour_lines(19), "19 rows, expected at least 20");
  refuses("", "0 rows");
  refuses(lines + "1,2,3\n", ":31: 3 fields, expected a number, 9 features and the class");
  refuses(lines + "1,1,1,1,1,1,1,1,1,1,3\n", ":31: class '3', expected 2 (benign) or 4 (malignant)");
  refuses(lines + "1,1,1,1,x,1,1,1,1,1,2\n", ":31: got 'x', expected a number from 1 to 10");
  refuses(lines + "1,1,1,1,11,1,1,1,1,1,2\n", ":31: got '11', expected a number from 1 to 10");
  refuses(lines + "1,1,1,1,nan,1,1,1,1,1,2\n", ":31: got 'nan', expected a number from 1 to 10");
  expect_input_error([&] { make_cancer_network((folder / "none").string()); }, "none");
}

}  // namespace
}  // namespace bora::testing
