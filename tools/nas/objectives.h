// What a search that trains wants of its networks, and which of them it hands over.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "tools/nas/search_store.h"

namespace bora {

/// accuracy, robustness, parameters, latency.
const std::vector<std::string>& objective_names();
/// accuracy, robustness, knee.
const std::vector<std::string>& choice_names();

struct SearchAim {
  std::vector<std::string> objectives{"accuracy"};
  std::string estimator = "accuracy";  ///< what stands for accuracy, a name of estimator_names()
  /// Of several objectives, how the network of the front is chosen that the search ends with:
  ///   accuracy    largest accuracy
  ///   robustness  most robust of those whose validation accuracy is at most kMargin below the largest; of
  ///   equally
  ///               robust ones the more accurate
  ///   knee        nearest to the best of all objectives at once: the scalarisation (tchebycheff) with equal
  ///   weights
  std::string choose = "accuracy";
  static constexpr double kMargin = 0.02;  ///< of the validation images

  bool several() const { return objectives.size() > 1; }
  bool wants(const std::string& objective) const;
};

/// The largest share of the validation images that it got right; 0 without epochs.
double best_accuracy(const SearchTrial& trial);

/// What a trial that has a value is worth by one objective, larger being better: accuracy as the estimator
/// has it
/// (-log of the share of wrong validation images, or minus the loss; of tse, tse-ema and sovl the sum over
/// that of its weights, so that trainings of any length can be compared), the robust share, -log of the
/// weights, -log of the seconds. validation: how many images it was judged by.
double objective_value(const SearchTrial& trial, const std::string& objective, const std::string& estimator,
                       int validation);

/// What stands for accuracy after the first `epochs` of a trial's epochs; as objective_value(). Throws
/// InputError where there are fewer.
double value_after(const SearchTrial& trial, int epochs, const std::string& estimator, int validation);

/// By all objectives, in their order.
Eigen::VectorXd objective_values(const SearchTrial& trial, const SearchAim& aim, int validation);

/// Positions in `trials`, in their order, of those that no other is as good as in all objectives and better
/// in one; of equal ones the first. Of one objective that is the best. Trials without a value are never among
/// them.
std::vector<std::size_t> front_of(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                  int validation);

/// The network that the search ends with; null if none has a value. Of equal ones the first.
const SearchTrial* chosen_of(const std::vector<SearchTrial>& trials, const SearchAim& aim, int validation);

/// Positions in `trials` of those that have a value: the one that is chosen, then the one that would be
/// without it, and so on.
std::vector<std::size_t> best_first(const std::vector<SearchTrial>& trials, const SearchAim& aim,
                                    int validation);

/// How it was chosen, for readers: "the most robust of those within 2 points of the most accurate".
std::string choice_text(const SearchAim& aim);

}  // namespace bora
