// A real trainer to tune: a support vector machine that recognises handwritten digits.
#pragma once

#include <memory>
#include <string>

#include "common/layers.h"
#include "support/problems/mixed_problem.h"

namespace bora::tools {

/// Makes the problem MNIST-SVM, described in Ru 2021, figure 3.6b. It tunes OpenCV's support vector machine
/// with an RBF kernel: log10 of the kernel's scale, in [-1, 2], and log10 of the box constraint, in [-2, 4],
/// are tuned (the thesis prints no ranges). The value is the share of 500 images that are wrong after
/// training on 500 others, all of the train part, in grey levels of [0, 1]. The minimum is not known.
/// `folder`: MNIST. Throws InputError.
std::unique_ptr<MixedProblem> make_svm_mnist(const std::string& folder);

}  // namespace bora::tools
