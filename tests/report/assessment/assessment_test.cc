#include "report/assessment/figures/assessment.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"
#include "report/assessment/figures/same_inputs.h"
#include "report/assessment/synthetic_assessment.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::report {
namespace {

class AssessmentTest : public ::testing::Test {
 protected:
  SyntheticAssessment two_models() {
    SyntheticAssessment out;
    const std::vector<SyntheticRun> two_runs{run_of_outcomes("rrsm", 8), run_of_outcomes("rrrm", 4)};
    out.models = {{"a", "searched", "cell", 1000, 0.001, 60.0, two_runs},
                  {"b", "given", "", {}, {}, {}, {run_of_outcomes("rssm", 8)}}};
    return out;
  }
  /// Writes models.json with one field changed, given as a JSON pointer.
  void write_with(const std::string& pointer, const nlohmann::json& value) {
    write_synthetic_assessment(two_models(), folder_.path());
    std::ifstream in(folder_ / "models.json");
    nlohmann::json json = parse_valid_json(in);
    json[nlohmann::json::json_pointer(pointer)] = value;
    std::ofstream(folder_ / "models.json") << json;
  }
  void refuses(const std::string& pointer, const nlohmann::json& value, const std::string& field,
               const std::string& expected) {
    write_with(pointer, value);
    testing::expect_input_error([&] { read_assessment(folder_.path()); }, "models.json: " + field + " is ",
                                expected);
  }
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
};

TEST_F(AssessmentTest, IsReadBack) {
  SyntheticAssessment written = two_models();
  written.bound = 4 / 255.0;
  const std::vector<SearchedNetwork> networks{{1, "cell", 0.9, 0.5, 1000, 3.5, true},
                                              {2, "other", {}, {}, 10, 1, false}};
  written.search = SearchRecord{"nb201", "nas-bowl", "robust", networks};
  write_synthetic_assessment(written, folder_.path());
  ASSERT_TRUE(holds_assessment(folder_.path()));
  EXPECT_FALSE(holds_assessment(folder_ / "attacks"));
  const Assessment read = read_assessment(folder_.path());
  EXPECT_EQ(read.status, "complete");
  EXPECT_EQ(read.data, "digits, test part");
  EXPECT_NEAR(*read.bound, 4 / 255.0, 1e-12);
  ASSERT_EQ(read.models.size(), 2U);
  const AssessedModel& a = read.models[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.origin, "searched");
  EXPECT_EQ(a.architecture, "cell");
  EXPECT_EQ(a.file, "models/a.pt");
  EXPECT_EQ(a.weights, 1000);
  EXPECT_EQ(a.latency, 0.001);
  EXPECT_EQ(a.seconds, 60);
  ASSERT_EQ(a.runs.size(), 2U);
  EXPECT_LT(bound_of(a.runs[0]), bound_of(a.runs[1])) << "smallest first, whatever the file's order";
  EXPECT_FALSE(read.models[1].weights);
  ASSERT_TRUE(read.search);
  ASSERT_EQ(read.search->networks.size(), 2U);
  EXPECT_EQ(read.search->networks[0].robustness, 0.5);
  EXPECT_TRUE(read.search->networks[0].finalist);
  EXPECT_FALSE(read.search->networks[1].accuracy);
}

TEST_F(AssessmentTest, ASearchMayGoByAnyEstimator) {
  for (const std::string& objective : search_objectives()) {
    write_with("/search", {{"objective", objective}});
    EXPECT_EQ(read_assessment(folder_.path()).search->objective, objective);
  }
}

// It may be an L2 distance or a number of pixels.
TEST_F(AssessmentTest, TheReferenceBoundMayBeAboveOne) {
  write_with("/bound", 2.5);
  EXPECT_EQ(read_assessment(folder_.path()).bound, 2.5);
}

TEST_F(AssessmentTest, ARunThatHasNotBegunIsNoError) {
  write_with("/models/1/runs", {"attacks/b/eps-8", "attacks/b/eps-16"});
  const Assessment read = read_assessment(folder_.path());
  EXPECT_EQ(read.models[1].runs.size(), 1U);
  EXPECT_EQ(read.models[1].not_begun, std::vector<std::string>{"attacks/b/eps-16"});
}

TEST_F(AssessmentTest, AModelMayHaveAFailure) {
  write_synthetic_assessment(two_models(), folder_.path());
  EXPECT_EQ(read_assessment(folder_.path()).models[1].failure, "") << "as in files of earlier versions";
  write_with("/models/1/failure", "no answer");
  EXPECT_EQ(read_assessment(folder_.path()).models[1].failure, "no answer");
}

TEST_F(AssessmentTest, NamesTheFieldThatIsWrong) {
  refuses("/format", 2, "format", "expected 1");
  refuses("/status", "done", "status", "running or interrupted or complete");
  refuses("/bound", -1, "bound", "a number from 0");
  refuses("/models", "a", "models", "an array");
  refuses("/models/1", 5, "models[1]", "an object");
  refuses("/models/0/name", "", "models[0].name", "a name");
  refuses("/models/1/name", "a", "models[1].name", "no other model has");
  refuses("/models/1/origin", "found", "models[1].origin", "searched or trained or given");
  refuses("/models/1/weights", -3, "models[1].weights", "a whole number from 0");
  refuses("/models/1/weights", 1.5, "models[1].weights", "a whole number from 0");
  refuses("/models/1/latency", "fast", "models[1].latency", "seconds from 0");
  refuses("/models/1/runs", {1}, "models[1].runs", "an array of texts");
  refuses("/search", {{"objective", "speed"}}, "search.objective", "accuracy or robust");
  refuses("/search", {{"objective", "accuracy"}, {"networks", {{{"accuracy", 93}}}}},
          "search.networks[0].accuracy", "a share from 0 to 1");
  refuses("/search", {{"objective", "accuracy"}, {"networks", {{{"finalist", 1}}}}},
          "search.networks[0].finalist", "true or false");
}

TEST_F(AssessmentTest, SaysThatAFileIsNoJson) {
  std::ofstream(folder_ / "models.json") << "{\"format\": 1,";
  testing::expect_input_error([&] { read_assessment(folder_.path()); }, "models.json", "is not JSON");
  testing::expect_input_error([&] { read_assessment(folder_ / "absent"); }, "absent/models.json");
}

TEST_F(AssessmentTest, RefusesDeepNesting) {
  constexpr int kLevels = 1'000'000;
  std::ofstream(folder_ / "models.json")
      << "{\"format\": " << std::string(kLevels, '[') << std::string(kLevels, ']') << "}";
  testing::expect_input_error([&] { read_assessment(folder_.path()); }, "models.json: nests deeper than 200");
}

// A name may be longer than a file system allows.
TEST_F(AssessmentTest, ARunWhosePathCannotBeHasNotBegun) {
  write_with("/models/0/runs/0", std::string(5000, 'a'));
  EXPECT_EQ(read_assessment(folder_.path()).models[0].not_begun.size(), 1U);
}

TEST_F(AssessmentTest, RefusesRunsThatCannotBeCompared) {
  const auto refused = [&](const char* word, auto change) {
    SyntheticAssessment assessment = two_models();
    change(assessment.models[1].runs[0]);
    write_synthetic_assessment(assessment, folder_.path());
    testing::expect_input_error([&] { read_assessment(folder_.path()); }, "attacks/a/eps-4",
                                "attacks/b/eps-8", "not of one assessment", word);
  };
  refused("the budget is 100 in the first, 200 in the second", [](SyntheticRun& run) { run.budget = 200; });
  refused("the seed", [](SyntheticRun& run) { run.seed = "8"; });
  refused("the attacks", [](SyntheticRun& run) { run.attacks.push_back("bo"); });
  refused("the goal", [](SyntheticRun& run) {
    run.targeted = true;
    for (SyntheticInstance& instance : run.instances) instance.target = 9;
  });
  refused("what the attacker sees", [](SyntheticRun& run) { run.visible = "label"; });
  refused("the number of inputs", [](SyntheticRun& run) {
    run.inputs.push_back({1, 2, false, "misclassified"});
  });
  refused("the class of record 4003", [](SyntheticRun& run) { run.inputs[3].label = 9; });
}

TEST_F(AssessmentTest, RefusesRunsOnOtherImagesOfTheSameClasses) {
  SyntheticAssessment synthetic = two_models();
  write_synthetic_assessment(synthetic, folder_.path());
  Assessment assessment = read_assessment(folder_.path());
  SyntheticRun& changed = synthetic.models[1].runs[0];
  changed.inputs[1] = {9, 9, true, ""};
  write_synthetic_run(changed, folder_ / "changed");
  assessment.models[1].runs[0].database = folder_ / "changed/run.sqlite";
  testing::expect_input_error([&] { check_same_inputs(assessment); }, "record 4001 is another image");
}

TEST_F(AssessmentTest, RefusesTwoRunsAtOneBound) {
  write_with("/models/0/runs", {"attacks/a/eps-8", "attacks/a/eps-8"});
  testing::expect_input_error([&] { read_assessment(folder_.path()); }, "both runs on a");
}

}  // namespace
}  // namespace bora::report
