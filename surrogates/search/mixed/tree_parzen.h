// A search that models where good points lie, not what they are worth.
#pragma once

#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

struct TreeParzenOptions {
  int initial_points = 20;  ///< points drawn uniformly at first
  double good = 0.25;       ///< the best good * sqrt(n) of n observations are the good ones
  int most_good = 25;       ///< largest number of good ones
  int candidates = 24;      ///< number drawn from the density of the good ones for each variable
  void check() const;       ///< throws InputError naming the field
};

/// The tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kegl, NeurIPS 2011), one variable
/// after the other: densities l of the good observations and g of the others, and of candidates drawn from l
/// the one of largest l / g, to which expected improvement is proportional. How many are good and how many
/// candidates there are is as in its authors' Hyperopt; that old observations weigh less there is left out. A
/// number's density is a mixture of normals cut off at the box, one at each observation, as wide as the
/// farther of its neighbours, the bounds among them, is away, and a wide one in the middle; a category's are
/// counts, one more of each. Pending points count among the others.
class TreeParzen final : public MixedOptimiser {
 public:
  /// Throws InputError.
  TreeParzen(MixedSpace space, TreeParzenOptions options, std::uint64_t seed);

 private:
  std::vector<Eigen::VectorXd> propose(int q, std::int64_t first, Rng& rng) override;
  Eigen::VectorXd promising(const std::vector<Eigen::VectorXd>& believed, Rng& rng) const;

  TreeParzenOptions options_;
};

}  // namespace bora::surrogates
