#include "nas/run/objectives.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "nas/estimator/training_speed.h"
#include "nas/run/search_config.h"
#include "surrogates/search/pareto_optimiser.h"
#include "surrogates/search/scalarisation.h"

namespace bora::nas {
namespace {

// Returns the weighted mean of the losses, where sum() returns a weighted sum. Unlike sums, means of networks
// that were trained for different numbers of epochs can be compared.
template <typename Sum>
double over_epochs(const std::vector<double>& losses, Sum sum) {
  return sum(losses) / sum(std::vector<double>(losses.size(), 1));
}

std::vector<double> losses_of(const SearchTrial& trial, double TrainedEpoch::*loss) {
  std::vector<double> losses;
  for (const TrainedEpoch& epoch : trial.epochs) losses.push_back(epoch.*loss);
  return losses;
}

// Entry of the table of estimators, which settings and --help use. A new estimator needs an entry.
struct Estimator {
  std::string name;
  // Returns the value of a trained network; larger is better. validation: number of validation images.
  double (*value)(const SearchTrial& trial, int validation);
};

const std::vector<Estimator>& estimators() {
  static const std::vector<Estimator> table{
      {"accuracy",
       [](const SearchTrial& trial, int validation) {
         // The error is at least half an image, so that the logarithm is finite. Regression has no images.
         constexpr double kLeastError = 1e-6;
         return -std::log(
             std::max(1 - best_accuracy(trial), validation > 0 ? 0.5 / validation : kLeastError));
       }},
      {"tse", [](const SearchTrial& trial,
                 int) { return -over_epochs(losses_of(trial, &TrainedEpoch::loss), training_speed); }},
      {"tse-e", [](const SearchTrial& trial,
                   int) { return -training_speed_last(losses_of(trial, &TrainedEpoch::loss)); }},
      {"tse-ema",
       [](const SearchTrial& trial, int) {
         return -over_epochs(losses_of(trial, &TrainedEpoch::loss),
                             [](const auto& each) { return training_speed_decayed(each); });
       }},
      {"sovl",
       [](const SearchTrial& trial, int) {
         return -over_epochs(losses_of(trial, &TrainedEpoch::validation_loss), training_speed);
       }},
      {"tlmini", [](const SearchTrial& trial, int) { return -trial.epochs.back().last_loss; }}};
  return table;
}

double accuracy_value(const SearchTrial& trial, const std::string& estimator, int validation) {
  return entry_of(estimators(), estimator, "estimator").value(trial, validation);
}

std::vector<std::size_t> with_a_value(const std::vector<SearchTrial>& trials) {
  std::vector<std::size_t> valued;
  for (std::size_t i = 0; i < trials.size(); ++i)
    if (trials[i].failure.empty()) valued.push_back(i);
  return valued;
}

Eigen::MatrixXd values_of(const std::vector<SearchTrial>& trials, const std::vector<std::size_t>& rows,
                          const SearchAim& aim, int validation) {
  Eigen::MatrixXd Y(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(aim.objectives.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    Y.row(static_cast<Eigen::Index>(i)) = objective_values(trials[rows[i]], aim, validation).transpose();
  return Y;
}

}  // namespace

const std::vector<std::string>& estimator_names() {
  static const std::vector<std::string> names = names_of(estimators());
  return names;
}

bool SearchAim::wants(const std::string& objective) const {
  return std::ranges::find(objectives, objective) != objectives.end();
}

SearchAim parse_aim(const std::string& objectives, const std::string& choose, const std::string& estimator) {
  SearchAim aim;
  aim.objectives = split(objectives, ',');
  for (auto name = aim.objectives.begin(); name != aim.objectives.end(); ++name) {
    one_of(*name, "objectives", {"accuracy", "robustness", "parameters", "latency"});
    if (std::find(aim.objectives.begin(), name, *name) != name)
      throw SettingError("objectives", "'{}' is given twice", *name);
  }
  aim.estimator = estimator;
  aim.choose = aim.wants("accuracy") ? "accuracy" : "knee";
  if (aim.wants("robustness")) aim.choose = "robustness";
  if (choose.empty()) return aim;
  aim.choose = one_of(choose, "choose", {"accuracy", "robustness", "knee"});
  if (!aim.several())
    throw SettingError("choose",
                       "is for several objectives; of one the network with the largest value is taken");
  if (aim.choose != "knee" && !aim.wants(aim.choose))
    throw SettingError("choose", "{} is not one of the objectives {}", aim.choose, join(aim.objectives));
  return aim;
}

double best_accuracy(const SearchTrial& trial) {
  // In regression, the accuracy is negative for a network that is worse than predicting the mean.
  double best = trial.epochs.empty() ? 0 : trial.epochs.front().accuracy;
  for (const TrainedEpoch& epoch : trial.epochs) best = std::max(best, epoch.accuracy);
  return best;
}

double objective_value(const SearchTrial& trial, const std::string& objective, const std::string& estimator,
                       int validation) {
  constexpr double kTick = 1e-9;    // smallest latency in seconds; the clock may measure 0
  constexpr double kUnknown = 1e9;  // a latency that was not measured counts as slow
  if (objective == "robustness") return trial.robustness.value_or(0);
  if (objective == "parameters") return -std::log(std::max<double>(1, static_cast<double>(trial.weights)));
  if (objective == "latency") return -std::log(std::max(kTick, trial.latency.value_or(kUnknown)));
  return accuracy_value(trial, estimator, validation);
}

double value_after(const SearchTrial& trial, int epochs, const std::string& estimator, int validation) {
  if (epochs < 1 || epochs > std::ssize(trial.epochs))
    throw InputError("value after {} epochs: the network was trained for {}", epochs, trial.epochs.size());
  SearchTrial begun;
  begun.epochs.assign(trial.epochs.begin(), trial.epochs.begin() + epochs);
  return accuracy_value(begun, estimator, validation);
}

Eigen::VectorXd objective_values(const SearchTrial& trial, const SearchAim& aim, int validation) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(aim.objectives.size()));
  for (std::size_t k = 0; k < aim.objectives.size(); ++k)
    values[static_cast<Eigen::Index>(k)] =
        objective_value(trial, aim.objectives[k], aim.estimator, validation);
  return values;
}

std::string why_without_value(const SearchTrial& trial, const SearchAim& aim, int validation) {
  if (std::ranges::any_of(trial.epochs, [](const auto& epoch) { return std::isnan(epoch.validation_loss); }))
    return "training diverged: its validation loss is not a number";
  const Eigen::VectorXd values = objective_values(trial, aim, validation);
  for (std::size_t k = 0; k < aim.objectives.size(); ++k)
    if (const double value = values[static_cast<Eigen::Index>(k)]; !std::isfinite(value))
      return fmt::format("training diverged: its {} is {}",
                         aim.objectives[k] == "accuracy" ? aim.estimator : aim.objectives[k], value);
  return "";
}

std::vector<std::size_t> front_of(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                  int validation) {
  const auto rows = with_a_value(trials);
  std::vector<std::size_t> front;
  for (const int i : pareto_front(values_of(trials, rows, aim, validation)))
    front.push_back(rows[static_cast<std::size_t>(i)]);
  return front;
}

const SearchTrial* chosen_of(const std::vector<SearchTrial>& trials, const SearchAim& aim, int validation) {
  const auto front = front_of(trials, aim, validation);
  if (front.empty()) return nullptr;
  const auto first_largest = [&](const auto& worth) {
    return &trials[*std::ranges::max_element(front, {}, worth)];
  };
  if (aim.choose == "robustness") {
    double most = 0;
    for (const std::size_t i : front) most = std::max(most, best_accuracy(trials[i]));
    return first_largest([&](std::size_t i) {
      constexpr double kRounding = 1e-9;
      const double accuracy = best_accuracy(trials[i]);
      const bool near = accuracy >= most - SearchAim::kMargin - kRounding;
      return std::tuple(near, trials[i].robustness.value_or(0), accuracy);
    });
  }
  if (aim.choose == "knee") {
    const auto objectives = static_cast<Eigen::Index>(aim.objectives.size());
    const Eigen::VectorXd equal = Eigen::VectorXd::Constant(objectives, 1 / static_cast<double>(objectives));
    Eigen::Index nearest = 0;
    tchebycheff(values_of(trials, front, aim, validation), equal).maxCoeff(&nearest);
    return &trials[front[static_cast<std::size_t>(nearest)]];
  }
  const std::string& by = aim.several() ? "accuracy" : aim.objectives.front();
  return first_largest(
      [&](std::size_t i) { return objective_value(trials[i], by, aim.estimator, validation); });
}

std::vector<std::size_t> best_first(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                    int validation) {
  std::vector<SearchTrial> left = trials;
  std::vector<std::size_t> order;
  while (const SearchTrial* best = chosen_of(left, aim, validation)) {
    order.push_back(static_cast<std::size_t>(best - left.data()));
    left[order.back()].failure = "taken";
  }
  return order;
}

std::string choice_text(const SearchAim& aim) {
  if (aim.choose == "knee") return "the nearest to the best of all objectives at once";
  if (aim.choose == "robustness")
    return fmt::format("the most robust of those within {:g} points of the most accurate",
                       100 * SearchAim::kMargin);
  return "the most accurate";
}

}  // namespace bora::nas
