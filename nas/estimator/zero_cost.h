// What an untrained network tells of how well it will be trained, from a few images.
#pragma once

#include <string>
#include <vector>

#include "data/dataset.h"
#include "models/network.h"

namespace bora {

/// As Abdelfattah et al. 2021 and the papers they gather define them; theta: weights of convolutions and
/// linear layers, g: gradient of the mean loss of the images, normalisation by the images' own statistics.
///   params     trainable weights
///   l2_norm    sum over layers of |theta|
///   grad_norm  sum over layers of |g|
///   snip       sum |theta g| (Lee et al. 2019)
///   plain      sum theta g
///   grasp      - sum theta H g, H: the Hessian (Wang et al. 2020)
///   synflow    log sum |theta| r, r: gradient of the summed output for an image of ones, with |theta| as
///   weights
///              (Tanaka et al. 2020); the sum itself leaves all bounds
///   jaccov     - sum log(v + k) + 1 / (v + k), v: eigenvalues of the correlations between the images'
///   gradients of
///              the summed output, k = 1e-5 (Mellor et al. 2020)
const std::vector<std::string>& zero_cost_names();

struct ZeroCostOptions {
  int images = 64;         ///< drawn from the data, fewer where there are fewer, >= 2
  std::uint64_t seed = 0;  ///< of the draw
  std::string device = "cpu";
  void check() const;  ///< throws InputError naming the field
};

/// One a name, larger being better, in their order; -1e300 for what is no number. The network is made anew of
/// `options`, so its seed decides. One thread. Throws InputError.
std::vector<double> zero_cost_scores(const NetworkOptions& options, const ImageDataset& data,
                                     const ZeroCostOptions& how = {});

}  // namespace bora
