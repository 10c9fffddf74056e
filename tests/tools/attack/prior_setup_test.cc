#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"
#include "tools/attack/parse_attack.h"

namespace bora::tools {
namespace {

using testing::expect_input_error;
using Kind = PriorSource::Kind;

class PriorOptions : public ::testing::Test {
 protected:
  PriorOptions() {
    for (const char* name : {"a.pt", "b.pt"}) std::ofstream(folder_ / name) << "substitute";
  }
  std::string file(const std::string& name) { return (folder_ / name).string(); }
  static PriorConfig parse(const std::string& prior, Settings settings = {}) {
    settings.insert(settings.end(), {{"model", "m.pt"}, {"prior", prior}});
    return parse_attack(settings, RunTask::images).prior;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(PriorOptions, AreABlackBoxUnlessGiven) {
  const PriorConfig none = parse_attack(Settings{{"model", "m.pt"}}, RunTask::images).prior;
  EXPECT_EQ(none.source.kind, Kind::none);
  EXPECT_FALSE(none.source.learn);
}

TEST_F(PriorOptions, SayWhereSubstitutesComeFrom) {
  const PriorConfig data =
      parse("data",
            {{"prior-data", "digits"}, {"prior-count", "4"}, {"prior-epochs", "2"}, {"prior-cache", "kept"}});
  EXPECT_EQ(data.source.kind, Kind::data);
  EXPECT_EQ(data.data, "digits");
  EXPECT_EQ(data.count, 4);
  EXPECT_EQ(data.epochs, 2);
  EXPECT_EQ(data.cache, "kept");
  EXPECT_FALSE(data.source.learn);
}

TEST_F(PriorOptions, TakeFilesAndWarmStarts) {
  const PriorConfig files = parse(file("a.pt") + "," + file("b.pt"));
  EXPECT_EQ(files.source.kind, Kind::files);
  EXPECT_EQ(files.source.files, (std::vector<std::string>{file("a.pt"), file("b.pt")}));
  const PriorConfig learn = parse("learn");
  EXPECT_EQ(learn.source.kind, Kind::none);
  EXPECT_TRUE(learn.source.learn);
}

// No attack in L0 or by patches uses substitute models.
TEST_F(PriorOptions, AreForLinfAndL2) {
  EXPECT_EQ(parse("data", {{"norm", "l2"}, {"eps", "0.5"}}).source.kind, Kind::data);
  EXPECT_EQ(parse("data", {{"norm", "l2"}, {"attack", "gfcs,p-rgf,simba:start=prior"}}).source.kind,
            Kind::data);
  for (const std::string norm : {"l0", "patch"})
    expect_input_error(
        [&] {
          parse("data", {{"norm", norm}});
        },
        "--prior: is for --norm linf and l2, but --norm is " + norm);
}

TEST_F(PriorOptions, RefuseWhatMeansNothing) {
  expect_input_error([&] { parse("dta"); }, "--prior", "'dta' is not a file", "did you mean data?");
  expect_input_error([&] { parse(file("a.pt") + ","); }, "'' is not a file");
  expect_input_error([&] { parse(file("c.pt")); }, "c.pt' is not a file");
  expect_input_error([&] { parse(file("a.pt") + ",learn"); }, "--prior", "'learn'",
                     "cannot be combined with files");
  expect_input_error([&] { parse("data,none"); }, "--prior", "'data'", "cannot be combined with files");
  expect_input_error([&] { parse("data", {{"prior-epochs", "-1"}}); }, "--prior-epochs", "-1");
  expect_input_error(
      [&] {
        parse("none", {{"prior-epochs", "2"}});
      },
      "--prior-epochs", "belongs to --prior data");
  expect_input_error(
      [&] {
        parse(file("a.pt"), {{"prior-cache", "kept"}});
      },
      "--prior-cache", "belongs to --prior data");
  expect_input_error([&] { parse("data", {{"prior-count", "-1"}}); }, "--prior-count", "-1");
  expect_input_error(
      [&] {
        parse("none", {{"prior-count", "3"}});
      },
      "--prior-count", "belongs to --prior data");
  expect_input_error(
      [&] {
        parse("learn", {{"prior-count", "3"}});
      },
      "--prior-count", "belongs to --prior data");
  expect_input_error([&] { parse("none", {{"prior-data", "digits"}}); }, "--prior-data");
}

}  // namespace
}  // namespace bora::tools
