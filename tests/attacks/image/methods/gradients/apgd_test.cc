#include "attacks/image/methods/gradients/apgd.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "support/attack_driver.h"

namespace bora::attacks::apgd_test {
namespace {

using nlohmann::json;
using testing::AttackDriver;
using testing::LinearVictim;

json golden() {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/attacks/apgd.json");
  return parse_valid_json(file);
}

template <typename Vector>
Vector vector_of(const json& values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) out[static_cast<Eigen::Index>(i)] = values[i].get<double>();
  return out;
}

TEST(ApgdSchedule, HasTheGoldenStepSizes) {
  const json expected = golden();
  const auto curve = expected["curve"].get<std::vector<double>>();
  ApgdSchedule schedule(static_cast<int>(curve.size()) - 1, 0.75, curve[0]);
  int halvings = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    halvings += schedule.add(curve[i]) ? 1 : 0;
    EXPECT_EQ(schedule.step(), expected["sizes"][i]) << i;
  }
  EXPECT_GE(halvings, 4);
}

TEST(Dlr, HasTheGoldenValues) {
  const json expected = golden();
  for (std::size_t i = 0; i < expected["labels"].size(); ++i) {
    Scores scores;
    scores.values = vector_of<Eigen::RowVectorXf>(expected["logits"][i]);
    const auto log_p = log_probabilities(scores);
    const int label = expected["labels"][i], target = expected["targets"][i];
    EXPECT_NEAR(loss_value(Loss::dlr, {label, std::nullopt}, log_p.row(0)), expected["dlr"][i], 1e-5);
    EXPECT_NEAR(loss_value(Loss::dlr, {label, target}, log_p.row(0)), expected["dlr_targeted"][i], 1e-5);
  }
}

// Victim with the logits -k_j |x - c_j|^2.
class CentresVictim : public LinearVictim {
 public:
  CentresVictim(const json& centres, const json& curvatures)
      : LinearVictim({1, 1, static_cast<int>(centres[0].size())}, static_cast<int>(centres.size()), 1),
        curvatures_(vector_of<Eigen::RowVectorXf>(curvatures)) {
    for (std::size_t j = 0; j < centres.size(); ++j)
      weights_.row(static_cast<Eigen::Index>(j)) = vector_of<Eigen::RowVectorXf>(centres[j]);
  }
  Scores scores(const Batch& images) override {
    Scores out;
    out.values.resize(images.rows(), weights_.rows());
    for (Eigen::Index j = 0; j < weights_.rows(); ++j)
      out.values.col(j) = -curvatures_[j] * (images.rowwise() - weights_.row(j)).rowwise().squaredNorm();
    return out;
  }
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    Batch gradients(images.rows(), images.cols());
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      const Eigen::RowVectorXf weights = cotangents.row(i).cwiseProduct(curvatures_);
      gradients.row(i) = -2 * (weights.sum() * images.row(i) - weights * weights_);
    }
    return gradients;
  }

 private:
  Eigen::RowVectorXf curvatures_;
};

class GoldenApgd : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(GoldenApgd, HasTheGoldenRun) {
  const auto& [spec, key] = GetParam();
  const json expected = golden();
  CentresVictim victim(expected["centres"], expected["curvatures"]);
  AttackProblem problem;
  problem.original = vector_of<Eigen::RowVectorXf>(expected["original"]);
  problem.shape = victim.spec().input;
  problem.goal = {0, std::nullopt};
  if (std::string(spec) == "apgd-t") problem.goal.target = 2;
  problem.ball = LinfBall(expected["epsilon"], true);
  problem.classes = victim.spec().classes;
  problem.budget = 1000;
  problem.seed = 5;
  AttackDriver driver(make_recipe(spec, problem.shape), victim, problem);
  driver.run(101, false);
  const json& images = expected[key]["images"];
  for (std::size_t i = 0; i < images.size(); ++i)
    ASSERT_LT((driver.images()[i] - vector_of<Eigen::RowVectorXf>(images[i])).cwiseAbs().maxCoeff(), 1e-4)
        << "query " << i << ": " << driver.images()[i];
  driver.query();
  EXPECT_GT((driver.images()[101] - driver.images()[100]).cwiseAbs().maxCoeff(), 0.01F) << "another start";
}

INSTANTIATE_TEST_SUITE_P(All, GoldenApgd,
                         ::testing::Values(std::pair{"apgd", "cross-entropy"},
                                           std::pair{"apgd-t", "dlr_run"}),
                         [](const auto& test) { return test.index == 0 ? "CrossEntropy" : "TargetedDlr"; });

class ApgdTest : public ::testing::Test {
 protected:
  AttackProblem problem(int budget) {
    auto problem = testing::random_problem(victim_, false, LinfBall(0.02, false), budget);
    const Scores scores = victim_.scores(problem.original);
    problem.clean = observe(scores, log_probabilities(scores), 0, problem.goal);
    return problem;
  }
  int queries_of(const std::string& spec, int budget) {
    AttackDriver driver(make_recipe(spec, {1, 8, 8}), victim_, problem(budget));
    int queries = 0;
    while (queries < budget && driver.attack().ask()) {
      driver.query();
      ++queries;
    }
    return queries;
  }
  LinearVictim victim_{{1, 8, 8}, 6, 4};
};

TEST_F(ApgdTest, EndsAfterItsStarts) {
  EXPECT_EQ(queries_of("apgd:restarts=1", 1000), 101);
  EXPECT_EQ(queries_of("apgd:restarts=2:steps=10", 1000), 22);
  EXPECT_EQ(queries_of("apgd-t:restarts=1:steps=10", 1000), 5 * 11) << "5 other classes";
  EXPECT_EQ(queries_of("apgd-t:restarts=1:steps=10:targets=2", 1000), 2 * 11);
  EXPECT_EQ(queries_of("apgd:steps=10", 100), 100) << "until the budget ends";
}

TEST_F(ApgdTest, TargetsTheBestOtherClassesInTurn) {
  const auto problem = this->problem(1000);
  Eigen::RowVectorXd scores = problem.clean->log_p;
  std::vector<int> order;
  scores[problem.goal.label] = -1e9;
  for (int start = 0; start < 3; ++start) {
    Eigen::Index best = 0;
    scores.maxCoeff(&best);
    order.push_back(static_cast<int>(best));
    scores[best] = -1e9;
  }
  AttackDriver driver(make_recipe("apgd-t:steps=3:targets=3", {1, 8, 8}), victim_, problem);
  for (int i = 0; i < 16; ++i) {
    driver.attack().ask();
    EXPECT_EQ(driver.attack().gradient_wanted()->towards, order[static_cast<std::size_t>(i / 4 % 3)]) << i;
    driver.query();
  }
}

}  // namespace
}  // namespace bora::attacks::apgd_test
