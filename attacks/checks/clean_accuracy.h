// Whether a victim is as good on clean inputs as it must be for attacks on it to mean anything.
#pragma once

#include <optional>
#include <string>

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Inputs of known class that the victim was asked for.
struct CleanCount {
  int correct = 0;
  int total = 0;
  int commonest = 0;  ///< of those, how many are of the commonest class
  std::string noun;   ///< "image"
  int classes = 0;    ///< number that the victim knows; 0: unknown
};

/// Passed where the victim is right more often than always naming the commonest class would be, by an exact
/// one-sided binomial test at 2.5%. Failed where `doubt` (Plan::doubt) says that it knows nothing, and where
/// it is right less often than guessing among its classes would be, by the same test, however few the inputs
/// are. Open where the inputs are too few to tell.
EvaluationCheck check_above_chance(const CleanCount& clean, const std::string& doubt);

/// What a model's file says of its accuracy.
struct AccuracyClaim {
  std::optional<double> accuracy;  ///< in [0, 1]; none: it says nothing
  std::string other_data;          ///< why the claim is of other inputs than these, or ""
};

/// Passed where the claim lies inside the 95% interval of what was measured (Wilson's: those claims that a
/// score test does not refuse). Outside of it a warning, since the first inputs of a set need not be like the
/// rest; failed where the model is worse and the test refuses at 0.01%.
EvaluationCheck check_claim(const CleanCount& clean, const AccuracyClaim& claim);

}  // namespace bora
