#include "nas/space/listed_space.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "nas/space/nb201_space.h"
#include "support/input_error.h"

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
