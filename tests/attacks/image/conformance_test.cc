// What every attack in the factory must keep to, whatever its method.
#include <gtest/gtest.h>

#include "attacks/image/factory.h"
#include "common/error.h"
#include "support/stub_victims.h"

namespace bora {
namespace {

using testing::labelled_images;
using testing::LinearVictim;

struct Trace {
  std::vector<Eigen::RowVectorXf> images;
  std::vector<double> objectives;
  int success_at = 0;  // 0: never
};

struct Setting {
  ImageShape shape;
  bool targeted;
  bool continuous;
};

class AttackConformance : public ::testing::TestWithParam<std::tuple<std::string, int>> {
 protected:
  static constexpr int kBudget = 45;  // past GP-BO's initial design

  const std::string& name() const { return std::get<0>(GetParam()); }
  static Setting setting() {
    static const std::vector<Setting> all = {
        {{1, 16, 16}, true, false}, {{3, 15, 18}, false, false}, {{3, 16, 16}, true, true}};
    return all[std::get<1>(GetParam())];
  }
  // Small settings for the costly ones.
  std::unique_ptr<ImageAttack> make(const AttackProblem& problem) const {
    const std::string spec = name() == "gp-bo" ? "gp-bo:side=5:candidates=500" : name();
    return make_recipe(spec, problem.shape).make(problem);
  }

  AttackProblem problem(LinearVictim& victim, std::uint64_t seed, double epsilon) const {
    const auto data = labelled_images(victim, 1, 3);
    AttackProblem made{
        {}, setting().shape, {data.labels[0], {}}, LinfBall(epsilon, setting().continuous), 4, kBudget, seed};
    if (setting().targeted) made.goal.target = (data.labels[0] + 1) % 4;
    made.original.resize(setting().shape.size());
    for (int i = 0; i < setting().shape.size(); ++i) made.original[i] = from_level(data.image(0)[i]);
    return made;
  }

  // Drives an attack as the runner does, without stopping at a success unless asked to.
  Trace drive(LinearVictim& victim, const AttackProblem& problem, bool stop_at_success = false) const {
    Trace trace;
    const auto attack = make(problem);
    for (int query = 1; query <= kBudget; ++query) {
      Batch image = attack->ask(1);
      EXPECT_EQ(image.rows(), 1);
      EXPECT_EQ(image.cols(), problem.shape.size());
      EXPECT_TRUE(image.allFinite());
      problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.cols()));
      const Scores scores = victim.scores(image);
      const auto seen = observe(scores, log_probabilities(scores), 0, problem.goal);
      trace.images.push_back(image.row(0));
      trace.objectives.push_back(seen.objective);
      if (seen.success && trace.success_at == 0) trace.success_at = query;
      if (seen.success && stop_at_success) break;
      attack->tell(image, {seen});
    }
    return trace;
  }
};

TEST_P(AttackConformance, StaysInsideTheThreatModel) {
  LinearVictim victim(setting().shape, 4, 1);
  const auto problem = this->problem(victim, 5, 0.05);
  for (const auto& image : drive(victim, problem).images)
    EXPECT_TRUE(problem.ball.contains(problem.original.data(), image.data(), static_cast<int>(image.size())));
}

TEST_P(AttackConformance, UsesTheBall) {
  LinearVictim victim(setting().shape, 4, 1);
  const auto problem = this->problem(victim, 5, 0.05);
  double largest = 0;
  for (const auto& image : drive(victim, problem).images)
    largest = std::max(largest, problem.ball.distance(problem.original.data(), image.data(),
                                                      static_cast<int>(image.size())));
  EXPECT_GT(largest, 0.5 * problem.ball.epsilon());
}

TEST_P(AttackConformance, SameSeedSameRunOtherSeedAnother) {
  LinearVictim victim(setting().shape, 4, 1);
  const auto first = drive(victim, problem(victim, 5, 0.05));
  const auto again = drive(victim, problem(victim, 5, 0.05));
  const auto other = drive(victim, problem(victim, 6, 0.05));
  EXPECT_EQ(first.images, again.images);
  EXPECT_EQ(first.objectives, again.objectives);
  EXPECT_NE(first.images, other.images);
}

TEST_P(AttackConformance, FoolsAVictimThatIsEasyToFool) {
  LinearVictim victim(setting().shape, 4, 1, 40);
  EXPECT_GT(drive(victim, problem(victim, 5, 1), true).success_at, 0);
}

TEST_P(AttackConformance, AskAgainWithoutTellGivesAValidImage) {
  LinearVictim victim(setting().shape, 4, 1);
  const auto problem = this->problem(victim, 5, 0.05);
  const auto attack = make(problem);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(attack->ask(1).allFinite());
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& attack : attack_summaries()) all.push_back(attack.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, AttackConformance,
                         ::testing::Combine(::testing::ValuesIn(names()), ::testing::Range(0, 3)),
                         [](const auto& test) {
                           std::string name = std::get<0>(test.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name + "_" + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace bora
