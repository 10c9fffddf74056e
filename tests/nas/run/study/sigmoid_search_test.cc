#include "nas/run/study/sigmoid_search.h"

#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "common/run_observer.h"
#include "nas/run/study/study_store.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

SigmoidConfig small_search(const std::filesystem::path& out) {
  SigmoidConfig config;
  config.out = out.string();
  config.bounds = {.layers = 1, .most_units = 4, .least_epochs = 2, .most_epochs = 6};
  config.search.initial = 3;
  config.search.candidates = 10;
  config.search.iterations = 2;
  config.facts = {{"seed", "0"}};
  return config;
}

TEST(SigmoidSearch, ReturnsAndStoresWhatItEvaluated) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SigmoidConfig config = small_search(folder / "search");
  const std::atomic<bool> stop = false;
  const SigmoidOutcome first = run_sigmoid_search(config, stop);
  ASSERT_EQ(first.evaluations.size(), 5u);
  for (const GivenPriorEvaluation& evaluation : first.evaluations)
    EXPECT_LE(evaluation.value, first.evaluations[first.best].value);
  EXPECT_EQ(first.network.accuracy(first.validation), first.evaluations[first.best].value)
      << "another network than the best";
  EXPECT_EQ(first.curves.validation.size(), static_cast<std::size_t>(first.setting.training.epochs));
  EXPECT_EQ(StudyStore::open(config.out, config.facts).get("status"), "complete");
  testing::expect_input_error([&] { run_sigmoid_search(config, stop); }, "already holds a search");
  config.resume = true;
  const SigmoidOutcome again = run_sigmoid_search(config, stop);
  EXPECT_EQ(again.best, first.best);
  EXPECT_EQ(again.curves.training, first.curves.training);
}

TEST(SigmoidSearch, IsStoredAsInterruptedWhenItIsStopped) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SigmoidConfig config = small_search(folder / "search");
  const std::atomic<bool> stop = true, go_on = false;
  EXPECT_THROW(run_sigmoid_search(config, stop), Interrupted);
  EXPECT_EQ(StudyStore::open(config.out, config.facts).get("status"), "interrupted");
  config.resume = true;
  run_sigmoid_search(config, go_on);
  EXPECT_EQ(StudyStore::open(config.out, config.facts).get("status"), "complete");
  EXPECT_NE(StudyStore::open(config.out, config.facts).get("finished"), "");
}

TEST(SigmoidSearch, TrainsOneNetworkWithoutASearch) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SigmoidConfig config = small_search(folder / "one");
  config.network = {{3, 2}};
  const std::atomic<bool> stop = false;
  const SigmoidOutcome outcome = run_sigmoid_search(config, stop);
  EXPECT_TRUE(outcome.evaluations.empty());
  EXPECT_EQ(outcome.curves.training.size(), 6u);
  EXPECT_FALSE(StudyStore::holds_study(config.out));
}

TEST(SigmoidSearch, FitsEachBasisAndTheProcess) {
  const auto folder = testing::TemporaryFolder::in_memory();
  SigmoidConfig config = small_search(folder / "basis");
  config.basis = {"linear", "cubic"};
  const RegressionOutcome outcome = run_regression(config);
  ASSERT_EQ(outcome.fits.size(), 3u);
  EXPECT_EQ(outcome.fits[1].model, "cubic");
  for (const RegressionFit& fit : outcome.fits) EXPECT_EQ(fit.mean.size(), outcome.shown.size());
}

}  // namespace
}  // namespace bora::nas
