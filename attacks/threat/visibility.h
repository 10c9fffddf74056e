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
  static Visibility label();     ///< the predicted class only

  bool label_only() const { return kind_ == Kind::label; }
  /// Throws InputError if more classes are visible than exist.
  void check(int classes) const;
  /// Throws InputError if this visibility shows more than the victim returns. `victim`: name for the message.
  /// `labels_only`: whether the victim returns labels only. `top`: number of best classes whose scores it
  /// returns; 0: all.
  void check_given(const std::string& victim, bool labels_only, int top) const;
  std::string text() const;  ///< "scores", "label" or "top-K", as parse_visibility() reads it

  bool operator==(const Visibility&) const = default;

  /// Returns the scores, n x classes, that an attacker works with at this visibility. Throws std::logic_error
  /// if only labels are visible, or if the victim hides a score (kHidden) that should be visible.
  ///
  /// With the k best classes visible, the scores of the others are estimated. Probabilities: the remainder of
  /// 1 is spread evenly over the others, but none exceeds the k-th probability. Logits: the others get the
  /// k-th logit, the largest that they can have, so that no hidden class is underestimated.
  Scores shown(const Scores& scores) const;
  /// Returns the log-probabilities of shown(scores), n x classes.
  LogProbabilities log_probabilities(const Scores& scores) const;

 private:
  enum class Kind { scores, top, label };
  Kind kind_ = Kind::scores;
  int k_ = 0;
};

/// Parses "scores", "label" or "top-K". Throws InputError naming the option.
Visibility parse_visibility(const std::string& text);

}  // namespace bora::attacks
