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
/// weights of convolutions and linear layers, g: gradient of the mean loss of the images. Normalisation uses
/// the images' own statistics; synflow uses none.
///
/// - params: trainable weights
/// - l2_norm: sum over layers of |theta|; grad_norm: of |g|
/// - snip: sum |theta g| (Lee et al. 2019); plain: sum theta g
/// - grasp: - sum theta H g, H being the Hessian (Wang et al. 2020)
/// - synflow: log sum |theta| r, r being the gradient of the summed logits for an image of ones, with |theta|
///   for weights (Tanaka et al. 2020); the logarithm, since the sum itself may overflow. It is meant for
///   rectifiers, and is less informative for networks with other activations.
/// - jaccov: - sum log(v + k) + 1 / (v + k), v being the eigenvalues of the correlations between the images'
///   gradients of the summed logits, k = 1e-5 (Mellor et al. 2020). Where these are alike, as for networks
///   that are nearly linear, every eigenvalue of 0 takes off 100,000.
///
/// With several decisions the logits are their sum.
const std::vector<std::string>& zero_cost_names();

inline constexpr double kNoScore = -1e300;

struct ZeroCostOptions {
  int images = 64;         ///< drawn from the data, fewer where there are fewer, >= 2
  std::uint64_t seed = 0;  ///< seed of the draw
  std::string device = "cpu";
  void check() const;  ///< throws InputError naming the field
};

/// Returns one score for each of zero_cost_names(), in their order, where larger is better; kNoScore for one
/// that is not a number. A new network is made from `options`, so its seed decides. Runs in one thread.
/// Throws InputError.
std::vector<double> zero_cost_scores(const NetworkOptions& options, const ImageDataset& data,
                                     const ZeroCostOptions& how = {});

}  // namespace bora::nas
