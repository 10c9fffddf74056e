#include "nas/space/listed_space.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "nas/features/architecture_features.h"
#include "nas/space/nb201_space.h"
#include "support/input_error.h"
#include "support/parameter_name.h"

namespace bora::nas {
namespace {

const std::shared_ptr<const Nb201Space>& whole() {
  static const auto space = std::make_shared<const Nb201Space>();
  return space;
}

std::vector<std::string> every(int step) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < whole()->all()->size(); i += static_cast<std::size_t>(step))
    texts.push_back((*whole()->all())[i].text());
  return texts;
}

TEST(ListedSpace, HasOnlyTheListedArchitectures) {
  const ListedSpace space(whole(), every(311));
  EXPECT_EQ(space.all()->size(), 51u);
  Rng rng(1);
  for (int i = 0; i < 20; ++i) EXPECT_NO_THROW(space.check(space.sample(rng)));
  const Architecture other = (*whole()->all())[1];
  testing::expect_input_error([&] { space.check(other); }, "not in the list of 51");
  EXPECT_FALSE(space.decode(other.code()));
  EXPECT_TRUE(space.decode(space.all()->back().code()));
}

TEST(ListedSpace, NeighboursAreTheNearestOfTheList) {
  const ListedSpace space(whole(), every(311));
  Rng rng(2);
  const Architecture from = (*space.all())[7];
  const auto away = [&](const Architecture& to) {
    int different = 0;
    for (std::size_t i = 0; i < to.code().size(); ++i) different += to.code()[i] != from.code()[i] ? 1 : 0;
    return different;
  };
  const auto near = space.neighbours(from, 1000, rng);
  ASSERT_EQ(near.size(), 20u);
  std::set<std::string> texts;
  int farthest = 0;
  for (const Architecture& neighbour : near) {
    farthest = std::max(farthest, away(neighbour));
    texts.insert(neighbour.text());
  }
  EXPECT_EQ(texts.size(), 20u);
  EXPECT_FALSE(texts.contains(from.text()));
  for (const Architecture& other : *space.all())
    if (!texts.contains(other.text()) && !(other == from)) {
      EXPECT_GE(away(other), farthest);
    }
  EXPECT_EQ(space.neighbours(from, 2, rng).size(), 2u);
}

class ListedSpaceWithoutCodes : public ::testing::TestWithParam<std::string> {};

TEST_P(ListedSpaceWithoutCodes, NeighboursAreThoseOfTheWholeSpaceAndThenTheMostSimilar) {
  const SpacePtr all = make_space(GetParam());
  ASSERT_TRUE(all->levels().empty());
  Rng rng(3);
  const Architecture from = all->sample(rng);
  std::set<std::string> texts{from.text()}, next;
  for (const Architecture& near : all->neighbours(from, 6, rng)) next.insert(near.text());
  texts.insert(next.begin(), next.end());
  while (texts.size() < 150) texts.insert(all->sample(rng).text());
  const ListedSpace space(all, {texts.begin(), texts.end()});

  std::set<std::string> found;
  for (const Architecture& near : space.neighbours(from, 1000, rng)) found.insert(near.text());
  EXPECT_TRUE(std::ranges::includes(found, next)) << "a neighbour of the whole space is missing";

  const auto rows =
      standardised([&](const Architecture& a) { return space.statistics(a); }, *space.all())(*space.all());
  std::set<std::set<std::string>> different;
  double near_sum = 0, other_sum = 0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Architecture& each = (*space.all())[static_cast<std::size_t>(i)];
    std::set<std::string> near;
    for (const Architecture& neighbour : space.neighbours(each, 1000, rng)) near.insert(neighbour.text());
    EXPECT_EQ(near.size(), 20u);
    EXPECT_FALSE(near.contains(each.text()));
    different.insert(near);
    for (Eigen::Index j = 0; j < rows.rows(); ++j) {
      const bool is_near = near.contains((*space.all())[static_cast<std::size_t>(j)].text());
      (is_near ? near_sum : other_sum) +=
          (rows.row(i) - rows.row(j)).norm() / (is_near ? 20.0 : static_cast<double>(rows.rows() - 21));
    }
  }
  EXPECT_GT(different.size(), 140u);
  EXPECT_LT(near_sum, 0.6 * other_sum);
}

INSTANTIATE_TEST_SUITE_P(All, ListedSpaceWithoutCodes, ::testing::Values("mlp", "cnn", "mlp-training"),
                         testing::parameter_name);

TEST(ListedSpace, KnownNumbersFollowTheStatistics) {
  const auto texts = every(5000);
  const ListedSpace space(whole(), texts, {{1.5, 2}, {3, 4}, {5, 6}, {7, 8}});
  const auto numbers = space.statistics((*space.all())[1]);
  const auto plain = whole()->statistics((*space.all())[1]);
  ASSERT_EQ(numbers.size(), plain.size() + 2);
  EXPECT_EQ(numbers[plain.size()], 3);
  EXPECT_EQ(numbers.back(), 4);
}

TEST(ListedSpace, RefusesInvalidLists) {
  testing::expect_input_error([] { ListedSpace(whole(), {}); }, "none");
  const std::string text = whole()->all()->front().text();
  testing::expect_input_error([&] { ListedSpace(whole(), {text, text}); }, "twice");
  testing::expect_input_error([&] { ListedSpace(whole(), {text}, {{1}, {2}}); }, "2 of 1");
}

}  // namespace
}  // namespace bora::nas
