// Runs on a victim that answers several requests at a time.
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "attacks/runner/image_plan.h"
#include "attacks/runner/run_contents.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "common/error.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks::workers_test {
namespace {

namespace fs = std::filesystem;

constexpr int kBudget = 40;
constexpr ImageShape kShape{1, 9, 9};

/// One of several connections to a LinearVictim.
class Connection final : public testing::LinearVictim {
 public:
  using Before = std::function<void(int connection, int call)>;
  Connection(int number, Before before)
      : LinearVictim(kShape, 4, 3, 1.5), number_(number), before_(std::move(before)) {}
  Scores scores(const Batch& images) override {
    if (before_) before_(number_, calls);
    passes_.assign(static_cast<std::size_t>(images.rows()), 1 + number_);
    return LinearVictim::scores(images);
  }
  std::vector<int> passes() const override { return passes_; }

 private:
  int number_;
  Before before_;
  std::vector<int> passes_;
};

class Workers : public ::testing::Test {
 protected:
  Workers() : data_(testing::labelled_images(victim_, 12, 2)) {}

  RunDatabase create(const std::string& name) {
    fs::create_directories(folder_ / name);
    auto database = RunDatabase::create(folder_ / name / "run.sqlite");
    PlanOptions plan;
    plan.attacks = {"square", "random"};
    plan.inputs = 5;
    plan.targeted = true;
    plan.random_targets = 2;
    const auto made = make_plan(victim_, data_, plan, kBudget);
    database.begin();
    store(made, database);
    database.commit();
    return database;
  }

  /// Runs with `workers` connections; 0: one worker on the ledger's own connection. `rounds`: number of
  /// rounds in total; 0: to the end; below 0: none. `died`: whether the earlier process of the run was
  /// killed.
  RunEnd run(RunDatabase& database, int workers, const Connection::Before& before = {}, int rounds = 0,
             bool died = false) {
    const ImageTask task(kShape, ball_);
    const ImageAttacks factory(database, task, {.shape = kShape, .ball = ball_, .classes = 4}, {});
    Connection own(0, [&](int, int) {
      if (before) before(-1, 0);
    });
    Oracle<Pixels> oracle(own);
    const RetrySchedule schedule{RetrySchedule::growing(RetrySchedule::Milliseconds(1), 3), wait_};
    Ledger<Pixels> ledger(oracle, task, database, {}, schedule);
    ThreadPool pool(2);
    Runner<Pixels> runner(task, factory, database, ledger, pool, 8);
    std::vector<std::unique_ptr<Oracle<Pixels>>> connections;
    for (int worker = 0; worker < workers; ++worker)
      connections.push_back(std::make_unique<Oracle<Pixels>>(std::make_unique<Connection>(worker, before)));
    if (workers > 0) runner.set_connections(std::move(connections));
    runner.resume(died);
    std::atomic<bool> stop = rounds < 0;
    int done = 0;
    return runner.run(stop, [&](const RunProgress&) {
      if (++done == rounds) stop = true;
    });
  }

  /// Returns the worker that an instance belongs to, in 0-2.
  static int worker_of(int instance) { return (instance + instance / 3) % 3; }

  std::string one_worker() {
    auto database = create("one");
    EXPECT_EQ(run(database, 0), RunEnd::complete);
    return contents(database);
  }

  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  testing::LinearVictim victim_{kShape, 4, 3, 1.5};
  ImageDataset data_;
  LinfBall ball_{6.0 / 255, false};
  std::function<bool(RetrySchedule::Milliseconds, const std::string&)> wait_ = RetrySchedule::sleep;
};

TEST_F(Workers, FindWhatOneFinds) {
  const std::string whole = one_worker();
  for (const int workers : {1, 2, 3, 8}) {
    auto database = create(std::to_string(workers));
    const auto late = [](int connection, int call) {
      std::this_thread::sleep_for(std::chrono::microseconds((connection * 37 + call * 91) % 400));
    };
    EXPECT_EQ(run(database, workers, late), RunEnd::complete);
    EXPECT_EQ(contents(database), whole) << workers << " workers";
  }
}

TEST_F(Workers, ASlowAnswerDelaysOnlyItsWorker) {
  auto database = create("slow");
  std::mutex mutex;
  std::condition_variable more;
  int others = 0;
  bool in_time = true;
  const auto hold = [&](int connection, int call) {
    std::unique_lock lock(mutex);
    if (connection != 0) {
      ++others;
      more.notify_all();
    } else if (call == 1) {
      // If workers waited for each other, the others would still be at their second round.
      in_time = more.wait_for(lock, std::chrono::seconds(60), [&] { return others >= 20; });
    }
  };
  EXPECT_EQ(run(database, 3, hold), RunEnd::complete);
  EXPECT_TRUE(in_time) << "only " << others << " rounds of other workers while one waits for its answer";
}

TEST_F(Workers, ResumeARunWithAnyNumberOfWorkers) {
  const std::string whole = one_worker();
  auto database = create("parts");
  EXPECT_EQ(run(database, 3, {}, 5), RunEnd::interrupted);
  EXPECT_EQ(run(database, 0, {}, 5), RunEnd::interrupted);
  EXPECT_EQ(run(database, 5, {}, 20), RunEnd::interrupted);
  EXPECT_EQ(run(database, 2), RunEnd::complete);
  EXPECT_EQ(contents(database), whole);
}

// Three workers have two instances each in progress. So the answers to up to six questions may have been
// lost, whatever the number of workers that resumes the run.
TEST_F(Workers, CountLostQuestionsOfTheDeadProcess) {
  for (const int workers : {0, 2, 3, 8}) {
    auto database = create("died" + std::to_string(workers));
    EXPECT_EQ(run(database, 3, {}, 12), RunEnd::interrupted);
    const auto repeated = [&] {
      int sum = 0;
      for (const auto& row : database.instances())
        sum += row.attempts - row.queries * (1 + worker_of(row.id));
      return sum;
    };
    ASSERT_EQ(repeated(), 0);
    // No query is sent before the run is stopped.
    EXPECT_EQ(run(
                  database, workers, [](int, int) { throw VictimError("asked"); }, -1, true),
              RunEnd::interrupted);
    EXPECT_EQ(repeated(), 6) << workers << " workers";
  }
}

TEST_F(Workers, CountPassesOfEachConnection) {
  auto database = create("again");
  EXPECT_EQ(run(database, 3), RunEnd::complete);
  for (const auto& row : database.instances()) {
    EXPECT_EQ(row.attempts, row.queries * (1 + worker_of(row.id))) << "instance " << row.id;
  }
}

TEST_F(Workers, WaitForAVictimThatIsDownWithoutLosingAnswers) {
  const std::string whole = one_worker();
  auto database = create("down");
  std::atomic<int> waiting = 0, most = 0, waits = 0;
  wait_ = [&](RetrySchedule::Milliseconds pause, const std::string& why) {
    most = std::max(most.load(), ++waiting);
    ++waits;
    EXPECT_EQ(why, "the line is dead");
    std::this_thread::sleep_for(pause);
    --waiting;
    return true;
  };
  std::atomic<int> asked = 0;
  const auto dead = [&](int, int) {
    if (++asked > 12) throw VictimError("the line is dead");
  };
  EXPECT_THROW(run(database, 4, dead), VictimDown);
  EXPECT_EQ(most, 1) << "who waits tells the user";
  EXPECT_EQ(waits, 3) << "one waits for all, as long as it would alone";
  for (const auto& row : database.instances()) EXPECT_NE(row.status, InstanceStatus::failed) << row.reason;
  EXPECT_EQ(run(database, 4), RunEnd::complete);
  EXPECT_EQ(contents(database), whole);
}

TEST_F(Workers, GiveUpTogetherWhenTheUserDoes) {
  auto database = create("given-up");
  std::atomic<int> waits = 0;
  wait_ = [&](RetrySchedule::Milliseconds, const std::string&) {
    ++waits;
    return false;
  };
  const auto dead = [](int, int) { throw VictimError("the line is dead"); };
  EXPECT_THROW(run(database, 6, dead), VictimDown);
  EXPECT_EQ(waits, 1) << "asked once";
}

TEST_F(Workers, AFailureOfOneEndsAll) {
  auto database = create("broken");
  const auto broken = [](int connection, int call) {
    if (connection == 1 && call == 2) throw InputError("no such thing");
  };
  EXPECT_THROW(run(database, 3, broken), InputError);
}

}  // namespace
}  // namespace bora::attacks::workers_test
