#include "nas/run/study/sigmoid_search.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/number.h"
#include "common/run_observer.h"
#include "common/setting_error.h"
#include "nas/run/search_store.h"
#include "nas/run/study/study_store.h"
#include "nas/sigmoid/two_classes.h"
#include "surrogates/linear/basis_regression.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// Training and validation points, and trainings on them. The seed and a number determine each training.
class Task {
 public:
  Task(const SigmoidConfig& options, const std::atomic<bool>& stop)
      : seed_(options.seed), searches_(!options.network), stop_(stop) {
    Rng rng(mix_seed(seed_, "points"));
    const LabelledPoints all = options.data == SigmoidConfig::kToy
                                   ? two_class_points(options.points, options.flipped, rng)
                                   : read_labelled_points(options.data);
    if (options.validation < 1 || options.validation >= all.size())
      throw SettingError("validation", "{} of {} points, expected at least 1 and fewer than all",
                         options.validation, all.size());
    std::tie(training, validation) = split_points(all, all.size() - options.validation, rng);
  }
  // Trains a network. `curves`: receives the costs after each epoch unless it is null. Throws Interrupted.
  SigmoidNetwork train(const SigmoidSetting& setting, std::uint64_t number, CostCurves* curves) const {
    Rng rng(mix_seed(mix_seed(seed_, "network"), number));
    std::vector<int> widths{static_cast<int>(training.inputs.rows())};
    widths.insert(widths.end(), setting.units.begin(), setting.units.end());
    widths.push_back(static_cast<int>(training.targets.rows()));
    SigmoidNetwork network(widths, rng);
    network.train(training, setting.training, rng, [&](int) {
      if (stop_)
        throw Interrupted(searches_ ? "interrupted; the same command with --resume continues"
                                    : "interrupted while a network was trained; nothing was written");
      if (curves == nullptr) return;
      curves->training.push_back(network.cost(training));
      curves->validation.push_back(network.cost(validation));
    });
    return network;
  }
  // Trains the network with this number, and returns it with its curves and the points.
  SigmoidOutcome outcome(const SigmoidSetting& setting, std::uint64_t number) const {
    CostCurves curves;
    SigmoidNetwork network = train(setting, number, &curves);
    return {training, validation, {}, 0, setting, std::move(network), std::move(curves)};
  }
  LabelledPoints training, validation;

 private:
  std::uint64_t seed_;
  bool searches_;
  const std::atomic<bool>& stop_;
};

SigmoidOutcome search(const SigmoidConfig& options, const std::atomic<bool>& stop) {
  const Task task(options, stop);
  StudyStore store = options.resume ? StudyStore::open(options.out, options.facts)
                                    : StudyStore::create(options.out, options.facts);
  RunningMark mark(store);
  Rng rng(mix_seed(options.seed, "search"));
  std::uint64_t number = 0;
  // The seed determines each network, so a resumed search evaluates the same ones.
  const auto accuracy = [&](const Eigen::VectorXd& box) {
    const std::string key = fmt::format("accuracy-{}", ++number);
    if (const auto known = to_finite(store.get(key))) return *known;
    const double reached = task.train(options.bounds.setting(box), number, nullptr).accuracy(task.validation);
    store.set(key, fmt::to_string(reached));
    return reached;
  };
  auto done = given_prior_search(accuracy, options.bounds.dimension(), options.search, rng);
  std::size_t best = 0;
  for (std::size_t i = 0; i < done.size(); ++i)
    if (done[i].value > done[best].value) best = i;
  SigmoidOutcome outcome = task.outcome(options.bounds.setting(done[best].point), best + 1);
  outcome.evaluations = std::move(done);
  outcome.best = best;
  mark.end(true);
  return outcome;
}

// Creates the folder of the results, and stores the options of a search in it.
void prepare_folder(const SigmoidConfig& config) {
  const fs::path out = config.out;
  const bool searches = config.basis.empty() && !config.network;
  if (config.resume && !searches)
    throw SettingError("resume", "is for a search; --network and --basis have nothing to continue");
  if (!config.resume && fs::exists(out / "results.csv"))
    throw SettingError("out", "{} already holds results; name another folder", config.out);
  if (!config.resume && StudyStore::holds_study(out))
    throw SettingError("out", "{} already holds a search; add --resume to continue it", config.out);
  fs::create_directories(out);
  if (searches && !config.resume) write_atomically(out / "config.ini", config.config);
}

// Returns the function of the regression at each x.
Eigen::VectorXd example(const Eigen::VectorXd& x) {
  Eigen::VectorXd y(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) y[i] = 0.5 * std::sin(3 * x[i]) + x[i] * x[i] - 0.3;
  return y;
}

}  // namespace

SigmoidOutcome run_sigmoid_search(const SigmoidConfig& config, const std::atomic<bool>& stop) {
  prepare_folder(config);
  if (!config.network) return search(config, stop);
  const SigmoidSetting setting{*config.network, {config.bounds.most_epochs, config.bounds.most_rate}};
  return Task(config, stop).outcome(setting, 0);
}

RegressionOutcome run_regression(const SigmoidConfig& config) {
  prepare_folder(config);
  constexpr int kKnown = 6, kShown = 81;
  Rng rng(mix_seed(config.seed, "regression"));
  RegressionOutcome out;
  out.known.resize(kKnown);
  for (double& x : out.known) x = rng.uniform(-1, 1);
  out.known_values = example(out.known);
  out.shown = Eigen::VectorXd::LinSpaced(kShown, -1, 1);
  out.shown_values = example(out.shown);
  const GivenPrior& prior = config.search.prior;
  for (const std::string& name : config.basis) {
    const auto at = basis_posterior(basis_rows(name, out.known), out.known_values,
                                    basis_rows(name, out.shown), prior.alpha, prior.sigma);
    out.fits.push_back({name, at.mean, at.covariance.diagonal()});
  }
  const GivenPosterior at = given_posterior(prior, out.known, out.known_values, out.shown);
  out.fits.push_back({fmt::format("process ell={}", prior.ell), at.mean, at.covariance.diagonal()});
  return out;
}

}  // namespace bora::nas
