#include "tools/assess/model_stages.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::tools {
namespace {

AssessOptions searching(Settings settings) {
  AssessOptions options;
  options.space = "nb201";
  options.data = "digits";
  options.device = "cpu";
  options.search_settings = std::move(settings);
  return options;
}

TEST(ModelStages, TakeSwitchesOfASearch) {
  EXPECT_NO_THROW(check_model_stages(searching({{"channels-last", "yes"}, {"budget", "3"}})));
  EXPECT_NO_THROW(check_model_stages(searching({{"channels-last", "no"}})));
  testing::expect_input_error(
      [] {
        check_model_stages(searching({{"channels-last", "1"}}));
      },
      "--search", "--channels-last: got '1'", "yes or no");
}

SearchStage stage_of(const std::string& estimator) {
  SearchStage stage;
  stage.options.space = "nb201";
  stage.options.estimator = stage.options.aim.estimator = estimator;
  stage.outcome.trials = {
      {.number = 1, .architecture = "a", .ended = true, .epochs = {{1, 0.5}, {0.5, 0.75}}, .weights = 10},
      {.number = 2, .architecture = "b", .ended = true, .failure = "diverged"}};
  return stage;
}

// The report can read the record of a search that the stage writes, whatever its estimator.
TEST(ModelStages, ASearchByAnyEstimatorIsReadBack) {
  const auto folder = testing::TemporaryFolder::in_memory();
  std::vector<std::string> expected = estimator_names();
  for (const std::string& estimator : estimator_names()) {
    const SearchStage stage = stage_of(estimator);
    ModelList list;
    list.status = "running";
    list.search = record_of(stage, {stage.outcome.trials.front()});
    write_model_list(list, folder.path());
    const Assessment read = read_assessment(folder.path());
    ASSERT_TRUE(read.search) << estimator;
    EXPECT_EQ(read.search->objective, estimator);
    ASSERT_EQ(read.search->networks.size(), 2u);
    EXPECT_EQ(read.search->networks[0].accuracy, 0.75);
    EXPECT_TRUE(read.search->networks[0].finalist);
    EXPECT_FALSE(read.search->networks[1].accuracy);
  }
  SearchStage robust = stage_of("tse");
  robust.options.aim.objectives = {"accuracy", "robustness"};
  EXPECT_EQ(record_of(robust, {}).objective, "robust");
  expected.emplace_back("robust");
  EXPECT_TRUE(std::ranges::is_permutation(search_objectives(), expected)) << "neither more nor fewer";
}

}  // namespace
}  // namespace bora::tools
