// Zero-cost proxies: scores of an untrained network on a few images that predict its trained quality.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/networks/network.h"

namespace bora::nas {

/// Returns the names of the proxies, as defined by Abdelfattah et al. 2021 and the papers cited there. theta:
/// weights of convolutions and linear layers; g: gradient of the mean loss of the images. Batch normalisation
/// uses the statistics of these images; for synflow it is in evaluation mode.
///
/// - params: number of trainable weights
/// - l2_norm: sum over layers of |theta|; grad_norm: of |g|
/// - snip: sum |theta g| (Lee et al. 2019); plain: sum theta g
/// - grasp: - sum theta H g, H being the Hessian (Wang et al. 2020)
/// - synflow: log sum |theta| r, r being the gradient of the summed logits for an image of ones, with weights
///   replaced by their absolute values (Tanaka et al. 2020). The logarithm is taken because the sum may
///   overflow. The proxy is meant for rectifiers and is less informative for other activations.
/// - jaccov: - sum log(v + k) + 1 / (v + k), v being the eigenvalues of the correlations between the images'
///   gradients of the summed logits, k = 1e-5 (Mellor et al. 2020). Each eigenvalue of 0 lowers the score by
///   100,000; there are many if the gradients are alike, as for networks that are nearly linear.
///
/// For a network with several classifiers, the logits are the sum of theirs.
const std::vector<std::string>& zero_cost_names();

/// Score that stands for one that is not a finite number.
inline constexpr double kNoScore = -1e300;

/// Settings that zero_cost_scores() uses.
struct ZeroCostOptions {
  int images = 64;         ///< number of images drawn from the data, >= 2; at most all are drawn
  std::uint64_t seed = 0;  ///< seed of the draw
  std::string device = "cpu";
  void check() const;  ///< throws InputError naming the field
};

/// Returns the score for each of zero_cost_names(), in their order; larger is better, and kNoScore replaces a
/// score that is not finite. Scores are those of a new network made from `options`, whose weights depend on
/// options.seed. Runs in one thread. Throws InputError.
std::vector<double> zero_cost_scores(const NetworkOptions& options, const ImageDataset& data,
                                     const ZeroCostOptions& how = {});

}  // namespace bora::nas
