#include "attacks/image/proposals/procedural_noise.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"

namespace bora::attacks {
namespace {

constexpr int kHeight = 9, kWidth = 11, kMargin = 4;

// Returns the results of golden/attacks/procedural_noise.py, which evaluates the definitions pixel by pixel.
nlohmann::json golden() {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/attacks/procedural_noise.json");
  return parse_valid_json(file);
}

void expect_noise(const Noise& noise, const nlohmann::json& rows) {
  ASSERT_EQ(noise.rows(), kHeight);
  ASSERT_EQ(noise.cols(), kWidth);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      EXPECT_NEAR(noise(y, x), rows[y][x].get<double>(), 1e-9) << y << ' ' << x;
}

TEST(PerlinNoise, MatchesItsDefinition) {
  PerlinLattice lattice;
  for (int i = 0; i < 256; ++i) lattice[i] = (167 * i + 13) % 256;
  const nlohmann::json all = golden();
  for (const auto& entry : all["perlin"]) {
    const auto& p = entry["parameters"];
    expect_noise(perlin_noise(kHeight, kWidth, {p[0], p[1], p[2], p[3]}, lattice), entry["noise"]);
  }
}

TEST(GaborNoise, MatchesItsDefinition) {
  Eigen::MatrixXd impulses(kHeight + 2 * kMargin, kWidth + 2 * kMargin);
  for (int y = 0; y < impulses.rows(); ++y)
    for (int x = 0; x < impulses.cols(); ++x)
      impulses(y, x) = (3 * y + 5 * x) % 7 == 0 ? std::cos(y + 2.0 * x) : 0;
  const nlohmann::json all = golden();
  for (const auto& entry : all["gabor"]) {
    const auto& p = entry["parameters"];
    expect_noise(gabor_noise(impulses, kMargin, {p[0], p[1], p[2], p[3]}), entry["noise"]);
  }
}

TEST(ProceduralNoise, DrawsAPermutationAndAFewImpulses) {
  Rng rng(3);
  const PerlinLattice lattice = draw_lattice(rng);
  EXPECT_EQ(std::set<int>(lattice.begin(), lattice.end()).size(), 256U);
  EXPECT_EQ(*std::max_element(lattice.begin(), lattice.end()), 255);
  const Eigen::MatrixXd impulses = draw_impulses(92, 92, 23, rng);
  EXPECT_EQ(impulses.rows(), 138);
  const auto count = (impulses.array() != 0).count();  // 138^2 / 23 = 828 expected, standard deviation 28
  EXPECT_GT(count, 700);
  EXPECT_LT(count, 950);
  EXPECT_LE(impulses.cwiseAbs().maxCoeff(), 1);
}

}  // namespace
}  // namespace bora::attacks
