// The selection of inputs by a run's plan must not bias the shares of a report.
#include <cmath>

#include <gtest/gtest.h>

#include "attacks/runner/plan.h"
#include "common/random.h"
#include "report/figures/worst_case.h"

namespace bora::report {
namespace {

/// Inputs of ten classes that a synthetic victim classifies correctly with a known probability by class; some
/// of them cannot be changed.
class PlantedSource final : public PlanSource {
 public:
  PlantedSource(std::uint64_t seed, double accuracy, double accuracy_of_class_3, double unsuitable) {
    Rng rng(seed);
    for (int i = 0; i < kInputs; ++i) {
      labels_.push_back(rng.index(10));
      const bool right = rng.uniform() < (labels_.back() == 3 ? accuracy_of_class_3 : accuracy);
      predicted_.push_back(right ? labels_.back() : (labels_.back() + 1 + rng.index(9)) % 10);
      unsuitable_.push_back(rng.uniform() < unsuitable);
    }
  }
  const char* noun() const override { return "input"; }
  int size() const override { return kInputs; }
  int classes() const override { return 10; }
  std::string source() const override { return "planted"; }
  int label(int i) const override { return labels_[i]; }
  int record(int i) const override { return i; }
  std::string name(int) const override { return ""; }
  std::string content(int) const override { return ""; }
  int budget(int) const override { return 100; }
  std::string suspects() const override { return "nothing"; }
  std::string unsuitable(int i) const override { return unsuitable_[i] ? "cannot be edited" : ""; }
  std::vector<VictimReply> ask(std::span<const int> inputs) override {
    std::vector<VictimReply> replies;
    for (const int input : inputs) replies.push_back({predicted_[input], {}});
    return replies;
  }

 private:
  static constexpr int kInputs = 512;
  std::vector<int> labels_, predicted_;
  std::vector<bool> unsuitable_;
};

/// Returns the run of a plan, in which each attacked input is fooled with probability 0.4.
RunRecord run_of(const Plan& plan, bool targeted, Rng& rng) {
  RunRecord run;
  run.classes = 10;
  run.targeted = targeted;
  run.budget = 100;
  std::map<int, int> place;
  std::map<int, bool> fooled;
  for (const InputRow& row : plan.inputs) {
    place[row.id] = static_cast<int>(run.inputs.size());
    fooled[row.id] = rng.uniform() < 0.4;
    InputRow input;
    input.id = row.id;
    input.record = row.record;
    input.label = row.label;
    input.predicted = row.predicted;
    input.attacked = row.attacked;
    input.reason = row.reason;
    run.inputs.push_back(input);
  }
  for (const InstanceRow& row : plan.instances) {
    InstanceRecord instance;
    instance.attack = row.attack;
    instance.input = place.at(row.input);
    instance.target = row.target;
    instance.budget = instance.queries = 100;
    instance.status = fooled.at(row.input) ? InstanceStatus::success : InstanceStatus::exhausted;
    run.instances.push_back(instance);
  }
  return run;
}

struct Shares {
  double before = 0;  ///< share classified correctly without an attack, of the inputs that are not excluded
  double resist = 0;  ///< WorstCase::accuracy_low
  double spread = 0;  ///< approximate standard error of both shares
};

Shares mean_shares(const PlanOptions& options, double accuracy_of_class_3, double unsuitable) {
  constexpr int kDraws = 4000;
  Shares mean;
  Rng rng(5);
  for (int draw = 0; draw < kDraws; ++draw) {
    PlantedSource source(1000 + draw, 0.9, accuracy_of_class_3, unsuitable);
    const RunRecord run = run_of(make_plan(source, options), options.targeted, rng);
    double right = 0;
    double looked_at = 0;
    for (const InputRow& input : run.inputs) {
      const InputStatus status = status_of(input);
      if (status == InputStatus::excluded) continue;
      ++looked_at;
      right += status == InputStatus::misclassified ? 0 : 1;
    }
    mean.before += right / looked_at / kDraws;
    mean.resist += *worst_case(run, {}).accuracy_low / kDraws;
  }
  mean.spread = 0.5 / std::sqrt(20.0 * kDraws);
  return mean;
}

PlanOptions options_of(int skip) {
  PlanOptions options;
  options.attacks = {"square"};
  options.inputs = 20;
  options.skip = skip;
  options.clean_inputs = 0;
  return options;
}

TEST(PlannedShares, AreThoseOfTheDataWhateverIsLeftOutBefore) {
  for (const int skip : {0, 1, 100}) {
    const Shares shares = mean_shares(options_of(skip), 0.9, 0);
    EXPECT_NEAR(shares.before, 0.9, 1.5 * shares.spread) << skip;
    EXPECT_NEAR(shares.resist, 0.9 * 0.6, 3 * shares.spread) << skip;
  }
}

TEST(PlannedShares, CountWhatCannotBeChangedAsResisting) {
  for (const int skip : {0, 50}) {
    const Shares shares = mean_shares(options_of(skip), 0.9, 0.3);
    EXPECT_NEAR(shares.before, 0.9, 1.5 * shares.spread) << skip;
    EXPECT_NEAR(shares.resist, 0.9 * (0.3 + 0.7 * 0.6), 3 * shares.spread) << skip;
  }
}

TEST(PlannedShares, TowardsOneClassAreOfTheOtherClasses) {
  PlanOptions options = options_of(10);
  options.targeted = true;
  options.target = 3;
  const Shares shares = mean_shares(options, 0.2, 0);
  EXPECT_NEAR(shares.before, 0.9, 1.5 * shares.spread) << "the target's own class is another matter";
  EXPECT_NEAR(shares.resist, 0.6, 3 * shares.spread) << "of attacked inputs: it is no accuracy";
}

}  // namespace
}  // namespace bora::report
