#include "tools/options/option_of_value.h"

#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

const OptionValues kPaths = {{"model", "out/m.pt"},
                             {"data", "missing"},
                             {"prior", "a.pt,b.pt"},
                             {"models", "plain=c.pt;input-range=-1,1"},
                             {"out", "out"},
                             {"attack-options", "prior-cache=/tmp/cache,eps=0.1"},
                             {"image", "same.png"},
                             {"graph", "same.png"},
                             {"baseline", "runs/old/"},
                             {"header", ""}};

TEST(WithOption, NamesTheOptionOfAFile) {
  for (const auto& [error, option] : std::vector<std::pair<std::string, std::string>>{
           {"out/m.pt: is not TorchScript", "--model"},
           {"'missing' is neither a data set nor a path", "--data"},
           {"missing: holds no data set", "--data"},
           {"missing/labels.csv:3: label 'x' occurs twice", "--data"},
           {"b.pt: has 3 classes", "--prior"},
           {"c.pt: is not a file", "--models"},
           {"out/run.sqlite: is not a run", "--out"},
           {"/tmp/cache/a.pt: cannot be written", "--attack-options"},
           {"runs/old/run.sqlite: is missing", "--baseline"},
           {"the weights in b.pt are not finite", "--prior"},
           {"out/m.pt classifies graphs, but missing is read as images", "--model"},
           {std::filesystem::absolute("c.pt").string() + ": is truncated", "--models"},
           {"same.png: is no image", "--image, --graph"}})
    EXPECT_EQ(with_option(error, kPaths), option + ": " + error);
}

TEST(WithOption, LeavesOtherErrors) {
  for (const char* error :
       {"--data: missing: holds no data set", "plan.toml: --eps: got 40, expected 0 to 1", "no run given",
        "the part is missing in the file", "missings: holds no data set", "xb.pt: is not a file",
        "b.pth: is not a file", "eps: got 0.1", "tell: got 'x', expected the number of a trial"})
    EXPECT_EQ(with_option(error, kPaths), error);
}

// Options with a path of a value, whatever they are declared with, and one without.
TEST(WithOption, KnowsTheOptionsOfTheCommandLine) {
  std::string data = "digits", model, out, tag, file;
  CommandLine line("bo-test", "tests", "");
  namespace po = boost::program_options;
  line.section("Work").add_options()                                                //
      ("data", po::value(&data)->value_name("NAME|PATH"), "data set")               //
      ("model", value_of(model, "ADDRESS")->portable(absolute_path), "classifier")  //
      ("out", value_of(out, "FOLDER")->one_call(), "folder")                        //
      ("tag", value_of(tag, "TEXT"), "no path");
  const char* const words[] = {"bo-test", "--data", "d", "--model", "m", "--out", "o", "--tag", "t"};
  std::ostringstream printed;
  line.parse(static_cast<int>(std::size(words)), words, printed);
  for (const auto& [error, expected] :
       std::vector<std::pair<std::string, std::string>>{{"d: wrong", "--data: d: wrong"},
                                                        {"m: wrong", "--model: m: wrong"},
                                                        {"o/run.sqlite: wrong", "--out: o/run.sqlite: wrong"},
                                                        {"t: wrong", "t: wrong"}})
    EXPECT_EQ(with_option(error), expected);
  store_path_options({});
}

}  // namespace
}  // namespace bora::tools
