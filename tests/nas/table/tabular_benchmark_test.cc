#include "nas/table/tabular_benchmark.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/real_data.h"
#include "support/text.h"

namespace bora::nas {
namespace {

const SpacePtr& nb201() {
  static const SpacePtr cells = make_space("nb201");
  return cells;
}
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

NasTable table() {
  NasTable made;
  made.file = "table.csv";
  made.columns = {"val_accuracy", "params", "other"};
  const double accuracies[] = {90, 95, kNone, 80};
  for (int i = 0; i < 4; ++i) {
    made.architectures.push_back((*nb201()->all())[static_cast<std::size_t>(1000 * i)].text());
    made.values.push_back({accuracies[i], 0.5 + i, 7});
  }
  return made;
}

TEST(TabularBenchmark, ReturnsTheAccuraciesOfTheTable) {
  const TabularBenchmark benchmark(nb201(), table(), "");
  EXPECT_EQ(benchmark.objective(), "val_accuracy");
  EXPECT_EQ(benchmark.size(), 3);  // the one without a value is left out
  EXPECT_EQ(benchmark.best_accuracy(), 95);
  const Architecture second = (*nb201()->all())[1000];
  EXPECT_EQ(benchmark.accuracy(second), 95);
  EXPECT_NEAR(benchmark.value(second), -std::log(0.05), 1e-12);
  EXPECT_EQ(benchmark.parameters(second), 1.5);
  EXPECT_EQ(benchmark.row(second)[2], 7);
  testing::expect_input_error([&] { benchmark.accuracy((*nb201()->all())[2000]); }, "no architecture");
  // The logarithm of the parameters in the table is appended to the statistics.
  const auto numbers = benchmark.space()->statistics(benchmark.space()->parse(second.text()));
  EXPECT_NEAR(numbers.back(), std::log(1.5), 1e-12);
  EXPECT_EQ(benchmark.space()->all()->size(), 3u);
}

TEST(TabularBenchmark, ObservationsMayBeOfOtherColumnsAndNoisy) {
  NasTable seeds = table();
  seeds.columns[2] = "first";
  seeds.columns.push_back("second");
  for (auto& row : seeds.values) row.insert(row.end(), row[0] > 50 ? row[0] - 2 : 0);
  const Architecture second = (*nb201()->all())[1000];
  EXPECT_EQ(TabularBenchmark(nb201(), seeds, "").observed(second, 1), 95);
  const TabularBenchmark drawn(nb201(), seeds, "", false, {.columns = {"first", "second"}, .noise = 0});
  std::set<double> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(drawn.observed(second, seed), drawn.observed(second, seed));
    seen.insert(drawn.observed(second, seed));
  }
  EXPECT_EQ(seen, (std::set<double>{7, 93}));
  EXPECT_EQ(drawn.accuracy(second), 95);
  const TabularBenchmark noisy(nb201(), table(), "", false, {.columns = {}, .noise = 0.5});
  double sum = 0, squares = 0;
  constexpr int kDraws = 2000;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const double off = noisy.observed(second, seed) - 95;
    sum += off / kDraws;
    squares += off * off / kDraws;
  }
  EXPECT_NEAR(sum, 0, 0.05);
  EXPECT_NEAR(std::sqrt(squares), 0.5, 0.05);
  const auto with_third = [] { TabularBenchmark(nb201(), table(), "", false, {{"third"}, 0}); };
  testing::expect_input_error(with_third, "third");
  testing::expect_input_error([&] { TabularBenchmark(nb201(), table(), "", false, {{}, -1}); }, "noise: -1");
}

// Searches take the first of equal neighbours, so that the order of a table that is sorted by accuracy would
// help.
TEST(TabularBenchmark, TheOrderOfTheTableHasNoInfluence) {
  NasTable best_last = table();
  best_last.architectures.clear();
  best_last.values.clear();
  for (int i = 0; i < 60; ++i) {
    best_last.architectures.push_back((*nb201()->all())[static_cast<std::size_t>(257 * i)].text());
    best_last.values.push_back({20.0 + i, 1, 7});
  }
  NasTable best_first = best_last;
  std::ranges::reverse(best_first.architectures);
  std::ranges::reverse(best_first.values);
  const TabularBenchmark one(nb201(), best_last, ""), other(nb201(), best_first, "");
  ASSERT_EQ(one.space()->all()->size(), 60u);
  EXPECT_EQ(*one.space()->all(), *other.space()->all());
  for (const Architecture& cell : *one.space()->all()) {
    EXPECT_EQ(one.accuracy(cell), other.accuracy(cell));
    Rng rng(1), same(1);
    EXPECT_EQ(one.space()->neighbours(cell, 20, rng), other.space()->neighbours(cell, 20, same));
  }
}

TEST(TabularBenchmark, ObservationsHaveTheUnitOfTheObjective) {
  NasTable mixed = table();
  mixed.columns[2] = "share";
  for (auto& row : mixed.values) row[2] = 0.9;
  const auto share_of_percent = [&] { TabularBenchmark(nb201(), mixed, "", false, {{"share"}, 0}); };
  testing::expect_input_error(share_of_percent, "observed", "share holds shares of 1");
  for (auto& row : mixed.values) row[0] /= 100, row[2] = 90;
  testing::expect_input_error(share_of_percent, "observed", "share holds percentages");
  for (auto& row : mixed.values) row[2] = 0.9;
  const TabularBenchmark shares(nb201(), mixed, "", false, {{"share"}, 0});
  EXPECT_NEAR(shares.observed((*nb201()->all())[1000], 1), 90, 1e-9);
}

TEST(TabularBenchmark, FractionsAreConvertedToPercent) {
  NasTable shares = table();
  for (auto& row : shares.values) row[0] /= 100;
  const TabularBenchmark benchmark(nb201(), shares, "");
  EXPECT_TRUE(benchmark.of_shares());
  EXPECT_NEAR(benchmark.best_accuracy(), 95, 1e-12);
  EXPECT_NEAR(benchmark.value((*nb201()->all())[1000]), -std::log(0.05), 1e-9);
  EXPECT_NEAR(TabularBenchmark(nb201(), shares, "", true).best_accuracy(), 0.95, 1e-12);
  EXPECT_FALSE(TabularBenchmark(nb201(), table(), "").of_shares());
  shares.values[3][0] = 40;
  EXPECT_FALSE(TabularBenchmark(nb201(), shares, "").of_shares()) << "one is no share: percent";
  for (auto& row : shares.values) row[0] = 0;
  EXPECT_FALSE(TabularBenchmark(nb201(), shares, "").of_shares()) << "0 is 0";
}

TEST(TabularBenchmark, ErrorsAreMinimised) {
  NasTable errors = table();
  errors.columns = {"error", "params", "seed_error"};
  const TabularBenchmark benchmark(nb201(), errors, "error:minimise", false, {{"seed_error"}, 0});
  const Architecture second = (*nb201()->all())[1000];
  EXPECT_TRUE(benchmark.minimised());
  EXPECT_EQ(benchmark.objective(), "error");
  EXPECT_EQ(benchmark.best_accuracy(), 20);
  EXPECT_EQ(benchmark.accuracy(second), 5);
  EXPECT_EQ(benchmark.observed(second, 1), 93);
  for (auto& row : errors.values) row = {row[0] / 100, row[1], 0.07};
  EXPECT_NEAR(TabularBenchmark(nb201(), errors, "error:minimise").best_accuracy(), 20, 1e-12);
}

TEST(TabularBenchmark, DoubtsThatAnErrorIsMaximised) {
  NasTable errors = table();
  errors.columns[0] = "val_error";
  const auto doubt = [&](const char* objective) {
    return TabularBenchmark(nb201(), errors, objective).doubt_about_direction();
  };
  EXPECT_TRUE(testing::contains(doubt("val_error"), "if smaller is better, give val_error:minimise"));
  EXPECT_EQ(doubt("val_error:maximise"), "");
  const TabularBenchmark maximised(nb201(), errors, "val_error:maximise");
  EXPECT_FALSE(maximised.minimised());
  EXPECT_EQ(maximised.objective(), "val_error");
  EXPECT_EQ(doubt("val_error:minimise"), "");
  EXPECT_EQ(TabularBenchmark(nb201(), table(), "").doubt_about_direction(), "");
  testing::expect_input_error([&] { TabularBenchmark(nb201(), table(), ":minimise"); }, "objective",
                              "':minimise' names no column");
}

TEST(TabularBenchmark, RefusesInvalidAccuraciesAndArchitectures) {
  NasTable wrong = table();
  wrong.values[1][0] = 101;
  testing::expect_input_error([&] { TabularBenchmark(nb201(), wrong, ""); }, "101", "percentage");
  wrong = table();
  wrong.values[1][1] = 0;
  testing::expect_input_error([&] { TabularBenchmark(nb201(), wrong, ""); }, "params", "positive");
  wrong = table();
  wrong.architectures[1] = wrong.architectures[0];
  testing::expect_input_error([&] { TabularBenchmark(nb201(), wrong, ""); }, "twice");
  wrong = table();
  wrong.architectures[1] = "resnet";
  testing::expect_input_error([&] { TabularBenchmark(nb201(), wrong, ""); }, "resnet");
  testing::expect_input_error([] { TabularBenchmark(nb201(), table(), "val_acuracy"); }, "val_accuracy");
  wrong = table();
  wrong.columns[0] = "x";
  testing::expect_input_error([&] { TabularBenchmark(nb201(), wrong, ""); }, "objective: must name");
}

TEST(TabularBenchmark, ReadsTheRealTables) {
  const auto folder = testing::real_data("nas");
  if (folder.empty()) GTEST_SKIP() << "no data: nas";
  const TabularBenchmark whole(nb201(), read_nas_table(folder / "nasbench201.csv"), "");
  EXPECT_EQ(whole.size(), 15625);
  EXPECT_EQ(whole.space(), nb201());
  EXPECT_NEAR(whole.best_accuracy(), 91.61, 0.01);
  // For 11 of its cells NASLib states the parameters of another cell that computes the same function.
  const TabularBenchmark part(nb201(), read_nas_table(folder / "zc_nasbench201_725.json"), "");
  EXPECT_EQ(part.size(), 725);
  int equal = 0;
  for (const Architecture& a : *part.space()->all())
    equal += std::abs(part.parameters(a) - whole.parameters(a)) < 1e-5 ? 1 : 0;
  EXPECT_EQ(equal, 714);
  EXPECT_EQ(
      TabularBenchmark(make_space("nb101"), read_nas_table(folder / "zc_nasbench101_500.json"), "").size(),
      500);
  EXPECT_EQ(
      TabularBenchmark(make_space("darts"), read_nas_table(folder / "zc_nasbench301_725.json"), "").size(),
      725);
}

// Errors below 1% in percent look like fractions.
TEST(TabularBenchmark, DoubtsTheUnitOfErrorsAreFractions) {
  const auto doubt = [](const char* column, double scale, const std::string& direction,
                        bool percent = false) {
    NasTable small = table();
    small.columns.front() = column;
    for (auto& row : small.values) row.front() *= scale;
    return TabularBenchmark(nb201(), small, column + direction, percent).doubt_about_unit();
  };
  const std::string warning =
      "objective: all values of error are at most 1 and are taken as fractions of 1; if they are percentages, "
      "divide them by 100";
  EXPECT_EQ(doubt("error", 0.01, ":minimise"), warning);
  EXPECT_EQ(doubt("error", 0.01, ""), warning);
  EXPECT_NE(doubt("Accuracy_Percent", 0.01, ""), "");
  EXPECT_NE(doubt("wrong", 0.01, ":minimise"), "");
  EXPECT_EQ(doubt("accuracy", 0.01, ""), "");
  EXPECT_EQ(doubt("error", 0.0001, ":minimise"), "") << "some are below 0.1";
  EXPECT_EQ(doubt("error", 0.0099, ":minimise"), "") << "fractions of a hard problem, with four decimals";
  EXPECT_NE(doubt("error_percent", 0.0099, ":minimise"), "");
  EXPECT_EQ(doubt("error", 1, ":minimise"), "") << "some are above 1";
  EXPECT_EQ(doubt("error", 0.01, ":minimise", true), "") << "a study of percentages that is resumed";
}

}  // namespace
}  // namespace bora::nas
