// Results of a tuning run in words, for the terminal and the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/layers.h"
#include "report/tuning/results.h"
#include "report/words/marked_text.h"
#include "tuning/recommendation.h"
#include "tuning/tuning.h"

namespace bora::report {

/// Results of a tuning run.
struct TuningWords {
  /// Best trial: "0.9825 (maximised), trial 16"; with several objectives "3 trials on the Pareto front"; or
  /// the reason why there is none.
  MarkedText best;
  MarkedText expected_of_best;  ///< "expected there 1.20 [0.50, 2.00]"; "": not known
  MarkedText recommended;       ///< "expected 1.51 [1.01, 2.11], trial 2"; "": nothing is recommended
  std::string noise;            ///< "0.75, standard deviation of a value; ..."; "" if nothing is recommended
  std::string warning;          ///< advice if values show a mistake in what is measured; else ""
  std::optional<std::int64_t> best_trial;   ///< none with several objectives, or without a feasible value
  std::optional<std::int64_t> shown_trial;  ///< recommended trial, or else the best one
};

/// Returns the results of `tuning` in words.
TuningWords tuning_words(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);

/// Returns the number of trials by result: "30 of 40: 28 with a value, 2 failed", or without "of 40" if the
/// budget is 0.
std::string counts_text(const Tuning& tuning, int budget);
/// Returns why the run has fewer trials than its budget; "" if it has as many, or if this is unknown.
std::string ended_text(const TuningProgress& progress);
/// Returns the most frequent reason of trials without a value; "" if all have one.
std::string failures_text(const Tuning& tuning);

/// Returns the name of a trial: "trial 16", or "of the warm start" for numbers below 1.
std::string trial_name(std::int64_t trial);

}  // namespace bora::report
