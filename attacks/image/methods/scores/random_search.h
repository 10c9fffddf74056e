// Random search: common part of Square Attack (L-infinity and L2) and Sparse-RS.
#pragma once

#include <optional>

#include "attacks/image/incumbent.h"
#include "common/random.h"

namespace bora::attacks {

/// Search by proposals made from the incumbent. A proposal becomes the incumbent if its loss is larger.
class RandomSearch : public Attack<Pixels> {
 public:
  // Not copyable, because proposals point to the problem.
  RandomSearch(const RandomSearch&) = delete;
  RandomSearch& operator=(const RandomSearch&) = delete;
  std::optional<Pixels> ask() final;
  void tell(const Pixels& queried, const Observation& seen) final;

 protected:
  /// loss: none: loss_or_default(), the papers' choice.
  RandomSearch(AttackProblem problem, std::optional<Loss> loss);

  /// Returns the first image to query if the problem has no start image.
  virtual Pixels first() = 0;
  /// Returns the image that is queried next. Called once there is an incumbent.
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
