#include "models/networks/bayesian_network.h"

#include <atomic>
#include <cmath>
#include <fstream>
#include <numbers>
#include <optional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "common/random.h"
#include "models/networks/export.h"
#include "models/toy_dataset.h"
#include "models/training/checkpoint.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Regression data: a noisy sine of the first of two features.
struct Sine {
  explicit Sine(int n, std::uint64_t seed = 1) : X(n, 2), y(n) {
    Rng rng(seed);
    for (int i = 0; i < n; ++i) {
      X.row(i) << rng.uniform(-1.7, 1.7), rng.normal();
      y[i] = std::sin(2 * X(i, 0)) + 0.1 * rng.normal();
    }
  }
  MatrixXd X;
  VectorXd y;
};

MeanFieldOptions small_network() {
  MeanFieldOptions options;
  options.hidden = {8};
  options.batch = 16;
  options.test_samples = 20;
  options.seed = 3;
  return options;
}

TEST(BayesianNetwork, HasTheGoldenDivergenceGradientsAndPriors) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/models/bayesian_network.json");
  const auto golden = parse_valid_json(file);
  const auto rows = golden["X"].get<std::vector<std::vector<double>>>();
  MatrixXd X(rows.size(), rows[0].size());
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    X.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows[i].data(), X.cols());
  const auto targets = golden["y"].get<std::vector<double>>();
  MeanFieldOptions options;
  options.hidden = golden["hidden"].get<std::vector<int>>();
  BayesianRegression network(options, X, Eigen::Map<const VectorXd>(targets.data(), X.rows()));
  network.set_parameters(golden["parameters"].get<std::vector<double>>());
  network.update_priors();

  constexpr double kTolerance = 1e-6;
  const auto priors = golden["priors"].get<std::vector<double>>();
  for (std::size_t i = 0; i < priors.size(); ++i)
    EXPECT_NEAR(network.prior_variances().at(i), priors[i], kTolerance);
  const auto terms = network.elbo(golden["draws"].get<std::vector<std::vector<double>>>());
  EXPECT_NEAR(terms.divergence, golden["divergence"].get<double>(), kTolerance);
  EXPECT_NEAR(terms.log_likelihood, golden["log_likelihood"].get<double>(), kTolerance);
  const auto gradient = golden["gradient"].get<std::vector<double>>();
  ASSERT_EQ(terms.gradient.size(), gradient.size());
  for (std::size_t i = 0; i < gradient.size(); ++i)
    EXPECT_NEAR(terms.gradient[i], gradient[i], kTolerance) << i;
  const auto divergences = golden["divergences"].get<std::vector<std::vector<double>>>();
  ASSERT_EQ(network.unit_divergences().size(), divergences.size());
  for (std::size_t layer = 0; layer < divergences.size(); ++layer)
    for (std::size_t unit = 0; unit < divergences[layer].size(); ++unit)
      EXPECT_NEAR(network.unit_divergences()[layer].at(unit), divergences[layer][unit], kTolerance);
}

TEST(BayesianNetwork, ResumesWhereItWasInterrupted) {
  const Sine data(50);
  BayesianRegression whole(small_network(), data.X, data.y);
  whole.advance(11);
  BayesianRegression first(small_network(), data.X, data.y);
  first.advance(11, [](int step) { return step < 4; });
  EXPECT_EQ(first.step(), 4);
  BayesianRegression second(small_network(), data.X, data.y);
  second.set_state(first.state());
  EXPECT_EQ(second.step(), 4);
  second.advance(11);
  EXPECT_EQ(second.parameters(), whole.parameters());
  EXPECT_EQ(second.prior_variances(), whole.prior_variances());
  EXPECT_EQ(second.score(data.X, data.y).log_likelihood, whole.score(data.X, data.y).log_likelihood);
}

TEST(BayesianNetwork, LearnsAFunctionAndItsNoise) {
  const Sine data(300), held_out(100, 2);
  MeanFieldOptions options = small_network();
  options.hidden = {20};
  options.learning_rate = 0.01;
  BayesianRegression network(options, data.X, data.y);
  const auto before = network.score(held_out.X, held_out.y);
  network.advance(800);
  const auto after = network.score(held_out.X, held_out.y);
  EXPECT_LT(after.rmse, 0.2);
  EXPECT_LT(after.rmse, before.rmse);
  EXPECT_GT(after.log_likelihood, 0.2);
  EXPECT_LT(network.noise(), 0.2);
  EXPECT_GT(network.noise(), 0.05);
}

TEST(BayesianNetwork, ScoresTheMixtureOfItsDraws) {
  const Sine data(30);
  BayesianRegression network(small_network(), data.X, data.y);
  network.advance(5);
  const MatrixXd f = network.predictions(data.X, 7);
  ASSERT_EQ(f.rows(), 20);
  double sum = 0;
  for (int i = 0; i < 30; ++i) {
    double density = 0;
    for (int s = 0; s < 20; ++s)
      density += std::exp(-0.5 * std::pow((data.y[i] - f(s, i)) / network.noise(), 2)) /
                 (network.noise() * std::sqrt(2 * std::numbers::pi) * 20);
    sum += std::log(density);
  }
  const auto score = network.score(data.X, data.y, 7);
  EXPECT_NEAR(score.log_likelihood, sum / 30, 1e-9);
  EXPECT_NEAR(score.rmse, std::sqrt((f.colwise().mean().transpose() - data.y).squaredNorm() / 30), 1e-12);
}

TEST(BayesianNetwork, KeepsTheVarianceOfThePriorWithoutAHyperPrior) {
  const Sine data(40);
  MeanFieldOptions options = small_network();
  options.hyper_prior = false;
  options.prior_variance = 0.3;
  BayesianRegression network(options, data.X, data.y);
  network.advance(5);
  for (const double variance : network.prior_variances()) EXPECT_NEAR(variance, 0.3, 1e-7);
}

TEST(BayesianNetwork, PrunesUnitsThatTheDataDoNotNeed) {
  const Sine data(100);
  MeanFieldOptions options = small_network();
  options.hidden = {30};
  options.learning_rate = 0.02;
  options.train_samples = 2;
  options.batch = 100;
  BayesianRegression network(options, data.X, data.y);
  EXPECT_EQ(active_units(network.unit_divergences()), std::vector<int>{30});
  network.advance(1200);
  EXPECT_LE(active_units(network.unit_divergences())[0], 8);
}

TEST(BayesianNetwork, CountsTheUnitsOfTheUpperOfTwoGroups) {
  EXPECT_EQ(active_units({{0.5, 0.6, 4, 0.7, 5}, {1, 1.2, 1.1}, {0.001, 0.002}, {}}),
            (std::vector<int>{2, 3, 0, 0}));
  EXPECT_EQ(active_units({{0.0001, 0.003, 0.0002}}), std::vector<int>{0});
  EXPECT_EQ(active_units({{0.5, 0.6, 4, 0.7, 5}}, 0.65), std::vector<int>{3});
}

TEST(BayesianNetwork, NamesInvalidOptions) {
  const Sine data(10);
  const auto with = [](auto change) {
    MeanFieldOptions options = small_network();
    change(options);
    return options;
  };
  testing::expect_input_error([&] { with([](auto& o) { o.hidden = {4, 0}; }).check(); }, "hidden", "0");
  testing::expect_input_error([&] { with([](auto& o) { o.alpha = 0; }).check(); }, "alpha", "0");
  testing::expect_input_error([&] { with([](auto& o) { o.initial_noise = NAN; }).check(); }, "initial_noise");
  testing::expect_input_error([&] { with([](auto& o) { o.test_samples = 0; }).check(); }, "test_samples");
  testing::expect_input_error([&] { BayesianRegression(small_network(), data.X, data.y.head(3)); },
                              "training data: 10 inputs", "3 targets");
  BayesianRegression network(small_network(), data.X, data.y);
  testing::expect_input_error([&] { network.set_state("nothing"); }, "checkpoint");
  const BayesianRegression wider(with([](auto& o) { o.hidden = {9}; }), data.X, data.y);
  testing::expect_input_error([&] { network.set_state(wider.state()); }, "checkpoint");
}

class BayesianClassifier : public ::testing::Test {
 protected:
  BayesianClassifier() { network_.emplace(made("bayesian-mlp:depth=1:width=8:samples=20")); }
  Network made(const std::string& architecture) {
    NetworkOptions options;
    options.architecture = architecture;
    options.input = data_.shape;
    options.classes = data_.classes;
    set_normalisation(options, data_);
    options.body = bayesian_body(*parse_perceptron(architecture), 1);
    return Network(options);
  }
  static TrainingOptions training(int epochs) {
    TrainingOptions options;
    options.epochs = epochs;
    options.batch = 40;
    options.learning_rate = 0.01;
    return options;
  }
  ImageDataset data_ = bars(120, {1, 16, 16}, 3, 1);
  std::optional<Network> network_;
};

TEST_F(BayesianClassifier, LearnsClassesAndSoDoPointEstimates) {
  for (const std::string architecture : {"bayesian-mlp:depth=1:width=8:samples=20", "mlp:depth=1:width=8"}) {
    Network network = made(architecture);
    const auto result = train_bayesian(network, data_, training(20));
    EXPECT_EQ(result.epochs, 20);
    EXPECT_GT(evaluate(network, data_).accuracy.fraction(), 0.9) << architecture;
  }
}

TEST_F(BayesianClassifier, ResumesWhereItWasInterrupted) {
  const testing::TemporaryFolder folder;
  Network whole = made("bayesian-mlp:depth=1:width=8");
  train_bayesian(whole, data_, training(4), {}, nullptr, &data_);
  Network first = made("bayesian-mlp:depth=1:width=8"), second = made("bayesian-mlp:depth=1:width=8");
  CheckpointPlan plan{folder / "checkpoint", {{"of", "this"}}, false};
  std::atomic<bool> stop = false;
  const auto watch = [&](const TrainingProgress& now) { stop = now.epoch == 3; };
  EXPECT_TRUE(train_bayesian(first, data_, training(4), watch, &stop, &data_, &plan).interrupted);
  plan.resume = true;
  EXPECT_FALSE(train_bayesian(second, data_, training(4), {}, nullptr, &data_, &plan).interrupted);
  const Batch images = images_as_batch(data_, 0, 10);
  EXPECT_EQ(second.scores(images).values, whole.scores(images).values);
}

TEST_F(BayesianClassifier, IsParsedFromItsName) {
  const auto options = parse_perceptron("bayesian-mlp:width=30:depth=3:samples=7");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->hidden, (std::vector<int>{30, 30, 30}));
  EXPECT_EQ(options->test_samples, 7);
  EXPECT_FALSE(options->point);
  EXPECT_TRUE(parse_perceptron("mlp")->point);
  EXPECT_FALSE(parse_perceptron("lenet"));
  testing::expect_input_error([] { parse_perceptron("mlp:samples=3"); }, "mlp", "'samples'", "depth, width");
  testing::expect_input_error([] { parse_perceptron("mlp:width=0"); }, "mlp: width=0");
  testing::expect_input_error([] { parse_perceptron("bayesian-mlp:width"); }, "'width'");
  testing::expect_input_error([] { parse_perceptron("mlp:"); }, "'' is not a setting");
}

TEST_F(BayesianClassifier, GivesEveryImageTheSameScoresInEveryBatch) {
  const Batch images = images_as_batch(data_, 0, 10);
  const Batch together = network_->scores(images).values;
  for (int i = 0; i < 10; ++i)
    EXPECT_LT((network_->scores(images.row(i)).values - together.row(i)).cwiseAbs().maxCoeff(), 1e-5f);
  // Logarithms of probabilities.
  EXPECT_NEAR(together.row(0).array().exp().sum(), 1, 1e-5);
}

TEST_F(BayesianClassifier, IsExportedWithItsDraws) {
  const testing::TemporaryFolder folder;
  const auto path = (folder / "model.pt").string();
  for (const std::string architecture : {"bayesian-mlp:depth=2:width=8:samples=20", "mlp:depth=2:width=8"}) {
    Network network = made(architecture);
    train_bayesian(network, data_, training(1));
    export_torchscript(network, path);
    VictimOptions options;
    options.address = path;
    const auto victim = load_torchscript(options);
    EXPECT_EQ(victim->spec().classes, 3);
    const Batch images = images_as_batch(data_, 0, 10);
    EXPECT_LT((victim->scores(images).values - network.scores(images).values).cwiseAbs().maxCoeff(), 1e-5f);
    ASSERT_TRUE(victim->has_gradients());
    Batch cotangents = Batch::Zero(1, 3);
    cotangents(0, 1) = 1;
    const Batch image = images.topRows(1), gradient = network.pullback(image, cotangents);
    EXPECT_GT(gradient.cwiseAbs().maxCoeff(), 0);
    EXPECT_LT((victim->pullback(image, cotangents) - gradient).cwiseAbs().maxCoeff(), 1e-5f);
  }
}

TEST_F(BayesianClassifier, RefusesOtherNetworksAndImages) {
  NetworkOptions options = network_->options();
  options.body = nullptr;
  options.architecture = "lenet";
  Network other(options);
  testing::expect_input_error([&] { train_bayesian(other, data_, training(1)); }, "lenet", "not Bayesian");
  testing::expect_input_error(
      [&] {
        train_bayesian(*network_, bars(6, {1, 20, 20}, 3, 1), training(1));
      },
      "images are 1x20x20, the network takes");
  ImageDataset none = data_;
  none.pixels.clear();
  none.labels.clear();
  none.records.clear();
  testing::expect_input_error([&] { train_bayesian(*network_, none, training(1)); }, "holds no images");
  for (double TrainingOptions::*const of_darts : {&TrainingOptions::auxiliary, &TrainingOptions::drop_path}) {
    TrainingOptions other_options = training(1);
    other_options.*of_darts = 0.2;
    testing::expect_input_error([&] { train_bayesian(*network_, data_, other_options); },
                                "no auxiliary classifier and no paths to drop");
  }
}

}  // namespace
}  // namespace bora::models
