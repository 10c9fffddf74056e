// Search that models the density of good points instead of their values.
#pragma once

#include <optional>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/search/mixed/mixed_optimiser.h"
#include "surrogates/search/mixed/parzen_mixture.h"

namespace bora::surrogates {

struct TreeParzenOptions {
  int budget = 0;  ///< number of trials planned; 0: not known
  /// Points drawn uniformly at first; 0: 10, as in Optuna, or fewer with a budget below 34
  /// (default_initial_points()).
  int initial_points = 0;
  int candidates = 24;  ///< number of points drawn from the density of the good observations
  bool multivariate =
      true;  ///< one density of all variables that every point has; false: one for each variable
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Optimiser that is the tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kegl, NeurIPS 2011)
/// with the choices of Optuna 5.0's TPESampler: densities l of the best min(ceil(n / 10), 25) of n
/// observations and g of the others (ParzenMixture), and of candidates drawn from l the one of largest l / g,
/// to which expected improvement is proportional. A variable that some points do not have, because of a
/// condition, has densities of its own, of the points that have it. Failed and pending points count among the
/// others, as in Optuna points that break constraints and pending ones do. It differs in that no point is
/// asked for twice, and in that candidates are drawn again where the best one is not allowed by the space:
/// all variables together, and of those that are allowed the one of largest l / g is taken.
class TreeParzen final : public MixedOptimiser {
 public:
  /// Throws InputError.
  TreeParzen(MixedSpace space, TreeParzenOptions options, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  /// Densities of some variables at the good points, l, and at the others, g.
  struct Densities {
    std::vector<int> variables;
    ParzenMixture good, others;
  };
  Eigen::VectorXd promising(const std::vector<Eigen::VectorXd>& believed, Rng& rng) const;
  /// Returns the allowed candidate of largest l / g; none if no point drawn is allowed.
  std::optional<Eigen::VectorXd> allowed(const std::vector<Densities>& densities, Rng& rng) const;

  TreeParzenOptions options_;
  std::vector<ParzenVariable> variables_;
};

}  // namespace bora::surrogates
