#include "nas/run/study/study_store.h"

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

const std::map<std::string, std::string> kStudyFacts{{"space", "nb201"}, {"budget", "3"}, {"version", "1"}};

TEST(StudyStore, ReturnsStoredRuns) {
  const auto folder = testing::TemporaryFolder::in_memory();
  EXPECT_FALSE(StudyStore::holds_study(folder / "study"));
  {
    StudyStore store = StudyStore::create(folder / "study", kStudyFacts);
    store.add("bowl:clip=no", 7, {{{"a", 90.25}, {"b", 10}, {"a, c", 91}}, 0.5});
    store.add("random", 7, {{{"b", 10}}, 0});
  }
  EXPECT_TRUE(StudyStore::holds_study(folder / "study"));
  const StudyRuns runs = StudyStore::open(folder / "study", kStudyFacts).runs();
  ASSERT_EQ(runs.size(), 2u);
  const StudyRun& run = runs.at({"bowl:clip=no", 7});
  EXPECT_EQ(run.seconds, 0.5);
  ASSERT_EQ(run.evaluations.size(), 3u);
  EXPECT_EQ(run.evaluations[2].architecture, "a, c");
  EXPECT_EQ(run.evaluations[0].accuracy, 90.25);
}

TEST(StudyStore, ResumesOnlyTheSameStudy) {
  const auto folder = testing::TemporaryFolder::in_memory();
  StudyStore::create(folder / "study", kStudyFacts);
  auto other = kStudyFacts;
  other["version"] = "2";
  testing::expect_input_error([&] { StudyStore::open(folder / "study", other); }, "version", "'2'");
  other["version"] = "1";
  other["budget"] = "4";
  testing::expect_input_error([&] { StudyStore::open(folder / "study", other); }, "budget", "'3'", "'4'");
  testing::expect_input_error([&] { StudyStore::create(folder / "study", kStudyFacts); }, "study");
  testing::expect_input_error([&] { StudyStore::open(folder / "none", kStudyFacts); }, "none");
}

}  // namespace
}  // namespace bora::nas
