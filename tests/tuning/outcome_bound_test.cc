#include "tuning/outcome_bound.h"

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::tuning {
namespace {

TEST(OutcomeBound, ReadsBothSides) {
  const auto bounds = parse_outcome_bounds({"latency<=20", " test.loss >= -1.5e-3 ", "latency>=0"});
  ASSERT_EQ(bounds.size(), 3u);
  EXPECT_EQ(bounds[0].text(), "latency<=20");
  EXPECT_EQ(bounds[1].text(), "test.loss>=-0.0015");
  EXPECT_EQ(bounds[0].slack(17.5), 2.5);
  EXPECT_EQ(bounds[0].slack(21), -1);
  EXPECT_EQ(bounds[1].slack(0), 0.0015);
  EXPECT_TRUE(bounds[0].kept(20));
  EXPECT_FALSE(bounds[0].kept(20.000001));
  EXPECT_TRUE(bounds[2].kept(0));
  EXPECT_FALSE(bounds[2].kept(-1e-9));
  EXPECT_EQ(parse_outcome_bounds({bounds[1].text()}).front().text(), bounds[1].text());
  EXPECT_TRUE(parse_outcome_bounds({}).empty());
}

TEST(OutcomeBound, SaysWhatIsWrong) {
  const auto refused = [](const std::vector<std::string>& texts) -> std::string {
    try {
      parse_outcome_bounds(texts);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* const text : {"c", "", "c<0", "c>0", "c==0", "c!=0", "c=<0", "<=0", " <=0"})
    EXPECT_EQ(refused({text}), std::string("constraint: '") + text +
                                   "' is not valid, expected NAME<=NUMBER or NAME>=NUMBER, e.g. latency<=20");
  for (const char* const number : {"", "x", "inf", "nan", "1<=2", "1e200", "1 2"})
    EXPECT_NE(refused({std::string("c<=") + number}).find("expected a number of at most 1e150"),
              std::string::npos)
        << number;
  EXPECT_NE(refused({"trial<=1"}).find("results.csv has a column of that name"), std::string::npos);
  EXPECT_NE(refused({"feasible>=1"}).find("results.csv has a column of that name"), std::string::npos);
  EXPECT_NE(refused({"c<=0", "c<=1"}).find("the same bound of c is given twice, c<=0 and c<=1"),
            std::string::npos);
}

}  // namespace
}  // namespace bora::tuning
