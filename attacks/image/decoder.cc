#include "attacks/image/decoder.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "common/error.h"

namespace bora {

BilinearDecoder::BilinearDecoder(ImageShape image, int side) : image_(image), side_(side) {
  const int largest = std::min(image.height, image.width);
  if (side < 1 || side > largest)
    throw InputError("--gp-bo-side: got {}, expected 1 to {} for {} images", side, largest, to_string(image));
}

Eigen::RowVectorXf BilinearDecoder::decode(const Eigen::Ref<const Eigen::VectorXd>& z) const {
  Eigen::VectorXf small = z.cast<float>();
  Eigen::RowVectorXf large(image_.size());
  for (int c = 0; c < image_.channels; ++c) {
    const cv::Mat from(side_, side_, CV_32F, small.data() + c * side_ * side_);
    cv::Mat to(image_.height, image_.width, CV_32F, large.data() + c * image_.height * image_.width);
    cv::resize(from, to, to.size(), 0, 0, cv::INTER_LINEAR);
  }
  return large;
}

}  // namespace bora
