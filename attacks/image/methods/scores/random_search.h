// Random search: what Square Attack (L-infinity and L2) and Sparse-RS have in common.
#pragma once

#include <optional>

#include "attacks/image/incumbent.h"
#include "common/random.h"

namespace bora::attacks {

/// Search by proposals made from the incumbent, which are kept if they raise a loss.
class RandomSearch : public Attack<Pixels> {
 public:
  // Proposals point to the problem.
  RandomSearch(const RandomSearch&) = delete;
  RandomSearch& operator=(const RandomSearch&) = delete;
  std::optional<Pixels> ask() final;
  void tell(const Pixels& queried, const Observation& seen) final;

 protected:
  /// loss: empty: the papers' choice, margin untargeted and cross-entropy targeted.
  RandomSearch(AttackProblem problem, std::optional<Loss> loss);

  /// Returns the first image to query, where the problem has no start image.
  virtual Pixels first() = 0;
  /// Returns the image that is queried next. The incumbent is known.
  virtual Pixels proposal() = 0;
  /// Receives each image queried, its loss and whether it has become the incumbent.
  virtual void learn(const Pixels& /*queried*/, double /*loss*/, bool /*kept*/) {}

  const AttackProblem& problem() const { return problem_; }
  const Incumbent& best() const { return best_; }
  int told() const { return told_; }  ///< number of answers
  Rng& rng() { return rng_; }

 private:
  AttackProblem problem_;
  Loss loss_;
  Rng rng_;
  int told_ = 0;
  Incumbent best_;
};

}  // namespace bora::attacks
