#include <fstream>

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "support/temporary_folder.h"
#include "tools/attack/attack_setup.h"

namespace bora {
namespace {

using testing::expect_input_error;

class PriorSetupTest : public ::testing::Test {
 protected:
  PriorSetupTest() {
    line_ = std::make_unique<CommandLine>("bo-attack", "tests", "");
    declare_options(*line_, text_);
    const char* arguments[] = {"bo-attack", "--model", "m.pt"};
    line_->parse(3, arguments);
    for (const char* name : {"a.pt", "b.pt"}) std::ofstream(folder_ / name) << "substitute";
  }
  PriorSetup setup(const std::string& prior) {
    text_.prior = prior;
    return image_setup(text_).prior;
  }

  testing::TemporaryFolder folder_;
  AttackOptionsText text_;
  std::unique_ptr<CommandLine> line_;
};

TEST_F(PriorSetupTest, IsABlackBoxUnlessSaid) {
  const PriorSetup none = image_setup(text_).prior;
  EXPECT_EQ(none.source, PriorSetup::Source::none);
  EXPECT_FALSE(none.learn);
}

TEST_F(PriorSetupTest, KnowsWhereSubstitutesComeFrom) {
  text_.prior_data = "digits";
  text_.prior_count = 4;
  text_.prior_epochs = 2;
  text_.prior_cache = "kept";
  const PriorSetup data = setup("data");
  EXPECT_EQ(data.source, PriorSetup::Source::data);
  EXPECT_EQ(data.data, "digits");
  EXPECT_EQ(data.count, 4);
  EXPECT_EQ(data.epochs, 2);
  EXPECT_EQ(data.cache, "kept");
  EXPECT_FALSE(data.learn);
}

TEST_F(PriorSetupTest, TakesFilesAndLessons) {
  const auto a = (folder_ / "a.pt").string(), b = (folder_ / "b.pt").string();
  const PriorSetup files = setup(a + "," + b);
  EXPECT_EQ(files.source, PriorSetup::Source::files);
  EXPECT_EQ(files.files, (std::vector<std::string>{a, b}));
  const PriorSetup learn = setup("learn");
  EXPECT_EQ(learn.source, PriorSetup::Source::none);
  EXPECT_TRUE(learn.learn);
}

TEST_F(PriorSetupTest, RefusesWhatMeansNothing) {
  expect_input_error([&] { setup("dta"); }, "--prior", "'dta' is no file", "did you mean data?");
  expect_input_error([&] { setup((folder_ / "a.pt").string() + ","); }, "'' is no file");
  expect_input_error([&] { setup((folder_ / "c.pt").string()); }, "c.pt' is no file");
  expect_input_error([&] { setup((folder_ / "a.pt").string() + ",learn"); }, "--prior: 'learn' is given",
                     "but stands alone");
  expect_input_error([&] { setup("data,none"); }, "--prior", "'data'", "stands alone");
  text_.prior_epochs = -1;
  expect_input_error([&] { setup("data"); }, "--prior-epochs", "-1");
  text_.prior_epochs = 2;
  expect_input_error([&] { setup("none"); }, "--prior-epochs", "belongs to --prior data");
  text_.prior_epochs = 0;
  text_.prior_cache = "kept";
  expect_input_error([&] { setup((folder_ / "a.pt").string()); }, "--prior-cache", "belongs to --prior data");
  text_.prior_cache.clear();
  text_.prior_count = -1;
  expect_input_error([&] { setup("data"); }, "--prior-count", "-1");
  text_.prior_count = 3;
  expect_input_error([&] { setup("none"); }, "--prior-count", "belongs to --prior data");
  expect_input_error([&] { setup("learn"); }, "--prior-count", "belongs to --prior data");
  text_.prior_count = 0;
  text_.prior_data = "digits";
  expect_input_error([&] { setup("none"); }, "--prior-data");
}

}  // namespace
}  // namespace bora
