// How much of the victim's answer an attacker sees.
#pragma once

#include <string>

#include "models/victim.h"

namespace bora {

/// What an attack reads of an answer.
enum class AttackSight {
  scores,     ///< the score of every class
  labels,     ///< the predicted class alone
  gradients,  ///< white box: all scores, and the gradient of a loss w.r.t. the image
};
std::string to_string(AttackSight sight);

/// What the threat model shows of an answer to any black-box attack.
class Visibility {
 public:
  /// The score of every class.
  Visibility() = default;
  static Visibility top(int k);  ///< the k best classes with their scores, k >= 1
  static Visibility label();     ///< the predicted class

  bool label_only() const { return kind_ == Kind::label; }
  bool all_scores() const { return kind_ == Kind::scores; }
  /// Throws InputError if it shows more classes than there are.
  void check(int classes) const;
  /// Throws InputError if it shows more than the victim gives: labels only, or its `top` best classes only
  /// (0: all).
  void check_given(const std::string& victim, bool labels_only, int top) const;
  std::string text() const;  ///< as parse_visibility reads it

  bool operator==(const Visibility&) const = default;

  /// The scores that an attacker works with where they are visible this far: n x classes. Requires scores to
  /// be visible, and of each row as many as are visible to be there (not kHidden).
  ///
  /// With the k best classes visible, the others are estimated. Probabilities: what the k leave of 1 is
  /// spread evenly over the others, none above the k-th. Logits: the others take the k-th logit, the largest
  /// they can have, before the softmax, so that a hidden class is never taken for less likely than it may be.
  Scores shown(const Scores& scores) const;
  /// Their log-probabilities, n x classes, double.
  LogProbabilities log_probabilities(const Scores& scores) const;

 private:
  enum class Kind { scores, top, label };
  Kind kind_ = Kind::scores;
  int k_ = 0;
};

/// "scores", "label" or "top-K". Throws InputError naming the option.
Visibility parse_visibility(const std::string& text);

}  // namespace bora
