#include "support/problems/satisfiability_problem.h"

#include <cmath>
#include <utility>
#include <vector>

#include "common/random.h"

namespace bora::surrogates {
namespace {

constexpr int kGroups = 10, kEach = 6, kVariables = kGroups * kEach;

class Satisfiability final : public MixedProblem {
 public:
  explicit Satisfiability(std::uint64_t seed)
      : space_(std::vector<int>(kVariables, 2), {}, {}), solution_(Eigen::VectorXd::Zero(kVariables)) {
    Rng rng(mix_seed(seed, "clauses"));
    std::vector<int> planted;
    for (int group = 0; group < kGroups; ++group) {
      planted.push_back(kEach * group + rng.index(kEach));
      solution_[planted.back()] = 1;
      for (int i = 0; i < kEach; ++i)
        for (int j = 0; j < i; ++j) apart_.emplace_back(kEach * group + i, kEach * group + j);
    }
    // Model RB: r n ln n pairs of groups, r = 0.8 / ln(4/3), in each a quarter of the pairs of variables.
    constexpr double kDensity = 0.8;
    const int constraints =
        static_cast<int>(std::lround(kDensity / std::log(4.0 / 3) * kGroups * std::log(kGroups)));
    for (int k = 0; k < constraints; ++k) {
      const int a = rng.index(kGroups), b = (a + 1 + rng.index(kGroups - 1)) % kGroups;
      int left = kEach * kEach / 4;
      for (const int pair : rng.permutation(kEach * kEach)) {
        const int i = kEach * a + pair / kEach, j = kEach * b + pair % kEach;
        if (i == planted[static_cast<std::size_t>(a)] && j == planted[static_cast<std::size_t>(b)]) continue;
        apart_.emplace_back(i, j);
        if (--left == 0) break;
      }
    }
  }
  std::string name() const override { return "maxsat60"; }
  const MixedSpace& space() const override { return space_; }
  double minimum() const override { return 0; }
  Eigen::MatrixXd minimisers() const override { return solution_.transpose(); }

 private:
  double at(const Eigen::VectorXd& point) const override {
    constexpr double kHard = kVariables + 1, kLeast = kVariables - kGroups;
    double unmet = kVariables - point.sum();
    for (const auto& [i, j] : apart_) unmet += kHard * point[i] * point[j];
    return unmet - kLeast;
  }

  MixedSpace space_;
  Eigen::VectorXd solution_;
  std::vector<std::pair<int, int>> apart_;  // variables of which at most one may be true
};

}  // namespace

std::unique_ptr<MixedProblem> make_satisfiability(std::uint64_t seed) {
  return std::make_unique<Satisfiability>(seed);
}

}  // namespace bora::surrogates
