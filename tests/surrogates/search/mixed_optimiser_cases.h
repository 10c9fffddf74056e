// The optimisers over mixed spaces that the conformance suite runs over, and the spaces and values that it
// runs them on. A new optimiser is a line in optimisers().
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "support/layers.h"
#include "surrogates/baselines/bocs.h"
#include "surrogates/baselines/combo.h"
#include "surrogates/baselines/exp3bo.h"
#include "surrogates/baselines/mvrsm.h"
#include "surrogates/baselines/one_hot_search.h"
#include "surrogates/baselines/tree_parzen.h"
#include "surrogates/forest/random_forest.h"
#include "surrogates/search/bayesian_optimiser.h"
#include "surrogates/search/box_optimiser.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::testing {

struct Case {
  std::string name;
  std::function<std::unique_ptr<MixedOptimiser>(MixedSpace, std::uint64_t)> make;
  std::function<bool(const MixedSpace&)> takes = [](const MixedSpace&) { return true; };
};
inline void PrintTo(const Case& value, std::ostream* out) {
  *out << value.name;
}

// Returns a maker of optimisers with these options.
template <typename Optimiser, typename Options>
auto maker_of(const Options& options) {
  return [options](MixedSpace space, std::uint64_t seed) {
    return std::make_unique<Optimiser>(std::move(space), options, seed);
  };
}

inline std::vector<Case> optimisers() {
  const auto cocabo = [](std::optional<double> lambda) {
    return maker_of<Cocabo>(
        CocaboOptions{.budget = 40, .initial_points = 6, .refit_every = 4, .lambda = lambda});
  };
  const auto bayesian = [](const std::string& pending) {
    return maker_of<BayesianOptimiser>(
        BayesianOptions{.initial_points = 6, .refit_every = 4, .pending = pending});
  };
  // Regions of few points and failures, so that restarts happen.
  const CasmopolitanOptions region{.initial_points = 6, .restart_points = 3, .region = {.failures = 3}};
  CasmopolitanOptions printed = region;
  printed.set_as_printed();
  printed.restart_points = 3;
  const BoxOptimiserOptions box{.initial_points = 6, .candidates = 200, .additive = {}};
  return {
      {"bayesian", bayesian("believer")},
      {"bayesian_liar", bayesian("liar-min")},
      {"bayesian_penalised", bayesian("local-hlp"),
       [](const MixedSpace& space) { return space.numbers() > 0; }},
      {"random", [](MixedSpace space,
                    std::uint64_t seed) { return std::make_unique<RandomSearch>(std::move(space), seed); }},
      {"casmopolitan", maker_of<Casmopolitan>(region)},
      {"casmopolitan_printed", maker_of<Casmopolitan>(printed)},
      {"casmopolitan_global",
       maker_of<Casmopolitan>(CasmopolitanOptions{
           .initial_points = 6, .categories = CategoryKernel::overlap, .use_region = false, .region = {}})},
      {"one_hot_region",
       maker_of<OneHotSearch>(TurboOptions{.initial_points = 6, .candidates = 100, .failures = 2})},
      {"one_hot", maker_of<OneHotSearch>(box)},
      {"tree_parzen", maker_of<TreeParzen>(TreeParzenOptions{.initial_points = 6})},
      {"box",
       [box](const MixedSpace& space, std::uint64_t seed) {
         return std::make_unique<BoxOptimiser>(space.lower(), space.upper(), box, seed);
       },
       [](const MixedSpace& space) { return space.categories() == 0 && !space.ruled(); }},
      {"exp3bo", maker_of<Exp3Bo>(Exp3BoOptions{.initial_per_arm = 1, .refit_every = 4}),
       [](const MixedSpace& space) {
         Eigen::VectorXd point = Eigen::VectorXd::Zero(space.dimension());
         if (space.dimension() > 1) point[1] = 1;
         return space.categories() > 0 && space.numbers() > 0 && space.settled(point)[1] == point[1];
       }},
      {"combo", maker_of<Combo>(ComboOptions{.initial_points = 6, .samples = 3, .burn_in = 5, .drawn = 100}),
       [](const MixedSpace& space) {
         for (int j = 0; j < space.numbers(); ++j)
           if (!space.whole(j) && !space.log_whole(j)) return false;
         return true;
       }},
      {"bocs", maker_of<Bocs>(BocsOptions{.initial_points = 6, .sweeps = 50}),
       [](const MixedSpace& space) { return space.numbers() == 0; }},
      {"mvrsm", maker_of<Mvrsm>(MvrsmOptions{.initial_points = 6})},
      {"forest",
       [](const MixedSpace& space, std::uint64_t seed) {
         return make_forest_optimiser(space, {.initial_points = 6}, seed);
       }},
      {"cocabo", cocabo(std::nullopt)},
      {"cocabo_sum", cocabo(0)},
      {"cocabo_half", cocabo(0.5)},
      {"cocabo_product", cocabo(1)}};
}

// Optimisers that model two constraints, and so must be told their slacks.
inline std::vector<Case> constrained_optimisers() {
  const auto made = [](const std::string& pending, bool forest) {
    return [pending, forest](MixedSpace space, std::uint64_t seed) -> std::unique_ptr<MixedOptimiser> {
      const BayesianOptions options{
          .initial_points = 6, .refit_every = 4, .pending = pending, .constraints = 2};
      if (forest) return make_forest_optimiser(std::move(space), options, seed);
      return std::make_unique<BayesianOptimiser>(std::move(space), options, seed);
    };
  };
  return {{"constrained", made("believer", false)},
          {"constrained_pending_ignored", made("none", false)},
          {"constrained_penalised", made("lp", false),
           [](const MixedSpace& space) { return space.numbers() > 0; }},
          {"constrained_forest", made("believer", true)}};
}

// Whole numbers, a number that is active in category 1 of the first variable only, and a constraint.
inline MixedSpace ruled_space() {
  MixedSpaceRules rules;
  rules.whole = {false, true};
  rules.settle = [](Eigen::VectorXd& point) {
    if (point[0] != 1) point[2] = 0;
  };
  rules.allows = [](const Eigen::VectorXd& point) { return point[2] + point[3] <= 29; };
  return {{3, 4}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30), rules};
}

// A category that is active only if another one has a certain value.
inline MixedSpace nested_space(bool numbers) {
  MixedSpaceRules rules;
  rules.settle = [](Eigen::VectorXd& point) {
    if (point[0] != 1) point[1] = 0;
  };
  if (!numbers) return {{3, 6, 3}, {}, {}, rules};
  return {{3, 4}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30), rules};
}

// Numbers that must ascend, which random draws hardly ever do.
inline MixedSpace sparse_space() {
  constexpr int kNumbers = 9;
  MixedSpaceRules rules;
  rules.rows = Eigen::MatrixXd::Zero(kNumbers - 1, kNumbers);
  for (int i = 0; i + 1 < kNumbers; ++i) {
    rules.rows(i, i) = 1;
    rules.rows(i, i + 1) = -1;
  }
  rules.limits = Eigen::VectorXd::Zero(kNumbers - 1);
  rules.allows = [](const Eigen::VectorXd& point) { return std::is_sorted(point.begin() + 1, point.end()); };
  return {{3}, Eigen::VectorXd::Zero(kNumbers), Eigen::VectorXd::Ones(kNumbers), rules};
}

// Spaces of categories and numbers, of either alone, and of both with rules.
inline std::vector<MixedSpace> spaces() {
  return {{{3, 4}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30)},
          {{3, 4, 2}, {}, {}},
          {{}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30)},
          ruled_space(),
          nested_space(true),
          nested_space(false),
          sparse_space()};
}

inline double objective(const MixedSpace& space, const Eigen::VectorXd& point) {
  const Eigen::VectorXd unit = space.to_unit(point);
  double value = 0;
  for (int i = 0; i < space.categories(); ++i) value -= point[i] == 1 ? 0 : 0.5;
  for (int j = 0; j < space.numbers(); ++j) value -= std::pow(unit[space.categories() + j] - 0.7, 2);
  return value;
}

}  // namespace bora::testing
