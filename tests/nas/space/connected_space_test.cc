#include "nas/space/connected_space.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "nas/space/listed_space.h"
#include "support/input_error.h"
#include "support/parameter_name.h"

namespace bora::nas {
namespace {

constexpr const char* kPathless = "|none~0|+|none~0|none~1|+|none~0|nor_conv_3x3~1|none~2|";
// Cell with one path; a neighbour without it has none.
constexpr const char* kOnePath = "|none~0|+|none~0|none~1|+|nor_conv_3x3~0|none~1|none~2|";

// Returns whether the last node can be reached from the first without passing a zero operation.
bool walks_through(const ArchitectureSpace& space, const LabelledDag& graph) {
  std::vector<bool> reached(static_cast<std::size_t>(graph.nodes()), false);
  reached.front() = true;
  for (const auto& [from, to] : graph.edges) {
    const auto label = static_cast<std::size_t>(graph.labels[static_cast<std::size_t>(to)]);
    if (reached[static_cast<std::size_t>(from)] && space.operations()[label].kind != Operation::Kind::none)
      reached[static_cast<std::size_t>(to)] = true;
  }
  return reached.back();
}

class EverySpace : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, EverySpace, ::testing::ValuesIn(space_names()), testing::parameter_name);

TEST_P(EverySpace, DrawsChangesAndListsOnlyArchitecturesWithPaths) {
  const SpacePtr space = with_paths(make_space(GetParam()));
  const auto holds = [&](const Architecture& each) {
    return std::ranges::all_of(each.cells(),
                               [&](const CellGraphs& cell) { return walks_through(*space, cell.whole); });
  };
  Rng rng(3);
  for (int i = 0; i < 100; ++i) {
    const Architecture drawn = space->sample(rng);
    EXPECT_TRUE(holds(drawn)) << drawn.text();
    EXPECT_TRUE(space->allows(drawn));
    for (const Architecture& near : space->neighbours(drawn, 5, rng)) EXPECT_TRUE(holds(near)) << near.text();
  }
  if (const auto all = space->all()) {
    EXPECT_TRUE(std::ranges::all_of(*all, holds));
  }
}

TEST(ConnectedSpace, LeavesOutCellsOfNb201WithoutAPath) {
  const SpacePtr whole = make_space("nb201"), space = with_paths(whole);
  EXPECT_FALSE(has_paths(whole->parse(kPathless)));
  EXPECT_TRUE(has_paths(whole->parse(kOnePath)));
  const auto lacking =
      std::ranges::count_if(*whole->all(), [](const Architecture& a) { return !has_paths(a); });
  EXPECT_EQ(lacking + std::ssize(*space->all()), 15625);
  EXPECT_GT(lacking, 0);
  EXPECT_FALSE(space->allows(whole->parse(kPathless)));
  EXPECT_FALSE(space->decode(whole->parse(kPathless).code()));
  EXPECT_TRUE(space->decode(whole->parse(kOnePath).code()));
  EXPECT_EQ(space->parse(kPathless).text(), kPathless) << "it still has a name";
}

TEST(ConnectedSpace, ReturnsAsManyNeighboursAsRequestedIfThereAre) {
  const SpacePtr whole = make_space("nb201"), space = with_paths(whole);
  const Architecture cell = whole->parse(kOnePath);
  Rng rng(5);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(space->neighbours(cell, 10, rng).size(), 10U);
  const auto all = space->neighbours(cell, std::numeric_limits<int>::max(), rng);
  EXPECT_EQ(all.size(), 23U) << "of 24, all but the one without the path";
}

TEST(ConnectedSpace, HoldsForTheCellsOfATable) {
  const SpacePtr whole = make_space("nb201");
  const auto listed = std::make_shared<ListedSpace>(whole, std::vector<std::string>{kPathless, kOnePath});
  const SpacePtr space = with_paths(listed);
  ASSERT_EQ(space->all()->size(), 1U);
  EXPECT_EQ(space->all()->front().text(), kOnePath);
  const auto none = std::make_shared<ListedSpace>(whole, std::vector<std::string>{kPathless});
  testing::expect_input_error([&] { with_paths(none); }, "no architecture has a path");
}

TEST(ConnectedSpace, IsTheSpaceItselfIfNothingIsLeftOut) {
  for (const std::string& name : space_names()) {
    if (name == "nb201") continue;
    const SpacePtr whole = make_space(name);
    EXPECT_EQ(with_paths(whole), whole) << name;
  }
}

}  // namespace
}  // namespace bora::nas
