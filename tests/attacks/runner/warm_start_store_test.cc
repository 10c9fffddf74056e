#include "attacks/runner/warm_start_store.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace bora::attacks {
namespace {

// Instances of two attacks on each of `inputs` inputs, whose labels are 10 times their ids.
class WarmStartStoreTest : public ::testing::Test {
 protected:
  WarmStartStoreTest() : database_(RunDatabase::create(folder_ / "run.sqlite")) {}

  void plan(int inputs) {
    database_.begin();
    for (int i = 0; i < inputs; ++i) {
      InputRow input;
      input.id = i;
      input.label = 10 * i;
      database_.add(input);
    }
    for (int i = 0; i < 2 * inputs; ++i) {
      InstanceRow row;
      row.id = i;
      row.attack = i % 2 == 0 ? "even" : "odd";
      row.input = i / 2;
      row.target = 5;
      database_.add(row);
    }
    database_.commit();
    rows_ = database_.instances();
  }
  WarmStartStore make_store(int window) {
    return {database_, rows_, [](const std::string& attack) { return attack == "even"; }, window};
  }
  // Returns the number of first instances of "even" whose warm starts the instance at `place` gets, if as few
  // as possible have ended.
  int known(int window, int place) {
    WarmStartStore warm_starts = make_store(window);
    const InstanceRow& row = rows_[static_cast<std::size_t>(2 * place)];
    int ended = 0;
    for (; !warm_starts.ready(row); ++ended) {
      const InstanceRow& teacher = rows_[static_cast<std::size_t>(2 * ended)];
      warm_starts.keep(teacher, std::to_string(ended));
      warm_starts.record_end(teacher);
    }
    const WarmStarts given = warm_starts.known_to(row);
    EXPECT_EQ(static_cast<int>(given->size()), ended);
    for (int i = 0; i < ended; ++i) EXPECT_EQ((*given)[i].content, std::to_string(i));
    return ended;
  }

  testing::TemporaryFolder folder_;
  RunDatabase database_;
  std::vector<InstanceRow> rows_;
};

TEST_F(WarmStartStoreTest, AnInstanceGetsTheWarmStartsOfAllBlocksButTheLastTwo) {
  plan(30);
  for (int place = 0; place < 30; ++place) {
    EXPECT_EQ(known(1, place), place);
    EXPECT_EQ(known(2, place), std::max(0, place - 1));
    EXPECT_EQ(known(8, place), std::max(0, place / 4 - 1) * 4);
    for (const int window : {3, 5, 9, 64}) EXPECT_LE(place - known(window, place), window);
  }
}

TEST_F(WarmStartStoreTest, InstancesWaitForSlowOnesAndGetNoLaterWarmStarts) {
  plan(10);
  WarmStartStore warm_starts = make_store(4);
  for (const int place : {1, 2, 3}) {
    warm_starts.keep(rows_[2 * place], "warm start");
    warm_starts.record_end(rows_[2 * place]);
  }
  EXPECT_TRUE(warm_starts.ready(rows_[6]));
  EXPECT_TRUE(warm_starts.known_to(rows_[6])->empty());
  EXPECT_FALSE(warm_starts.ready(rows_[8])) << "the first has not ended";
  warm_starts.record_end(rows_[0]);  // without a warm start
  ASSERT_TRUE(warm_starts.ready(rows_[8]));
  const WarmStarts given = warm_starts.known_to(rows_[8]);
  ASSERT_EQ(given->size(), 1U) << "of the first block alone, though the second has ended too";
  EXPECT_EQ(given->front().label, 10);
  EXPECT_EQ(given->front().target, 5);
  EXPECT_EQ(given, warm_starts.known_to(rows_[10])) << "one block shares what it knows";
}

// Three targets per input: places 3 i to 3 i + 2 belong to input i, and inputs 1 and 3 are the same image.
TEST_F(WarmStartStoreTest, NoInstanceLearnsFromItsOwnInput) {
  database_.begin();
  for (int i = 0; i < 5; ++i) {
    InputRow input;
    input.id = i;
    input.label = i;
    input.attacked = true;
    input.content = i == 3 ? "pixels 1" : "pixels " + std::to_string(i);
    database_.add(input);
  }
  for (int i = 0; i < 15; ++i) {
    InstanceRow row;
    row.id = i;
    row.attack = "even";
    row.input = i / 3;
    row.target = 5 + i % 3;
    database_.add(row);
  }
  database_.commit();
  rows_ = database_.instances();
  WarmStartStore warm_starts = make_store(1);  // as --batch 1 has it: everything before is known
  int left_out = 0;
  for (int place = 0; place < 15; ++place) {
    const InstanceRow& row = rows_[place];
    ASSERT_TRUE(warm_starts.ready(row));
    std::vector<std::string> given, expected;
    for (const auto& warm_start : *warm_starts.known_to(row)) given.push_back(warm_start.content);
    const auto image = [](int at) { return at / 3 == 3 ? 1 : at / 3; };
    for (int before = 0; before < place; ++before) {
      if (image(before) == image(place)) {
        ++left_out;
      } else {
        expected.push_back(std::to_string(before));
      }
    }
    EXPECT_EQ(given, expected) << place;
    warm_starts.keep(row, std::to_string(place));
    warm_starts.record_end(row);
  }
  EXPECT_EQ(left_out, 5 * (0 + 1 + 2) + 3 * 3);
}

TEST_F(WarmStartStoreTest, AttacksThatDoNotLearnDoNotWait) {
  plan(10);
  WarmStartStore warm_starts = make_store(2);
  EXPECT_TRUE(warm_starts.ready(rows_[19]));
  EXPECT_EQ(warm_starts.known_to(rows_[19]), nullptr);
  EXPECT_NE(warm_starts.known_to(rows_[0]), nullptr);
}

TEST_F(WarmStartStoreTest, WarmStartsAreReadBackByteForByte) {
  plan(10);
  const std::string content("a\0\xff'b", 5);
  database_.begin();
  database_.add(WarmStartRow{0, content});
  database_.set_status(0, InstanceStatus::success, 1, 1, "");
  database_.set_status(2, InstanceStatus::failed, 1, 1, "its reason");
  database_.commit();
  rows_ = database_.instances();
  WarmStartStore warm_starts = make_store(2);
  ASSERT_TRUE(warm_starts.ready(rows_[6]));
  const WarmStarts given = warm_starts.known_to(rows_[6]);
  ASSERT_EQ(given->size(), 1U);
  EXPECT_EQ(given->front().content, content);
}

}  // namespace
}  // namespace bora::attacks
