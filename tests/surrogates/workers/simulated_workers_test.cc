#include "support/workers/simulated_workers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

// Optimiser that proposes 1, 2, 3, ... and logs what it was told and when it was asked.
class Counting final : public Optimiser<int> {
 public:
  std::vector<Trial<int>> ask(int q) override {
    std::vector<Trial<int>> trials;
    for (int i = 0; i < q; ++i, ++asked_) trials.push_back({asked_ + 1, asked_ + 1});
    log.push_back("ask " + std::to_string(q));
    pending_ += q;
    most_pending = std::max(most_pending, pending_);
    return trials;
  }
  void tell(std::int64_t trial, double /*value*/) override { end("tell", trial); }
  void fail(std::int64_t trial) override { end("fail", trial); }
  void abandon(std::int64_t /*trial*/) override { FAIL(); }
  void observe(const int& /*point*/, double /*value*/) override { FAIL(); }
  int observations() const override { return observations_; }
  int pending() const override { return pending_; }
  int incumbent() const override { return 0; }
  double incumbent_value() const override { return 0; }

  std::vector<std::string> log;
  int most_pending = 0;

 private:
  void end(const std::string& how, std::int64_t trial) {
    log.push_back(how + " " + std::to_string(trial));
    --pending_;
    ++observations_;
  }
  int asked_ = 0, pending_ = 0, observations_ = 0;
};

// Returns a time of work for which trial n takes times[n - 1].
TimeOfWork<int> takes(std::vector<double> times) {
  return [times](int trial, Rng&) { return times.at(static_cast<std::size_t>(trial - 1)); };
}

// Trial 4 has no value.
double valued(int trial) {
  return trial == 4 ? std::numeric_limits<double>::infinity() : trial % 5;
}

SimulatedWorkersOptions options_of(int workers, int evaluations, bool asynchronous, int first = 0) {
  SimulatedWorkersOptions options;
  options.workers = workers;
  options.evaluations = evaluations;
  options.asynchronous = asynchronous;
  options.first = first;
  return options;
}

using Strings = std::vector<std::string>;

// By hand: worker 0 does trials 1 (to 3) and 5 (to 4), worker 1 trials 2 (to 1), 3 (to 2), 4 (to 4).
TEST(SimulatedWorkers, AsynchronousOnesNeverWait) {
  Counting optimiser;
  const auto records =
      simulate_workers<int>(optimiser, valued, takes({3, 1, 1, 2, 1}), options_of(2, 5, true));
  EXPECT_EQ(optimiser.log,
            (Strings{"ask 2", "tell 2", "ask 1", "tell 3", "ask 1", "tell 1", "ask 1", "tell 5", "fail 4"}));
  ASSERT_EQ(records.size(), 5u);
  std::vector<std::int64_t> trials;
  std::vector<int> workers;
  std::vector<double> started, ended, best;
  for (const WorkRecord& record : records) {
    trials.push_back(record.trial);
    workers.push_back(record.worker);
    started.push_back(record.started);
    ended.push_back(record.ended);
    best.push_back(record.best);
  }
  EXPECT_EQ(trials, (std::vector<std::int64_t>{2, 3, 1, 5, 4}));
  EXPECT_EQ(workers, (std::vector<int>{1, 1, 0, 0, 1}));
  EXPECT_EQ(started, (std::vector<double>{0, 1, 0, 3, 2}));
  EXPECT_EQ(ended, (std::vector<double>{1, 2, 3, 4, 4}));
  EXPECT_EQ(best, (std::vector<double>{2, 3, 3, 3, 3})) << "trial 4 fails";
  EXPECT_FALSE(std::isfinite(records.back().value));
}

TEST(SimulatedWorkers, SynchronousOnesBeginTogether) {
  Counting optimiser;
  const auto records =
      simulate_workers<int>(optimiser, valued, takes({3, 1, 1, 2, 1}), options_of(2, 5, false));
  EXPECT_EQ(optimiser.log,
            (Strings{"ask 2", "tell 2", "tell 1", "ask 2", "tell 3", "fail 4", "ask 1", "tell 5"}));
  EXPECT_EQ(records[2].trial, 3);
  EXPECT_EQ(records[2].worker, 0)
      << "workers get points by their index, not in the order in which they finish";
  EXPECT_EQ(records[2].started, 3);
  EXPECT_EQ(records[4].started, 5);
  EXPECT_EQ(records[4].ended, 6);
}

// All trials that end at the same time are told before new points are proposed, so both modes are equal if
// all times are.
TEST(SimulatedWorkers, WithEqualTimesBothModesAreTheSame) {
  const auto log = [](bool asynchronous) {
    Counting optimiser;
    simulate_workers<int>(optimiser, valued, time_of_work<int>(WorkTime::constant),
                          options_of(3, 11, asynchronous, 2));
    return optimiser.log;
  };
  EXPECT_EQ(log(true), log(false));
  EXPECT_EQ(log(true)[0], "ask 1");
  EXPECT_EQ(log(true)[4], "ask 3");
}

TEST(SimulatedWorkers, TheFirstTakeNoTime) {
  Counting optimiser;
  const auto records =
      simulate_workers<int>(optimiser, valued, takes(std::vector<double>(9, 2.0)), options_of(4, 9, true, 3));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(records[static_cast<std::size_t>(i)].ended, 0);
  EXPECT_EQ(records[3].ended, 2);
  EXPECT_EQ(records.back().ended, 4);
  EXPECT_EQ(optimiser.most_pending, 4);
}

// The number of evaluations is exact for any numbers, including fewer evaluations than workers.
TEST(SimulatedWorkers, EndsWithItsEvaluations) {
  for (const bool asynchronous : {true, false})
    for (const int workers : {1, 3, 8})
      for (const int evaluations : {1, 5, 17})
        for (const int first : {0, 4, 20}) {
          Counting optimiser;
          const auto records =
              simulate_workers<int>(optimiser, valued, time_of_work<int>(WorkTime::half_normal),
                                    options_of(workers, evaluations, asynchronous, first));
          EXPECT_EQ(static_cast<int>(records.size()), evaluations);
          EXPECT_EQ(optimiser.pending(), 0);
          EXPECT_LE(optimiser.most_pending, workers);
          EXPECT_TRUE(std::ranges::is_sorted(records, {}, &WorkRecord::ended));
        }
}

// The time of a trial depends on its number only, so that policies are compared on the same times.
TEST(SimulatedWorkers, TimesDependOnTheTrialAlone) {
  const auto times = [](int workers, std::uint64_t seed) {
    Counting optimiser;
    SimulatedWorkersOptions options = options_of(workers, 20, true);
    options.seed = seed;
    std::vector<double> by_trial(20);
    for (const WorkRecord& record :
         simulate_workers<int>(optimiser, valued, time_of_work<int>(WorkTime::exponential), options))
      by_trial[static_cast<std::size_t>(record.trial - 1)] = record.ended - record.started;
    return by_trial;
  };
  const auto two = times(2, 7), five = times(5, 7), other = times(2, 8);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(two[i], five[i], 1e-9);
    EXPECT_GT(std::abs(two[i] - other[i]), 1e-6);
  }
}

TEST(WorkTime, HasMeanOne) {
  for (const std::string& name : work_time_names()) {
    const WorkTime of = parse_work_time(name);
    Rng rng(3);
    constexpr int kDrawn = 200000;
    double sum = 0, squares = 0;
    for (int i = 0; i < kDrawn; ++i) {
      const double time = draw_time(of, rng);
      ASSERT_GE(time, 0);
      sum += time;
      squares += time * time;
    }
    EXPECT_NEAR(sum / kDrawn, 1, 0.01) << name;
    double second = of == WorkTime::half_normal ? M_PI / 2 : 2;
    if (of == WorkTime::constant) second = 1;
    EXPECT_NEAR(squares / kDrawn, second, 0.03 * second) << name;
  }
}

TEST(SimulatedWorkers, RefusesByName) {
  const auto refusal = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  Counting optimiser;
  const auto simulated = [&](int workers, int evaluations, int first, double time) {
    return refusal([&] {
      simulate_workers<int>(optimiser, valued, takes({time}), options_of(workers, evaluations, true, first));
    });
  };
  EXPECT_EQ(simulated(0, 1, 0, 1), "workers: 0 is below 1");
  EXPECT_EQ(simulated(1, 0, 0, 1), "evaluations: 0 is below 1");
  EXPECT_EQ(simulated(1, 1, -1, 1), "first: -1 is below 0");
  EXPECT_EQ(simulated(1, 1, 0, -1), "time: trial 1 takes -1, expected a finite number >= 0");
  EXPECT_EQ(
      refusal([] { parse_work_time("halfnormal"); }),
      "work time: 'halfnormal' is not one of constant, half-normal, exponential; did you mean half-normal?");
}

// A real search with costs is repeatable, and ends earlier if workers do not wait for expensive trials.
TEST(SimulatedWorkers, DrivesASearch) {
  const auto run = [](const std::string& pending, bool asynchronous) {
    BayesianOptions options;
    options.pending = pending;
    BayesianOptimiser optimiser(MixedSpace({}, VectorXd::Zero(2), VectorXd::Ones(2)), options, 3);
    const auto objective = [](const VectorXd& x) { return -(x.array() - 0.3).square().sum(); };
    const auto cost = [](const VectorXd& x, Rng&) { return 0.1 + x[0]; };
    return simulate_workers<VectorXd>(optimiser, objective, cost, options_of(4, 24, asynchronous, 6));
  };
  for (const std::string name : {"believer", "local-hlp"}) {
    const auto one = run(name, true), same = run(name, true), together = run(name, false);
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].trial, same[i].trial);
      EXPECT_EQ(one[i].value, same[i].value);
      EXPECT_EQ(one[i].ended, same[i].ended);
    }
    EXPECT_GT(one.back().best, -1e-3) << name;
    EXPECT_LT(one.back().ended, together.back().ended) << name;
  }
}

}  // namespace
}  // namespace bora::surrogates
