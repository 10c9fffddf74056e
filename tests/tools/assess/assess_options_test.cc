#include "tools/assess/assess_options.h"

#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

class AssessOptionsTest : public ::testing::Test {
 protected:
  AssessOptionsTest()
      : folder_(fs::temp_directory_path() /
                (std::string("assess-") + ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "sub");
    for (const char* name : {"a.pt", "b.pt", "sub/a.pt"}) std::ofstream(folder_ / name) << "model";
  }
  ~AssessOptionsTest() override { fs::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  AssessOptions parsed(std::vector<std::string> words) const {
    words.insert(words.begin(), "bo-assess");
    words.insert(words.end(), {"--out", file("out")});
    std::vector<const char*> all;
    for (const std::string& word : words) all.push_back(word.c_str());
    AssessOptions options;
    EXPECT_TRUE(parse(options, static_cast<int>(all.size()), all.data()));
    return options;
  }
  void refused(const std::vector<std::string>& words, const std::string& part,
               const std::string& other = "") const {
    testing::expect_input_error([&] { parsed(words); }, part, other);
  }
  fs::path folder_;
};

TEST_F(AssessOptionsTest, ModelsHaveNamesAndOptionsOfTheirOwn) {
  const auto options =
      parsed({"--models", file("a.pt"), "mine=" + file("b.pt") + ";input-range=-1,1;layout=nhwc"});
  ASSERT_EQ(options.given.size(), 2U);
  EXPECT_EQ(options.given[0].name, "a");
  EXPECT_EQ(options.given[1].name, "mine");
  EXPECT_EQ(options.given[1].address, file("b.pt"));
  const Settings expected = {{"input-range", "-1,1"}, {"layout", "nhwc"}};
  EXPECT_EQ(options.given[1].options, expected);
}

TEST_F(AssessOptionsTest, ModelsAreWhateverCanBeAttacked) {
  const auto options =
      parsed({"--models", "mine=exec:./serve --port=1;std=0.5", "http://localhost:8000/v2/models/net",
              file("a.pt"), "--baseline", "other=https://host/v2/models/x?a=b", "--trust-model"});
  ASSERT_EQ(options.given.size(), 4U);
  EXPECT_EQ(options.given[0].name, "mine");
  EXPECT_EQ(options.given[0].address, "exec:./serve --port=1");
  EXPECT_EQ(options.given[0].options, (Settings{{"std", "0.5"}}));
  EXPECT_EQ(options.given[1].name, "net");
  EXPECT_EQ(options.given[3].address, "https://host/v2/models/x?a=b");
  EXPECT_TRUE(options.trust_model);
  EXPECT_EQ(options.config.find("trust"), std::string::npos) << "has to be said each time";
  EXPECT_NE(options.config.find("exec:./serve --port=1"), std::string::npos);
}

TEST_F(AssessOptionsTest, RefusesWhatHasAnEffectOnNoModel) {
  const std::string program = "p=exec:./serve";
  refused({"--models", file("a.pt"), "--attack-options", "timeout=5"},
          "--attack-options timeout: applies only to models outside this process");
  refused({"--data", "digits", "--baseline", "resnet8", "--attack-options", "rate=5"},
          "--attack-options rate: applies only to models outside this process");
  refused({"--models", program, "--attack-options", "header=A: b"},
          "--attack-options header: applies only to models on servers");
  refused({"--models", program, "--device", "cuda"}, "--device: is for models in this process");
  refused({"--models", program, "--device", "cuda", "--attack-options", "prior=learn"},
          "--device: is for models in this process");
  const auto mixed = parsed({"--models", file("a.pt"), program, "--attack-options", "timeout=5,retries=1"});
  EXPECT_EQ(mixed.given.size(), 2U);
  EXPECT_EQ(parsed({"--models", file("a.pt"), program, "--device", "cuda"}).device, "cuda");
  const auto substitutes =
      parsed({"--models", program, "--device", "cuda", "--attack-options", "prior=data"});
  EXPECT_EQ(substitutes.device, "cuda") << "of the substitute models";
}

TEST_F(AssessOptionsTest, BaselinesAreArchitecturesOrFiles) {
  const auto options = parsed({"--data", "digits", "--baseline", "resnet8", file("a.pt")});
  EXPECT_EQ(options.trained, std::vector<std::string>{"resnet8"});
  ASSERT_EQ(options.given.size(), 1U);
  EXPECT_EQ(options.given[0].name, "a");
}

TEST_F(AssessOptionsTest, ModelsAndDataAreAllOnImagesOrAllOnGraphs) {
  std::ofstream(folder_ / "c.onnx") << "model";
  refused({"--models", file("c.onnx"), "--data", "er-components"},
          "--models: " + file("c.onnx") + " classifies images, but er-components is read as graphs");
  refused({"--baseline", "gcn", file("c.onnx"), "--data", "er-components"},
          "--baseline: " + file("c.onnx") + " classifies images, but er-components is read as graphs");
  refused({"--models", "http://h/v2/models/m", "--data", "er-components"}, "classifies images, but");
  EXPECT_TRUE(parsed({"--models", file("a.pt"), "p=exec:./serve", "--data", "er-components"}).graphs)
      << "neither says what it classifies";
  EXPECT_FALSE(parsed({"--models", file("c.onnx"), file("a.pt"), "--data", "digits"}).graphs);
}

TEST_F(AssessOptionsTest, BoundsAreSortedByWhatTheyAre) {
  const std::vector<std::string> expected = {"2/255", "0.013", "8/255"};
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--eps", "8/255,0.013,2/255"}).bounds, expected);
}

TEST_F(AssessOptionsTest, BoundsThatAreOneInGreyLevelsAreThere) {
  for (const char* const bounds : {"0.03137,8/255", "8/255,0.0314", "0.0313725,4/255,0.031372549"})
    refused({"--models", file("a.pt"), "--eps", bounds}, "are the same bound on 8-bit images, 8/255");
  refused({"--models", file("a.pt"), "--eps", "0.3,76/255"}, "76/255");
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--eps", "0.03137,8/255", "--attack-options", "continuous=yes"})
                .bounds.size(),
            2U)
      << "off the grid these are two";
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--eps", "0.031,8/255"}).bounds.size(), 2U);
}

TEST_F(AssessOptionsTest, BoundsAreNamedAsTheyAreInForce) {
  const auto named = [&](const std::string& bound, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"--models", file("a.pt"), "--eps", bound};
    words.insert(words.end(), more.begin(), more.end());
    return bound_in_force(parsed(words), bound);
  };
  EXPECT_EQ(named("0.09"), "23/255 (asked: 0.09)");
  EXPECT_EQ(named("0.1"), "25/255 (asked: 0.1)");
  EXPECT_EQ(named("8/255"), "8/255");
  EXPECT_EQ(named("auto"), "auto");
  EXPECT_EQ(named("0.09", {"--attack-options", "continuous=yes"}), "0.09");
  EXPECT_EQ(named("0.5", {"--norm", "l2"}), "0.5");
}

TEST_F(AssessOptionsTest, TheNormIsPassedOnToTheAttacks) {
  const auto l2 = parsed({"--models", file("a.pt"), "--norm", "l2", "--eps", "2,0.5"});
  EXPECT_EQ(l2.attack_settings, (Settings{{"norm", "l2"}}));
  EXPECT_EQ(l2.bounds, (std::vector<std::string>{"0.5", "2"}));
  EXPECT_EQ(parsed({"--models", file("a.pt")}).attack_settings, Settings{});
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--norm", "l0", "--eps", "8,24"}).attack, "sparse-rs,random");
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--norm", "patch", "--eps", "3,5"}).attack, "sparse-rs,random");
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--attack-options", "norm=l0", "--eps", "8"}).attack,
            "sparse-rs,random");
  refused({"--models", file("a.pt"), "--norm", "l1"}, "--norm: 'l1' is not one of linf, l2, l0, patch");
  refused({"--models", file("a.pt"), "--norm", "l2", "--attack-options", "norm=l0"},
          "--norm: got l2, but --attack-options has norm=l0");
  refused({"--data", "er-components", "--baseline", "gcn", "--norm", "l2"}, "--norm: is for images");
}

TEST_F(AssessOptionsTest, TheReferenceIsFoundAmongTheBounds) {
  EXPECT_EQ(
      parsed({"--models", file("a.pt"), "--eps", "0.03137,4/255", "--reference", "8/255"}).reference_bound,
      0.03137);
  EXPECT_EQ(parsed({"--models", file("a.pt"), "--eps", "0.03137,4/255"}).reference_bound, std::nullopt);
  refused({"--models", file("a.pt"), "--eps", "0.03137,4/255", "--reference", "9/255"},
          "--reference: '9/255' is not one of");
}

TEST_F(AssessOptionsTest, RefusesWhatCannotBe) {
  refused({"--models", file("a.pt"), file("sub/a.pt")}, "two models are called 'a'", "NAME=FILE");
  refused({"--models", file("c.pt")}, "c.pt is not a file");
  refused({"--models", "x y=" + file("a.pt")}, "x y=", "is not a file");
  refused({"--models", ".x=" + file("a.pt")}, "'.x' cannot name a model", "NAME=ADDRESS");
  refused({"--models", "exec:./serve --port=1"}, "cannot name a model", "NAME=ADDRESS");
  refused({"--models", file("a.pt"), "--attack-options", "trust-model=1"},
          "trust-model must be set by an option");
  refused({"--models", file("a.pt") + ";range=0,1"}, "'range' is not one of input-range");
  refused({"--data", "digits", "--baseline", "resnet9"}, "did you mean resnet8?");
  refused({"--models", file("a.pt"), "--eps", "0.1,0.1"}, "0.1 is given twice");
  refused({"--models", file("a.pt"), "--eps", "8/0"}, "--eps");
  refused({"--models", file("a.pt"), "--eps", "0.1,0.2", "--reference", "0.3"},
          "--reference: '0.3' is not one of the bounds 0.1, 0.2");
  refused({"--data", "digits"}, "give at least one of them", "");
  refused({"--space", "nb201"}, "--data: must name the images");
  refused({"--search", "budget=3", "--models", file("a.pt")}, "--search: belongs to --space");
  refused({"--models", "search-2=" + file("a.pt"), "--space", "nb201", "--data", "digits"},
          "search-2 is the name of a network of the search");
  refused({"--models", file("a.pt"), "--train", "epochs=3"}, "--train: nothing is trained");
  refused({"--models", file("a.pt"), "--edits", "0.1"}, "--edits: is for graphs");
  refused({"--models", file("a.pt"), "--budget", "50", "--fail-if", "asr@100 > 0.2"},
          "more queries than --budget 50");
  refused({"--data", "er-components", "--baseline", "gcn:width=8", "gcn-width-8=" + file("a.pt")},
          "two models are called gcn-width-8");
  refused({"--data", "digits", "--baseline", "lenet", "resnet8", "lenet"},
          "--baseline: lenet is given twice");
  refused({"--models", file("a.pt"), "--until", "verify"},
          "'verify' is not one of search, train, attack, report");
  refused({"--models", file("a.pt"), "--attack-options", "eps=0.1"}, "eps must be set by an option");
  refused({"--space", "nb201", "--data", "digits", "--finalists", "0"}, "--finalists: got 0");
  refused({"--models", file("a.pt"), "--finalists", "3"}, "--finalists: there is no search");
}

TEST_F(AssessOptionsTest, ThePlanIsReadAndTheCommandLineWins) {
  std::ofstream(folder_ / "plan.toml")
      << "data = 'digits'\nbudget = 40\neps = ['0.1', '0.2']\nspace = 'nb201'\n"
         "[search]\nbudget = 6\n";
  const auto options = parsed({"--plan", file("plan.toml"), "--budget", "50"});
  EXPECT_EQ(options.data, "digits");
  EXPECT_EQ(options.budget, 50);
  EXPECT_EQ(options.bounds.size(), 2U);
  EXPECT_EQ(options.search_settings, (Settings{{"budget", "6"}}));
}

TEST_F(AssessOptionsTest, ErrorsInSettingsOfAnotherCommandNameThePlanThatHoldsThem) {
  std::ofstream(folder_ / "plan.toml") << "data = 'digits'\nspace = 'nb201'\n[search]\nout = 'x'\n"
                                          "[attack-options]\nbudget-edits = 0.1\n";
  refused({"--plan", file("plan.toml")}, file("plan.toml") + ": --search: out must be set by an option");
  refused({"--plan", file("plan.toml"), "--search", "budget=3"},
          file("plan.toml") + ": --attack-options: budget-edits must be set by an option");
  const auto typed =
      parsed({"--plan", file("plan.toml"), "--search", "budget=3", "--attack-options", "checks=none"});
  EXPECT_EQ(typed.attack_origin, "--attack-options");
  EXPECT_EQ(typed.search_origin, "--search");
}

TEST_F(AssessOptionsTest, APlanWithAnUnknownOptionIsNamed) {
  std::ofstream(folder_ / "plan.toml") << "data = 'digits'\nbugdet = 40\n";
  refused({"--plan", file("plan.toml"), "--space", "nb201"},
          file("plan.toml") + ": unknown option --bugdet; did you mean --budget?");
}

TEST_F(AssessOptionsTest, WhatIsResumedKeepsItsOptions) {
  const auto first = parsed({"--models", file("a.pt"), "--budget", "40", "--eps", "0.1"});
  fs::create_directories(folder_ / "out");
  std::ofstream(folder_ / "out" / "config.ini") << first.config;
  const auto again = parsed({"--resume", "--threads", "1"});
  EXPECT_EQ(again.budget, 40);
  ASSERT_EQ(again.given.size(), 1U);
  EXPECT_EQ(again.given[0].address, file("a.pt"));
  EXPECT_EQ(again.config, parsed({"--resume", "--threads", "1", "--budget", "40"}).config);
  EXPECT_EQ(parsed({"--resume", "--budget", "41"}).budget, 41) << "without a result it may be corrected";
  fs::create_directories(folder_ / "out" / "models");
  std::ofstream(folder_ / "out" / "models" / "trained.pt") << "a result";
  refused({"--resume", "--budget", "41"}, "--budget: the assessment", "cannot be resumed with '41'");
  refused({"--resume", "--models", file("b.pt")}, "--models: the assessment", "leave the option out");
}

}  // namespace
}  // namespace bora::tools
