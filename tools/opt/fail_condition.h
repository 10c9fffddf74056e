// Condition of bo-opt --fail-if.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "tuning/recommendation.h"
#include "tuning/space/expression.h"
#include "tuning/tuning.h"

namespace bora::tools {

/// Condition over best, trials, failed, recommended and infeasible, the results of a tuning.
class FailCondition {
 public:
  /// `text`: as typed; "": never holds. `objectives`: number of objectives. Throws InputError if the
  /// condition is invalid, or if it uses `best` or `recommended` with several objectives.
  FailCondition(const std::string& text, std::size_t objectives);

  /// Returns the sentence to print if the condition holds for the results of `tuning`; else "". A condition
  /// also holds if it uses a value that does not exist, such as `best` if no trial has a value.
  std::string reason(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation) const;

 private:
  bool uses_best() const;

  std::string text_;
  std::optional<Expression> condition_;
};

}  // namespace bora::tools
