#include "attacks/runner/batch_probe.h"

#include <gtest/gtest.h>

#include "attacks/ledger/image_task.h"
#include "support/sample_graphs.h"
#include "support/stub_graph_victims.h"
#include "support/stub_victims.h"

namespace bora::attacks::batch_probe_test {
namespace {

constexpr ImageShape kShape{1, 5, 5};

// Victim that subtracts a share of the batch's mean score, like a network whose batch normalisation is in
// training mode, and rounds differently in each row and batch.
class SociableVictim final : public testing::LinearVictim {
 public:
  SociableVictim(float share, float rounding)
      : LinearVictim(kShape, 3, 7, 3), share_(share), rounding_(rounding) {}
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    const Eigen::RowVectorXf mean = out.values.colwise().mean();
    out.values.rowwise() -= share_ * mean;
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      out.values(i, 0) += rounding_ * static_cast<float>(i + images.rows());
    return out;
  }

 private:
  float share_, rounding_;
};

BatchDependence probe(Victim& victim, bool label_only = false) {
  Oracle<Pixels> oracle(victim);
  const ImageDataset data = testing::labelled_images(victim, 20, 3);
  std::vector<Pixels> images;
  std::vector<const Pixels*> asked;
  for (int i = 0; i < data.size(); ++i) {
    Pixels image(kShape.size());
    for (int j = 0; j < kShape.size(); ++j) image[j] = from_level(data.image(i)[j]);
    images.push_back(image);
  }
  for (const auto& image : images) asked.push_back(&image);
  return probe_batches<Pixels>(oracle, asked, label_only);
}

TEST(BatchProbe, FindsNothingIfAnswersDependOnTheImageOnly) {
  testing::LinearVictim victim(kShape, 3, 7);
  EXPECT_FALSE(probe(victim).found());
  SociableVictim rounding(0, 1e-6F);
  EXPECT_FALSE(probe(rounding).found()) << "kernels round differently";
}

TEST(BatchProbe, ComparesTheBestClassesIfOthersAreHidden) {
  testing::BestClassesVictim victim(kShape, 4, 7, 1, 2);
  const BatchDependence found = probe(victim);
  EXPECT_FALSE(found.found());
  EXPECT_EQ(found.rounded, 0);
}

TEST(BatchProbe, DetectsAVictimThatDependsOnTheBatch) {
  SociableVictim victim(0.8F, 0);
  victim.rows = 0;
  const BatchDependence found = probe(victim);
  EXPECT_EQ(found.inputs, 20);
  EXPECT_EQ(found.scores_changed, 20);
  EXPECT_GT(found.classes_changed, 2);
  EXPECT_LT(found.classes_changed, 20);
  EXPECT_GT(found.largest, 0.5);
  EXPECT_EQ(found.queries, victim.rows - 20) << "20 were for the labels of the images";
  const std::string warning = found.warning("image");
  EXPECT_NE(warning.find("of 20 clean images"), std::string::npos) << warning;
  EXPECT_NE(warning.find("20 get other scores"), std::string::npos) << warning;
  EXPECT_NE(warning.find(std::to_string(found.classes_changed) + " get another class"), std::string::npos);
  EXPECT_NE(warning.find("or is random"), std::string::npos) << warning;
  EXPECT_NE(warning.find("--repeats"), std::string::npos) << warning;
  EXPECT_EQ(warning.find('\n'), std::string::npos);
}

TEST(BatchProbe, SaysThatAnswersComeInAnotherOrder) {
  class Reordering final : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    bool last_first = false;
    Scores scores(const Batch& images) override {
      Scores out = LinearVictim::scores(images);
      if (last_first) out.values = out.values.colwise().reverse().eval();
      return out;
    }
  } victim(kShape, 3, 7);
  EXPECT_EQ(probe(victim).exchanged, 0);
  Oracle<Pixels> oracle(victim);
  std::vector<Pixels> images;
  std::vector<const Pixels*> asked;
  for (int i = 0; i < 9; ++i) images.push_back(Pixels::Unit(kShape.size(), i));
  for (const Pixels& image : images) asked.push_back(&image);
  victim.last_first = true;
  const BatchDependence found = probe_batches<Pixels>(oracle, asked, false);
  EXPECT_EQ(found.exchanged, found.scores_changed);
  EXPECT_TRUE(found.warning("image").starts_with(
      "answers seem to come in another order than the images: of 9 clean "))
      << found.warning("image");
}

// Each answer equals that of some other image, since there are only as many answers as classes.
TEST(BatchProbe, DoesNotTakeAnswersThatDependOnTheBatchForAnotherOrder) {
  class SaturatedVictim final : public testing::LinearVictim {
   public:
    using LinearVictim::LinearVictim;
    Scores scores(const Batch& images) override {
      Scores out = LinearVictim::scores(images);
      const Eigen::RowVectorXf mean = out.values.colwise().mean();
      for (auto row : out.values.rowwise()) {
        if (images.rows() > 1) row -= mean;
        row = (row.array() == row.maxCoeff()).cast<float>().eval();
      }
      return out;
    }
  } victim(kShape, 3, 7, 3);
  const BatchDependence found = probe(victim);
  EXPECT_GT(found.scores_changed, 2);
  EXPECT_EQ(found.exchanged, 0);
  EXPECT_TRUE(found.warning("image").starts_with("the model's answer to an input depends on the rest"));
}

TEST(BatchProbe, AdvisesARemoteModelOnTheOrderOfAnswers) {
  SociableVictim victim(0.8F, 0);
  const BatchDependence found = probe(victim);
  EXPECT_NE(found.warning("image").find("save the model in evaluation mode"), std::string::npos);
  const std::string remote = found.warning("image", true);
  EXPECT_NE(remote.find("return answers in the order of the images"), std::string::npos) << remote;
}

TEST(BatchProbe, ComparesLabelsIfOnlyLabelsAreVisible) {
  class Labels final : public testing::LabelVictim {
   public:
    using LabelVictim::LabelVictim;
    std::vector<int> labels(const Batch& images) override {
      auto labels = LabelVictim::labels(images);
      if (images.rows() > 1 && sociable) labels.back() = (labels.back() + 1) % 3;
      return labels;
    }
    bool sociable = false;
  } victim(kShape, 3, 7);
  EXPECT_FALSE(probe(victim, true).found());
  victim.sociable = true;
  const BatchDependence found = probe(victim, true);
  EXPECT_EQ(found.scores_changed, 0);
  EXPECT_GT(found.classes_changed, 1);
  EXPECT_EQ(found.warning("image").find("scores"), std::string::npos);
}

TEST(BatchProbe, WorksOnGraphs) {
  class Sociable final : public testing::EdgeVictim {
   public:
    using EdgeVictim::EdgeVictim;
    Scores scores(GraphBatch graphs) override {
      Scores out = EdgeVictim::scores(graphs);
      out.values.array() *= static_cast<float>(graphs.size());
      return out;
    }
  } victim(3, 7);
  testing::EdgeVictim upright(3, 7);
  Rng rng(4);
  std::vector<Graph> graphs;
  std::vector<const Graph*> asked;
  for (int i = 0; i < 7; ++i) graphs.push_back(testing::random_graph(8, 0.4, rng));
  for (const auto& graph : graphs) asked.push_back(&graph);
  Oracle<Graph> oracle(victim), upright_oracle(upright);
  EXPECT_FALSE(probe_batches<Graph>(upright_oracle, asked, false).found());
  const BatchDependence found = probe_batches<Graph>(oracle, asked, false);
  EXPECT_EQ(found.scores_changed, 7);
  EXPECT_EQ(found.classes_changed, 0);
}

}  // namespace
}  // namespace bora::attacks::batch_probe_test
