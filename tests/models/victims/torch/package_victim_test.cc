#include "models/victims/torch/package_victim.h"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "common/random.h"
#include "models/victims/load_victim.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using testing::expect_input_error;

/// Test of the packages that package_test.sh makes, if it has: this needs a compiler and half a minute.
class PackageVictim : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const folder = std::getenv("BORA_TEST_PACKAGES");
    if (folder == nullptr)
      GTEST_SKIP() << "BORA_TEST_PACKAGES names no folder of packages, see package_test.sh";
    folder_ = folder;
  }
  VictimOptions options(const std::string& file, bool trusted = true) const {
    VictimOptions options;
    options.address = (folder_ / file).string();
    options.data_shape = ImageShape{1, 6, 7};
    options.trusted = trusted;
    return options;
  }
  Batch images(int n) const {
    Rng rng(3);
    Batch images(n, 42);
    for (Eigen::Index i = 0; i < images.size(); ++i) images.data()[i] = static_cast<float>(rng.uniform());
    return images;
  }
  std::filesystem::path folder_;
};

TEST_F(PackageVictim, HasTheScoresOfTheNetwork) {
  const Batch asked = images(40);
  const Batch expected = load_victim(options("net.pt"))->scores(asked).values;
  for (const char* file : {"together.pt2", "alone.pt2", "four.pt2", "sides.pt2"}) {
    ThreadPool pool(2);
    const auto victim = load_victim(options(file), {}, &pool);
    EXPECT_EQ(victim->spec().classes, 5);
    EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
    EXPECT_FALSE(victim->has_gradients());
    EXPECT_LT((victim->scores(asked).values - expected).cwiseAbs().maxCoeff(), 1e-5F) << file;
    EXPECT_EQ(load_victim(options(file))->scores(asked).values, victim->scores(asked).values)
        << file << ": with one thread and with two";
  }
}

TEST_F(PackageVictim, RunsOnlyIfItIsTrusted) {
  expect_input_error([&] { load_victim(options("together.pt2", false)); }, "together.pt2", "trust-model");
}

TEST_F(PackageVictim, RefusesOtherImagesThanItWasCompiledFor) {
  VictimOptions other = options("together.pt2");
  other.data_shape = ImageShape{1, 7, 6};
  expect_input_error([&] { load_victim(other); }, "together.pt2", "takes no images of 1x7x6");
  expect_input_error([&] { load_victim(options("three.pt2")); }, "three.pt2", "expected: 3");
  other = options("together.pt2");
  other.output = "logits";
  expect_input_error([&] { load_victim(other); }, "none can be chosen");
}

TEST_F(PackageVictim, DistinguishesExportedFromCompiledPrograms) {
  expect_input_error([&] { load_victim(options("exported.pt2")); }, "exported.pt2",
                     "aoti_compile_and_package");
}

TEST_F(PackageVictim, RefusesTruncatedFiles) {
  const testing::TemporaryFolder folder;
  std::ifstream file(folder_ / "together.pt2", std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  for (const double share : {0.0, 0.001, 0.5, 0.999}) {
    const auto cut = folder / "cut.pt2";
    std::ofstream(cut, std::ios::binary)
        .write(whole.data(), static_cast<std::streamsize>(share * static_cast<double>(whole.size())));
    VictimOptions damaged = options("");
    damaged.address = cut.string();
    expect_input_error([&] { load_victim(damaged); }, "cut.pt2");
  }
}

TEST(PackageFile, IsCheckedBeforeItIsTrusted) {
  const testing::TemporaryFolder folder;
  VictimOptions options;
  options.address = (folder / "absent.pt2").string();
  options.data_shape = ImageShape{1, 6, 7};
  expect_input_error([&] { load_victim(options); }, "absent.pt2", "no such file");
  options.address = (folder / "text.pt2").string();
  std::ofstream(options.address) << "no archive";
  expect_input_error([&] { load_victim(options); }, "text.pt2");
}

}  // namespace
}  // namespace bora::models
