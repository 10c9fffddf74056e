// Meaning of the scores that a model gives: what kind they are, and how they are scaled and rounded.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::models {

inline constexpr float kPercent = 100;

/// Returns the number of decimals that the scores seem to be rounded to, 0 (whole numbers) to 5; -1 if they
/// are not, or there are fewer than eight.
int rounded_digits(const Batch& scores);

/// Meaning of scores: their kind and their scale.
struct ScoreMeaning {
  ScoreKind kind = ScoreKind::logits;
  bool percent = false;  ///< probabilities in percent: a victim divides them by 100
  int digits = -1;       ///< VictimSpec::digits, for the scores that the victim then gives
};

/// Returns what was stated, else probabilities if no row of `scores` has a negative value and all sum to 1
/// within 1e-3, or to 100, or within the error of rounding to the digits found; where some are hidden, to no
/// more than 1. Logarithms of probabilities are logits, whose softmax they equal. Throws InputError naming
/// the model, a value and what is valid if probabilities were stated and a score is neither in 0 to 1 nor a
/// percentage.
ScoreMeaning meaning_of(const Batch& scores, std::optional<ScoreKind> stated, const std::string& name);

/// Returns the same for a model of two classes that gives one number per image, in n x 1: what was stated,
/// else a probability if all are in [0, 1], else a logit. It is a percentage only if probabilities were
/// stated, since a logit may have any value. Throws InputError if these are neither in 0 to 1 nor in 0 to
/// 100.
ScoreMeaning meaning_of_column(const Batch& column, std::optional<ScoreKind> stated, const std::string& name);

}  // namespace bora::models
