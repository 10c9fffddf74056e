// Procedural textures at the bound: stripes, blocks, plane waves and flat colours. They change the whole
// image uniformly. On the published MNIST and CIFAR-10 victims one texture fools, untargeted, about as many
// images as Square's first 25 queries (docs/results/bo-square.md); on Fashion-MNIST fewer than Square's first
// (docs/results/other-victims.md).
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "common/random.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Family of textures that differ only in their random parts. Every value is +-epsilon. The signs of stripes,
/// blocks and flat colours are independent in each channel.
struct TextureFamily {
  enum class Kind {
    horizontal,  ///< stripes, one random sign per row
    vertical,    ///< stripes, one random sign per column
    blocks,      ///< one random sign per block
    flat,        ///< one random sign all over
    wave,        ///< signs of a plane wave of random phase
  };
  Kind kind = Kind::wave;
  /// Width of stripes and blocks in pixels. Waves: least number of periods over the shorter side.
  double low = 2;
  double high = 16;  ///< waves: largest number of periods, which is drawn uniformly in [low, high]
  /// Waves: if true, all channels have the same phase (grey); otherwise each has its own.
  bool grey = false;
  /// Waves: range from which the direction in which the sign changes is drawn uniformly. Degrees; 0: to the
  /// right, 90: down.
  double first_direction = 0, last_direction = 180;
};

/// Returns the families that an attack draws from, with equal probability.
const std::vector<TextureFamily>& texture_families();

/// Side in pixels of the images for which the widths of textures are given. On an image whose shorter side S
/// is larger, textures are enlarged by a factor of 1, 2, 4, ... up to S / kTextureSide, with equal
/// probability.
inline constexpr int kTextureSide = 32;

/// Returns these factors for an image of this shape, ascending, at least {1}.
std::vector<int> texture_scales(const ImageShape& shape);

/// Texture that is drawn from a family. It keeps only the random parts and computes the signs of a row from
/// them on request, since an attack needs images of only a few of the textures that it draws.
class Texture {
 public:
  Texture(const ImageShape& shape, const TextureFamily& family, Rng& rng);

  /// Returns the sign that a pixel has, +1 or -1.
  float sign(int channel, int y, int x) const;
  /// Writes the signs of row y of a channel to `signs`: shape.width values of +1 or -1.
  void write_row(int channel, int y, float* signs) const;
  /// Returns the signs of all pixels, d values, CHW.
  Eigen::RowVectorXf signs() const;

 private:
  void draw_blocks(TextureFamily::Kind kind, int width, Rng& rng);
  void draw_wave(const TextureFamily& family, double periods_a_pixel, Rng& rng);
  // Returns the column of rows_ that holds the signs of row y.
  Eigen::Index row_of_blocks(int channel, int y) const;

  ImageShape shape_;
  // Stripes, blocks and flat colours: rows of signs, width x (channels * number of rows of blocks).
  int height_of_blocks_ = 0;  // 0: a wave
  Eigen::ArrayXXf rows_;
  // Waves: cosines and sines of the part of the phase that grows to the right, `width` values each, and of
  // the rest of the phase in each row, channels * height values each.
  Eigen::ArrayXf cosines_, sines_, row_cosines_, row_sines_;
};

/// Draws a texture of one of `families`, each with equal probability.
Texture draw_any_texture(const ImageShape& shape, const std::vector<TextureFamily>& families, Rng& rng);

}  // namespace bora::attacks
