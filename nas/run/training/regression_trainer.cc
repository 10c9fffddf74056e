#include "nas/run/training/regression_trainer.h"

#include <fstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/number.h"
#include "common/random.h"
#include "common/stopwatch.h"
#include "common/text.h"
#include "data/files/regression.h"
#include "nas/network/regression_network.h"
#include "nas/run/training/train_part.h"
#include "nas/run/training/training_course.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

struct Inputs {
  Eigen::MatrixXd X;
  Eigen::VectorXd y;
};

class RegressionTrainer final : public TrialTrainer {
 public:
  RegressionTrainer(const SearchConfig& config, SpacePtr space)
      : space_(std::move(space)), layered_(make_mlp_space()), seed_(config.seed) {
    training_.epochs = config.epochs > 0 ? config.epochs : training_.epochs;
    training_.batch = config.image_batch > 0 ? config.image_batch : training_.batch;
    training_.learning_rate = config.learning_rate > 0 ? config.learning_rate : training_.learning_rate;
    training_.check();
    const RegressionSet set = load_uci(config.data);
    const auto n = static_cast<int>(set.y.size());
    constexpr int kParts = 5;
    const int test = n / kParts;
    const auto [train, validation] =
        part_sizes(config, n - test, n / kParts, 2, "inputs of " + config.data + " beside those of the test");
    Rng rng(mix_seed(config.seed, "inputs"));
    const std::vector<int> order = rng.permutation(n);
    const auto rows = [&](int first, int count) {
      return std::vector<int>(order.begin() + first, order.begin() + first + count);
    };
    const std::vector<int> learnt = rows(test + validation, train);
    const Whitening features(set.X(learnt, Eigen::all)), target(set.y(learnt));
    const auto part = [&](const std::vector<int>& of) {
      return Inputs{features.apply(set.X(of, Eigen::all)), target.apply(set.y(of)).col(0)};
    };
    train_ = part(learnt);
    validation_ = part(rows(test, validation));
    test_ = part(rows(0, test));
    hash_ = content_hash(set);
  }

  bool train(SearchTrial& trial, bool of_space, const fs::path& folder, const std::atomic<bool>& stop,
             const std::function<void(const TrainingProgress&)>& progress,
             const TrainingPlan& course) const override {
    if (!of_space)
      throw InputError("architecture '{}': is not of the space mlp", printable(trial.architecture));
    fs::create_directories(folder);
    trial.epochs.clear();
    RegressionTraining training = training_;
    if (course.epochs > 0) training.epochs = course.epochs;
    training.seed = mix_seed(seed_, trial.architecture);
    bool ended = true;
    ScopedTimer timer(trial.seconds);
    try {
      RegressionNetwork network(*layered_, space_->parse(trial.architecture),
                                static_cast<int>(train_.X.cols()), training.seed);
      trial.weights = network.parameters().size();
      nas::train(
          network, training, train_.X, train_.y, validation_.X, validation_.y,
          [&](int epoch, int step, int steps, const RegressionEpoch& now) {
            if (step == steps)
              trial.epochs.push_back({now.loss, 1 - now.validation_loss, now.validation_loss, now.last_loss});
            if (progress)
              progress({.epoch = epoch,
                        .step = step,
                        .steps = steps,
                        .loss = now.loss,
                        .last_loss = now.last_loss});
            trial.stopped =
                step == steps && epoch < training.epochs && course.enough && course.enough(trial.epochs);
            ended = !stop;
            return ended && !trial.stopped;
          });
      if (!ended) return false;
      write_epochs(folder, trial.epochs);
      std::string text = trial.architecture + "\n";
      for (const double parameter : network.parameters()) text += fmt::format("{}\n", parameter);
      with_storage_errors([&] { write_atomically(folder / model_file(), text); });
    } catch (const InputError& error) {
      trial.failure = printable(error.what());
      trial.epochs.clear();
    }
    return true;
  }
  int epochs(const std::string& /*architecture*/, bool /*of_space*/) const override {
    return training_.epochs;
  }
  int validation() const override { return 0; }
  std::string train_hash() const override { return hash_; }
  std::string validation_hash() const override { return hash_; }
  std::string model_file() const override { return "model.txt"; }
  Accuracy test(const fs::path& /*model*/) const override { return {}; }
  std::optional<double> test_error(const fs::path& model) const override {
    std::ifstream in(model);
    std::string architecture, line;
    if (!std::getline(in, architecture)) throw InputError("{}: holds no network", model.string());
    RegressionNetwork network(*layered_, space_->parse(architecture), static_cast<int>(train_.X.cols()), 0);
    std::vector<double> parameters;
    while (std::getline(in, line)) {
      const auto number = to_finite(line);
      if (!number) throw InputError("{}: '{}' is not a number", model.string(), printable(line));
      parameters.push_back(*number);
    }
    network.set_parameters(
        Eigen::Map<const Eigen::VectorXd>(parameters.data(), static_cast<Eigen::Index>(parameters.size())));
    return network.error(test_.X, test_.y);
  }

 private:
  SpacePtr space_;
  std::shared_ptr<const LayeredSpace> layered_;
  std::uint64_t seed_;
  RegressionTraining training_;
  Inputs train_, validation_, test_;
  std::string hash_;
};

}  // namespace

std::unique_ptr<TrialTrainer> make_regression_trainer(const SearchConfig& config, const SpacePtr& space) {
  return std::make_unique<RegressionTrainer>(config, space);
}

}  // namespace bora::nas
