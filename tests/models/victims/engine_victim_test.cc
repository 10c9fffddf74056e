#include "models/victims/engine_victim.h"

#include <limits>

#include <gtest/gtest.h>

namespace bora::models {
namespace {

/// Gives the first pixel of each image, in percent; once it is `interrupted`, that of the second image alone.
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

TEST(EngineVictim, WhatWasAnsweredBeforeAnInterruptionIsGivenAsScores) {
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

TEST(EngineVictim, ScoresOfProbesThatAreNotFiniteTellTheirPlace) {
  Batch scores = Batch::Zero(5, 2);
  EXPECT_NO_THROW(refuse_not_finite(scores, "m", "images"));
  scores(3, 1) = scores(4, 0) = std::numeric_limits<float>::quiet_NaN();
  try {
    refuse_not_finite(scores, "m", "images");
    ADD_FAILURE() << "they are accepted";
  } catch (const NotFiniteProbe& error) {
    EXPECT_EQ(error.input, 3);
    EXPECT_STREQ(error.what(), "m: gives NaN or infinite scores: nan for class 1, in 2 of the first 5 images");
  }
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
