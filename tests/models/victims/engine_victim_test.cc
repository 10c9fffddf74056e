#include "models/victims/engine_victim.h"

#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/victims/score_meaning.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

/// Engine that returns the first pixel of each image, in percent; when `interrupted`, only that of the second
/// image.
class FirstPixel final : public Engine {
 public:
  explicit FirstPixel(const bool& interrupted) : interrupted_(interrupted) {}
  Batch forward(const Batch& images) override {
    const Batch given = kPercent * images.leftCols(1);
    if (interrupted_) throw WithAnswers<VictimInterrupted>("interrupted", {{1}, given.row(1)});
    return given;
  }

 private:
  const bool& interrupted_;
};

TEST(EngineVictim, AnswersBeforeAnInterruptionAreConvertedToScores) {
  bool interrupted = false;
  const auto victim = make_engine_victim(std::make_unique<FirstPixel>(interrupted),
                                         {"first", {1, 1, 2}, ScoreKind::probabilities});
  Batch images(3, 2);
  images << 0.25F, 0, 0.75F, 0, 0.5F, 0;
  const Batch whole = victim->scores(images).values;
  EXPECT_EQ(whole.row(1), Eigen::RowVector2f(0.25F, 0.75F));
  interrupted = true;
  try {
    victim->scores(images);
    ADD_FAILURE() << "it was not interrupted";
  } catch (const PartlyAnswered& interruption) {
    EXPECT_EQ(interruption.rows, std::vector<std::size_t>{1});
    EXPECT_EQ(interruption.answers, Batch(whole.row(1)));
  }
}

/// Engine that returns the first pixel of each image times `factor`.
class ScaledPixel final : public Engine {
 public:
  explicit ScaledPixel(const float& factor) : factor_(factor) {}
  Batch forward(const Batch& images) override { return factor_ * images.leftCols(1); }

 private:
  const float& factor_;
};

TEST(EngineVictim, RefusesScoresThatAreNoLongerProbabilities) {
  const Batch images = Batch::Ones(3, 2);
  for (const auto& kind : {std::optional(ScoreKind::probabilities), std::optional<ScoreKind>()}) {
    float factor = 1;
    const auto victim =
        make_engine_victim(std::make_unique<ScaledPixel>(factor), {"scaled", {1, 1, 2}, kind});
    ASSERT_EQ(victim->spec().kind, ScoreKind::probabilities);
    factor = 1.004F;  // rounded
    EXPECT_EQ(victim->scores(images).values(2, 1), factor);
    for (const float wrong : {-1.5F, 7.0F}) {
      factor = wrong;
      try {
        victim->scores(images);
        ADD_FAILURE() << wrong << " is accepted";
      } catch (const VictimError& error) {
        EXPECT_EQ(
            std::string(error.what()),
            fmt::format("scaled: gave the score {}, though its scores are probabilities: expected 0 to 1; "
                        "scores=logits accepts any numbers",
                        wrong));
      }
    }
  }
  float factor = 1;
  const auto logits =
      make_engine_victim(std::make_unique<ScaledPixel>(factor), {"scaled", {1, 1, 2}, ScoreKind::logits});
  factor = 7;
  EXPECT_NO_THROW(logits->scores(images)) << "logits may have any value";
}

/// Engine that returns 0.5 in the first call and `later` in further ones; with `best_only`, as the score of
/// class 1.
class Changing final : public Engine {
 public:
  explicit Changing(float later, bool best_only = false) : later_(later), best_only_(best_only) {}
  Batch forward(const Batch& images) override {
    Batch given = Batch::Constant(images.rows(), best_only_ ? 2 : 1, std::exchange(score_, later_));
    if (best_only_) given.col(1).setOnes();
    return given;
  }

 private:
  const float later_;
  const bool best_only_;
  float score_ = 0.5F;
};

TEST(EngineVictim, RefusesInvalidScoresInTheSecondAnswerToProbes) {
  StatedModel stated{"changing", {1, 1, 2}};
  stated.may_differ = true;
  const auto refusal = [&](float later) {
    return testing::input_error([&] { make_engine_victim(std::make_unique<Changing>(later), stated); });
  };
  const std::string not_finite = refusal(std::numeric_limits<float>::quiet_NaN());
  EXPECT_NE(not_finite.find("NaN or infinite scores"), std::string::npos) << not_finite;
  EXPECT_NE(refusal(7).find("gave the score 7, though its scores are probabilities"), std::string::npos);
  EXPECT_TRUE(make_engine_victim(std::make_unique<Changing>(0.6F), stated)->spec().randomised);

  stated.classes = 3;
  stated.best_only = true;
  stated.top = 1;
  const auto best = [&](float later) {
    return make_engine_victim(std::make_unique<Changing>(later, true), stated);
  };
  EXPECT_NE(testing::input_error([&] { best(7); }).find("gave the score 7"), std::string::npos);
  EXPECT_TRUE(best(0.6F)->spec().randomised);
}

TEST(EngineVictim, OneScoreMeansTwoClasses) {
  StatedModel stated{"sigmoid", {1, 1, 2}};
  stated.classes = 2;
  EXPECT_EQ(make_engine_victim(std::make_unique<Changing>(0.5F), stated)->spec().classes, 2);
  stated.classes = 1;
  testing::expect_input_error([&] { make_engine_victim(std::make_unique<Changing>(0.5F), stated); },
                              "sigmoid: classes is 1, but a model with one score for each image has 2");
}

TEST(EngineVictim, LabelsFromBeforeAnInterruptionAreChecked) {
  bool interrupted = false;
  StatedModel stated{"first", {1, 1, 2}};
  stated.classes = 101;
  stated.labels_only = true;
  const auto victim =
      make_engine_victim(std::make_unique<FirstPixel>(interrupted), stated, Batch::Constant(2, 2, 0.25F));
  interrupted = true;
  const auto labels = [&](float value) {
    std::vector<float> given;
    try {
      victim->labels(Batch::Constant(2, 2, value));
      ADD_FAILURE() << "it was not interrupted";
    } catch (const VictimInterrupted& interruption) {
      const auto& partly = dynamic_cast<const PartlyAnswered&>(interruption);
      for (std::size_t i = 0; i < partly.rows.size(); ++i)
        given.push_back(partly.answers(static_cast<Eigen::Index>(i), 0));
    }
    return given;
  };
  EXPECT_EQ(labels(0.75F), std::vector<float>{75});
  EXPECT_EQ(labels(0.625F), std::vector<float>{}) << "62.5 is no class";
}

}  // namespace
}  // namespace bora::models
