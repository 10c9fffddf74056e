// Objectives of a search that trains, and the choice of its final network.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/run/search_store.h"

namespace bora::nas {

/// Objectives of a search, and the rule that chooses the final network.
struct SearchAim {
  std::vector<std::string> objectives{"accuracy"};
  std::string estimator = "accuracy";  ///< estimator that scores networks; one of estimator_names()
  /// Rule that chooses the final network from the front, for several objectives:
  ///   accuracy    largest accuracy
  ///   robustness  most robust of those with validation accuracy at most kMargin below the largest; the more
  ///               accurate if equal
  ///   knee        nearest to the best of all objectives: the scalarisation (tchebycheff) with equal weights
  std::string choose = "accuracy";
  static constexpr double kMargin = 0.02;  ///< share of the validation images

  bool several() const { return objectives.size() > 1; }
  bool wants(const std::string& objective) const;
};

/// Parses `objectives`, a list of accuracy, robustness, parameters and latency, separated by commas, and
/// `choose`, the rule that chooses the final network: accuracy, robustness or knee. An empty `choose` gives
/// robustness if it is an objective, else accuracy if it is one, else knee. Throws SettingError.
SearchAim parse_aim(const std::string& objectives, const std::string& choose, const std::string& estimator);

/// Returns the largest validation accuracy over its epochs, in [0, 1]; 0 without epochs.
double best_accuracy(const SearchTrial& trial);

/// Returns the value of a trial for one objective, larger is better: for accuracy, that of the estimator
/// (-log of the share of misclassified validation images, or minus the loss; for tse, tse-ema and sovl the
/// weighted sum divided by the sum of the weights, so that trainings of any length can be compared); the
/// robust share; -log of the number of weights; -log of the seconds. The trial must have a value.
/// validation: number of validation images.
double objective_value(const SearchTrial& trial, const std::string& objective, const std::string& estimator,
                       int validation);

/// Returns the estimate of accuracy after the first `epochs` epochs of a trial, like objective_value().
/// Throws InputError if there are fewer.
double value_after(const SearchTrial& trial, int epochs, const std::string& estimator, int validation);

/// Returns the values of a trial for all objectives, in their order.
Eigen::VectorXd objective_values(const SearchTrial& trial, const SearchAim& aim, int validation);

/// Returns why a trial whose training ended has no value: a validation loss that is not a number, or the
/// first objective whose value is not finite, such as one of losses that overflowed. "" if there is neither.
std::string why_without_value(const SearchTrial& trial, const SearchAim& aim, int validation);

/// Returns the positions in `trials`, ascending, of the Pareto front: no other trial is as good in all
/// objectives and better in one; the first of equal trials. For one objective that is the best trial. Trials
/// without a value are left out.
std::vector<std::size_t> front_of(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                  int validation);

/// Returns the final network of the search, the first of equal ones; null if none has a value.
const SearchTrial* chosen_of(const std::vector<SearchTrial>& trials, const SearchAim& aim, int validation);

/// Returns the positions in `trials` of those with a value, in order of choice: the chosen one, then the one
/// that would be chosen without it, and so on.
std::vector<std::size_t> best_first(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                    int validation);

/// Returns the rule in words: "the most robust of those within 2 points of the most accurate".
std::string choice_text(const SearchAim& aim);

}  // namespace bora::nas
