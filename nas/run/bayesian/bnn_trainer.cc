#include "nas/run/bayesian/bnn_trainer.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/files/storage_error.h"
#include "common/setting_error.h"
#include "common/stopwatch.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr int kStepsBetweenFiles = 500;
constexpr double kLargestScore = 1e100;  // squares of larger scores would overflow in the model of the search

}  // namespace

std::string BnnShape::name() const {
  return fmt::format("{}x{}", depth, width);
}

BnnTrainer::BnnTrainer(const BnnConfig& config) : config_(config) {
  for (const int depth : config.depths)
    for (const int width : config.widths) networks_.push_back({depth, width});
  const RegressionSet set = load_uci(config.data);
  hash_ = content_hash(set);
  const RegressionSplit split = split_of(set, config.split);
  std::vector<int> rows = split.train;
  Rng(mix_seed(config.search.seed, "validation")).shuffle(rows);
  const auto judged =
      std::max<std::ptrdiff_t>(1, std::lround(config.validation * static_cast<double>(rows.size())));
  const auto left = std::ssize(rows) - judged;
  const auto learnt = config.inputs > 0 ? config.inputs : left;
  if (learnt < 2 || learnt > left || split.test.empty())
    throw SettingError("inputs",
                       "got {}, with a share of {} for validation, but the train part of {} has {} inputs "
                       "and its test part {}",
                       config.inputs, config.validation, set.source, rows.size(), split.test.size());
  const std::vector<int> validation(rows.begin(), rows.begin() + judged);
  const std::vector<int> train(rows.begin() + judged, rows.begin() + judged + learnt);
  const Whitening features(set.X(train, Eigen::all)), target(set.y(train));
  scale_ = target.deviation[0];
  const auto inputs = [&](const std::vector<int>& places) {
    return Inputs{features.apply(set.X(places, Eigen::all)), target.apply(set.y(places)).col(0)};
  };
  train_ = inputs(train);
  validation_ = inputs(validation);
  test_ = inputs(split.test);
}

Eigen::MatrixXd BnnTrainer::coordinates() const {
  Eigen::MatrixXd X(networks_.size(), 2);
  const auto scaled = [](double value, double low, double high) {
    return high > low ? (value - low) / (high - low) : 0.5;
  };
  for (std::size_t i = 0; i < networks_.size(); ++i)
    X.row(static_cast<Eigen::Index>(i))
        << scaled(networks_[i].depth, config_.depths.front(), config_.depths.back()),
        scaled(std::log(networks_[i].width), std::log(config_.widths.front()),
               std::log(config_.widths.back()));
  return X;
}

fs::path BnnTrainer::state_file(int network) const {
  return fs::path(config_.out) / "networks" / networks_[static_cast<std::size_t>(network)].name() / "state";
}

BayesianRegression BnnTrainer::made(int network) const {
  const BnnShape& shape = networks_[static_cast<std::size_t>(network)];
  MeanFieldOptions options = config_.network;
  options.hidden.assign(static_cast<std::size_t>(shape.depth), shape.width);
  options.seed = mix_seed(config_.search.seed, shape.name());
  return {options, train_.X, train_.y};
}

BayesianRegression BnnTrainer::restored(int network) const {
  auto model = made(network);
  std::ifstream in(state_file(network), std::ios::binary);
  std::ostringstream bytes;
  if (!in || !(bytes << in.rdbuf())) return model;
  try {
    model.set_state(bytes.str());
  } catch (const InputError&) {
    return made(network);  // training from the start gives the same result
  }
  return model;
}

std::int64_t BnnTrainer::weights(int network) const {
  const BnnShape& shape = networks_[static_cast<std::size_t>(network)];
  const std::int64_t width = shape.width;
  return (train_.X.cols() + 1) * width + (shape.depth - 1) * width * (width + 1) + width + 1;
}

void BnnTrainer::write_state(int network, const std::string& state) const {
  try {
    fs::create_directories(state_file(network).parent_path());
    write_atomically(state_file(network), state);
  } catch (const std::exception& error) {
    throw StorageError(error.what());
  }
}

BnnTrainer::Advance BnnTrainer::advance(int network, int checkpoint, const std::atomic<bool>& stop,
                                        const std::function<void(int)>& progress) const {
  const Stopwatch watch;
  auto model = restored(network);
  const int until = config_.checkpoints[static_cast<std::size_t>(checkpoint)];
  // The steps after this one are scored. A state within the window cannot be used, since scores are not
  // stored.
  const int scored_from = until - config_.window;
  if (model.step() > scored_from) model = made(network);
  Advance result;
  BnnCheckpoint& reached = result.checkpoint;
  reached.network = network;
  reached.checkpoint = checkpoint;
  bool stopped = stop;
  const auto after = [&](int step) {
    if (step > scored_from) {
      const auto score = model.score(validation_.X, validation_.y, static_cast<std::uint64_t>(step));
      reached.log_likelihood += (score.log_likelihood - std::log(scale_)) / config_.window;
      reached.rmse += score.rmse * scale_ / config_.window;
    } else if (step % kStepsBetweenFiles == 0) {
      write_state(network, model.state());
    }
    if (progress) progress(step);
    stopped = stop && step < until;
    if (stopped && step <= scored_from) write_state(network, model.state());
    return !stopped;
  };
  try {
    if (!stopped) model.advance(until, after);
    reached.noise = model.noise() * scale_;
    for (const double score : {reached.log_likelihood, reached.rmse, reached.noise})
      if (!(std::abs(score) < kLargestScore))
        throw InputError("a validation score is {} at step {}", score, model.step());
  } catch (const InputError& error) {
    reached.failure = fmt::format("training diverged: {}; a smaller learning rate may help", error.what());
  }
  if (stopped) return result;
  result.complete = true;
  reached.seconds = watch.seconds();
  if (!reached.failure.empty()) return result;
  reached.active = active_units(model.unit_divergences());
  result.state = model.state();
  return result;
}

BnnTrainer::Examination BnnTrainer::examine(int network) const {
  auto model = restored(network);
  if (model.step() < config_.checkpoints.back()) {
    model.advance(config_.checkpoints.back());
    write_state(network, model.state());
  }
  const auto score = model.score(test_.X, test_.y);
  return {{score.log_likelihood - std::log(scale_), score.rmse * scale_}, model.unit_divergences()};
}

}  // namespace bora::nas
