// Checks that a victim is accurate enough on clean inputs for attacks on it to be meaningful.
#pragma once

#include <optional>
#include <string>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Counts of inputs of known class for which the victim was queried.
struct CleanCount {
  int correct = 0;
  int total = 0;
  int commonest = 0;  ///< number of these inputs in the most common class
  std::string noun;   ///< "image"
  int classes = 0;    ///< number of the victim's classes; 0: unknown
};

/// Passes where the victim is right more often than always predicting the most common class would be, by an
/// exact one-sided binomial test at 2.5%. Fails where `doubt` (Plan::doubt) is not empty, i.e. it does no
/// better than guessing, or where it is right less often than guessing among its classes would be (same test,
/// even for few inputs). Open where there are too few inputs to decide.
EvaluationCheck check_above_chance(const CleanCount& clean, const std::string& doubt);

/// Accuracy claimed by a model's file.
struct AccuracyClaim {
  std::optional<double> accuracy;  ///< in [0, 1]; none: not stated
  std::string other_data;          ///< reason why the claim is about other inputs than these, or ""
};

/// Passes where the claim lies inside the 95% interval of the measured accuracy (Wilson: the claims that a
/// score test does not reject). Otherwise warns, since the first inputs of a set may differ from the rest;
/// fails where the model is worse and the test rejects at 0.01%.
EvaluationCheck check_claim(const CleanCount& clean, const AccuracyClaim& claim);

}  // namespace bora::attacks
