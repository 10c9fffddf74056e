#include "report/search/search_reports.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/number.h"
#include "common/run_observer.h"
#include "common/setting_error.h"
#include "nas/run/study/study_store.h"
#include "nas/sigmoid/two_classes.h"
#include "report/search/search_page.h"
#include "report/views/html/plot.h"
#include "surrogates/linear/basis_regression.h"

namespace bora::report {
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
  LabelledPoints training, validation;

 private:
  std::uint64_t seed_;
  bool searches_;
  const std::atomic<bool>& stop_;
};

// Trains a network, and returns the values of sigmoid.html.
Json network_values(const Task& task, const SigmoidSetting& setting, std::uint64_t number) {
  CostCurves curves;
  const SigmoidNetwork network = task.train(setting, number, &curves);
  const auto percent = [&](const LabelledPoints& points) {
    return fmt::format("{:.1f}", 100 * network.accuracy(points));
  };
  return {{"setting", setting.text()},
          {"training", percent(task.training)},
          {"training_points", task.training.size()},
          {"validation", percent(task.validation)},
          {"validation_points", task.validation.size()},
          {"regions", regions_values(network, task.training, task.validation)},
          {"costs_html", costs_plot(curves)},
          {"key", key_values({"training", "validation"})}};
}

void write_results(const SigmoidConfig& options, const std::string& heading, std::string_view page,
                   const Json& values, const std::string& csv) {
  write_atomically(fs::path(options.out) / "results.csv", csv);
  write_search_page(options.out, "Sigmoid networks", heading, page, values);
  fmt::print("report     {}\n", (fs::path(options.out) / "report.html").string());
}

void train_one(const SigmoidConfig& options, const std::atomic<bool>& stop) {
  const Task task(options, stop);
  const SigmoidSetting setting{*options.network, {options.bounds.most_epochs, options.bounds.most_rate}};
  CostCurves curves;
  const SigmoidNetwork network = task.train(setting, 0, &curves);
  std::string csv = "epoch,training_cost,validation_cost\n";
  for (std::size_t i = 0; i < curves.training.size(); ++i)
    csv += fmt::format("{},{:.9g},{:.9g}\n", i + 1, curves.training[i], curves.validation[i]);
  const auto least = std::ranges::min_element(curves.validation) - curves.validation.begin();
  fmt::print(
      "{}\ntraining   cost {:.4f}, accuracy {:.1f}%\nvalidation cost {:.4f}, accuracy {:.1f}%; least cost "
      "{:.4f} after epoch {}\n",
      setting.text(), curves.training.back(), 100 * network.accuracy(task.training), curves.validation.back(),
      100 * network.accuracy(task.validation), curves.validation[static_cast<std::size_t>(least)], least + 1);
  write_results(options, "One network", "sigmoid", {{"network", network_values(task, setting, 0)}}, csv);
}

void search(const SigmoidConfig& options, const std::atomic<bool>& stop) {
  const Task task(options, stop);
  StudyStore store = options.resume ? StudyStore::open(options.out, options.facts)
                                    : StudyStore::create(options.out, options.facts);
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
  const auto done = given_prior_search(accuracy, options.bounds.dimension(), options.search, rng);
  std::string csv = "evaluation,layers,epochs,rate,accuracy,mean_before,expected_improvement\n";
  Plot::Points values, best, by_rate, by_epochs, by_units;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < done.size(); ++i) {
    const SigmoidSetting setting = options.bounds.setting(done[i].point);
    const std::string text = setting.text();
    csv += fmt::format("{},{},{},{:.9g},{:.9g},{:.9g},{:.9g}\n", i + 1, text.substr(0, text.find(' ')),
                       setting.training.epochs, setting.training.rate, done[i].value, done[i].expected,
                       done[i].improvement);
    if (done[i].value > done[chosen].value) chosen = i;
    const double at = static_cast<double>(i + 1), percent = 100 * done[i].value;
    double units = 0;
    for (const int n : setting.units) units += n;
    values.emplace_back(at, percent);
    best.emplace_back(at, 100 * done[chosen].value);
    by_rate.emplace_back(setting.training.rate, percent);
    by_epochs.emplace_back(setting.training.epochs, percent);
    by_units.emplace_back(units, percent);
  }
  const SigmoidBounds& bounds = options.bounds;
  const SigmoidSetting setting = bounds.setting(done[chosen].point);
  const auto dots = [](const std::string& label, double low, double high, const Plot::Points& points) {
    Plot plot({label, low, high}, {"validation accuracy, %", 0, 100});
    plot.dots(points, 0);
    return plot.svg("Validation accuracy by " + label);
  };
  Plot course({"network", 1, static_cast<double>(done.size())}, {"validation accuracy, %", 0, 100});
  course.line(best, 1, true, "best so far");
  course.dots(values, 0, false, "accuracy");
  const Json page = {
      {"networks", done.size()},
      {"initial", std::min<std::size_t>(done.size(), static_cast<std::size_t>(options.search.initial))},
      {"best", fmt::format("{:.1f}", 100 * done[chosen].value)},
      {"network", network_values(task, setting, chosen + 1)},
      {"course_html", course.svg("Validation accuracy of each network")},
      {"parameters_html",
       dots("learning rate", bounds.least_rate, bounds.most_rate, by_rate) +
           dots("epochs", bounds.least_epochs, bounds.most_epochs, by_epochs) +
           dots("hidden units", 0, std::max(1, bounds.layers * bounds.most_units), by_units)}};
  fmt::print("networks   {}\nbest       {:.1f}% of {} validation points: {}, network {}\n", done.size(),
             100 * done[chosen].value, task.validation.size(), setting.text(), chosen + 1);
  write_results(options, "Search with a given prior", "sigmoid_search", page, csv);
  store.set("status", "complete");
}

// Function of the regression example.
double example(double x) {
  return 0.5 * std::sin(3 * x) + x * x - 0.3;
}

// Fits the example at six random points by each basis and by a Gaussian process with the given prior.
void regress(const SigmoidConfig& options) {
  constexpr int kKnown = 6, kShown = 81;
  Rng rng(mix_seed(options.seed, "regression"));
  Eigen::VectorXd x(kKnown), y(kKnown);
  for (int i = 0; i < kKnown; ++i) {
    x[i] = rng.uniform(-1, 1);
    y[i] = example(x[i]);
  }
  const Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(kShown, -1, 1);
  const GivenPrior& prior = options.search.prior;
  std::string csv = "model,x,mean,deviation\n";
  Json models = Json::array();
  Plot::Points known, truth;
  for (int i = 0; i < kKnown; ++i) known.emplace_back(x[i], y[i]);
  for (const double at : z) truth.emplace_back(at, example(at));
  const auto show = [&](const std::string& name, const Eigen::VectorXd& mean,
                        const Eigen::VectorXd& variance) {
    Plot::Points middle, lower, upper;
    double error = 0;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      constexpr double kWide = 1.96;
      const double deviation = std::sqrt(std::max(0.0, variance[i]));
      middle.emplace_back(z[i], mean[i]);
      lower.emplace_back(z[i], mean[i] - kWide * deviation);
      upper.emplace_back(z[i], mean[i] + kWide * deviation);
      error += std::pow(mean[i] - example(z[i]), 2) / static_cast<double>(z.size());
      csv += fmt::format("{},{:.9g},{:.9g},{:.9g}\n", name, z[i], mean[i], deviation);
    }
    Plot plot({"x", -1, 1}, {"f(x)", -1.5, 2});
    plot.band(lower, upper, 1);
    plot.line(middle, 1, false, "mean");
    plot.line(truth, 0, false, "function");
    plot.dots(known, 0, false, "known");
    const std::string rmse = fmt::format("{:.3f}", std::sqrt(error));
    models.push_back({{"name", name}, {"error", rmse}, {"plot_html", plot.svg("Posterior of " + name)}});
    fmt::print("{:<14} RMSE {}\n", name, rmse);
  };
  for (const std::string& name : options.basis) {
    const auto at = basis_posterior(basis_rows(name, x), y, basis_rows(name, z), prior.alpha, prior.sigma);
    show(name, at.mean, at.covariance.diagonal());
  }
  const GivenPosterior at = given_posterior(prior, x, y, z);
  show(fmt::format("process ell={}", prior.ell), at.mean, at.covariance.diagonal());
  write_results(options, "Regression on basis functions", "regression", {{"models", std::move(models)}}, csv);
}

}  // namespace

void run_sigmoid_search(const SigmoidConfig& config, const std::atomic<bool>& stop) {
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
  if (!config.basis.empty()) {
    regress(config);
  } else if (config.network) {
    train_one(config, stop);
  } else {
    search(config, stop);
  }
}

}  // namespace bora::report
