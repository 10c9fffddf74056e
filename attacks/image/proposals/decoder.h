// Maps from a small search space to perturbations of the whole image.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Map that enlarges a perturbation of channels x side x side values to the image's size, channel by channel.
class Decoder {
 public:
  virtual ~Decoder() = default;

  int side() const { return side_; }
  int dimensions() const { return image_.channels * side_ * side_; }
  const ImageShape& image() const { return image_; }

  /// Maps z of dimensions() values, CHW, to image().size() values, CHW, within the range of z.
  Eigen::RowVectorXf decode(const Eigen::Ref<const Eigen::VectorXd>& z) const;

  /// Returns the length x side matrix A that enlarges one axis. Enlargement is separable: a channel Z, side x
  /// side, becomes axis(height) Z axis(width)^T (for bicubic before it is clipped).
  virtual Eigen::MatrixXd axis(int length) const = 0;

 protected:
  Decoder(ImageShape image, int side) : image_(image), side_(side) {}
  /// Enlarges one channel: side x side values -> height x width values, both row by row.
  virtual void enlarge(const float* small, float* large) const = 0;

  ImageShape image_;
  int side_;
};

/// Encoder that maps a perturbation of the whole image to the point of a decoder's search space whose
/// enlargement (unclipped, for bicubic) is nearest to it in least squares, so that encode(decode(z)) = z
/// (Ru 2021, algorithm 9, g^-1).
class Encoder {
 public:
  explicit Encoder(const Decoder& decoder);

  /// Maps image().size() values to dimensions() values, which may lie outside [-1, 1].
  Eigen::VectorXd encode(const Eigen::Ref<const Eigen::RowVectorXf>& perturbation) const;

 private:
  ImageShape image_;
  int side_;
  Eigen::MatrixXd from_rows_, from_columns_;  // pseudo-inverses of the axes, side x height and side x width
};

/// Returns the names bilinear, bicubic, nearest and block. Interpolation is between pixel centres (half-pixel
/// convention, borders repeated); bicubic is clipped to the range of its input; block repeats every value
/// over squares of ceil(longest side / side) pixels, the last ones cut off by the border.
const std::vector<std::string>& decoder_names();

/// Throws InputError unless make_decoder() accepts these arguments.
void check_decoder(const std::string& name, const ImageShape& image, int side, int through = 0);

/// Returns the decoder that `name`, one of decoder_names(), describes. side: in [1, min(height, width)].
/// through: 0, or, for bilinear only, in [side, min(height, width)]: the decoder enlarges to through x
/// through first and from there to the image (the hierarchical decoder for large images, Ru 2021, 6.5.2).
/// Throws InputError.
std::unique_ptr<Decoder> make_decoder(const std::string& name, const ImageShape& image, int side,
                                      int through = 0);

}  // namespace bora::attacks
