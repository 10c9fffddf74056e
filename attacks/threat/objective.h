// Objectives that attacks maximise, and conditions of success.
#pragma once

#include <optional>
#include <string>

#include "models/victims/victim.h"

namespace bora::attacks {

/// Goal of an attack: targeted (class `target`), or, without a target, untargeted (any class but `label`).
struct Goal {
  int label = 0;
  std::optional<int> target;

  bool targeted() const { return target.has_value(); }
  /// Returns whether a prediction reaches the goal.
  bool achieved(int predicted) const { return target ? predicted == *target : predicted != label; }
};

/// Functions of one row of log-probabilities that grow towards the goal: larger is better.
enum class Loss {
  log_odds,       ///< targeted log f_t - log sum_{j != t} f_j; untargeted max_{j != y} log f_j - log f_y (Ru
                  ///< 2021, 6.2)
  margin,         ///< max over the goal's classes of log f minus max over the others (Andriushchenko et al.
                  ///< 2020, 3.1)
  cross_entropy,  ///< targeted log f_t; untargeted -log f_y, computed from the odds of the other classes, so
                  ///< that it keeps its precision where f_y rounds to 1
  label_gap,  ///< targeted log f_t - log f_y; untargeted max_{j != y} log f_j - log f_y (Ru 2021, 6.6.1)
  dlr,        ///< difference of logits ratio: label_gap divided by a difference of the largest logits, the
              ///< first and the third, or, targeted, the first and the mean of the third and the fourth
              ///< (Croce and Hein 2020, equations 6 and 7). With fewer classes than named, the last stands
              ///< for those that are missing; with two, nothing is divided by
};
Loss parse_loss(const std::string& name);
std::string to_string(Loss loss);

/// Returns the loss. log_p: log-probabilities of one input, one value per class.
double loss_value(Loss loss, const Goal& goal, const Eigen::Ref<const Eigen::RowVectorXd>& log_p);

/// Returns the gradient of the loss w.r.t. log_p, which has one value per class. Among equal maxima the first
/// class takes all of it.
Eigen::RowVectorXd loss_gradient(Loss loss, const Goal& goal,
                                 const Eigen::Ref<const Eigen::RowVectorXd>& log_p);

/// Answer of the victim as an attack sees it.
struct Observation {
  int predicted = -1;        ///< the victim's class
  bool adversarial = false;  ///< the prediction reaches the goal
  bool success = false;      ///< adversarial, and the input lies inside the threat model
  Eigen::RowVectorXd log_p;  ///< classes; log-probabilities. Empty where only labels are seen
  /// Value that the run database records: a loss of log_p, or for labels +1 (adversarial) or -1.
  double objective = 0;
  /// Gradient of the loss that a white-box attack asked for, w.r.t. the pixels of an image or the edges of a
  /// graph that it named; empty for all other attacks.
  Eigen::RowVectorXf gradient;
};

/// Returns the observation of row `i` of `scores`, with the log-probabilities that the attacker computes from
/// it (visibility.h). `inside`: whether the input lies inside the threat model. `objective`: the loss that is
/// recorded.
Observation observe(const Scores& scores, const LogProbabilities& log_p, int i, const Goal& goal,
                    bool inside = true, Loss objective = Loss::log_odds);

/// Returns the observation where only the predicted class is visible.
Observation observe_label(int predicted, const Goal& goal, bool inside = true);

/// Returns whether row `i` of `scores` reaches the goal strictly: untargeted, some class scores higher than
/// the true one; targeted, the target scores higher than every other class. Equal largest scores do not
/// decide for a class, so that a tie is no success.
bool reaches(const Goal& goal, const Scores& scores, int i);

/// Returns whether the largest score of row `i` is there twice; false where there are no scores.
bool tied(const Scores& scores, int i);

}  // namespace bora::attacks
