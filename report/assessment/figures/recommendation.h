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

/// Model that cannot be recommended, and the reason.
struct BarredModel {
  int model = 0;
  std::string reason;
};

/// Recommendation of one of the models. Models are given as indices into Assessment::models.
///
/// The rule chooses the model with the highest robust accuracy among those with a complete run at the
/// reference bound, no failed check and no contradiction in their databases; ties are broken by higher clean
/// accuracy, then fewer weights, then order. Undecided inputs count as fooled. No model is recommended if the
/// highest robust accuracy is 0, or if there is too little evidence.
struct Recommendation {
  std::optional<int> model;  ///< recommended model
  /// Model that the rule chooses, also if there is too little evidence to recommend it.
  std::optional<int> ahead;
  std::vector<std::string> missing;  ///< missing evidence: "at least 10 images (this assessment has 4; ...)"
  std::string why_none;              ///< reason why no model is recommended
  std::vector<BarredModel> barred;
  std::vector<int> not_shown_worse;  ///< candidates that no test shows to be worse than `model`
  std::vector<int> shown_worse;      ///< candidates that a test shows to be worse than `model`
  /// Models with the fewest weights and with the shortest latency among `model` and `not_shown_worse`. None
  /// if that is `model` itself or has the same latency (kSameLatency), or if the figure of one of them is not
  /// known.
  std::optional<int> smallest, fastest;
  std::vector<int> cleaner;  ///< all models whose clean accuracy is shown to be higher
  bool clean_known = false;  ///< whether the clean accuracy of `model` could be compared with that of another
};

/// Ratio up to which two latencies count as equal: repeated measurements of one model vary by as much.
inline constexpr double kSameLatency = 1.25;

/// Smallest number of inputs, and of queries for each attack and input, for a recommendation. With fewer than
/// kEnoughInputs inputs, the recommendation is stated with reservations.
inline constexpr int kFewestInputs = 10;
inline constexpr int kFewestQueries = 20;
inline constexpr int kEnoughInputs = 30;

/// Applies the rule and returns its result. `bound`: index of the reference bound; `robust`: comparisons at
/// that bound.
Recommendation recommend(const Assessment& assessment, const std::vector<ModelFigures>& models,
                         std::size_t bound, const ModelPairs& robust, const ModelPairs& clean);

}  // namespace bora::report
