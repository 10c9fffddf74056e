// Meaning of a model's scores: their kind, scale and rounding.
#pragma once

#include <optional>
#include <string>

#include "models/victims/victim.h"

namespace bora::models {

inline constexpr float kPercent = 100;  ///< 1 as a percentage

/// Returns the number of decimals to which the scores seem to be rounded, 0 (whole numbers) to 5. Returns -1
/// if they do not seem to be rounded, if there are fewer than eight, or if they are so large that all floats
/// of their size look rounded.
int rounded_digits(const Batch& scores);

/// Meaning of scores: their kind and their scale.
struct ScoreMeaning {
  ScoreKind kind = ScoreKind::logits;
  bool percent = false;  ///< probabilities in percent: a victim divides them by 100
  int digits = -1;       ///< VictimSpec::digits after this division
};

/// Returns the meaning of `scores`, n x classes. If the kind is not stated, they are probabilities if no
/// score is negative and every row sums to 1 or to 100; otherwise they are logits. The sums may differ from 1
/// by 1e-3, from 100 by 0.1, or by the error of the rounding found if this is larger. Rows with hidden scores
/// may sum to less than 1. Logarithms of probabilities count as logits, since their softmax is the same.
/// Throws InputError naming the model, a value and what is valid if probabilities were stated but scores are
/// neither in [0, 1] nor percentages.
ScoreMeaning meaning_of(const Batch& scores, std::optional<ScoreKind> stated, const std::string& name);

/// Returns the meaning of the scores of a model of two classes that gives one number per image, n x 1. If the
/// kind is not stated, they are probabilities if all are in [0, 1], and logits otherwise. Percentages are
/// recognised only if probabilities were stated, since logits may have any value. Throws InputError if stated
/// probabilities are neither in [0, 1] nor in [0, 100].
ScoreMeaning meaning_of_column(const Batch& column, std::optional<ScoreKind> stated, const std::string& name);

}  // namespace bora::models
