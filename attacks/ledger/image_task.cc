#include "attacks/ledger/image_task.h"

#include <stdexcept>

#include "attacks/record/image_content.h"
#include "common/hash.h"
#include "data/images/image_io.h"

namespace bora::attacks {
namespace {

Pixels as_pixels(const std::vector<float>& values) {
  return Eigen::Map<const Pixels>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::span<const float> values_of(const Pixels& image) {
  return {image.data(), static_cast<std::size_t>(image.size())};
}

}  // namespace

ImageThreat::ImageThreat(NormBall ball, std::shared_ptr<const Pixels> original)
    : ball_(ball), original_(std::move(original)) {}

std::string ImageThreat::violation(const Pixels& image) const {
  if (image.size() != original_->size()) return "the image is of another size";
  return ball_.contains(original_->data(), image.data(), size()) ? "" : "the image is outside the ball";
}

std::string ImageThreat::violation_on_the_way(const Pixels& image) const {
  if (image.size() != original_->size()) return "the image is of another size";
  return ball_.is_image(image.data(), size()) ? "" : "a value is outside [0, 1] or off the 8-bit grid";
}

double ImageThreat::distance(const Pixels& image) const {
  return ball_.distance(original_->data(), image.data(), size());
}

std::optional<double> ImageThreat::l2(const Pixels& image) const {
  return l2_distance(original_->data(), image.data(), size());
}

void ImageThreat::admit(Pixels& image, bool on_the_way) const {
  if (!image.allFinite()) throw std::runtime_error("the attack asked for an image that is not finite");
  if (on_the_way) {
    ball_.project_to_box(image.data(), size());
  } else {
    ball_.project(original_->data(), image.data(), size());
  }
}

std::unique_ptr<ThreatModel<Pixels>> ImageTask::threat(std::shared_ptr<const Pixels> original) const {
  return std::make_unique<ImageThreat>(ball_, std::move(original));
}

std::int64_t ImageTask::hash(const Pixels& image) const {
  return short_hash(image.data(), image.size() * sizeof(float));
}

Pixels ImageTask::original(const std::string& content) const {
  return as_pixels(pixels_of_content(content, false));
}

std::string ImageTask::content(const Pixels& image) const {
  return content_of_pixels(values_of(image), ball_.continuous());
}

Pixels ImageTask::attacked(const std::string& content, const std::string& /*details*/) const {
  return as_pixels(pixels_of_content(content, ball_.continuous()));
}

void ImageTask::write(const std::filesystem::path& file, const Pixels& image) const {
  if (ball_.continuous()) {
    write_npy(file, values_of(image), shape_);
    return;
  }
  std::vector<std::uint8_t> levels;
  for (const float value : image) levels.push_back(static_cast<std::uint8_t>(to_level(value)));
  write_png(file, levels, shape_);
}

Pixels ImageTask::read(const std::filesystem::path& file) const {
  if (ball_.continuous()) return as_pixels(read_npy(file).values);
  std::vector<float> values;
  for (const auto level : read_png(file).pixels) values.push_back(from_level(level));
  return as_pixels(values);
}

}  // namespace bora::attacks
