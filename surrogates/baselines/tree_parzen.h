// Tree-structured Parzen estimator: a search that models the density of good points instead of their values.
#pragma once

#include <optional>
#include <vector>

#include "common/named_settings.h"
#include "surrogates/baselines/parzen_mixture.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

struct TreeParzenOptions {
  int budget = 0;  ///< number of trials planned; 0: not known
  /// Number of uniform points at the start; 0: 10, as in Optuna, or fewer with a budget below 34
  /// (default_initial_points()).
  int initial_points = 0;
  int candidates = 24;  ///< number of points drawn from the density of the good observations
  /// True: one joint density of the variables that every point has; false: a density for each variable.
  bool multivariate = true;
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kegl, NeurIPS 2011) with the choices of
/// Optuna 5.0's TPESampler. It estimates the density l of the best min(ceil(n / 10), 25) of n observations
/// and the density g of the others (ParzenMixture). Of candidates drawn from l it returns the one of largest
/// l / g, to which expected improvement is proportional. A variable that is inactive at some points has
/// densities of its own, from the points where it is active. Failed and pending points count among the
/// others, as in Optuna pending points and those that break constraints do.
///
/// It differs from Optuna in two ways. No point is asked for twice. If the best candidate is not allowed by
/// the space, candidates are drawn again with all variables jointly, and the allowed one of largest l / g is
/// taken.
class TreeParzen final : public MixedOptimiser {
 public:
  /// Throws InputError.
  TreeParzen(MixedSpace space, TreeParzenOptions options, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  /// Densities of some variables: l of the good points and g of the others.
  struct Densities {
    std::vector<int> variables;
    ParzenMixture good, others;
  };
  Eigen::VectorXd promising(const std::vector<Eigen::VectorXd>& without_value, Rng& rng) const;
  /// Returns the allowed candidate of largest l / g; none if no point drawn is allowed.
  std::optional<Eigen::VectorXd> allowed(const std::vector<Densities>& densities, Rng& rng) const;

  TreeParzenOptions options_;
  std::vector<ParzenVariable> variables_;
};

}  // namespace bora::surrogates
