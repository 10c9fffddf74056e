// COMBO: Bayesian optimisation over categories and whole numbers as vertices of a product of graphs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/baselines/combo_chain.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

struct ComboOptions {
  int budget = 0;  ///< number of trials planned; 0: not known
  /// Number of uniform points at the start; 0: 20, as published, or fewer with a budget below 67
  /// (default_initial_points()).
  int initial_points = 0;
  int samples = 10;       ///< number of draws of hyper-parameters over which the acquisition is averaged
  int burn_in = 100;      ///< number of sweeps of their chain before the first draw
  int drawn = 20000;      ///< number of random points among which the starts of ascents are selected
  int most_fitted = 300;  ///< maximum number of observations to which hyper-parameters are fitted, >= 50
  /// True: the graph of a categorical variable is a path, as in the code of the paper's experiments; false:
  /// it is complete, as in the paper.
  bool paths = false;
  /// True: raises values far below all others (LowerTail); false: as published.
  bool raise_tail = true;
  /// Reads the settings that a user may set: as, initial, samples, burn, drawn, paths. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser COMBO, published by Oh, Tomczak, Gavves and Welling (NeurIPS 2019). It models the values by a
/// Gaussian process with a constant mean and a DiffusionKernel, in which the values of a whole number are a
/// path, and those of a categorical variable a complete graph (or a path, ComboOptions::paths). The
/// acquisition is the expected improvement on the best value, averaged over draws of the hyper-parameters
/// from a Markov chain (ComboChain) that continues from one call of ask() to the next. Of random points and
/// 10 random neighbours of the incumbent, the 20 of largest acquisition are starts of ascents, each of which
/// moves to the best neighbour while that is better. The best maximum that is a new point is proposed.
///
/// It differs from the authors' code as follows. Values are standardised, so that the priors do not depend on
/// their unit. Hyper-parameters are fitted to at most most_fitted observations: the best ones and random
/// others. The logarithm of the expected improvement is computed, which does not underflow, and no jitter is
/// added to the kernel. An ascent ends where an earlier one has passed. If all maxima are known, fresh()
/// replaces the best one by a neighbour. Pending points get imputed values (Kriging believer). In a space
/// with rules, points are allowed, and inactive variables have their fixed values.
class Combo final : public MixedOptimiser {
 public:
  static constexpr int kMostVertices = 1000;  ///< largest number of values of a whole number
  /// Throws InputError for invalid options, a real number, or a whole number of more than kMostVertices
  /// values.
  Combo(MixedSpace space, ComboOptions options, std::uint64_t seed);

 private:
  using PosteriorPtr = std::shared_ptr<const Posterior<Eigen::VectorXd>>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override {
    unasked_ |= trial == 0 && outcome == Outcome::told;
  }
  /// Convert a point to the vertices of its variables' values (d numbers 0, 1, ...), and back to a settled
  /// point.
  Eigen::VectorXd vertices_of(const Eigen::VectorXd& point) const;
  Eigen::VectorXd point_of(const Eigen::VectorXd& vertices) const;
  /// Returns the vertices, m x d, of the allowed points that differ from `vertices` in one variable, by 1 if
  /// its graph is a path.
  Eigen::MatrixXd neighbours_of(const Eigen::VectorXd& vertices) const;
  /// Draws hyper-parameters from the chain, and returns the posterior for each draw. y: standardised values.
  std::vector<PosteriorPtr> drawn_posteriors(const Eigen::VectorXd& y, Rng& rng);
  /// Returns the best new maximum of the score found by ascents, or the best one if all are known. asked:
  /// points that count as known, too.
  Eigen::VectorXd search(const PointAcquisition& score, const std::vector<Eigen::VectorXd>& asked,
                         Rng& rng) const;

  ComboOptions options_;
  Eigen::VectorXd least_;  // value of each variable's vertex 0; 0 for categories
  std::vector<ValueGraph> graphs_;
  ComboChain chain_;
  bool burnt_in_ = false;  // whether the chain has made its first sweeps
  bool unasked_ = false;   // whether any observation was not asked for
};

}  // namespace bora::surrogates
