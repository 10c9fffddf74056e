// Procedural textures at the bound: stripes, blocks, plane waves and flat colours. They change the whole
// image alike. On the published MNIST and CIFAR-10 victims one fools, away from the true class, about as many
// images as Square's first 25 queries (docs/results/bo-square.md); on Fashion-MNIST fewer than Square's first
// (docs/results/other-victims.md).
#pragma once

#include <vector>

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora {

/// Textures that differ only in what is drawn at random. All are +-epsilon, stripes, blocks and flat
/// colours independently in each channel.
struct TextureFamily {
  enum class Kind {
    horizontal,  ///< stripes, one random sign a row
    vertical,    ///< stripes, one random sign a column
    blocks,      ///< one random sign a block
    flat,        ///< one random sign all over
    wave,        ///< the sign of a plane wave of random phase
  };
  Kind kind = Kind::wave;
  /// Of stripes and blocks: their width in pixels. Of waves: from so many periods over the shorter side ...
  double low = 2;
  double high = 16;  ///< ... to so many, uniformly
  /// Of waves: whether all channels have the same phase, which makes them grey, or each its own.
  bool grey = false;
  /// Of waves: degrees from rightwards to downwards in which the sign changes, uniformly between these.
  double first_direction = 0, last_direction = 180;
};

/// The families that an attack draws from, with equal odds.
const std::vector<TextureFamily>& texture_families();

/// Pixels are counted on images of about this side. A larger one of side S has textures at all scales of 1,
/// 2, 4, ... up to S / kTextureSide pixels a pixel, with equal odds.
inline constexpr int kTextureSide = 32;

/// The scales above of an image of this shape, at least {1}.
std::vector<int> texture_scales(const ImageShape& shape);

/// Signs of one texture, d values of +1 or -1, CHW.
Eigen::RowVectorXf draw_texture(const ImageShape& shape, const TextureFamily& family, Rng& rng);

/// `signs` at the bound around the problem's original, as the victim would see it: d values.
Eigen::RowVectorXf textured(const AttackProblem& problem, const Eigen::RowVectorXf& signs);

/// How alike neighbouring pixels of a perturbation are, and its channels: what textures have in common with
/// each other and with every other perturbation, wherever in the image it lies. For each scale the mean
/// product of pixels (0,1), (1,0), (1,1), (1,-1), (0,2) and (2,0) apart (down, right), and for each pair of
/// channels the mean product of the two, all over the mean square. perturbations: m x d. Returns m x
/// texture_feature_count(shape).
Eigen::MatrixXd texture_features(const ImageShape& shape, const Batch& perturbations);
int texture_feature_count(const ImageShape& shape);

}  // namespace bora
