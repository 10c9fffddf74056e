#include "attacks/runner/verifier.h"

#include <gtest/gtest.h>

#include "attacks/ledger/image_task.h"
#include "attacks/ledger/ledger.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::verifier_test {
namespace {

constexpr ImageShape kShape{3, 5, 5};

class VerifierTest : public ::testing::TestWithParam<bool> {
 protected:
  VerifierTest() : ball_(0.1, GetParam()), database_(RunDatabase::create(folder_ / "run.sqlite")) {
    InputRow image;
    image.attacked = true;
    image.label = 9;  // never predicted: every query succeeds
    image.name = "cats/\u00fcn\u00ef 1.jpeg";
    image.content.assign(75, 100);
    image.scores.assign(3, 0);
    database_.add(image);
    InstanceRow row;
    row.attack = "square:p=0.3";
    database_.add(row);
    const auto original = std::make_shared<const Pixels>(Pixels::Constant(75, from_level(100)));
    Pixels adversarial = *original;
    for (int i = 0; i < 75; i += 2) adversarial[i] = GetParam() ? adversarial[i] + 0.0123F : from_level(110);
    const ImageTask task(kShape, ball_);
    const ImageThreat threat(ball_, original);
    const Question<Pixels> question{0, {9, {}}, &threat, &adversarial};
    Ledger<Pixels>(oracle_, task, database_).query({question});
  }
  testing::TemporaryFolder folder_;
  testing::LinearVictim victim_{kShape, 3, 1};
  Oracle<Pixels> oracle_{victim_};
  LinfBall ball_;
  RunDatabase database_;
};

TEST_P(VerifierTest, ConfirmsTheExamplesOfTheFiles) {
  const auto verdict = verify_run(database_, oracle_, ImageTask(kShape, ball_), folder_.path());
  EXPECT_EQ(verdict.examples, 1);
  EXPECT_TRUE(verdict.clean());
  const std::string extension = GetParam() ? ".npy" : ".png";
  EXPECT_TRUE(std::filesystem::exists(
      folder_ / ("adversarial/square-p-0.3/cats___n___1_record00000_label9_untargeted" + extension)));
  EXPECT_TRUE(std::filesystem::exists(folder_ / ("originals/cats___n___1_record00000_label9" + extension)));
}

TEST_P(VerifierTest, DetectsAViolatedBound) {
  const LinfBall tighter(0.01, GetParam());
  const auto verdict = verify_run(database_, oracle_, ImageTask(kShape, tighter), folder_.path());
  EXPECT_EQ(verdict.within, 0);
  EXPECT_EQ(verdict.confirmed, 1);
  EXPECT_FALSE(verdict.clean());
}

TEST_P(VerifierTest, AFailureLeavesTheFirstDrawSelected) {
  testing::FirstDrawVictim failing(kShape, 3, 1);
  Oracle<Pixels> oracle(failing);
  EXPECT_THROW(verify_run(database_, oracle, ImageTask(kShape, ball_), folder_.path()), VictimError);
  EXPECT_EQ(failing.drawn, 0U);
}

TEST_P(VerifierTest, CountsQueriesBeforeTheyAreSent) {
  testing::Mortal<testing::LinearVictim> mortal(kShape, 3, 1);
  Oracle<Pixels> oracle(mortal);
  const auto verify = [&] {
    verify_run(database_, oracle, ImageTask(kShape, ball_), folder_.path(), 64, {3, 3, 2});
  };
  mortal.calls_left = 1;
  EXPECT_THROW(verify(), testing::Killed);
  EXPECT_EQ(mortal.rows, 2);
  EXPECT_EQ(database_.get(&RunFacts::verification_queries), 2);
  verify();
  EXPECT_EQ(mortal.rows, 5);
  EXPECT_EQ(database_.get(&RunFacts::verification_queries), 5);
}

TEST(Verifier, FolderNamesAreShortAndDifferent) {
  std::vector<InstanceRow> rows(2);
  rows[0].attack = "square:" + std::string(300, 'a') + ":alpha=0.1";
  rows[1].attack = "square:" + std::string(300, 'a') + ":alpha=0.2";
  const auto names = folder_names(rows);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_NE(names.at(rows[0].attack), names.at(rows[1].attack));
  for (const auto& [attack, name] : names) {
    EXPECT_LE(name.size(), 210U);
    EXPECT_TRUE(name.starts_with("square-aaa")) << name;
  }
}

TEST(Verifier, ATieConfirmsNothingWhereScoresAreVisible) {
  const testing::TemporaryFolder folder;
  RunDatabase database = RunDatabase::create(folder / "run.sqlite");
  InputRow image;
  image.attacked = true;
  image.label = 1;  // one of the two largest scores, the second
  image.content.assign(75, 100);
  image.scores.assign(3, 0);
  database.add(image);
  InstanceRow row;
  row.attack = "square";
  database.add(row);
  std::string content(75, 101);
  database.add(AdversarialRow{0, 0, 1.0 / 255, 0.03, content});
  testing::TiedVictim tied(kShape);
  Oracle<Pixels> oracle(tied);
  const LinfBall ball(0.1, false);
  const auto verdict = [&] { return verify_run(database, oracle, ImageTask(kShape, ball), folder.path()); };
  EXPECT_EQ(verdict().within, 1);
  EXPECT_EQ(verdict().confirmed, 0);
  database.set(&RunFacts::visible, "label");
  EXPECT_EQ(verdict().confirmed, 1) << "the victim itself settles ties";
}

// A red pixel in the corner and a green one two rows and columns further: 3 x 3 pixels.
TEST(Verifier, DetectsAChangeLargerThanThePatch) {
  const testing::TemporaryFolder folder;
  RunDatabase database = RunDatabase::create(folder / "run.sqlite");
  InputRow image;
  image.attacked = true;
  image.label = 9;  // never predicted: every query succeeds
  image.content.assign(75, 100);
  image.scores.assign(3, 0);
  database.add(image);
  InstanceRow row;
  row.attack = "sparse-rs";
  database.add(row);
  std::string content(75, 100);
  content[0] = content[25 + 2 * 5 + 2] = 120;
  database.add(AdversarialRow{0, 0, 3, 0.1, content});
  testing::LinearVictim victim(kShape, 3, 1);
  Oracle<Pixels> oracle(victim);
  const auto verdict = [&](int side) {
    const NormBall ball(Norm::patch, side, false, kShape);
    return verify_run(database, oracle, ImageTask(kShape, ball), folder.path());
  };
  EXPECT_TRUE(verdict(3).clean());
  EXPECT_EQ(verdict(2).within, 0);
  EXPECT_EQ(verdict(2).confirmed, 1);
}

INSTANTIATE_TEST_SUITE_P(GridAndContinuous, VerifierTest, ::testing::Values(false, true));

}  // namespace
}  // namespace bora::attacks::verifier_test
