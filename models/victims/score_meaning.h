// Meaning of the scores that a model gives: what kind they are, and how they are scaled and rounded.
#pragma once

#include <optional>
#include <string>

#include "models/victims/victim.h"

namespace bora::models {

inline constexpr float kPercent = 100;

/// Returns the number of decimals to which the scores seem to be rounded, 0 (whole numbers) to 5; -1 if they
/// do not seem to be rounded, there are fewer than eight, or they are so large that all floats of their size
/// look rounded.
int rounded_digits(const Batch& scores);

/// Meaning of scores: their kind and their scale.
struct ScoreMeaning {
  ScoreKind kind = ScoreKind::logits;
  bool percent = false;  ///< probabilities in percent: a victim divides them by 100
  int digits = -1;       ///< VictimSpec::digits of the scores after this conversion
};

/// Returns the meaning of `scores`. If the kind is not stated, they are probabilities if no score is negative
/// and every row sums to 1 within 1e-3, or to 100, or to either within the error of the rounding found; if
/// some classes are hidden, a row may sum to less. Otherwise they are logits. Logarithms of probabilities
/// count as logits, since their softmax is the same. Throws InputError naming the model, a value and what is
/// valid if probabilities were stated but scores are neither in [0, 1] nor percentages.
ScoreMeaning meaning_of(const Batch& scores, std::optional<ScoreKind> stated, const std::string& name);

/// Returns the meaning of the scores of a model of two classes that gives one number per image, n x 1. If the
/// kind is not stated, they are probabilities if all are in [0, 1], and logits otherwise. Percentages must be
/// stated as probabilities, since logits may have any value. Throws InputError if stated probabilities are
/// neither in [0, 1] nor in [0, 100].
ScoreMeaning meaning_of_column(const Batch& column, std::optional<ScoreKind> stated, const std::string& name);

}  // namespace bora::models
