// Queries of an attack object to a stub, and the answers, for tests of the properties of one attack.
#pragma once

#include <functional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "support/layers.h"
#include "support/stub_victims.h"

namespace bora::testing {

/// A query and its answer.
struct Exchange {
  Eigen::RowVectorXf image;  ///< as the victim received it
  Observation seen;
};

/// Returns the problem of attacking a seeded grey image, with pixels away from 0 and 1 and off the grid, in a
/// continuous ball.
inline AttackProblem continuous_problem(ImageShape shape, int classes, Goal goal, double epsilon) {
  AttackProblem problem;
  problem.shape = shape;
  problem.goal = goal;
  problem.ball = LinfBall(epsilon, true);
  problem.classes = classes;
  problem.budget = 1000;
  problem.seed = 5;
  problem.original.resize(shape.size());
  Rng rng(17);
  for (float& value : problem.original) value = static_cast<float>(rng.uniform(0.3, 0.7));
  return problem;
}

/// Makes queries, projected into the ball, without stopping at a success.
inline std::vector<Exchange> drive(Attack<Pixels>& attack, Victim& victim, const AttackProblem& problem,
                                   int queries) {
  std::vector<Exchange> trace;
  for (int i = 0; i < queries; ++i) {
    Batch image = *attack.ask();
    problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.cols()));
    const Scores scores = victim.scores(image);
    const Observation seen = observe(scores, log_probabilities(scores), 0, problem.goal);
    attack.tell(image, {seen});
    trace.push_back({image.row(0), seen});
  }
  return trace;
}

/// Makes queries for an attack with access to labels only that leaves the ball: images are not projected,
/// `decide` returns whether one is adversarial, and the attack is told nothing else.
inline std::vector<Exchange> drive_labels(Attack<Pixels>& attack,
                                          const std::function<bool(const Eigen::RowVectorXf&)>& decide,
                                          int queries) {
  std::vector<Exchange> trace;
  for (int i = 0; i < queries; ++i) {
    const Batch image = *attack.ask();
    Observation seen;
    seen.adversarial = decide(image.row(0));
    attack.tell(image, {seen});
    trace.push_back({image.row(0), seen});
  }
  return trace;
}

}  // namespace bora::testing
