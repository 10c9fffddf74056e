#include "attacks/image/proposals/pixel_windows.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace bora::attacks {

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
  // About as narrow as the window in the centre reaches beyond an object, and as flat far from one.
  constexpr double kBlur = 0.1;      // share of the shorter side
  constexpr float kFarAway = 0.02F;  // as in the corners of a centre window of width 0.25
  cv::Mat contrast = cv::Mat::zeros(shape.height, shape.width, CV_32F);
  for (int c = 0; c < shape.channels; ++c) {
    // OpenCV does not write to what it reads.
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
