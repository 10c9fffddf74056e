// Tree-structured Parzen estimator (TPE), which models densities of points instead of their values.
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
  int candidates = 24;  ///< number of points drawn from the density of good points, >= 1
  /// True: one joint density of all variables that are active at every point; false: one for each variable.
  bool multivariate = true;
  /// Reads the settings that a user may set: initial, candidates, multivariate. Throws InputError.
  void read(NamedSettings& settings);
  void check() const;  ///< throws InputError naming the field
};

/// Tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kegl, NeurIPS 2011) with the choices of
/// Optuna 5.0's TPESampler. It estimates the density l of the best min(ceil(n / 10), 25) of n observations
/// and the density g of the other points (ParzenMixture). Of candidates drawn from l it proposes the one of
/// largest l / g, a ratio that increases with the expected improvement. A variable that is inactive at some
/// points has separate densities, estimated from the points at which it is active. Failed and pending points
/// count among the others, as pending points and those that violate constraints do in Optuna.
///
/// Unlike Optuna it proposes no point twice, and if the best candidate is not allowed by the space, it draws
/// candidates again and proposes the allowed one of largest l / g over all variables.
class TreeParzen final : public MixedOptimiser {
 public:
  /// Throws InputError for invalid options.
  TreeParzen(MixedSpace space, TreeParzenOptions options, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  /// Densities of some variables: l (good) and g (others).
  struct Densities {
    std::vector<int> variables;
    ParzenMixture good, others;
  };
  /// Returns the candidate that has the largest l / g. without_value: failed and pending points.
  Eigen::VectorXd promising(const std::vector<Eigen::VectorXd>& without_value, Rng& rng) const;
  /// Returns the allowed candidate of largest l / g; nothing if no drawn point is allowed.
  std::optional<Eigen::VectorXd> allowed(const std::vector<Densities>& densities, Rng& rng) const;

  TreeParzenOptions options_;
  std::vector<ParzenVariable> variables_;
};

}  // namespace bora::surrogates
