// A real trainer to tune: a support vector machine that predicts prices of houses.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"
#include "support/problems/mixed_problem.h"

namespace bora::tools {

/// Makes problem SVM-Boston of Ru 2021, table 5.2, which tunes OpenCV's nu-SVR: the kernel (linear,
/// polynomial of degree 3, RBF, sigmoid), its coefficient ("scale": 1 / (d var X), "auto": 1 / d), the
/// penalty in [0, 10], the tolerance 10^[-6, 0] and nu in [0, 1]. Table 5.2's switch for shrinking is left
/// out: OpenCV has none, and it changes only time. The value is the mean squared error on 30% of the houses,
/// drawn once; features are scaled to [0, 1]. The minimum is not known. `folder`: bostonHousing of the UCI
/// regression sets (data.txt, index_features.txt, index_target.txt). Throws InputError.
std::unique_ptr<MixedProblem> make_svm_boston(const std::string& folder);

}  // namespace bora::tools
