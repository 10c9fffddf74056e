#include "attacks/image/textures/textures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bora::attacks {
const std::vector<TextureFamily>& texture_families() {
  using Kind = TextureFamily::Kind;
  static const std::vector<TextureFamily> families = {
      {Kind::horizontal, 1},     {Kind::vertical, 1},       {Kind::horizontal, 2}, {Kind::vertical, 2},
      {Kind::blocks, 1},         {Kind::blocks, 2},         {Kind::wave, 2, 16},   {Kind::wave, 2, 8},
      {Kind::wave, 2, 16, true}, {Kind::wave, 10, 16, true}};
  return families;
}

std::vector<int> texture_scales(const ImageShape& shape) {
  std::vector<int> scales = {1};
  while (2 * scales.back() * kTextureSide <= std::min(shape.height, shape.width))
    scales.push_back(2 * scales.back());
  return scales;
}

Texture::Texture(const ImageShape& shape, const TextureFamily& family, Rng& rng) : shape_(shape) {
  using Kind = TextureFamily::Kind;
  const std::vector<int> scales = texture_scales(shape);
  // No random number is drawn if there is only one scale.
  const int scale = scales.size() == 1 ? 1 : scales[rng.index(static_cast<int>(scales.size()))];
  if (family.kind == Kind::flat) {
    draw_blocks(Kind::blocks, std::max(shape.height, shape.width), rng);
  } else if (family.kind == Kind::wave) {
    // Length in pixels over which periods are counted: the shorter side, or kTextureSide enlarged.
    const int length = scales.size() == 1 ? std::min(shape.height, shape.width) : kTextureSide * scale;
    draw_wave(family, rng.uniform(family.low, family.high) / length, rng);
  } else {
    draw_blocks(family.kind, static_cast<int>(family.low) * scale, rng);
  }
}

// Draws one random sign for each stripe or block of `width` pixels.
void Texture::draw_blocks(TextureFamily::Kind kind, int width, Rng& rng) {
  const int across = kind == TextureFamily::Kind::horizontal ? shape_.width : width;
  height_of_blocks_ = kind == TextureFamily::Kind::vertical ? shape_.height : width;
  const int down = (shape_.height + height_of_blocks_ - 1) / height_of_blocks_;
  rows_.resize(shape_.width, shape_.channels * down);
  for (Eigen::Index i = 0; i < rows_.cols(); ++i) {
    float* const row = rows_.col(i).data();
    for (int left = 0; left < shape_.width; left += across) {
      // The same as rng.sign(), without a branch that processors cannot predict.
      const float sign = 2.0F * static_cast<float>(static_cast<int>(rng.bits() >> 63)) - 1.0F;
      row[left] = sign;
      for (int x = left + 1; x < std::min(left + across, shape_.width); ++x) row[x] = sign;
    }
  }
}

// Draws the direction and the phases of a plane wave.
void Texture::draw_wave(const TextureFamily& family, double periods_a_pixel, Rng& rng) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double direction = rng.uniform(family.first_direction, family.last_direction) / 360 * kTurn;
  const double right = kTurn * periods_a_pixel * std::cos(direction);
  const double down = kTurn * periods_a_pixel * std::sin(direction);
  const Eigen::ArrayXf across =
      Eigen::ArrayXd::LinSpaced(shape_.width, 0, right * (shape_.width - 1)).cast<float>();
  cosines_ = across.cos();
  sines_ = across.sin();
  row_cosines_.resize(shape_.channels * shape_.height);
  row_sines_.resize(shape_.channels * shape_.height);
  for (int c = 0; c < shape_.channels; ++c) {
    const int first = c * shape_.height;
    if (c > 0 && family.grey) {
      row_cosines_.segment(first, shape_.height) = row_cosines_.head(shape_.height);
      row_sines_.segment(first, shape_.height) = row_sines_.head(shape_.height);
      continue;
    }
    const double phase = rng.uniform(0, kTurn);
    for (int y = 0; y < shape_.height; ++y) {
      row_cosines_[first + y] = static_cast<float>(std::cos(down * y + phase));
      row_sines_[first + y] = static_cast<float>(std::sin(down * y + phase));
    }
  }
}

Eigen::Index Texture::row_of_blocks(int channel, int y) const {
  return channel * (rows_.cols() / shape_.channels) + y / height_of_blocks_;
}

float Texture::sign(int channel, int y, int x) const {
  if (height_of_blocks_ > 0) return rows_(x, row_of_blocks(channel, y));
  const int row = channel * shape_.height + y;
  return cosines_[x] * row_cosines_[row] >= sines_[x] * row_sines_[row] ? 1.0F : -1.0F;
}

void Texture::write_row(int channel, int y, float* signs) const {
  if (height_of_blocks_ > 0) {
    std::copy_n(rows_.col(row_of_blocks(channel, y)).data(), shape_.width, signs);
    return;
  }
  // cos(a + b) = cos a cos b - sin a sin b: one cosine per row instead of one per pixel.
  const float cosine = row_cosines_[channel * shape_.height + y];
  const float sine = row_sines_[channel * shape_.height + y];
  for (int x = 0; x < shape_.width; ++x) signs[x] = cosines_[x] * cosine >= sines_[x] * sine ? 1.0F : -1.0F;
}

Eigen::RowVectorXf Texture::signs() const {
  Eigen::RowVectorXf signs(shape_.size());
  for (int c = 0; c < shape_.channels; ++c)
    for (int y = 0; y < shape_.height; ++y)
      write_row(c, y, signs.data() + (c * shape_.height + y) * shape_.width);
  return signs;
}

Texture draw_any_texture(const ImageShape& shape, const std::vector<TextureFamily>& families, Rng& rng) {
  return {shape, families[rng.index(static_cast<int>(families.size()))], rng};
}

}  // namespace bora::attacks
