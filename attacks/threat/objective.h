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

/// Function of the log-probabilities log f of one input, which is larger nearer to the goal. y: true label,
/// t: target.
enum class Loss {
  log_odds,       ///< targeted log f_t - log sum_{j != t} f_j; untargeted max_{j != y} log f_j - log f_y (Ru
                  ///< 2021, 6.2)
  margin,         ///< max log f over the classes that reach the goal, minus max log f over the others, as in
                  ///< Andriushchenko et al. 2020, 3.1
  cross_entropy,  ///< targeted log f_t; untargeted -log f_y, computed from the odds of the other classes, so
                  ///< that it is precise where f_y rounds to 1
  label_gap,      ///< targeted log f_t - log f_y; untargeted max_{j != y} log f_j - log f_y (Ru 2021, 6.6.1)
  dlr,  ///< difference of logits ratio: label_gap divided by the largest logit minus the third largest,
        ///< or, targeted, minus the mean of the third and the fourth largest (Croce and Hein 2020,
        ///< equations 6 and 7). With three classes, the third also replaces the fourth; with two
        ///< classes, the divisor is 1
};
/// Throws InputError for another name than log-odds, margin, cross-entropy, label-gap and dlr.
Loss parse_loss(const std::string& name);
std::string to_string(Loss loss);

/// Returns the loss. log_p: log-probabilities of one input, one value per class.
double loss_value(Loss loss, const Goal& goal, const Eigen::Ref<const Eigen::RowVectorXd>& log_p);

/// Returns the gradient of the loss w.r.t. log_p, one value per class. If several classes attain a maximum,
/// the maximum is differentiated w.r.t. the first of them.
Eigen::RowVectorXd loss_gradient(Loss loss, const Goal& goal,
                                 const Eigen::Ref<const Eigen::RowVectorXd>& log_p);

/// Answer of the victim as an attack sees it.
struct Observation {
  int predicted = -1;        ///< predicted class; -1: no answer
  bool adversarial = false;  ///< whether the prediction reaches the goal
  bool success = false;      ///< whether it is adversarial and the input lies inside the threat model
  Eigen::RowVectorXd log_p;  ///< log-probabilities, one per class; empty where only labels are visible
  /// Value that the run database records: a loss of log_p, or, if only labels are visible, +1 (adversarial)
  /// or -1.
  double objective = 0;
  /// Gradient that a white-box attack requested (Attack::gradient_wanted), w.r.t. the pixels of an image or
  /// the requested edges of a graph; empty for all other attacks.
  Eigen::RowVectorXf gradient;
  int queries = 1;  ///< number of answers, each a query, from which it was made (attacks/ledger/repeats.h)
};

/// Returns the observation of row `i` of `scores`. `log_p`: log-probabilities that the attacker computes from
/// the scores (Visibility::log_probabilities), as many rows. `inside`: whether the input lies inside the
/// threat model. `objective`: the loss that is recorded. If the goal is untargeted and its label is not a
/// class of the scores, the objective of observe_label() is recorded instead.
Observation observe(const Scores& scores, const LogProbabilities& log_p, int i, const Goal& goal,
                    bool inside = true, Loss objective = Loss::log_odds);

/// Returns the observation if only the predicted class is visible, with objective +1 (adversarial) or -1.
Observation observe_label(int predicted, const Goal& goal, bool inside = true);

/// Returns whether row `i` of `scores` reaches the goal strictly: untargeted, some class scores higher than
/// the true one; targeted, the target scores higher than every other class. A tie between the two does not
/// reach the goal.
bool reaches(const Goal& goal, const Scores& scores, int i);

/// Returns whether several classes share the largest score of row `i`; false if there are no scores.
bool tied(const Scores& scores, int i);

}  // namespace bora::attacks
