// Model against model on the same inputs.
#pragma once

#include <optional>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/assessment/figures/model_figures.h"
#include "report/statistics/paired.h"

namespace bora::report {

enum class Shown { better, worse, nothing };

/// Comparison of two models, by index. An input that resisted has succeeded; the counts are not used for
/// clean accuracy.
struct ModelPair : PairedDifference {
  int first = 0, second = 0;
  int inputs = 0;    ///< number of inputs with a known result on both models
  int left_out = 0;  ///< inputs undecided on one of the models: not tried to the end, or not confirmed
  std::optional<double> adjusted;  ///< p-value adjusted by Holm over all tests of the family
  Shown shown = Shown::nothing;    ///< conclusion about the first model from the adjusted p

  /// Returns the same comparison with the two models exchanged.
  ModelPair reversed() const;
};

/// Pairs that were tested together.
struct ModelPairs {
  std::vector<ModelPair> pairs;  ///< every two models once, in their order
  int tests = 0;                 ///< number of pairs that could be tested

  /// Returns the comparison `first` minus `second`.
  ModelPair of(int first, int second) const;
};

/// Compares which inputs resist (misclassified inputs do not): exact McNemar test, paired by input, with
/// intervals of the difference by resampling inputs. `bound`: index into ModelFigures::bounds.
ModelPairs compare_robustness(const Assessment& assessment, const std::vector<ModelFigures>& models,
                              std::size_t bound);

/// Compares clean accuracy on all test inputs used to measure it: Fisher's exact test, and Newcombe's
/// interval of the difference of two proportions (Stat. Med. 17, 1998, method 10). Both treat the inputs as
/// independent samples although they are the same, since the correct inputs of each model are not stored.
/// This is conservative.
ModelPairs compare_clean(const std::vector<ModelFigures>& models);

}  // namespace bora::report
