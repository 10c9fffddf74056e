#include "nas/run/study/tabular_study.h"

#include <atomic>
#include <fstream>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "nas/run/study/study_store.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

// Observer that throws when the first searches are done.
class FailingObserver final : public RunObserver {
 public:
  const std::atomic<bool>& stop() const override { return stop_; }
  void update(double /*fraction*/, const std::string& /*text*/) override {
    throw std::runtime_error("no terminal");
  }
  void say(const std::string& /*text*/) override {}
  void warn(const std::string& /*text*/) override {}
  void finish() override {}

 private:
  std::atomic<bool> stop_ = false;
};

TEST(TabularStudy, IsStoredAsInterruptedAfterAnError) {
  const auto folder = testing::TemporaryFolder::in_memory();
  StudyConfig config;
  config.out = (folder / "study").string();
  config.space = "nb201";
  config.table = (folder / "table.csv").string();
  config.strategies = {"random"};
  config.seeds = {1};
  config.budget = 2;
  const auto all = make_space("nb201")->all();
  {
    std::ofstream table(config.table);
    table << "arch,val_accuracy\n";
    for (std::size_t i = 1; i <= 3; ++i) table << (*all)[all->size() - i].text() << "," << 90 + i << "\n";
  }
  FailingObserver observer;
  EXPECT_THROW(run_tabular_study(config, observer), std::runtime_error);
  const StudyStore store = StudyStore::open(config.out, {});
  EXPECT_EQ(store.get("status"), "interrupted");
  EXPECT_EQ(store.runs().size(), 1u);
}

}  // namespace
}  // namespace bora::nas
