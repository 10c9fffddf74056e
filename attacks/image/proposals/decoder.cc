#include "attacks/image/proposals/decoder.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "common/error.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

cv::Mat view(const float* values, int height, int width) {
  return {height, width, CV_32F, const_cast<float*>(values)};
}

/// Returns the length x side matrix by which cv::resize enlarges one axis.
Eigen::MatrixXd resized_axis(int side, int length, int method) {
  const cv::Mat identity = cv::Mat::eye(side, side, CV_32F);
  cv::Mat enlarged;
  cv::resize(identity, enlarged, {side, length}, 0, 0, method);
  Eigen::MatrixXd axis(length, side);
  for (int i = 0; i < length; ++i)
    for (int k = 0; k < side; ++k) axis(i, k) = enlarged.at<float>(i, k);
  return axis;
}

/// Returns the Moore-Penrose inverse of `axis`, as OpenCV's singular value decomposition gives it.
Eigen::MatrixXd pseudo_inverse(Eigen::MatrixXd axis) {
  // OpenCV stores matrices by rows and Eigen by columns, so each sees the transpose of the other's matrix.
  const cv::Mat transposed(static_cast<int>(axis.cols()), static_cast<int>(axis.rows()), CV_64F, axis.data());
  Eigen::MatrixXd inverse(axis.cols(), axis.rows());
  cv::Mat out(static_cast<int>(axis.rows()), static_cast<int>(axis.cols()), CV_64F, inverse.data());
  cv::invert(transposed, out, cv::DECOMP_SVD);
  return inverse;
}

class Interpolator final : public Decoder {
 public:
  Interpolator(ImageShape image, int side, int method) : Decoder(image, side), method_(method) {}

 private:
  void enlarge(const float* small, float* large) const override {
    cv::Mat to = view(large, image_.height, image_.width);
    cv::resize(view(small, side_, side_), to, to.size(), 0, 0, method_);
    if (method_ != cv::INTER_CUBIC) return;
    // Cubic interpolation overshoots, so without clipping perturbations would exceed the bounds of z.
    const auto [low, high] = std::minmax_element(small, small + side_ * side_);
    for (float* value = large; value != large + image_.height * image_.width; ++value)
      *value = std::clamp(*value, *low, *high);
  }

  Eigen::MatrixXd axis(int length) const override { return resized_axis(side_, length, method_); }

  int method_;
};

class Blocks final : public Decoder {
 public:
  Blocks(ImageShape image, int side)
      : Decoder(image, side), block_((std::max(image.height, image.width) + side - 1) / side) {}

 private:
  void enlarge(const float* small, float* large) const override {
    for (int y = 0; y < image_.height; ++y)
      for (int x = 0; x < image_.width; ++x)
        large[y * image_.width + x] = small[block(y, image_.height) * side_ + block(x, image_.width)];
  }

  Eigen::MatrixXd axis(int length) const override {
    Eigen::MatrixXd axis = Eigen::MatrixXd::Zero(length, side_);
    for (int i = 0; i < length; ++i) axis(i, block(i, length)) = 1;
    return axis;
  }

  /// Returns the index of the block that holds a pixel, along an axis of `length` pixels. If blocks of block_
  /// pixels would leave the last values without a pixel, the axis is divided as evenly as possible instead.
  int block(int pixel, int length) const {
    return (side_ - 1) * block_ < length ? pixel / block_ : pixel * side_ / length;
  }

  int block_;
};

class Hierarchy final : public Decoder {
 public:
  Hierarchy(ImageShape image, int side, int through) : Decoder(image, side), through_(through) {}

 private:
  void enlarge(const float* small, float* large) const override {
    cv::Mat middle;
    cv::resize(view(small, side_, side_), middle, {through_, through_}, 0, 0, cv::INTER_LINEAR);
    cv::Mat to = view(large, image_.height, image_.width);
    cv::resize(middle, to, to.size(), 0, 0, cv::INTER_LINEAR);
  }

  Eigen::MatrixXd axis(int length) const override {
    return resized_axis(through_, length, cv::INTER_LINEAR) * resized_axis(side_, through_, cv::INTER_LINEAR);
  }

  int through_;
};

}  // namespace

Eigen::RowVectorXf Decoder::decode(const Eigen::Ref<const Eigen::VectorXd>& z) const {
  const Eigen::VectorXf small = z.cast<float>();
  Eigen::RowVectorXf large(image_.size());
  const int pixels = image_.height * image_.width;
  for (int c = 0; c < image_.channels; ++c)
    enlarge(small.data() + c * side_ * side_, large.data() + c * pixels);
  return large;
}

Encoder::Encoder(const Decoder& decoder) : image_(decoder.image()), side_(decoder.side()) {
  from_rows_ = pseudo_inverse(decoder.axis(image_.height));
  from_columns_ = pseudo_inverse(decoder.axis(image_.width));
}

Eigen::VectorXd Encoder::encode(const Eigen::Ref<const Eigen::RowVectorXf>& perturbation) const {
  using Plane = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::RowVectorXd large = perturbation.cast<double>();
  Eigen::VectorXd small(image_.channels * side_ * side_);
  const int pixels = image_.height * image_.width;
  for (int c = 0; c < image_.channels; ++c)
    Eigen::Map<Plane>(small.data() + c * side_ * side_, side_, side_) =
        from_rows_ * Eigen::Map<const Plane>(large.data() + c * pixels, image_.height, image_.width) *
        from_columns_.transpose();
  return small;
}

const std::vector<std::string>& decoder_names() {
  static const std::vector<std::string> names = {"bilinear", "bicubic", "nearest", "block"};
  return names;
}

void check_decoder(const std::string& name, const ImageShape& image, int side, int through) {
  const auto& names = decoder_names();
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw InputError("decoder: unknown '{}'; valid: {}", name, join(names));
  const int largest = std::min(image.height, image.width);
  if (side < 1 || side > largest)
    throw InputError("decoder: side {}, expected 1 to {} for {} images", side, largest, to_string(image));
  if (through != 0) {
    if (name != "bilinear") throw InputError("decoder: through {} needs bilinear, got {}", through, name);
    if (through < side || through > largest)
      throw InputError("decoder: through {}, expected {} to {} for {} images", through, side, largest,
                       to_string(image));
  }
}

std::unique_ptr<Decoder> make_decoder(const std::string& name, const ImageShape& image, int side,
                                      int through) {
  check_decoder(name, image, side, through);
  if (through != 0) return std::make_unique<Hierarchy>(image, side, through);
  if (name == "bilinear") return std::make_unique<Interpolator>(image, side, cv::INTER_LINEAR);
  if (name == "bicubic") return std::make_unique<Interpolator>(image, side, cv::INTER_CUBIC);
  if (name == "nearest") return std::make_unique<Interpolator>(image, side, cv::INTER_NEAREST);
  return std::make_unique<Blocks>(image, side);
}

}  // namespace bora::attacks
