// Candidates and acquisition functions of Sreedhar, "Bayesian Optimization for Neural Architecture Search
// using Graph Kernels" (2021).
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/architecture_space.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/search/propose/pool_search.h"

namespace bora::nas {

/// Settings of SampledPool.
struct SampledPoolOptions {
  int size = 3000;      ///< number of candidates drawn at each ask, >= 1
  double drawn = 0.25;  ///< probability that a candidate is drawn from the space, in [0, 1] (xi in eq. 4.3)
  int parents = 1;      ///< number of the best observed architectures that are mutated, >= 1
  void check() const;   ///< throws InputError naming the field
};

/// Pool search in which each candidate is drawn from the space with probability `drawn`, and is otherwise a
/// neighbour of one of the best observed architectures (eqs. 4.1 to 4.3 of Sreedhar 2021). Observed
/// architectures and duplicates are left out.
class SampledPool final : public PoolSearch<Architecture> {
 public:
  /// Throws InputError.
  SampledPool(SharedSpace space, SampledPoolOptions options) : space_(std::move(space)), options_(options) {
    options_.check();
  }
  std::vector<Architecture> propose_batch(const AcquisitionFunction<Architecture>& score,
                                          const History<Architecture>& seen, int q, Rng& rng) const override {
    return best_of(pool(seen, rng), score, seen, q);
  }
  /// Returns the pool of candidates, at least one architecture.
  std::vector<Architecture> pool(const History<Architecture>& seen, Rng& rng) const;

 private:
  SharedSpace space_;
  SampledPoolOptions options_;
};

/// Returns the names that sreedhar_rule() accepts: lcb, ei, greedy, thompson.
const std::vector<std::string>& sreedhar_rule_names();
/// Returns an acquisition function of section 4.4 of Sreedhar 2021, for values that are maximised:
///   greedy     mean
///   lcb        mean + xi * standard deviation; equal to greedy if xi is 0
///   ei         expected improvement over (largest mean of the candidates) + xi
///   thompson   one independent draw from the marginal posterior of each candidate
/// Eq. 4.5 is stated for an error, but printed with the sign for a value; the sign here follows the text. xi:
/// >= 0, used only by lcb and ei. Throws InputError.
AcquisitionRule<Architecture> sreedhar_rule(const std::string& name, double xi);

}  // namespace bora::nas
