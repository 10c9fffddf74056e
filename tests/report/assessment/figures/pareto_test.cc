#include "report/assessment/figures/pareto.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

using Rows = std::vector<std::vector<std::optional<double>>>;

std::vector<bool> front(const Rows& rows) {
  return pareto_front(rows);
}

TEST(Pareto, KeepsWhatNothingBeats) {
  EXPECT_EQ(front({{0.9, 0.1}, {0.8, 0.5}, {0.8, 0.4}, {0.1, 0.9}}),
            (std::vector<bool>{true, true, false, true}));
}

TEST(Pareto, EqualsDoNotBeatEachOther) {
  EXPECT_EQ(front({{0.9, 0.1}, {0.9, 0.1}}), (std::vector<bool>{true, true}));
}

TEST(Pareto, ValuesWithinTheToleranceAreEqual) {
  const Rows rows{{0.9, 1.0}, {0.9, 1.2}, {0.8, 1.3}};
  EXPECT_EQ(front(rows), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(pareto_front(rows, {0, 0.25}), (std::vector<bool>{true, true, false})) << "1.2 and 1.3 are one";
}

TEST(Pareto, AColumnThatIsNotKnownOfAllIsNotCompared) {
  // By the second column the first row would be on the front, but the second row has no value there.
  EXPECT_EQ(front({{0.1, 5.0}, {0.9, std::nullopt}}), (std::vector<bool>{false, true}));
  // A row without values is not on the front, and its missing columns are not left out.
  EXPECT_EQ(front({{0.1, 5.0}, {0.9, 1.0}, {std::nullopt, std::nullopt}}),
            (std::vector<bool>{true, true, false}));
}

}  // namespace
}  // namespace bora::report
