#include "data/files/regression.h"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "common/text.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::expect_input_error;

class UciSet : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  RegressionSet load() { return load_uci((folder_ / "").string()); }
  const testing::TemporaryFolder folder_;
};

TEST_F(UciSet, ReadsColumnsByTheirIndexFiles) {
  write("data.txt", "1 2.5\t3e1 -4\r\n5,6,7,0.1234567890123\n\n");
  write("index_features.txt", "0\n3\n");
  write("index_target.txt", "1.000000000000000000e+00\n");
  const RegressionSet set = load();
  EXPECT_EQ(set.X, (Eigen::Matrix2d() << 1, -4, 5, 0.1234567890123).finished());
  EXPECT_EQ(set.y, Eigen::Vector2d(2.5, 6));
}

TEST_F(UciSet, TakesTheLastColumnWithoutIndexFiles) {
  write("data.txt", "1 2 3\n4 5 6\n");
  const RegressionSet set = load();
  EXPECT_EQ(set.X, (Eigen::Matrix2d() << 1, 2, 4, 5).finished());
  EXPECT_EQ(set.y, Eigen::Vector2d(3, 6));
}

TEST_F(UciSet, IsFoundByItsNameBelowTheDataFolder) {
  std::filesystem::create_directories(folder_ / "uci/toy/data");
  write("uci/toy/data/data.txt", "1 2\n3 4\n");
  ::setenv("BORA_DATA_DIR", (folder_ / "").c_str(), 1);
  EXPECT_EQ(load_uci("uci/toy").y, Eigen::Vector2d(2, 4));
  expect_input_error([] { load_uci("uci/other"); }, "uci/other", "data.txt");
  ::unsetenv("BORA_DATA_DIR");
}

TEST_F(UciSet, NamesTheWrongLine) {
  write("data.txt", "1 2 3\n4 5\n");
  expect_input_error([&] { load(); }, "data.txt:2", "2 numbers", "expected 3");
  write("data.txt", "1 2 3\n4 x 5\n");
  expect_input_error([&] { load(); }, "data.txt:2", "'x'");
  write("data.txt", "1 2 3\n4 nan 5\n");
  expect_input_error([&] { load(); }, "data.txt:2", "'nan'");
  write("data.txt", "1 2 3\n");
  expect_input_error([&] { load(); }, "data.txt", "1 row of");
  write("data.txt", "");
  expect_input_error([&] { load(); }, "data.txt", "0 rows");
  write("data.txt", "1 2 3\n4 5 6\n");
  write("index_features.txt", "0\n3\n");
  expect_input_error([&] { load(); }, "index_features.txt:2", "column 3", "0 to 2");
  write("index_features.txt", "0\n2\n");
  expect_input_error([&] { load(); }, "index_features.txt", "column 2", "target");
  write("index_target.txt", "1\n2\n");
  expect_input_error([&] { load(); }, "index_target.txt", "2 columns");
  write("index_target.txt", "0.5\n");
  expect_input_error([&] { load(); }, "index_target.txt:1", "0.5");
  write("index_target.txt", "");
  expect_input_error([&] { load(); }, "index_target.txt", "empty");
}

TEST_F(UciSet, PrefersTheSplitsInItsFolder) {
  write("data.txt", "1 2\n3 4\n5 6\n");
  write("index_train_0.txt", "2\n0\n");
  write("index_test_0.txt", "1\n");
  const RegressionSet set = load();
  EXPECT_EQ(split_of(set, 0).train, (std::vector<int>{2, 0}));
  EXPECT_EQ(split_of(set, 0).test, (std::vector<int>{1}));
  EXPECT_EQ(split_of(set, 1).train, published_split(3, 1).train);
  write("index_test_0.txt", "0\n");
  expect_input_error([&] { split_of(set, 0); }, "index_test_0.txt", "row 0");
  write("index_test_0.txt", "3\n");
  expect_input_error([&] { split_of(set, 0); }, "index_test_0.txt:1", "row 3", "0 to 2");
}

TEST(PublishedSplit, IsWhatTheAuthorsScriptDraws) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/data/published_splits.csv");
  std::string line;
  std::getline(file, line);
  int lines = 0;
  for (; std::getline(file, line); ++lines) {
    const auto cells = split(line, ',');
    std::vector<int> order;
    for (std::size_t i = 3; i < cells.size(); ++i) order.push_back(std::stoi(cells[i]));
    RegressionSplit drawn = published_split(std::stoi(cells[0]), std::stoi(cells[1]));
    EXPECT_EQ(drawn.train.size(), std::stoul(cells[2])) << line;
    drawn.train.insert(drawn.train.end(), drawn.test.begin(), drawn.test.end());
    EXPECT_EQ(drawn.train, order) << line;
  }
  EXPECT_EQ(lines, 9);
  expect_input_error([] { published_split(10, 20); }, "split", "20");
}

TEST(Whitening, GivesColumnsMeanZeroAndDeviationOne) {
  Eigen::MatrixXd rows(4, 2);
  rows << 1, 5, 3, 5, 5, 5, 7, 5;
  const Eigen::MatrixXd white = Whitening(rows).apply(rows);
  EXPECT_NEAR(white.col(0).mean(), 0, 1e-12);
  EXPECT_NEAR(white.col(0).squaredNorm() / 4, 1, 1e-12);
  EXPECT_EQ(white.col(1), Eigen::Vector4d::Zero());
}

}  // namespace
}  // namespace bora::data
