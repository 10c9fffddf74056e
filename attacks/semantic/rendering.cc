#include "attacks/semantic/rendering.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "attacks/threat/norm_ball.h"
#include "common/random.h"
#include "data/images/image_io.h"

namespace bora::attacks {
namespace {

using Plane = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // height x width

// Image as one plane per channel, values in [0, 1] after clip().
struct Picture {
  std::vector<Plane> planes;

  Picture(const Eigen::RowVectorXf& values, const ImageShape& shape) {
    for (int c = 0; c < shape.channels; ++c)
      planes.emplace_back(
          Eigen::Map<const Plane>(values.data() + c * shape.height * shape.width, shape.height, shape.width));
  }
  Eigen::Index height() const { return planes.front().rows(); }
  Eigen::Index width() const { return planes.front().cols(); }
  void clip() {
    for (Plane& plane : planes) plane = plane.cwiseMax(0.0F).cwiseMin(1.0F);
  }
  // Returns the values in CHW order, rounded to the 8-bit grid.
  Eigen::RowVectorXf values() const {
    Eigen::RowVectorXf all(static_cast<Eigen::Index>(planes.size()) * planes.front().size());
    for (std::size_t c = 0; c < planes.size(); ++c)
      for (Eigen::Index i = 0; i < planes[c].size(); ++i)
        all[static_cast<Eigen::Index>(c) * planes[c].size() + i] = from_level(to_level(planes[c].data()[i]));
    return all;
  }
};

double value_of(const SemanticValues& values, const char* name) {
  return values.changes[static_cast<std::size_t>(find_change(name))];
}

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

// Returns the value at row y and column x, which may lie outside the plane.
float pixel(const Plane& plane, Eigen::Index y, Eigen::Index x, Border border) {
  const auto inside = [border](Eigen::Index at, Eigen::Index size) -> Eigen::Index {
    if (at >= 0 && at < size) return at;
    if (border == Border::black) return -1;
    if (border == Border::edge || size == 1) return std::clamp<Eigen::Index>(at, 0, size - 1);
    const Eigen::Index period = 2 * (size - 1);
    at = ((at % period) + period) % period;
    return at < size ? at : period - at;
  };
  const Eigen::Index row = inside(y, plane.rows()), column = inside(x, plane.cols());
  return row < 0 || column < 0 ? 0.0F : plane(row, column);
}

// Applies the changes of ChangeGroup::geometry by bilinear sampling at the inversely transformed positions.
void move(Picture& picture, const SemanticValues& values, Border border) {
  const double angle = radians(value_of(values, "rotate")),
               slant = std::tan(radians(value_of(values, "shear")));
  const double scale = value_of(values, "scale");
  const double dx = value_of(values, "shift-x") * static_cast<double>(picture.width());
  const double dy = value_of(values, "shift-y") * static_cast<double>(picture.height());
  if (angle == 0 && slant == 0 && scale == 1 && dx == 0 && dy == 0) return;
  const double cx = static_cast<double>(picture.width() - 1) / 2,
               cy = static_cast<double>(picture.height() - 1) / 2;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const Picture before = picture;
  for (Eigen::Index y = 0; y < picture.height(); ++y)
    for (Eigen::Index x = 0; x < picture.width(); ++x) {
      // Rows count downwards, so that the rotation appears counter-clockwise.
      const double u = static_cast<double>(x) - cx - dx, v = static_cast<double>(y) - cy - dy;
      const double turned_y = u * sine + v * cosine;
      const double turned_x = u * cosine - v * sine - slant * turned_y;
      const double from_x = turned_x / scale + cx, from_y = turned_y / scale + cy;
      const double left = std::floor(from_x), top = std::floor(from_y);
      const auto right_share = static_cast<float>(from_x - left),
                 lower_share = static_cast<float>(from_y - top);
      const auto row = static_cast<Eigen::Index>(top), column = static_cast<Eigen::Index>(left);
      for (std::size_t c = 0; c < picture.planes.size(); ++c) {
        const Plane& plane = before.planes[c];
        const float above = (1 - right_share) * pixel(plane, row, column, border) +
                            right_share * pixel(plane, row, column + 1, border);
        const float below = (1 - right_share) * pixel(plane, row + 1, column, border) +
                            right_share * pixel(plane, row + 1, column + 1, border);
        picture.planes[c](y, x) = (1 - lower_share) * above + lower_share * below;
      }
    }
}

// Returns the luminance (ITU-R BT.601) of an RGB image, and the first plane of other images.
Plane grey_of(const Picture& picture) {
  if (picture.planes.size() != 3) return picture.planes.front();
  return 0.299F * picture.planes[0] + 0.587F * picture.planes[1] + 0.114F * picture.planes[2];
}

// Rotates the colours of an RGB image about the axis of greys in YIQ.
void turn_hue(Picture& picture, double degrees) {
  const auto cosine = static_cast<float>(std::cos(radians(degrees)));
  const auto sine = static_cast<float>(std::sin(radians(degrees)));
  const Eigen::Matrix3f to_yiq{
      {0.299F, 0.587F, 0.114F}, {0.596F, -0.274F, -0.322F}, {0.211F, -0.523F, 0.312F}};
  const Eigen::Matrix3f turn{{1, 0, 0}, {0, cosine, -sine}, {0, sine, cosine}};
  const Eigen::Matrix3f all = to_yiq.inverse() * turn * to_yiq;
  const Picture before = picture;
  for (int c = 0; c < 3; ++c)
    picture.planes[static_cast<std::size_t>(c)] =
        all(c, 0) * before.planes[0] + all(c, 1) * before.planes[1] + all(c, 2) * before.planes[2];
}

// Applies the changes of ChangeGroup::colour.
void colour(Picture& picture, const SemanticValues& values) {
  if (const auto added = static_cast<float>(value_of(values, "brightness")); added != 0)
    for (Plane& plane : picture.planes) plane.array() += added;
  if (const auto factor = static_cast<float>(value_of(values, "contrast")); factor != 1) {
    const float mean = grey_of(picture).mean();
    for (Plane& plane : picture.planes) plane = ((plane.array() - mean) * factor + mean).matrix();
  }
  if (const auto factor = static_cast<float>(value_of(values, "saturation")); factor != 1) {
    const Plane grey = grey_of(picture);
    for (Plane& plane : picture.planes) plane = grey + factor * (plane - grey);
  }
  if (const double degrees = value_of(values, "hue"); degrees != 0) turn_hue(picture, degrees);
}

// Adds waves (family 0), stripes (1) or checks (2) of the point's frequency, angle, phase and tint.
void add_texture(Picture& picture, const SemanticValues& values) {
  const double amplitude = value_of(values, "texture");
  if (amplitude == 0) return;
  const double angle = radians(values.angle),
               step = 2 * std::numbers::pi * values.frequency / static_cast<double>(picture.width());
  const auto wave = [&](Eigen::Index y, Eigen::Index x, double direction, double phase) {
    return std::cos(
        step * (static_cast<double>(x) * std::cos(direction) + static_cast<double>(y) * std::sin(direction)) +
        phase);
  };
  for (std::size_t c = 0; c < picture.planes.size(); ++c) {
    const double phase = radians(values.phase + static_cast<double>(c) * values.tint);
    for (Eigen::Index y = 0; y < picture.height(); ++y)
      for (Eigen::Index x = 0; x < picture.width(); ++x) {
        double height = wave(y, x, angle, phase);
        if (values.family == 2) height *= wave(y, x, angle + std::numbers::pi / 2, phase);
        if (values.family > 0) height = height < 0 ? -1 : 1;
        picture.planes[c](y, x) += static_cast<float>(amplitude * height);
      }
  }
}

// Returns cloud heights in [0, 1] by the diamond-square algorithm, on a periodic grid whose side is the next
// power of two.
Plane clouds(Eigen::Index height, Eigen::Index width, int pattern) {
  Eigen::Index size = 1;
  while (size < std::max(height, width)) size *= 2;
  Rng rng(mix_seed(static_cast<std::uint64_t>(pattern), "fog"));
  Plane map = Plane::Zero(size, size);
  constexpr float kDecay = 1.75F;  // decay of heights per level, as in CIFAR-10-C at the highest severity
  float swing = 1;
  const auto at = [&](Eigen::Index y, Eigen::Index x) { return map((y + size) % size, (x + size) % size); };
  const auto drawn = [&] { return static_cast<float>(rng.uniform(-1, 1)) * swing; };
  for (Eigen::Index step = size; step > 1; step /= 2, swing /= kDecay) {
    const Eigen::Index half = step / 2;
    for (Eigen::Index y = half; y < size; y += step)
      for (Eigen::Index x = half; x < size; x += step)
        map(y, x) = (at(y - half, x - half) + at(y - half, x + half) + at(y + half, x - half) +
                     at(y + half, x + half)) /
                        4 +
                    drawn();
    for (Eigen::Index y = 0; y < size; y += half)
      for (Eigen::Index x = (y / half) % 2 == 0 ? half : 0; x < size; x += step)
        map(y, x) = (at(y - half, x) + at(y + half, x) + at(y, x - half) + at(y, x + half)) / 4 + drawn();
  }
  const float low = map.minCoeff(), high = map.maxCoeff();
  if (high > low) map = ((map.array() - low) / (high - low)).matrix();
  return map.topLeftCorner(height, width);
}

// Returns standard normal noise for one channel, which depends on the arguments only.
Plane grain(Eigen::Index height, Eigen::Index width, int pattern, std::size_t channel) {
  Rng rng(mix_seed(mix_seed(static_cast<std::uint64_t>(pattern), "noise"), channel));
  Plane values(height, width);
  for (Eigen::Index i = 0; i < values.size(); ++i) values.data()[i] = static_cast<float>(rng.normal());
  return values;
}

void blur(Picture& picture, double deviation) {
  const int reach = static_cast<int>(std::ceil(4 * deviation));
  for (Plane& plane : picture.planes) {
    Plane out(plane.rows(), plane.cols());
    const cv::Mat from(static_cast<int>(plane.rows()), static_cast<int>(plane.cols()), CV_32F, plane.data());
    cv::Mat to(from.rows, from.cols, CV_32F, out.data());
    cv::GaussianBlur(from, to, {2 * reach + 1, 2 * reach + 1}, deviation, deviation, cv::BORDER_REPLICATE);
    plane = std::move(out);
  }
}

// Replaces the image by itself after JPEG compression.
void store_as_jpeg(Picture& picture, const ImageShape& shape, int quality) {
  const Eigen::RowVectorXf values = picture.values();
  std::vector<std::uint8_t> levels;
  for (const float value : values) levels.push_back(static_cast<std::uint8_t>(to_level(value)));
  const Image read = through_jpeg(levels, shape, quality);
  Eigen::RowVectorXf back(values.size());
  for (Eigen::Index i = 0; i < back.size(); ++i)
    back[i] = from_level(read.pixels[static_cast<std::size_t>(i)]);
  picture = Picture(back, shape);
}

// Applies the changes of ChangeGroup::quality.
void degrade(Picture& picture, const SemanticValues& values, const ImageShape& shape) {
  add_texture(picture, values);
  if (const auto share = static_cast<float>(value_of(values, "fog")); share > 0) {
    constexpr float kThinnest = 0.6F;  // brightness of the veil where clouds are lowest
    const Plane veil =
        (kThinnest + (1 - kThinnest) * clouds(picture.height(), picture.width(), values.pattern).array())
            .matrix();
    for (Plane& plane : picture.planes) plane = (1 - share) * plane + share * veil;
  }
  if (const double deviation = value_of(values, "blur"); deviation > 0) blur(picture, deviation);
  if (const auto deviation = static_cast<float>(value_of(values, "noise")); deviation > 0)
    for (std::size_t c = 0; c < picture.planes.size(); ++c)
      picture.planes[c] += deviation * grain(picture.height(), picture.width(), values.pattern, c);
  if (const double quality = value_of(values, "jpeg"); quality < 100) {
    picture.clip();
    store_as_jpeg(picture, shape, static_cast<int>(quality));
  }
}

}  // namespace

Eigen::RowVectorXf rendered(const Eigen::RowVectorXf& original, const ImageShape& shape,
                            const SemanticSpace& space, const Eigen::VectorXd& point) {
  const SemanticValues values = space.values(point);
  Picture picture(original, shape);
  for (const ChangeGroup group : groups_in_order(values.order)) {
    if (group == ChangeGroup::geometry) move(picture, values, space.rules().border);
    if (group == ChangeGroup::colour) colour(picture, values);
    if (group == ChangeGroup::quality) degrade(picture, values, shape);
    picture.clip();
  }
  return picture.values();
}

}  // namespace bora::attacks
