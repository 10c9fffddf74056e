// Results of a tuning run in words: written once for the terminal and the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/layers.h"
#include "report/words/marked_text.h"
#include "tuning/recommendation.h"
#include "tuning/tuning.h"

namespace bora::report {

struct TuningWords {
  /// "0.9825 (maximised), trial 16", "3 trials that no other beats in everything", or why there is none.
  MarkedText best;
  MarkedText expected_of_best;  ///< "expected there 1.20 [0.50, 2.00]"; "": it is not known
  MarkedText recommended;       ///< "expected 1.51 [1.01, 2.11], trial 2"; "": nothing is recommended
  std::string noise;            ///< "0.75, standard deviation of a value; ..."; "" where none was found
  std::string warning;          ///< advice if all trials have the same value; "": none
  std::optional<std::int64_t> best_trial;   ///< none of several objectives, or without a feasible value
  std::optional<std::int64_t> shown_trial;  ///< the recommended or else the best trial
};

TuningWords tuning_words(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation);

/// Returns the words that name a trial: "trial 16" or "of the warm start".
std::string trial_name(std::int64_t trial);

}  // namespace bora::report
