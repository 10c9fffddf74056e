#include "report/assessment/words/assessment_words.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

// A run lists its inputs in the order in which they are attacked.
TEST(RecordsText, NamesTheSmallestAndTheLargest) {
  RunRecord run;
  for (const int record : {2927, 72, 4790, 100}) {
    run.inputs.emplace_back();
    run.inputs.back().record = record;
  }
  EXPECT_EQ(records_text(run), "records 72 to 4790");
}

}  // namespace
}  // namespace bora::report
