#include "tuning/trials/printed_unit.h"

#include <gtest/gtest.h>

#include "tuning/trials/value_reader.h"

namespace bora::tuning {
namespace {

TEST(PrintedUnit, IsTheWordBehindTheNumber) {
  EXPECT_EQ(leading_unit(" ms"), "ms");
  EXPECT_EQ(leading_unit("s, done"), "s");
  EXPECT_EQ(leading_unit("\xc2\xb5s)"), "\xc2\xb5s");
  EXPECT_EQ(leading_unit("it/s]"), "it/s");
  for (const char* const none : {"", " ", "steps", "in 3 s", "%", ", 3 ms", "m20s", "s/step"})
    EXPECT_EQ(leading_unit(none), "") << none;
}

TEST(PrintedUnit, IsConverted) {
  EXPECT_DOUBLE_EQ(converted(1.2, "s", "ms").value(), 1200);
  EXPECT_DOUBLE_EQ(converted(850, "milliseconds", "s").value(), 0.85);
  EXPECT_DOUBLE_EQ(converted(2, "MiB", "B").value(), 2097152);
  EXPECT_DOUBLE_EQ(converted(1.5, "GB/s", "MB/s").value(), 1500);
  EXPECT_DOUBLE_EQ(converted(4, "s/it", "it/s").value(), 0.25);
  EXPECT_DOUBLE_EQ(converted(4, "it/s", "s/it").value(), 0.25);
  EXPECT_EQ(converted(3, "s", "seconds").value(), 3);
  EXPECT_FALSE(converted(3, "ms", "MB"));
  EXPECT_FALSE(converted(3, "MB", "MB/s"));
  EXPECT_FALSE(converted(3, "", "ms"));
}

TEST(PrintedUnit, OfAValueIsFoundByAnExpression) {
  const ValueReader reader("regex:time: ([0-9.]+)");
  EXPECT_EQ(reader.read_with_unit("time: 3 s\ntime: 850 ms\n").unit, "ms");
  EXPECT_EQ(reader.read_with_unit("time: 850 ms\n").number, 850);
  EXPECT_EQ(reader.read_with_unit("time: 850\nms").unit, "");
  EXPECT_EQ(ValueReader("regex:time: ([0-9.]+) s").read_with_unit("time: 1.2 s").unit, "s");
}

TEST(PrintedUnit, NumbersWithWordsAreTold) {
  for (const char* const line :
       {"850 ms", "1.2s", "93.1%", "time: 850 ms", "val_loss=-0.25", "best so far: 1e-3"})
    EXPECT_TRUE(is_number_with_words(line)) << line;
  for (const char* const line :
       {"0.5", "infeasible", "constraint 3 violated", "3 of 7", "", "error at step 3"})
    EXPECT_FALSE(is_number_with_words(line)) << line;
}

}  // namespace
}  // namespace bora::tuning
