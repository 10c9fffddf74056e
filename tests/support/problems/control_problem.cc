#include "support/problems/control_problem.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace bora::surrogates {
namespace {

constexpr int kStages = 25, kSimulations = 100;
constexpr double kThreshold = 0.1;

using Draws = Eigen::ArrayXXd;  // simulations x stages

Draws uniform_draws(int stages, Rng& rng) {
  Draws draws(kSimulations, stages);
  for (double& u : draws.reshaped()) u = rng.uniform();
  return draws;
}

// Transforms a uniform variable into a Beta(1, b) variable by the inverse of its distribution function.
Eigen::ArrayXXd beta_of(const Eigen::Ref<const Draws>& uniform, double b) {
  return 1 - uniform.pow(1 / b);
}

constexpr double kInitial = 30, kSpread = 17.0 / 3;

class StageProblem : public MixedProblem {
 public:
  StageProblem(int levels, std::uint64_t seed, int stages = kStages)
      : space_(std::vector<int>(static_cast<std::size_t>(stages), levels), {}, {}) {
    Rng rng(mix_seed(seed, "stages"));
    initial_ = beta_of(uniform_draws(1, rng), kInitial);
    spread_ = beta_of(uniform_draws(stages, rng), kSpread);
    effect_ = uniform_draws(stages, rng);
  }
  const MixedSpace& space() const override { return space_; }

 protected:
  Draws initial_, spread_, effect_;

 private:
  MixedSpace space_;
};

class Contamination final : public StageProblem {
 public:
  explicit Contamination(std::uint64_t seed) : StageProblem(2, seed), seed_(seed) {
    constexpr double kRestoration = 3.0 / 7;
    effect_ = beta_of(effect_, kRestoration);
  }
  std::string name() const override { return "contamination"; }
  bool minimum_known() const override { return seed_ == 0; }
  double minimum() const override { return minimum_known() ? kMinimum : 0; }
  Eigen::MatrixXd minimisers() const override {
    Eigen::MatrixXd points(minimum_known() ? 1 : 0, kStages);
    if (minimum_known()) points.row(0) = Eigen::Map<const Eigen::RowVectorXd>(kMinimiser.data(), kStages);
    return points;
  }

 private:
  double at(const Eigen::VectorXd& point) const override {
    constexpr double kCost = 1, kAllowed = 0.05;
    double sum = 0;
    Eigen::ArrayXd share = initial_;
    for (int i = 0; i < kStages; ++i) {
      share = point[i] == 0 ? Eigen::ArrayXd(spread_.col(i) * (1 - share) + share)
                            : Eigen::ArrayXd((1 - effect_.col(i)) * share);
      const double below = static_cast<double>((share < kThreshold).count()) / kSimulations;
      sum += kCost * point[i] - (below - (1 - kAllowed));
    }
    return sum;
  }

  // Minimum over all 2^25 points; the test of it is slow.
  static constexpr double kMinimum = 21.11;
  static constexpr std::array<double, kStages> kMinimiser{1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0,
                                                          1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 0, 0};
  std::uint64_t seed_;
};

class Pest final : public StageProblem {
 public:
  Pest(std::uint64_t seed, int stages) : StageProblem(5, seed, stages), stages_(stages) {}
  std::string name() const override { return stages_ == kStages ? "pest" : fmt::format("pest{}", stages_); }
  bool minimum_known() const override { return false; }
  double minimum() const override { return 0; }
  Eigen::MatrixXd minimisers() const override { return {0, stages_}; }

 private:
  double at(const Eigen::VectorXd& point) const override {
    struct Pesticide {
      double price, discount, wear, beta;
    };
    constexpr std::array<Pesticide, 5> kPesticides{{{0, 0, 0, 0},
                                                    {1.0, 0.2, 1.0 / 7, 2.0 / 7},
                                                    {0.8, 0.3, 2.5 / 7, 3.0 / 7},
                                                    {0.7, 0.3, 2.0 / 7, 3.0 / 7},
                                                    {0.5, 0.0, 0.5 / 7, 5.0 / 7}}};
    std::array<double, 5> beta{}, uses{};
    for (std::size_t kind = 0; kind < 5; ++kind) beta[kind] = kPesticides[kind].beta;
    for (const double kind : point) uses[static_cast<std::size_t>(kind)] += 1;
    double paid = 0, above = 0;
    Eigen::ArrayXd share = initial_;
    for (int i = 0; i < stages_; ++i) {
      above += static_cast<double>((share > kThreshold).count()) / kSimulations;
      const auto kind = static_cast<std::size_t>(point[i]);
      if (kind == 0) {
        share = spread_.col(i) * (1 - share) + share;
        continue;
      }
      const Pesticide& used = kPesticides[kind];
      share *= 1 - beta_of(effect_.col(i), beta[kind]).col(0);
      beta[kind] += used.wear / stages_;
      paid += used.price * (1 - used.discount / stages_ * uses[kind]);
    }
    return paid + above;
  }

  int stages_;
};

}  // namespace

std::unique_ptr<MixedProblem> make_contamination(std::uint64_t seed) {
  return std::make_unique<Contamination>(seed);
}

std::unique_ptr<MixedProblem> make_pest(std::uint64_t seed, int stages) {
  return std::make_unique<Pest>(seed, stages);
}

}  // namespace bora::surrogates
