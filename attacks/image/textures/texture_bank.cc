#include "attacks/image/textures/texture_bank.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "attacks/image/textures/textures.h"

namespace bora::attacks {
namespace {

using Kind = TextureFamily::Kind;

// Families of textures. The effect of a texture that was never queried is estimated by its family's.
const std::vector<TextureFamily>& families() {
  static const std::vector<TextureFamily> all = {
      {Kind::horizontal, 2},     {Kind::vertical, 1},       {Kind::blocks, 1},
      {Kind::wave, 2, 8},        {Kind::wave, 8, 16},       {Kind::wave, 4, 7, false, 60, 120},
      {Kind::wave, 8, 14, true}, {Kind::wave, 13, 16, true}};
  return all;
}

std::size_t family_of(int texture) {
  return static_cast<std::size_t>(texture) % families().size();
}

}  // namespace

TextureBank::TextureBank(const AttackProblem& problem, std::uint64_t seed) : problem_(problem), seed_(seed) {}

double TextureBank::value(int label, const Eigen::RowVectorXf& log_p) const {
  if (problem_.goal.target) return log_p[*problem_.goal.target] - log_p.mean();
  // Beyond these limits a margin reflects the confidence in the clean image rather than the effect of the
  // texture.
  constexpr double kLowest = -10, kHighest = 3;
  const double margin = loss_value(Loss::margin, {label, std::nullopt}, log_p.cast<double>());
  return std::clamp(margin, kLowest, kHighest);
}

void TextureBank::learn(int label, const std::vector<Trial>& trials) {
  if (trials.empty()) return;
  for (const Trial& trial : trials)
    effects_.push_back({instances_, trial.texture, value(label, trial.log_p)});
  ++instances_;
}

void TextureBank::tell(int texture, const Eigen::RowVectorXd& log_p) {
  own_.push_back({texture, log_p.cast<float>()});
  effects_.push_back({0, texture, value(problem_.goal.label, own_.back().log_p)});
}

Eigen::RowVectorXf TextureBank::signs(int texture) const {
  Rng rng(mix_seed(seed_, static_cast<std::uint64_t>(texture)));
  return Texture(problem_.shape, families()[family_of(texture)], rng).signs();
}

TextureBank::Fit TextureBank::fit() const {
  // Strengths of the shrinkage, in observations: for a texture's effect towards its family's mean, for an
  // instance's effect towards 0, and for a family's mean towards 0.
  constexpr double kOfTexture = 1, kOfInstance = 0.5, kOfFamily = 2;
  constexpr int kSweeps = 6;
  Eigen::ArrayXd effect = Eigen::ArrayXd::Zero(kTextures);
  Eigen::ArrayXd tried = Eigen::ArrayXd::Zero(kTextures);
  if (effects_.empty()) return {effect, tried};
  const auto n = static_cast<double>(effects_.size());
  double mean = 0;
  double square = 0;
  for (const Effect& seen : effects_) mean += seen.value / n;
  for (const Effect& seen : effects_) square += (seen.value - mean) * (seen.value - mean) / n;
  Eigen::ArrayXd of_instance = Eigen::ArrayXd::Zero(instances_);
  Eigen::ArrayXd seen_of_instance = Eigen::ArrayXd::Zero(instances_);
  Eigen::ArrayXd family_tried =
      Eigen::ArrayXd::Constant(static_cast<Eigen::Index>(families().size()), kOfFamily);
  for (const Effect& seen : effects_) {
    tried[seen.texture] += 1;
    seen_of_instance[seen.instance] += 1;
    family_tried[static_cast<Eigen::Index>(family_of(seen.texture))] += 1;
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    Eigen::ArrayXd sum = Eigen::ArrayXd::Zero(kTextures);
    Eigen::ArrayXd family_sum = Eigen::ArrayXd::Zero(family_tried.size());
    for (const Effect& seen : effects_) {
      const double rest = seen.value - mean - of_instance[seen.instance];
      sum[seen.texture] += rest;
      family_sum[static_cast<Eigen::Index>(family_of(seen.texture))] += rest;
    }
    for (int j = 0; j < kTextures; ++j) {
      const auto family = static_cast<Eigen::Index>(family_of(j));
      effect[j] = (sum[j] + kOfTexture * family_sum[family] / family_tried[family]) / (tried[j] + kOfTexture);
    }
    of_instance.setZero();
    for (const Effect& seen : effects_)
      of_instance[seen.instance] += seen.value - mean - effect[seen.texture];
    of_instance /= seen_of_instance + kOfInstance;
  }
  double rest = 0;
  for (const Effect& seen : effects_) {
    const double error = seen.value - mean - of_instance[seen.instance] - effect[seen.texture];
    rest += error * error / n;
  }
  // Least deviation, as a share of the deviation of all values. It guards against overfitting a few effects.
  constexpr double kLeast = 0.3;
  return {effect, tried, std::max(std::sqrt(rest), kLeast * (std::sqrt(square) + 1e-6))};
}

int TextureBank::pick(Rng& rng) const {
  const Fit fitted = fit();
  Eigen::ArrayXd bound = fitted.effect + fitted.deviation / (fitted.tried + 1).sqrt();
  for (double& value : bound) value += 1e-6 * rng.uniform();  // breaks ties at random
  for (const Trial& trial : own_) bound[trial.texture] = -std::numeric_limits<double>::infinity();
  Eigen::Index best = 0;
  bound.maxCoeff(&best);
  return static_cast<int>(best);
}

// A trial is a 32-bit texture and one float a class, in the machine's byte order.
std::string TextureBank::write(const std::vector<Trial>& trials) {
  std::string bytes;
  for (const Trial& trial : trials) {
    const auto texture = static_cast<std::int32_t>(trial.texture);
    bytes.append(reinterpret_cast<const char*>(&texture), sizeof texture);
    bytes.append(reinterpret_cast<const char*>(trial.log_p.data()),
                 sizeof(float) * static_cast<std::size_t>(trial.log_p.size()));
  }
  return bytes;
}

std::vector<TextureBank::Trial> TextureBank::read(const std::string& bytes, int classes) {
  const std::size_t scores = sizeof(float) * static_cast<std::size_t>(classes);
  const std::size_t record = sizeof(std::int32_t) + scores;
  if (bytes.size() % record != 0)
    throw std::runtime_error("a warm start of an earlier instance is damaged: it has the wrong length");
  std::vector<Trial> trials;
  for (std::size_t at = 0; at < bytes.size(); at += record) {
    std::int32_t texture = 0;
    std::memcpy(&texture, bytes.data() + at, sizeof texture);
    Trial trial{texture, Eigen::RowVectorXf(classes)};
    std::memcpy(trial.log_p.data(), bytes.data() + at + sizeof texture, scores);
    if (texture < 0 || texture >= kTextures || !trial.log_p.allFinite())
      throw std::runtime_error("a warm start of an earlier instance is damaged");
    trials.push_back(std::move(trial));
  }
  return trials;
}

}  // namespace bora::attacks
