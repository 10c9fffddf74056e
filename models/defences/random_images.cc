#include "models/defences/random_images.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <opencv2/imgproc.hpp>

#include "common/random.h"

namespace bora::models {
namespace {

std::uint64_t content_of(const Eigen::Ref<const Eigen::RowVectorXf>& image) {
  std::uint64_t hash = 0;
  for (const float value : image) hash = mix_seed(hash, std::bit_cast<std::uint32_t>(value));
  return hash;
}

template <typename Change>
void change_each(Batch& images, std::uint64_t seed, const Change& change) {
  std::map<std::uint64_t, std::uint64_t> met;  // number of rows so far, by content
  for (Eigen::Index row = 0; row < images.rows(); ++row) {
    const std::uint64_t content = content_of(images.row(row));
    Rng rng(mix_seed(mix_seed(seed, content), met[content]++));
    change(row, rng);
  }
}

}  // namespace

void add_noise(Batch& images, double deviation, std::uint64_t seed) {
  change_each(images, seed, [&](Eigen::Index row, Rng& rng) {
    for (Eigen::Index i = 0; i < images.cols(); ++i)
      images(row, i) = std::clamp(images(row, i) + static_cast<float>(deviation * rng.normal()), 0.0F, 1.0F);
  });
}

void resize_and_pad(Batch& images, const ImageShape& shape, double least, std::uint64_t seed) {
  change_each(images, seed, [&](Eigen::Index row, Rng& rng) {
    const auto drawn = [&](int most) {
      return static_cast<int>(rng.index(static_cast<std::size_t>(most) + 1));
    };
    const double share = least + (1 - least) * rng.uniform();
    const int height = std::max(1, static_cast<int>(std::lround(share * shape.height)));
    const int width = std::max(1, static_cast<int>(std::lround(share * shape.width)));
    const int top = drawn(shape.height - height);
    const int left = drawn(shape.width - width);
    const cv::Rect place(left, top, width, height);
    for (int c = 0; c < shape.channels; ++c) {
      float* const plane =
          images.row(row).data() + static_cast<std::ptrdiff_t>(c) * shape.height * shape.width;
      cv::Mat canvas(shape.height, shape.width, CV_32F, plane);
      const cv::Mat image = canvas.clone();
      cv::Mat smaller;
      cv::resize(image, smaller, place.size(), 0, 0, cv::INTER_LINEAR);
      canvas.setTo(0);
      smaller.copyTo(canvas(place));
    }
  });
}

}  // namespace bora::models
