// Objectives of a search that trains networks, and the choice of its final network.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "nas/run/search_store.h"

namespace bora::nas {

/// Objectives of a search, and the rule that chooses the final network.
struct SearchAim {
  std::vector<std::string> objectives{"accuracy"};  ///< some of accuracy, robustness, parameters, latency
  std::string estimator = "accuracy";  ///< estimate that is objective `accuracy`, of estimator_names()
  /// Rule that chooses the final network from the Pareto front if there are several objectives:
  ///
  /// - accuracy: the most accurate;
  /// - robustness: the most robust of those whose validation accuracy is at most kMargin below the largest
  ///   (ties: the more accurate);
  /// - knee: the best by Chebyshev scalarisation (tchebycheff()) with equal weights.
  std::string choose = "accuracy";
  static constexpr double kMargin = 0.02;  ///< difference in accuracy, as a fraction of the validation images

  bool several() const { return objectives.size() > 1; }
  /// Returns whether `objective` is one of the objectives.
  bool wants(const std::string& objective) const;
};

/// Parses `objectives`, a list of accuracy, robustness, parameters and latency, separated by commas, and
/// `choose`, the rule that chooses the final network: accuracy, robustness or knee. An empty `choose` gives
/// robustness if it is an objective, else accuracy if it is one, else knee. Throws SettingError.
SearchAim parse_aim(const std::string& objectives, const std::string& choose, const std::string& estimator);

/// Returns the largest validation accuracy over the epochs of a trial, <= 1 (in regression it may be
/// negative); 0 without epochs.
double best_accuracy(const SearchTrial& trial);

/// Returns the value of a trial for one objective; larger is better. The trial must have epochs. validation:
/// number of validation images.
///
/// - accuracy: the value of `estimator`. For the estimator `accuracy` it is -log of the fraction of
///   misclassified validation images, for all others minus a loss. The loss of tse, tse-ema and sovl is the
///   weighted mean over the epochs, so that trainings of different lengths can be compared.
/// - robustness: the fraction of images that resist, in [0, 1].
/// - parameters: -log of the number of weights.
/// - latency: -log of the seconds for one image.
double objective_value(const SearchTrial& trial, const std::string& objective, const std::string& estimator,
                       int validation);

/// Returns objective_value() for `accuracy` after the first `epochs` epochs of a trial. Throws InputError if
/// there are fewer epochs.
double value_after(const SearchTrial& trial, int epochs, const std::string& estimator, int validation);

/// Returns the values of a trial for all objectives, in their order.
Eigen::VectorXd objective_values(const SearchTrial& trial, const SearchAim& aim, int validation);

/// Returns why a trial whose training ended has no value: a validation loss is not a number, or the value of
/// an objective is not finite, for example because losses overflowed. Returns "" otherwise.
std::string why_without_value(const SearchTrial& trial, const SearchAim& aim, int validation);

/// Returns the positions in `trials`, ascending, of the Pareto front: trials that no other one dominates, and
/// the first one of equal trials. For one objective this is the best trial. Trials without a value are left
/// out.
std::vector<std::size_t> front_of(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                  int validation);

/// Returns the trial of the final network (ties: the first); null if no trial has a value.
const SearchTrial* chosen_of(const std::vector<SearchTrial>& trials, const SearchAim& aim, int validation);

/// Returns the positions in `trials` of the trials with a value, in order of choice: first chosen_of(), then
/// the trial that would be chosen without it, and so on.
std::vector<std::size_t> best_first(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                    int validation);

/// Returns the rule in words, such as "the most robust of those within 2 points of the most accurate".
std::string choice_text(const SearchAim& aim);

}  // namespace bora::nas
