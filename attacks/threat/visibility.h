// Visibility of the victim's answers to an attacker.
#pragma once

#include <string>

#include "models/victims/victim.h"

namespace bora::attacks {

/// Access level of an attack: the part of an answer that it reads.
enum class AccessLevel {
  scores,     ///< the score of every class
  labels,     ///< the predicted class alone
  gradients,  ///< white box: all scores, and the gradient of a loss w.r.t. the image
};
std::string to_string(AccessLevel access);

/// Part of an answer that the threat model shows to any black-box attack.
class Visibility {
 public:
  /// The score of every class.
  Visibility() = default;
  static Visibility top(int k);  ///< the k best classes with their scores, k >= 1
  static Visibility label();     ///< the predicted class

  bool label_only() const { return kind_ == Kind::label; }
  /// Throws InputError if more classes are visible than exist.
  void check(int classes) const;
  /// Throws InputError if more is visible than the victim gives: labels only, or its `top` best classes only
  /// (0: all).
  void check_given(const std::string& victim, bool labels_only, int top) const;
  std::string text() const;  ///< as parse_visibility reads it

  bool operator==(const Visibility&) const = default;

  /// Returns the scores, n x classes, that an attacker works with at this visibility. Requires that scores
  /// are visible, and that each row has as many as are visible (not kHidden).
  ///
  /// With the k best classes visible, the others are estimated. Probabilities: the remainder of 1 is spread
  /// evenly over the others, none above the k-th. Logits: the others take the k-th logit, the largest that
  /// they can have, before the softmax, so that a hidden class is never estimated as less likely than it may
  /// be.
  Scores shown(const Scores& scores) const;
  /// Returns their log-probabilities, n x classes, double.
  LogProbabilities log_probabilities(const Scores& scores) const;

 private:
  enum class Kind { scores, top, label };
  Kind kind_ = Kind::scores;
  int k_ = 0;
};

/// Parses "scores", "label" or "top-K". Throws InputError naming the option.
Visibility parse_visibility(const std::string& text);

}  // namespace bora::attacks
