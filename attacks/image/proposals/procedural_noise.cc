#include "attacks/image/proposals/procedural_noise.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace bora::attacks {
namespace {

constexpr double kPi = std::numbers::pi;

// Returns the inner product of the gradient at a lattice point and the offset (x, y) from this point.
double slope(const PerlinLattice& lattice, int column, int row, double x, double y) {
  const int hash = lattice[(lattice[column & 255] + row) & 255] & 7;
  constexpr double kHalf = 0.5 * std::numbers::sqrt2;
  constexpr double kCosines[] = {1, kHalf, 0, -kHalf, -1, -kHalf, 0, kHalf};
  return kCosines[hash] * x + kCosines[(hash + 6) & 7] * y;
}

// Returns the weight of interpolation of improved Perlin noise, for t in [0, 1].
double fade(double t) {
  return t * t * t * (t * (6 * t - 15) + 10);
}

// Returns improved Perlin noise with a wavelength of 1 at the point (x, y).
double octave(const PerlinLattice& lattice, double x, double y) {
  const double left = std::floor(x), top = std::floor(y);
  const int column = static_cast<int>(left), row = static_cast<int>(top);
  x -= left;
  y -= top;
  const double upper =
      std::lerp(slope(lattice, column, row, x, y), slope(lattice, column + 1, row, x - 1, y), fade(x));
  const double lower = std::lerp(slope(lattice, column, row + 1, x, y - 1),
                                 slope(lattice, column + 1, row + 1, x - 1, y - 1), fade(x));
  return std::lerp(upper, lower, fade(y));
}

// One-dimensional factors of a Gabor kernel: Gaussian times cosine or sine of the offset between each of
// `inner` pixels (rows) and each pixel with the margins (columns).
struct Factors {
  Eigen::MatrixXd cosine, sine;

  Factors(int inner, int margin, double sigma, double turns_a_pixel)
      : cosine(inner, inner + 2 * margin), sine(inner, inner + 2 * margin) {
    for (int to = 0; to < inner; ++to)
      for (int from = 0; from < inner + 2 * margin; ++from) {
        const double offset = to + margin - from;
        const double height = std::exp(-offset * offset / (2 * sigma * sigma));
        cosine(to, from) = height * std::cos(2 * kPi * turns_a_pixel * offset);
        sine(to, from) = height * std::sin(2 * kPi * turns_a_pixel * offset);
      }
  }
};

}  // namespace

PerlinLattice draw_lattice(Rng& rng) {
  PerlinLattice lattice;
  const std::vector<int> order = rng.permutation(static_cast<int>(lattice.size()));
  std::copy(order.begin(), order.end(), lattice.begin());
  return lattice;
}

Noise perlin_noise(int height, int width, const PerlinParameters& parameters, const PerlinLattice& lattice) {
  Noise noise = Noise::Zero(height, width);
  double frequency = 1;
  for (int i = 0; i < parameters.octaves; ++i, frequency *= 2)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        noise(y, x) += octave(lattice, x * frequency / parameters.wavelength_x,
                              y * frequency / parameters.wavelength_y) /
                       frequency;
  const double low = noise.minCoeff(), span = noise.maxCoeff() - low;
  if (span > 0) noise = (noise - low) / span;
  return (kPi * parameters.sine_frequency * noise).sin();
}

Eigen::MatrixXd draw_impulses(int height, int width, int margin, Rng& rng) {
  constexpr double kDensity = 1.0 / 23;
  Eigen::MatrixXd impulses(height + 2 * margin, width + 2 * margin);
  for (double& weight : impulses.reshaped()) {
    const bool any = rng.uniform() < kDensity;
    weight = any ? rng.uniform(-1, 1) : 0;
  }
  return impulses;
}

Noise gabor_noise(const Eigen::MatrixXd& impulses, int margin, const GaborParameters& parameters) {
  const int height = static_cast<int>(impulses.rows()) - 2 * margin;
  const int width = static_cast<int>(impulses.cols()) - 2 * margin;
  Noise noise = Noise::Zero(height, width);
  for (int side = 0; side < parameters.sides; ++side) {
    const double direction = parameters.direction + kPi * side / parameters.sides;
    const Factors down(height, margin, parameters.sigma, std::sin(direction) / parameters.wavelength);
    const Factors right(width, margin, parameters.sigma, std::cos(direction) / parameters.wavelength);
    // cos(a + b) = cos a cos b - sin a sin b
    noise += (down.cosine * impulses * right.cosine.transpose()).array() -
             (down.sine * impulses * right.sine.transpose()).array();
  }
  return noise;
}

}  // namespace bora::attacks
