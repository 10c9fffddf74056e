#include "attacks/threat/visibility.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::attacks {
namespace {

Scores scores_of(ScoreKind kind, std::initializer_list<float> values) {
  Scores scores{Batch(1, static_cast<Eigen::Index>(values.size())), kind};
  std::copy(values.begin(), values.end(), scores.values.data());
  return scores;
}

TEST(Visibility, TextsRoundTripAndNonsenseIsRefused) {
  for (const std::string text : {"scores", "label", "top-1", "top-12"})
    EXPECT_EQ(parse_visibility(text).text(), text);
  for (const std::string text : {"", "labels", "top", "top-", "top-0", "top--1", "top-3x", "top-99999999999"})
    testing::expect_input_error([&] { parse_visibility(text); }, "visible", "'" + text + "'", "top-5");
}

TEST(Visibility, ShowsNoMoreClassesThanThereAre) {
  EXPECT_NO_THROW(Visibility::top(4).check(4));
  EXPECT_NO_THROW(Visibility().check(4));
  testing::expect_input_error([] { Visibility::top(5).check(4); }, "top-5", "4 classes");
}

TEST(Visibility, WithAllScoresVisibleScoresAreUnchanged) {
  const auto scores = scores_of(ScoreKind::logits, {1, -2, 0.5F});
  EXPECT_EQ(Visibility().log_probabilities(scores), log_probabilities(scores));
  EXPECT_LT((Visibility::top(3).log_probabilities(scores) - log_probabilities(scores)).cwiseAbs().maxCoeff(),
            1e-12);
}

TEST(Visibility, HiddenProbabilitiesShareTheRemainder) {
  const auto scores = scores_of(ScoreKind::probabilities, {0.05F, 0.5F, 0.02F, 0.3F, 0.13F});
  const LogProbabilities log_p = Visibility::top(2).log_probabilities(scores);
  EXPECT_NEAR(log_p(0, 1), std::log(0.5), 1e-6);
  EXPECT_NEAR(log_p(0, 3), std::log(0.3), 1e-6);
  for (const int hidden : {0, 2, 4}) EXPECT_NEAR(log_p(0, hidden), std::log(0.2 / 3), 1e-6);
}

// Scores that do not sum to 1 (within the tolerance of a victim) must not make a hidden class rank first.
TEST(Visibility, NoHiddenProbabilityIsAboveAVisibleOne) {
  const auto scores = scores_of(ScoreKind::probabilities, {0.2F, 0.2F, 0.2F, 0.2F});
  const LogProbabilities log_p = Visibility::top(3).log_probabilities(scores);
  EXPECT_NEAR(log_p(0, 3), std::log(0.2), 1e-6);
  const auto sure = scores_of(ScoreKind::probabilities, {1, 0, 0});
  EXPECT_NEAR(Visibility::top(1).log_probabilities(sure)(0, 2), std::log(1e-30), 1e-9);
}

TEST(Visibility, HiddenLogitsTakeTheLastVisibleOne) {
  const auto scores = scores_of(ScoreKind::logits, {3, -7, 5, -100});
  const LogProbabilities expected = log_probabilities(scores_of(ScoreKind::logits, {3, 3, 5, 3}));
  EXPECT_EQ(Visibility::top(2).log_probabilities(scores), expected);
}

TEST(Visibility, OfEqualScoresTheFirstClassIsVisible) {
  const auto scores = scores_of(ScoreKind::probabilities, {0.1F, 0.4F, 0.4F, 0.1F});
  const LogProbabilities log_p = Visibility::top(1).log_probabilities(scores);
  EXPECT_NEAR(log_p(0, 1), std::log(0.4), 1e-6);
  EXPECT_NEAR(log_p(0, 2), std::log(0.2), 1e-6);
}

// Scores that the victim hides are estimated like scores that the threat model hides.
TEST(Visibility, IsTheSameForAVictimThatReturnsItsBestClasses) {
  for (const ScoreKind kind : {ScoreKind::logits, ScoreKind::probabilities}) {
    const auto all = scores_of(kind, {0.05F, 0.5F, 0.02F, 0.3F, 0.13F});
    for (const int top : {1, 2, 4}) {
      Scores best = all;
      if (top < 5) best.values(0, 2) = kHidden;
      if (top < 4) best.values(0, 0) = kHidden;
      if (top < 3) best.values(0, 4) = kHidden;
      if (top < 2) best.values(0, 3) = kHidden;
      if (top == 4) {
        EXPECT_EQ((best.values.array() == kHidden).count(), 1);
      }
      for (int visible = 1; visible <= std::min(top, 2); ++visible)
        EXPECT_EQ(Visibility::top(visible).log_probabilities(best),
                  Visibility::top(visible).log_probabilities(all));
      EXPECT_TRUE(Visibility::top(top).shown(best).values.allFinite());
    }
  }
}

TEST(Visibility, RefusesScoresThatTheVictimHides) {
  const auto best = scores_of(ScoreKind::logits, {kHidden, 3, 2, kHidden});
  EXPECT_THROW(Visibility().log_probabilities(best), std::logic_error);
  EXPECT_THROW(Visibility::top(3).log_probabilities(best), std::logic_error);
}

TEST(Visibility, RefusesToShowMoreThanTheVictimReturns) {
  for (const char* text : {"label", "top-1", "top-3"})
    EXPECT_NO_THROW(parse_visibility(text).check_given("m", false, 3));
  EXPECT_NO_THROW(Visibility().check_given("m", false, 0));
  EXPECT_NO_THROW(Visibility::label().check_given("m", true, 0));
  for (const char* text : {"scores", "top-4"})
    testing::expect_input_error(
        [&] { parse_visibility(text).check_given("m", false, 3); },
        std::string("m: gives its 3 best classes only, but attacks would see ") + text,
        "add --visible top-3");
  testing::expect_input_error([] { Visibility::top(1).check_given("m", true, 0); },
                              "m: gives labels only, but attacks would see top-1; add --visible label");
}

}  // namespace
}  // namespace bora::attacks
