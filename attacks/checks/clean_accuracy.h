// Checks that a victim is accurate enough on clean inputs, without which attacks are meaningless.
#pragma once

#include <optional>
#include <string>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Counts of labelled clean inputs with which the victim was queried.
struct CleanCount {
  int correct = 0;    ///< number of correctly classified inputs
  int total = 0;      ///< number of inputs
  int commonest = 0;  ///< number of inputs with the most frequent label
  std::string noun;   ///< "image" or "graph"
  int classes = 0;    ///< number of the victim's classes; 0: unknown
};

/// Compares clean accuracy with guessing. Passes if the victim is right significantly more often than a
/// constant prediction of the most frequent label (exact one-sided binomial test at 2.5%). Fails if `doubt`
/// (Plan::doubt) is not empty, or if the victim is right significantly less often than guessing at random
/// (same test). Otherwise open: there are too few inputs, or labels are unknown or all equal.
EvaluationCheck check_above_chance(const CleanCount& clean, const std::string& doubt);

/// Accuracy claimed by a model's file.
struct AccuracyClaim {
  std::optional<double> accuracy;  ///< in [0, 1]; none: not stated
  std::string other_data;          ///< reason why the claim is about other inputs than these, or ""
};

/// Compares clean accuracy with the claimed one. Passes if the claim lies inside the 95% Wilson interval of
/// the measured accuracy, that is, if the score test does not reject it. Otherwise warns, because the first
/// inputs of a data set may differ from the rest; fails if the model is worse and the test rejects at 0.01%.
/// Open without a claim, with one on other data, or without labels.
EvaluationCheck check_claim(const CleanCount& clean, const AccuracyClaim& claim);

}  // namespace bora::attacks
