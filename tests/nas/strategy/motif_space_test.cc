#include "nas/strategy/motif_space.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "nas/strategy/invented_values.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

// Returns a space with motifs that are learnt from the best of many random architectures, similar to the
// results of a search. Patterns that nearly all of these have are no motifs.
std::shared_ptr<const MotifSpace> motif_space(const std::string& name, std::uint64_t seed = 1) {
  constexpr int kDrawn = 600, kKept = 150;
  const SpacePtr whole = make_space(name);
  Rng rng(seed);
  std::vector<std::pair<double, Architecture>> drawn;
  for (int i = 0; i < kDrawn; ++i) {
    Architecture a = whole->sample(rng);
    drawn.emplace_back(name == "nb201" ? testing::invented_value(a) : whole->statistics(a)[1], std::move(a));
  }
  std::ranges::stable_sort(drawn, std::greater(), &std::pair<double, Architecture>::first);
  std::vector<Architecture> X;
  Eigen::VectorXd y(kKept);
  for (int i = 0; i < kKept; ++i) {
    X.push_back(drawn[static_cast<std::size_t>(i)].second);
    y[i] = drawn[static_cast<std::size_t>(i)].first;
  }
  return std::make_shared<MotifSpace>(whole, Motifs(*whole, X, y));
}

class MotifSpaces : public ::testing::TestWithParam<const char*> {};

TEST_P(MotifSpaces, HaveOnlyArchitecturesWithAGoodMotif) {
  const auto space = motif_space(GetParam());
  const SpacePtr whole = make_space(GetParam());
  ASSERT_FALSE(space->good().empty());
  Rng rng(5);
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    const Architecture drawn = space->sample(rng);
    EXPECT_TRUE(space->allows(drawn));
    for (const Architecture& near : space->neighbours(drawn, 3, rng)) EXPECT_TRUE(space->allows(near));
    EXPECT_EQ(space->parse(drawn.text()), drawn);
    EXPECT_EQ(space->statistics(drawn), whole->statistics(drawn));
    refused += space->allows(whole->sample(rng)) ? 0 : 1;
  }
  EXPECT_GT(refused, 0) << "some architectures must have no motif";
  if (whole->all()) {
    EXPECT_LT(space->all()->size(), whole->all()->size());
    EXPECT_TRUE(std::ranges::all_of(*space->all(), [&](const Architecture& a) { return space->allows(a); }));
  }
}

TEST_P(MotifSpaces, HaveDistinctNeighbours) {
  const auto space = motif_space(GetParam());
  Rng rng(6);
  for (int i = 0; i < 20; ++i) {
    const auto near = space->neighbours(space->sample(rng), 100, rng);
    std::set<std::string> texts;
    for (const Architecture& each : near) texts.insert(each.text());
    EXPECT_EQ(texts.size(), near.size());
  }
}

INSTANTIATE_TEST_SUITE_P(All, MotifSpaces, ::testing::Values("nb201", "nb101"));

TEST(MotifSpace, EveryStrategyStaysInIt) {
  StrategyTask task = testing::nb201_task(5);
  const auto space = motif_space("nb201");
  testing::expect_input_error([&] { StrategyMaker("random:motifs=yes", task); }, "motifs=yes needs motifs");
  task.motifs = space;
  testing::expect_input_error([&] { StrategyMaker("random:motifs=maybe", task); }, "motifs=maybe");
  for (const char* name :
       {"bowl", "nas-bowl", "evolution", "local", "tpe", "random", "parameters", "one-shot", "darts"}) {
    const auto strategy = StrategyMaker(std::string(name) + ":motifs=yes", task).make(3);
    for (int i = 0; i < 8; ++i)
      for (const auto& trial : strategy->ask(5)) {
        EXPECT_TRUE(space->allows(trial.point)) << name;
        strategy->tell(trial.number, testing::invented_value(trial.point));
      }
  }
}

TEST(MotifSpace, ACopyAllowsMotifsLearntFromTheSearch) {
  const auto space = motif_space("nb201");
  const auto taught = space->copy();
  const SpacePtr whole = make_space("nb201");
  Rng rng(9);
  std::vector<Architecture> X, others;
  Eigen::VectorXd y(80);
  for (int i = 0; i < 80; ++i) {
    X.push_back(whole->sample(rng));
    y[i] = -testing::invented_value(X.back());  // the values are reversed
  }
  for (int i = 0; i < 300; ++i) others.push_back(whole->sample(rng));
  const auto allowed = [&](const MotifSpace& of) {
    return std::ranges::count_if(others, [&](const Architecture& a) { return of.allows(a); });
  };
  EXPECT_EQ(allowed(*taught), allowed(*space));
  taught->learn({X[0]}, y.head(1));
  EXPECT_EQ(allowed(*taught), allowed(*space)) << "one teaches nothing";
  taught->learn(X, y);
  EXPECT_GT(allowed(*taught), allowed(*space));
  for (const Architecture& a : others) EXPECT_TRUE(!space->allows(a) || taught->allows(a));
  EXPECT_TRUE(taught->allows(taught->sample(rng)));
}

TEST(MotifSpace, SearchesThatUpdateMotifsDoNotChangeTheSharedSpace) {
  StrategyTask task = testing::nb201_task(5);
  const auto space = motif_space("nb201");
  task.motifs = space;
  testing::expect_input_error([&] { StrategyMaker("random:motifs=updated", task); }, "motifs=updated");
  testing::expect_input_error([&] { StrategyMaker("bowl:motifs=updated", task); }, "motifs=updated");
  const std::size_t before = space->all()->size();
  const StrategyMaker maker("nas-bowl:motifs=updated", task);
  const auto searched = [&](std::uint64_t seed) {
    std::vector<std::string> asked;
    int outside = 0;
    const auto strategy = maker.make(seed);
    for (int i = 0; i < 12; ++i)
      for (const auto& trial : strategy->ask(5)) {
        asked.push_back(trial.point.text());
        outside += space->allows(trial.point) ? 0 : 1;
        strategy->tell(trial.number, -testing::invented_value(trial.point));
      }
    EXPECT_GT(outside, 0) << "nothing was learnt from the search";
    return asked;
  };
  const auto first = searched(2);
  searched(3);
  EXPECT_EQ(searched(2), first);
  EXPECT_EQ(space->all()->size(), before);
}

TEST(MotifSpace, NeedsMotifs) {
  const SpacePtr whole = make_space("nb201");
  Rng rng(1);
  const std::vector<Architecture> few{whole->sample(rng), whole->sample(rng)};
  testing::expect_input_error(
      [&] { MotifSpace(whole, Motifs(*whole, few, Eigen::VectorXd::LinSpaced(2, 0, 1))); },
      "motifs: none was found");
}

}  // namespace
}  // namespace bora::nas
