// Comparison of two models on the same inputs.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/assessment/figures/model_figures.h"
#include "report/statistics/paired.h"

namespace bora::report {

/// Conclusion of a test.
enum class Shown { better, worse, nothing };

/// Comparison of two models. In the PairedDifference, a "success" is an input that resists. For clean
/// accuracy, its counts are not used.
struct ModelPair : PairedDifference {
  int first = 0, second = 0;       ///< indices of the models
  int inputs = 0;                  ///< number of inputs that both models have
  std::optional<double> adjusted;  ///< p-value adjusted by Holm's method over all pairs
  Shown shown = Shown::nothing;    ///< conclusion about the first model from the adjusted p

  /// Returns the same comparison with the two models exchanged.
  ModelPair reversed() const;
};

/// Comparisons of all pairs of models by one figure, which were tested together.
struct ModelPairs {
  std::vector<ModelPair> pairs;  ///< every two models once, in their order
  int tests = 0;                 ///< number of pairs that have a p-value

  /// Returns the comparison `first` minus `second`. Throws std::invalid_argument if there is none.
  ModelPair of(int first, int second) const;
};

/// Compares robust accuracies: exact McNemar test, paired by input, with bootstrap intervals of the
/// difference over inputs. Misclassified inputs do not resist. `bound`: index into ModelFigures::bounds.
ModelPairs compare_robustness(const Assessment& assessment, const std::vector<ModelFigures>& models,
                              std::size_t bound);

/// Compares clean accuracies: Fisher's exact test, and Newcombe's interval of the difference of two
/// proportions (Stat. Med. 17, 1998, method 10). Both treat the test inputs of the two models as independent
/// samples although they are the same, since it is not stored which inputs each model classifies correctly.
/// This is conservative.
ModelPairs compare_clean(const std::vector<ModelFigures>& models);

}  // namespace bora::report
