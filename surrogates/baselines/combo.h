// Bayesian optimisation over categories and whole numbers as vertices of a product of graphs.
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
  int burn_in = 100;      ///< number of moves of their chain before its first draws
  int drawn = 20000;      ///< number of random points among which ascents of the acquisition start
  int most_fitted = 300;  ///< largest number of observations in the likelihood of hyper-parameters, >= 50
  /// True: the graph of a category is a path, as in the code of the paper's experiments; false: it is
  /// complete, as in the paper.
  bool paths = false;
  /// True: values far below all others are raised (LowerTail); false: as published.
  bool raise_tail = true;
  /// Reads what the user may set: as, initial, samples, burn, drawn, paths. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser COMBO, published by Oh, Tomczak, Gavves and Welling (NeurIPS 2019). It models the values by a
/// Gaussian process with a constant mean and a DiffusionKernel, in which whole numbers are paths and
/// categories complete graphs (or paths, ComboOptions::paths). The acquisition is the expected improvement
/// over the best value, averaged over draws of the hyper-parameters (ComboChain), whose chain goes on from
/// ask to ask. Of random points and 10 random neighbours of the incumbent, the 20 of largest acquisition
/// start ascents, which move to the best neighbour as long as it is better. The best maximum that is new is
/// asked for.
///
/// It differs from the authors' code in these points. Targets are standardised, so that the priors hold in
/// any unit. Hyper-parameters are drawn given at most most_fitted observations: the best, and others at
/// random. The expected improvement is computed by logarithms, so that it does not underflow, and nothing is
/// added to the diagonal of the kernel. Ascents that meet go on as one. If all maxima are known, a random new
/// neighbour is taken. Pending points get imputed values (Kriging believer). In a space with rules, the
/// points are allowed ones, and inactive variables have their fixed values.
class Combo final : public MixedOptimiser {
 public:
  static constexpr int kMostVertices = 1000;  ///< largest number of values of a whole number
  /// Throws InputError, also for a space with a real number, or a whole number of too many values.
  Combo(MixedSpace space, ComboOptions options, std::uint64_t seed);

 private:
  using PosteriorPtr = std::shared_ptr<const Posterior<Eigen::VectorXd>>;
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  void ended(std::int64_t trial, Outcome outcome) override {
    unasked_ |= trial == 0 && outcome == Outcome::told;
  }
  /// Convert a point to the vertices of its values, d, and back to a settled point.
  Eigen::VectorXd vertices_of(const Eigen::VectorXd& point) const;
  Eigen::VectorXd point_of(const Eigen::VectorXd& vertices) const;
  /// Returns the vertices of the allowed points that differ in one variable from `vertices`, in which a whole
  /// number differs by 1, m x d.
  Eigen::MatrixXd neighbours_of(const Eigen::VectorXd& vertices) const;
  /// Moves the chain, and returns a posterior for each draw. y: standardised values.
  std::vector<PosteriorPtr> drawn_posteriors(const Eigen::VectorXd& y, Rng& rng);
  Eigen::VectorXd search(const PointAcquisition& score, const std::vector<Eigen::VectorXd>& asked,
                         Rng& rng) const;

  ComboOptions options_;
  Eigen::VectorXd least_;  // least value of each variable, 0 for categories
  std::vector<ValueGraph> graphs_;
  ComboChain chain_;
  bool burnt_in_ = false, unasked_ = false;  // unasked_: whether some observations were not asked for
};

}  // namespace bora::surrogates
