#include "models/victims/answer_format.h"

#include <limits>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::models::answer_format_test {
namespace {

// Probes a model whose first answer is `first` and whose further ones are `second`. Counts its answers.
struct Probed {
  Probed(const StatedAnswers& stated, const Batch& first, const Batch& second, const char* input = "image")
      : format("m", input, stated) {
    differs = format.probe(
        first,
        [&] {
          ++answers;
          return second;
        },
        false);
  }
  AnswerFormat format;
  int answers = 1;
  bool differs = false;
};

Batch column(std::initializer_list<float> values) {
  Batch batch(static_cast<Eigen::Index>(values.size()), 1);
  std::copy(values.begin(), values.end(), batch.data());
  return batch;
}

TEST(AnswerFormat, IsDeterminedByTwoAnswers) {
  const Batch scores{{0.25F, 0.75F, 0}, {-3, 2, 1}};
  StatedAnswers best;
  best.best_only = true;
  best.classes = 5;
  StatedAnswers labels;
  labels.labels_only = true;
  labels.classes = 3;
  StatedAnswers column_of_labels;
  column_of_labels.classes = 3;
  EXPECT_EQ(Probed({}, scores, scores).answers, 2);
  EXPECT_EQ(Probed(best, Batch{{0.5F, 0.25F, 4, 2}}, Batch{{0.5F, 0.25F, 4, 2}}).answers, 2);
  EXPECT_EQ(Probed(labels, column({0, 2}), column({0, 2}), "graph").answers, 2);
  EXPECT_EQ(Probed(column_of_labels, column({0, 2}), column({0, 2})).answers, 2);
}

TEST(AnswerFormat, DescribesScoresLabelsAndBestClasses) {
  const Batch scores{{0.25F, 0.75F}, {-3, 2}};
  VictimSpec spec;
  Probed({}, scores, scores).format.write_to(spec);
  EXPECT_EQ(spec.classes, 2);
  EXPECT_EQ(spec.kind, ScoreKind::logits);
  EXPECT_FALSE(spec.labels_only);

  StatedAnswers stated;
  stated.classes = 3;
  const Probed labels(stated, column({0, 2}), column({0, 1}));
  labels.format.write_to(spec);
  EXPECT_TRUE(spec.labels_only);
  EXPECT_TRUE(labels.differs);
  EXPECT_EQ(labels.format.labels_in(column({2, 1, 0}), 3), (std::vector<int>{2, 1, 0}));
  EXPECT_THROW(labels.format.labels_in(column({3}), 1), VictimError);
  EXPECT_THROW(labels.format.labels_in(column({0.5F}), 1), VictimError);
  EXPECT_THROW(labels.format.scores(1, [] { return column({0}); }), VictimError);

  stated.best_only = true;
  const Batch best{{0.5F, 0.25F, 2, 0}};
  const Probed top(stated, best, best);
  top.format.write_to(spec);
  EXPECT_EQ(spec.top, 2);
  EXPECT_EQ(spec.classes, 3);
  EXPECT_EQ(top.format.scores_in(best, 1).values, (Batch{{0.25F, kHidden, 0.5F}}));
  try {
    top.format.scores_in(Batch{{0.5F, 0.25F, 2, 0}, {0.5F, std::numeric_limits<float>::quiet_NaN(), 2, 0}},
                         2);
    ADD_FAILURE() << "NaN is accepted";
  } catch (const NotFiniteScores& error) {
    EXPECT_EQ(error.input, 1);
  }
}

TEST(AnswerFormat, PercentagesBecomeProbabilities) {
  const Batch given{{25, 75}, {100, 0}};
  const Probed probed({}, given, given);
  EXPECT_EQ(probed.format.scores_in(given, 2).values, (Batch{{0.25F, 0.75F}, {1, 0}}));
}

TEST(AnswerFormat, AnInvalidSecondAnswerIsNoSignOfARandomModel) {
  const Batch scores{{0.25F, 0.75F}};
  const auto refusal = [&](const Batch& second) {
    return testing::input_error([&] { Probed({}, scores, second, "graph"); });
  };
  EXPECT_TRUE(Probed({}, scores, Batch{{0.5F, 0.5F}}).differs);
  EXPECT_FALSE(Probed({}, scores, Batch{{0.25001F, 0.75F}}).differs);
  EXPECT_NE(refusal(Batch{{0.5F, std::numeric_limits<float>::infinity()}}).find("1 of the first 1 graphs"),
            std::string::npos);
  EXPECT_NE(refusal(Batch{{7, 0}}).find("though its scores are probabilities"), std::string::npos);
  EXPECT_EQ(refusal(Batch{{0.5F, 0.5F, 0}}), "m: gave 3 scores a graph, expected 2");
}

TEST(AnswerFormat, RefusesWhatContradictsTheStatement) {
  const Batch scores{{0.25F, 0.75F}, {-3, 2}};
  const auto refusal = [&](const StatedAnswers& stated, const Batch& given) {
    return testing::input_error([&] { Probed(stated, given, given); });
  };
  StatedAnswers stated;
  stated.classes = 3;
  EXPECT_EQ(refusal(stated, scores), "m: states 3 classes but gives 2 scores");
  EXPECT_NE(refusal(stated, column({0.5F})).find("is not a class: 0.5"), std::string::npos);
  stated.may_be_one_column = false;
  EXPECT_EQ(refusal(stated, column({0.5F})),
            "m: gives one score for each image, expected one for each class");
  StatedAnswers declared;
  declared.columns = 5;
  EXPECT_EQ(refusal(declared, scores), "m: declares 5 scores for each image and gives 2");
  for (const bool labels : {false, true}) {
    StatedAnswers classless;
    (labels ? classless.labels_only : classless.best_only) = true;
    EXPECT_NE(refusal(classless, scores).find("number of classes must be stated (--classes)"),
              std::string::npos);
  }
}

TEST(AnswerFormat, ErrorsOfProbesNameTheRow) {
  Batch scores = Batch::Zero(5, 2);
  EXPECT_NO_THROW(refuse_not_finite(scores, "m", "image"));
  scores(3, 1) = scores(4, 0) = std::numeric_limits<float>::quiet_NaN();
  try {
    refuse_not_finite(scores, "m", "image");
    ADD_FAILURE() << "they are accepted";
  } catch (const NotFiniteProbe& error) {
    EXPECT_EQ(error.input, 3);
    EXPECT_STREQ(error.what(),
                 "m: gives NaN or infinite scores: nan for class 1, in 2 of the first 5 images");
  }
}

}  // namespace
}  // namespace bora::models::answer_format_test
