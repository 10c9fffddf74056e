#include "attacks/image/textures/textures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bora::attacks {
namespace {

using Kind = TextureFamily::Kind;

// Draws one random sign for each stripe or block of `width` pixels.
void draw_blocks(const ImageShape& shape, Kind kind, int width, Rng& rng, Eigen::RowVectorXf& signs) {
  const int across = kind == Kind::horizontal ? shape.width : width;
  const int down = kind == Kind::vertical ? shape.height : width;
  for (int c = 0; c < shape.channels; ++c)
    for (int top = 0; top < shape.height; top += down) {
      float* const row = signs.data() + (c * shape.height + top) * shape.width;
      for (int left = 0; left < shape.width; left += across)
        std::fill_n(row + left, std::min(across, shape.width - left), static_cast<float>(rng.sign()));
      for (int below = 1; below < std::min(down, shape.height - top); ++below)
        std::copy_n(row, shape.width, row + below * shape.width);
    }
}

// Draws the signs of a plane wave.
void draw_wave(const ImageShape& shape, const TextureFamily& family, double periods_a_pixel, Rng& rng,
               Eigen::RowVectorXf& signs) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double direction = rng.uniform(family.first_direction, family.last_direction) / 360 * kTurn;
  const double right = kTurn * periods_a_pixel * std::cos(direction);
  const double down = kTurn * periods_a_pixel * std::sin(direction);
  const Eigen::ArrayXf across =
      Eigen::ArrayXd::LinSpaced(shape.width, 0, right * (shape.width - 1)).cast<float>();
  const Eigen::ArrayXf cosines = across.cos(), sines = across.sin();
  double phase = 0;
  for (int c = 0; c < shape.channels; ++c) {
    if (c == 0 || !family.grey) phase = rng.uniform(0, kTurn);
    for (int y = 0; y < shape.height; ++y) {
      // cos(a + b) = cos a cos b - sin a sin b: one cosine per row instead of one per pixel.
      const auto cosine = static_cast<float>(std::cos(down * y + phase));
      const auto sine = static_cast<float>(std::sin(down * y + phase));
      signs.segment((c * shape.height + y) * shape.width, shape.width) =
          (cosines * cosine >= sines * sine)
              .select(Eigen::ArrayXf::Ones(shape.width), -Eigen::ArrayXf::Ones(shape.width))
              .transpose();
    }
  }
}

}  // namespace

const std::vector<TextureFamily>& texture_families() {
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

Eigen::RowVectorXf draw_texture(const ImageShape& shape, const TextureFamily& family, Rng& rng) {
  const std::vector<int> scales = texture_scales(shape);
  // No random number is drawn if there is only one scale.
  const int scale = scales.size() == 1 ? 1 : scales[rng.index(static_cast<int>(scales.size()))];
  Eigen::RowVectorXf signs(shape.size());
  if (family.kind == Kind::flat) {
    draw_blocks(shape, Kind::blocks, std::max(shape.height, shape.width), rng, signs);
  } else if (family.kind == Kind::wave) {
    // Length in pixels over which periods are counted: the shorter side, or kTextureSide enlarged.
    const int length = scales.size() == 1 ? std::min(shape.height, shape.width) : kTextureSide * scale;
    draw_wave(shape, family, rng.uniform(family.low, family.high) / length, rng, signs);
  } else {
    draw_blocks(shape, family.kind, static_cast<int>(family.low) * scale, rng, signs);
  }
  return signs;
}

Eigen::RowVectorXf draw_any_texture(const ImageShape& shape, const std::vector<TextureFamily>& families,
                                    Rng& rng) {
  return draw_texture(shape, families[rng.index(static_cast<int>(families.size()))], rng);
}

}  // namespace bora::attacks
