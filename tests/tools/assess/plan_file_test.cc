#include "tools/assess/plan_file.h"

#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tools {
namespace {

class PlanFile : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) {
    const auto file =
        std::filesystem::temp_directory_path() /
        (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".toml");
    std::ofstream(file) << text;
    return file;
  }
  std::string words(const std::string& text) {
    std::string all;
    for (const auto& [option, value] : read_plan(write(text))) all += "--" + option + " " + value + ";";
    return all;
  }
};

TEST_F(PlanFile, NamesOptionsInTheOrderOfTheFile) {
  EXPECT_EQ(words("space = 'nb201'\ndata = 'digits'\nbudget = 300\nquiet = true\njson = false\n"),
            "--space nb201;--data digits;--budget 300;--quiet yes;");
}

TEST_F(PlanFile, JoinsListsButForWhatMayBeRepeated) {
  EXPECT_EQ(words("eps = ['2/255', 0.1]\nmodels = ['a.pt', 'b=c.pt']\nbaseline = 'resnet8'\n"),
            "--eps 2/255,0.1;--models a.pt;--models b=c.pt;--baseline resnet8;");
}

TEST_F(PlanFile, TablesAreSettings) {
  EXPECT_EQ(
      words("[search]\nstrategy = 'bowl'\nobjectives = ['accuracy', 'robustness']\nbudget = 60\nlr = 0.05\n"
            "[attack-options]\ncontinuous = true\n"),
      "--search strategy=bowl,objectives=accuracy,robustness,budget=60,lr=0.05;--attack-options "
      "continuous=yes;");
}

TEST_F(PlanFile, SaysWhereItIsWrong) {
  testing::expect_input_error([&] { words("data = 'digits'\neps = {a = {b = 1}}\n"); }, "toml:2: eps.a",
                              "expected a text");
  testing::expect_input_error([&] { words("data = \n"); }, "toml:1: ");
  testing::expect_input_error([&] { words("eps = 1\neps = 2\n"); }, "toml:2: 'eps' is given twice");
  testing::expect_input_error([&] { words("[train]\n[search]\n[train]\n"); },
                              "toml:3: 'train' is given twice");
  testing::expect_input_error([&] { words("out = 'x'\n"); }, "toml:1: out", "command line");
  testing::expect_input_error([&] { words("eps = [[1]]\n"); }, "toml:1: eps");
  testing::expect_input_error([&] { read_plan("/nowhere/plan.toml"); }, "/nowhere/plan.toml cannot be read");
}

}  // namespace
}  // namespace bora::tools
