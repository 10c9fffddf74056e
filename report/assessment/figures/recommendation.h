// Recommendation of a model to deploy, by a stated rule.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/assessment/figures/model_figures.h"
#include "report/assessment/figures/model_pairs.h"

namespace bora::report {

/// A model that cannot be recommended, and why.
struct BarredModel {
  int model = 0;
  std::string reason;
};

/// Models by place.
///
/// The rule chooses the model with the highest robust accuracy among those with a complete run at the
/// reference bound, no failed check and no contradiction in their databases; ties are broken by higher clean
/// accuracy, then fewer weights, then order. Undecided inputs count as fooled. A model with a robust accuracy
/// of 0 is not recommended, and no model is with too little evidence.
struct Recommendation {
  std::optional<int> model;
  /// Model chosen by the rule: equal to `model`, or only the leading model if there is too little evidence.
  std::optional<int> ahead;
  std::vector<std::string> missing;  ///< evidence: "at least 10 images (this assessment has 4; ...)"
  std::string why_none;              ///< why no model is recommended
  std::vector<BarredModel> barred;
  std::vector<int> not_shown_worse;  ///< candidates that no test shows to be worse than `model`
  std::vector<int> shown_worse;
  /// Model with the fewest weights and with the shortest latency, among `model` and those not shown worse.
  /// None if that is `model` itself or has the same latency (kSameLatency), or if the figure is unknown for
  /// any of them.
  std::optional<int> smallest, fastest;
  std::vector<int> cleaner;  ///< all models whose clean accuracy is shown to be higher
  bool clean_known = false;  ///< whether clean accuracies could be compared at all
};

/// Ratio up to which two latencies count as equal, since measurements of one model vary by as much.
inline constexpr double kSameLatency = 1.25;

/// Smallest number of inputs, and of queries per attack and input, for a recommendation. From kEnoughInputs
/// inputs on, it is made without reservation.
inline constexpr int kFewestInputs = 10;
inline constexpr int kFewestQueries = 20;
inline constexpr int kEnoughInputs = 30;

/// Returns the recommendation that the rule gives. `robust`: pairs at the reference bound.
Recommendation recommend(const Assessment& assessment, const std::vector<ModelFigures>& models,
                         std::size_t bound, const ModelPairs& robust, const ModelPairs& clean);

}  // namespace bora::report
