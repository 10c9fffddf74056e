// Driver that queries a victim with the images of an attack like the runner, without ledger and database.
#pragma once

#include <gtest/gtest.h>

#include "attacks/factory.h"
#include "support/layers.h"
#include "support/stub_victims.h"

namespace bora::testing {

/// Driver that runs one attack on one image, query by query:
///
///     AttackDriver driver(make_recipe("square", shape), victim, problem);
///     for (int i = 0; i < 20; ++i) driver.query();
class AttackDriver {
 public:
  AttackDriver(const AttackRecipe<Pixels>& recipe, Victim& victim, AttackProblem problem,
               Visibility visible = {})
      : summary_(recipe.summary),
        victim_(victim),
        problem_(problem),
        visible_(visible),
        attack_(recipe.make(std::move(problem))) {}

  /// Makes one query and returns its observation. A success does not end the attack.
  const Observation& query() {
    const int d = problem_.shape.size();
    Batch image = *attack_->ask();
    EXPECT_EQ(image.rows(), 1);
    EXPECT_EQ(image.cols(), d);
    EXPECT_TRUE(image.allFinite());
    if (summary_.leaves_ball) {
      problem_.ball.project_to_box(image.data(), d);
    } else {
      problem_.ball.project(problem_.original.data(), image.data(), d);
    }
    const bool inside = problem_.ball.contains(problem_.original.data(), image.data(), d);
    if (summary_.access == AccessLevel::labels) {
      seen_.push_back(observe_label(victim_.labels(image).front(), problem_.goal, inside));
    } else {
      const Scores scores = victim_.scores(image);
      seen_.push_back(observe(scores, visible_.log_probabilities(scores), 0, problem_.goal, inside));
      if (const auto wanted = attack_->gradient_wanted()) {
        Goal goal = problem_.goal;
        if (wanted->towards) goal.target = wanted->towards;
        const Eigen::RowVectorXd of_log_p = loss_gradient(wanted->loss, goal, seen_.back().log_p);
        seen_.back().gradient = victim_.pullback(image, gradient_of_scores(scores, 0, of_log_p)).row(0);
      }
    }
    images_.push_back(image.row(0));
    attack_->tell(image, {seen_.back()});
    return seen_.back();
  }

  /// Makes `queries` queries, or stops at the first success. Returns the number of that query, 0 for none.
  int run(int queries, bool stop_at_success = true) {
    int success_at = 0;
    for (int number = 1; number <= queries && !(success_at > 0 && stop_at_success); ++number)
      if (query().success && success_at == 0) success_at = number;
    return success_at;
  }

  Attack<Pixels>& attack() { return *attack_; }
  const AttackProblem& problem() const { return problem_; }
  /// Return the queried images, as the victim received them, and the observations of the attack.
  const std::vector<Eigen::RowVectorXf>& images() const { return images_; }
  const std::vector<Observation>& seen() const { return seen_; }

 private:
  AttackSummary summary_;
  Victim& victim_;
  AttackProblem problem_;
  Visibility visible_;
  std::unique_ptr<Attack<Pixels>> attack_;
  std::vector<Eigen::RowVectorXf> images_;
  std::vector<Observation> seen_;
};

/// Returns an attack problem on the first of some random images, with the labels of `victim`: targeted at the
/// next class, with an example of that class, or untargeted.
inline AttackProblem random_problem(Victim& victim, bool targeted, NormBall ball, int budget,
                                    std::uint64_t seed = 0) {
  const auto& spec = victim.spec();
  const auto data = labelled_images(victim, 12, 3);
  const auto pixels = [&](int i) {
    Eigen::RowVectorXf image(spec.input.size());
    for (int j = 0; j < spec.input.size(); ++j) image[j] = from_level(data.image(i)[j]);
    return image;
  };
  AttackProblem problem{pixels(0), spec.input, {data.labels[0], {}}, ball, spec.classes, budget, seed};
  if (targeted) {
    problem.goal.target = (data.labels[0] + 1) % spec.classes;
    for (int i = 1; i < data.size() && problem.example.size() == 0; ++i)
      if (data.labels[i] == *problem.goal.target) problem.example = pixels(i);
  }
  return problem;
}

}  // namespace bora::testing
