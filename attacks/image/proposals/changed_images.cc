#include "attacks/image/proposals/changed_images.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bora::attacks {

ImageRows rows_of(const ImageShape& shape, const float* image) {
  return [shape, image](int channel, int y, float* out) {
    std::copy_n(image + (channel * shape.height + y) * shape.width, shape.width, out);
  };
}

Eigen::RowVectorXf image_of(const ImageShape& shape, const ImageRows& rows) {
  Eigen::RowVectorXf image(shape.size());
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y) rows(c, y, image.data() + (c * shape.height + y) * shape.width);
  return image;
}

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
    buffers_.whole.before = buffers_.after = FramedImage(problem.shape, features.textures.margin());
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
  if (features_.with_textures) features_.textures.add_change(base.before, buffers_.after, region, to.sums);
  if (features_.slopes.rows() == 0) return;
  for_rows(region, [&](int c, int y, int start, int length) {
    const auto row = [&](const FramedImage& image) {
      return Eigen::Map<const Eigen::VectorXf>(image.row(c, y) + region.left, length);
    };
    const Eigen::VectorXf change = row(buffers_.after) - row(base.before);
    to.along += (features_.slopes.middleCols(start, length) * change).cast<double>().transpose();
  });
}

int ChangedImages::add_base(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Seen* known) {
  if (images_.size() >= buffers_.bases.size()) buffers_.bases.push_back(buffers_.whole);
  Base& base = buffers_.bases[images_.size()];
  base.image = image.data();
  base.scratch = image;
  return add_image(rows_of(problem_.shape, image.data()), base, known);
}

int ChangedImages::add_image(ImageRows rows, Base& to, const Seen* known) {
  const ImageShape& shape = problem_.shape;
  const ImageShape pooled = pooling_.pooled_shape();
  const auto number = static_cast<int>(images_.size());
  if (number >= buffers_.points.rows()) buffers_.points.conservativeResize(number + 32, pooled.size());
  const int factor = pooling_.factor();
  float* point = buffers_.points.row(number).data();
  // The blocks of a row are pooled while its pixels are in the cache.
  for (int c = 0; c < pooled.channels; ++c)
    for (int y = 0; y < pooled.height; ++y, point += pooled.width) {
      for (int row = y * factor; row < std::min((y + 1) * factor, shape.height); ++row) {
        rows(c, row, to.before.row(c, row));
        Eigen::Map<Eigen::RowVectorXf>(to.before.row(c, row), shape.width) -=
            problem_.original.segment((c * shape.height + row) * shape.width, shape.width);
      }
      if (!known) pooling_.means(to.before.row(c, 0), to.before.stride(), y, 0, pooled.width, point);
    }
  images_.push_back(std::move(rows));
  if (features_.with_textures)
    to.sums = known && known->sums.size() > 0 ? known->sums : features_.textures.sums(to.before);
  if (known) {
    to.along = known->along;
    buffers_.points.row(number) = known->point;
    return number;
  }
  to.along.setZero(features_.slopes.rows());
  if (features_.slopes.rows() == 0) return number;  // they may have no columns either
  for_rows(whole(shape), [&](int c, int y, int start, int length) {
    const Eigen::Map<const Eigen::VectorXf> row(to.before.row(c, y), length);
    to.along += (features_.slopes.middleCols(start, length) * row).cast<double>().transpose();
  });
  return number;
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

void ChangedImages::add_whole(ImageRows rows) {
  write_features(add_candidate(add_image(std::move(rows), buffers_.whole, nullptr)), buffers_.whole);
}

void ChangedImages::write_after(const Base& base) {
  const ImageShape& shape = problem_.shape;
  // Texture features read pixels up to the margin away, and means those of whole blocks.
  const int reach =
      std::max(features_.with_textures ? features_.textures.margin() : 0, pooling_.factor() - 1);
  for (const Region& region : regions_) {
    const Region around = {std::max(region.top - reach, 0), std::max(region.left - reach, 0),
                           std::min(region.bottom + reach, shape.height),
                           std::min(region.right + reach, shape.width)};
    // The region itself is written below.
    for (const Region& part : {Region{around.top, around.left, region.top, around.right},
                               Region{region.top, around.left, region.bottom, region.left},
                               Region{region.top, region.right, region.bottom, around.right},
                               Region{region.bottom, around.left, around.bottom, around.right}})
      for_rows(part, [&](int c, int y, int, int length) {
        std::copy_n(base.before.row(c, y) + part.left, length, buffers_.after.row(c, y) + part.left);
      });
  }
  for (const Region& region : regions_)
    for_rows(region, [&](int c, int y, int start, int length) {
      Eigen::Map<Eigen::RowVectorXf>(buffers_.after.row(c, y) + region.left, length) =
          base.scratch.segment(start, length) - problem_.original.segment(start, length);
    });
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
    for_rows(region, [&](int, int, int start, int length) {
      const float* const row = base.scratch.data() + start;
      buffers_.pixels.insert(buffers_.pixels.end(), row, row + length);
    });
  write_after(base);
  for (const Region& region : patch.regions) add_change(base, region, changed);
  write_features(candidate, changed);

  const ImageShape pooled = pooling_.pooled_shape();
  ChangedPoint& change = buffers_.changes[static_cast<std::size_t>(candidate)];
  const float* const point = buffers_.points.row(base_number).data();
  for (const Region& region : blocks)
    for (int c = 0; c < pooled.channels; ++c)
      for (int y = region.top; y < region.bottom; ++y) {
        pooling_.means(buffers_.after.row(c, 0), buffers_.after.stride(), y, region.left, region.right,
                       buffers_.means.data());
        for (int x = region.left; x < region.right; ++x) {
          const int coordinate = (c * pooled.height + y) * pooled.width + x;
          const float value = buffers_.means[static_cast<std::size_t>(x - region.left)];
          if (value == point[coordinate]) continue;
          change.coordinates.push_back(coordinate);
          change.values.push_back(value);
        }
      }

  for (const Region& region : patch.regions)
    for_rows(region, [&](int, int, int start, int length) {
      std::copy_n(base.image + start, length, base.scratch.data() + start);
    });
}

const ImageRows& ChangedImages::unchanged(int i) const {
  return images_[static_cast<std::size_t>(buffers_.changes[static_cast<std::size_t>(i)].point)];
}

void ChangedImages::write(int i, Image out) const {
  const ImageRows& rows = unchanged(i);
  for_rows(whole(problem_.shape), [&](int c, int y, int start, int) { rows(c, y, out.data() + start); });
  const Patch& patch = patches_[static_cast<std::size_t>(i)];
  const float* pixel = buffers_.pixels.data() + patch.first_pixel;
  for (const Region& region : patch.regions)
    for_rows(region, [&](int, int, int start, int length) {
      std::copy_n(pixel, length, out.data() + start);
      pixel += length;
    });
}

Eigen::RowVectorXf ChangedImages::image(int i) const {
  Eigen::RowVectorXf image(problem_.shape.size());
  write(i, image);
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
  const auto same = [&](const float* values, int start, int length) {
    return std::equal(values, values + length, image.data() + start,
                      [&](float a, float b) { return !differs(a, b); });
  };
  if (!patch.regions.empty()) return same(this->image(i).data(), 0, problem_.shape.size());
  std::vector<float> row(static_cast<std::size_t>(problem_.shape.width));
  for_rows(whole(problem_.shape), [&](int c, int y, int start, int length) {
    if (other) return;  // after the first row that differs
    unchanged(i)(c, y, row.data());
    other = !same(row.data(), start, length);
  });
  return !other;
}

}  // namespace bora::attacks
