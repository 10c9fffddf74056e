#include "attacks/image/proposals/pixel_pooling.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <opencv2/imgproc.hpp>

namespace bora::attacks {

PixelPooling::PixelPooling(const ImageShape& shape) : shape_(shape), pooled_(shape) {
  const int longest = std::max(shape.height, shape.width);
  factor_ = (longest + kMostSide - 1) / kMostSide;
  pooled_.height = (shape.height + factor_ - 1) / factor_;
  pooled_.width = (shape.width + factor_ - 1) / factor_;
}

const Batch& PixelPooling::pool(const Batch& images, Batch& buffer) const {
  if (factor_ == 1) return images;
  buffer.resize(images.rows(), pooled_.size());
  for (Eigen::Index i = 0; i < images.rows(); ++i) {
    float* block = buffer.row(i).data();
    for (int c = 0; c < shape_.channels; ++c)
      for (int y = 0; y < pooled_.height; ++y, block += pooled_.width)
        means(images.row(i).data() + c * shape_.height * shape_.width, shape_.width, y, 0, pooled_.width,
              block);
  }
  return buffer;
}

Region PixelPooling::blocks(const Region& pixels) const {
  return {pixels.top / factor_, pixels.left / factor_, (pixels.bottom + factor_ - 1) / factor_,
          (pixels.right + factor_ - 1) / factor_};
}

void PixelPooling::means(const float* channel, std::ptrdiff_t stride, int y, int left, int right,
                         float* out) const {
  const int first = left * factor_, end = std::min(right * factor_, shape_.width);
  const auto row = [&](int of) {
    return Eigen::Map<const Eigen::ArrayXf>(channel + of * stride + first, end - first);
  };
  if (factor_ == 1) {
    Eigen::Map<Eigen::ArrayXf>(out, end - first) = row(y);
    return;
  }
  const int top = y * factor_, bottom = std::min(top + factor_, shape_.height);
  static thread_local Eigen::ArrayXf columns;  // sums of columns; kept, because new memory takes time
  columns = row(top);
  for (int below = top + 1; below < bottom; ++below) columns += row(below);
  const int complete = (end - first) / factor_;  // number of blocks that the edge does not cut
  const auto write = [&](int begin, int count, auto width) {
    const float* const from = columns.data() + begin * factor_;
    for (int block = 0; block < count; ++block) {
      float sum = 0;
      for (int x = 0; x < width; ++x) sum += from[block * width + x];
      out[begin + block] = sum / static_cast<float>((bottom - top) * width);
    }
  };
  // With a constant width the loop is vectorised. 4 is that of 224 x 224, the usual size of large images.
  if (factor_ == 4) {
    write(0, complete, std::integral_constant<int, 4>());
  } else {
    write(0, complete, factor_);
  }
  if (const int rest = (end - first) % factor_; rest > 0) write(complete, 1, rest);
}

Eigen::RowVectorXf PixelPooling::expand(const Eigen::RowVectorXf& pooled) const {
  if (factor_ == 1) return pooled;
  Eigen::RowVectorXf image(shape_.size());
  for (int c = 0; c < shape_.channels; ++c)
    for (int y = 0; y < shape_.height; ++y)
      for (int x = 0; x < shape_.width; ++x)
        image[(c * shape_.height + y) * shape_.width + x] =
            pooled[(c * pooled_.height + y / factor_) * pooled_.width + x / factor_];
  return image;
}

Eigen::RowVectorXf centre_window(const ImageShape& shape, double width) {
  Eigen::RowVectorXf weights(shape.size());
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        const double down = (y + 0.5) / shape.height - 0.5;
        const double across = (x + 0.5) / shape.width - 0.5;
        weights[(c * shape.height + y) * shape.width + x] =
            static_cast<float>(std::exp(-(down * down + across * across) / (2 * width * width)));
      }
  return weights;
}

Eigen::RowVectorXf contrast_window(const ImageShape& shape, const Eigen::RowVectorXf& image) {
  constexpr double kBlur = 0.1;      // width of the blur, as a share of the shorter side
  constexpr float kFarAway = 0.02F;  // least weight, as in the corners of a centre window of width 0.25
  cv::Mat contrast = cv::Mat::zeros(shape.height, shape.width, CV_32F);
  for (int c = 0; c < shape.channels; ++c) {
    // cv::Mat takes no pointer to const; the values are only read.
    const cv::Mat channel(shape.height, shape.width, CV_32F,
                          const_cast<float*>(image.data()) + c * shape.height * shape.width);
    cv::Mat right, down, size;
    cv::Sobel(channel, right, CV_32F, 1, 0, 3, 1, 0, cv::BORDER_REPLICATE);
    cv::Sobel(channel, down, CV_32F, 0, 1, 3, 1, 0, cv::BORDER_REPLICATE);
    cv::magnitude(right, down, size);
    contrast += size;
  }
  const double blur = std::max(0.5, kBlur * std::min(shape.height, shape.width));
  cv::GaussianBlur(contrast, contrast, {}, blur, blur, cv::BORDER_CONSTANT);
  double largest = 0;
  cv::minMaxLoc(contrast, nullptr, &largest);
  Eigen::RowVectorXf weights = Eigen::RowVectorXf::Ones(shape.size());
  if (!(largest > 0)) return weights;
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x)
        weights[(c * shape.height + y) * shape.width + x] =
            std::max(kFarAway, contrast.at<float>(y, x) / static_cast<float>(largest));
  return weights;
}

std::vector<Eigen::RowVectorXf> pixel_windows(const Eigen::RowVectorXf& image, const PixelPooling& pooling,
                                              Window wanted) {
  constexpr double kWidth = 0.25;
  std::vector<Eigen::RowVectorXf> out;
  if (wanted == Window::centre || wanted == Window::evidence)
    out.push_back(centre_window(pooling.pooled_shape(), kWidth));
  if (wanted == Window::contrast || wanted == Window::evidence) {
    Batch buffer;
    out.push_back(contrast_window(pooling.pooled_shape(), pooling.pool(image, buffer).row(0)));
  }
  if (wanted == Window::none || wanted == Window::evidence) out.emplace_back();
  return out;
}

}  // namespace bora::attacks
