#include "attacks/image/proposals/changed_images.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bora::attacks {

ChangedImages::Buffers& ChangedImages::spare() {
  static thread_local Buffers buffers;
  return buffers;
}

ChangedImages::ChangedImages(const AttackProblem& problem, const PixelPooling& pooling,
                             const Features& features)
    : problem_(problem), pooling_(pooling), features_(features), buffers_(std::exchange(spare(), {})) {
  const Eigen::Index margin = features.textures.margin(), pooled = pooling.pooled_shape().size(),
                     columns = features.textures.size() + features.slopes.rows();
  if (buffers_.shape != problem.shape || buffers_.margin != margin || buffers_.pooled != pooled ||
      buffers_.columns != columns) {
    buffers_ = {};
    buffers_.shape = problem.shape;
    buffers_.margin = margin;
    buffers_.pooled = pooled;
    buffers_.columns = columns;
    buffers_.means.resize(static_cast<std::size_t>(pooling.pooled_shape().width));
    buffers_.whole.before = FramedImage(problem.shape, features.textures.margin());
  }
  buffers_.pixels.clear();
}

ChangedImages::~ChangedImages() {
  spare() = std::move(buffers_);
}

// Calls function(channel, y, index of the region's first value of this row in an image, number of its values)
// for each row of the region in each channel.
template <typename Function>
void ChangedImages::for_rows(const Region& region, Function&& function) const {
  const ImageShape& shape = problem_.shape;
  for (int c = 0; c < shape.channels; ++c)
    for (int y = region.top; y < region.bottom; ++y)
      function(c, y, (c * shape.height + y) * shape.width + region.left, region.right - region.left);
}

void ChangedImages::add_change(const Base& base, const Region& region, Base& to) const {
  if (features_.with_textures) features_.textures.add_change(base.before, base.after, region, to.sums);
  if (features_.slopes.rows() == 0) return;
  for_rows(region, [&](int c, int y, int start, int length) {
    const auto row = [&](const FramedImage& image) {
      return Eigen::Map<const Eigen::VectorXf>(image.row(c, y) + region.left, length);
    };
    const Eigen::VectorXf change = row(base.after) - row(base.before);
    to.along += (features_.slopes.middleCols(start, length) * change).cast<double>().transpose();
  });
}

int ChangedImages::add_base(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Seen* known) {
  if (images_ >= static_cast<int>(buffers_.bases.size())) buffers_.bases.push_back(buffers_.whole);
  Base& base = buffers_.bases[static_cast<std::size_t>(images_)];
  next_image() = image;
  const int number = add_image(base, known);
  base.scratch = image;
  base.after = base.before;
  return number;
}

Eigen::RowVectorXf& ChangedImages::next_image() {
  if (images_ >= static_cast<int>(buffers_.images.size())) buffers_.images.emplace_back();
  return buffers_.images[static_cast<std::size_t>(images_)];
}

int ChangedImages::add_image(Base& to, const Seen* known) {
  const ImageShape pooled = pooling_.pooled_shape();
  if (images_ >= buffers_.points.rows()) buffers_.points.conservativeResize(images_ + 32, pooled.size());
  const Eigen::RowVectorXf& image = buffers_.images[static_cast<std::size_t>(images_)];
  const int factor = pooling_.factor();
  float* point = buffers_.points.row(images_).data();
  // The blocks of a row are pooled while its pixels are in the cache.
  for (int c = 0; c < pooled.channels; ++c)
    for (int y = 0; y < pooled.height; ++y, point += pooled.width) {
      for (int row = y * factor; row < std::min((y + 1) * factor, problem_.shape.height); ++row) {
        const int start = (c * problem_.shape.height + row) * problem_.shape.width;
        Eigen::Map<Eigen::RowVectorXf>(to.before.row(c, row), problem_.shape.width) =
            image.segment(start, problem_.shape.width) -
            problem_.original.segment(start, problem_.shape.width);
      }
      if (!known) pooling_.means(to.before.row(c, 0), to.before.stride(), y, 0, pooled.width, point);
    }
  if (features_.with_textures)
    to.sums = known && known->sums.size() > 0 ? known->sums : features_.textures.sums(to.before);
  if (known) {
    to.along = known->along;
    buffers_.points.row(images_) = known->point;
    return images_++;
  }
  to.along.setZero(features_.slopes.rows());
  for_rows(whole(problem_.shape), [&](int c, int y, int start, int length) {
    const Eigen::Map<const Eigen::VectorXf> row(to.before.row(c, y), length);
    to.along += (features_.slopes.middleCols(start, length) * row).cast<double>().transpose();
  });
  return images_++;
}

int ChangedImages::add_candidate(int image) {
  if (size_ >= static_cast<int>(buffers_.changes.size())) buffers_.changes.emplace_back();
  ChangedPoint& change = buffers_.changes[static_cast<std::size_t>(size_)];
  change.point = image;
  change.coordinates.clear();
  change.values.clear();
  patches_.push_back({buffers_.pixels.size(), {}, {}});
  return size_++;
}

void ChangedImages::write_features(int candidate, const Base& base) {
  const auto textures = static_cast<Eigen::Index>(features_.textures.size());
  const Eigen::Index all = textures + base.along.size();
  if (candidate >= buffers_.features.rows() || buffers_.features.cols() != all)
    buffers_.features.conservativeResize(std::max<Eigen::Index>(candidate + 128, buffers_.features.rows()),
                                         all);
  auto row = buffers_.features.row(candidate);
  if (features_.with_textures) {
    row.head(textures) = features_.textures.features(base.sums);
    patches_[static_cast<std::size_t>(candidate)].sums = base.sums;
  } else {
    row.head(textures).setZero();
  }
  row.tail(base.along.size()) = base.along;
}

void ChangedImages::add_whole(Eigen::RowVectorXf image) {
  next_image() = std::move(image);
  write_features(add_candidate(add_image(buffers_.whole, nullptr)), buffers_.whole);
}

void ChangedImages::add_scratch(int base_number) {
  Base& base = buffers_.bases[static_cast<std::size_t>(base_number)];
  const int candidate = add_candidate(base_number);
  Patch& patch = patches_.back();
  std::vector<Region> blocks;
  for (const Region& region : regions_) {
    add_disjoint(region, patch.regions);
    add_disjoint(pooling_.blocks(region), blocks);
  }
  Base& changed = buffers_.whole;
  changed.sums = base.sums;
  changed.along = base.along;
  for (const Region& region : patch.regions)
    for_rows(region, [&](int c, int y, int start, int length) {
      const auto row = base.scratch.segment(start, length);
      buffers_.pixels.insert(buffers_.pixels.end(), row.data(), row.data() + length);
      Eigen::Map<Eigen::RowVectorXf>(base.after.row(c, y) + region.left, length) =
          row - problem_.original.segment(start, length);
    });
  for (const Region& region : patch.regions) add_change(base, region, changed);
  write_features(candidate, changed);

  const ImageShape pooled = pooling_.pooled_shape();
  ChangedPoint& change = buffers_.changes[static_cast<std::size_t>(candidate)];
  const float* const point = buffers_.points.row(base_number).data();
  for (const Region& region : blocks)
    for (int c = 0; c < pooled.channels; ++c)
      for (int y = region.top; y < region.bottom; ++y) {
        pooling_.means(base.after.row(c, 0), base.after.stride(), y, region.left, region.right,
                       buffers_.means.data());
        for (int x = region.left; x < region.right; ++x) {
          const int coordinate = (c * pooled.height + y) * pooled.width + x;
          const float value = buffers_.means[static_cast<std::size_t>(x - region.left)];
          if (value == point[coordinate]) continue;
          change.coordinates.push_back(coordinate);
          change.values.push_back(value);
        }
      }

  const Eigen::RowVectorXf& original = buffers_.images[static_cast<std::size_t>(base_number)];
  for (const Region& region : patch.regions)
    for_rows(region, [&](int c, int y, int start, int length) {
      base.scratch.segment(start, length) = original.segment(start, length);
      std::copy_n(base.before.row(c, y) + region.left, length, base.after.row(c, y) + region.left);
    });
}

const Eigen::RowVectorXf& ChangedImages::unchanged(int i) const {
  return buffers_.images[static_cast<std::size_t>(buffers_.changes[static_cast<std::size_t>(i)].point)];
}

Eigen::RowVectorXf ChangedImages::image(int i) const {
  Eigen::RowVectorXf image = unchanged(i);
  const Patch& patch = patches_[static_cast<std::size_t>(i)];
  const float* pixel = buffers_.pixels.data() + patch.first_pixel;
  for (const Region& region : patch.regions)
    for_rows(region, [&](int, int, int start, int length) {
      std::copy_n(pixel, length, image.data() + start);
      pixel += length;
    });
  return image;
}

ChangedImages::Seen ChangedImages::seen(int i) const {
  const ChangedPoint& change = buffers_.changes[static_cast<std::size_t>(i)];
  Seen seen{buffers_.points.row(change.point), patches_[static_cast<std::size_t>(i)].sums,
            buffers_.features.row(i).tail(features_.slopes.rows())};
  for (std::size_t k = 0; k < change.coordinates.size(); ++k)
    seen.point[change.coordinates[k]] = change.values[k];
  return seen;
}

bool ChangedImages::is(int i, const Eigen::RowVectorXf& image) const {
  const auto differs = [](float a, float b) { return std::abs(a - b) >= 1e-7F; };
  // The changed regions are compared first, since most candidates differ there.
  const Patch& patch = patches_[static_cast<std::size_t>(i)];
  const float* pixel = buffers_.pixels.data() + patch.first_pixel;
  bool other = false;
  for (const Region& region : patch.regions)
    for_rows(region, [&](int, int, int start, int length) {
      for (int x = 0; x < length && !other; ++x) other = differs(pixel[x], image[start + x]);
      pixel += length;
    });
  if (other) return false;
  const auto same = [&](const Eigen::RowVectorXf& whole) {
    return std::equal(whole.begin(), whole.end(), image.begin(),
                      [&](float a, float b) { return !differs(a, b); });
  };
  return patch.regions.empty() ? same(unchanged(i)) : same(this->image(i));
}

}  // namespace bora::attacks
