// A real trainer to tune: gradient boosting of trees that recognises handwritten digits.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"
#include "support/problems/mixed_problem.h"

namespace bora::tools {

/// Makes problem XG-MNIST of Ru 2021, table 5.2, on trees of our own, grown as XGBoost does (Chen and
/// Guestrin 2016, eqs. 5 to 7, histograms of 16 bins): booster (gbtree, or dart, which drops each earlier
/// tree with probability 0.1), growth (by depth, or by loss to 16 leaves), objective (softmax, softprob: the
/// same model of classes, so that this category has no effect), learning rate in [0, 1], depth in 1 to 10,
/// least gain of a split in [0, 10], share of the images for a tree in [0.001, 1], L2 penalty of leaves in
/// [0, 5]. Ten rounds of a tree for each class on 1,000 images, pooled to 14 x 14 pixels; the value is the
/// share of 1,000 others, of the test part, that are wrong. The minimum is not known. `folder`: MNIST. Throws
/// InputError.
std::unique_ptr<MixedProblem> make_xg_mnist(const std::string& folder);

}  // namespace bora::tools
