// Fixture with a finished run on images and its checks.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "attacks/checks/check.h"
#include "attacks/checks/checked_run.h"
#include "attacks/factory.h"
#include "attacks/ledger/ledger.h"
#include "attacks/runner/image_plan.h"
#include "attacks/runner/runner.h"
#include "attacks/runner/stored_attacks.h"
#include "support/stub_victims.h"
#include "support/temporary_folder.h"

namespace bora::attacks {

/// Victim that gives every image the same scores and has zero gradients.
class BlindVictim : public testing::LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    rows += static_cast<int>(images.rows());
    Scores out{Batch::Zero(images.rows(), 4), ScoreKind::logits};
    out.values.col(2).array() = 1;
    return out;
  }
  Batch pullback(const Batch& images, const Batch&) override {
    return Batch::Zero(images.rows(), images.cols());
  }
};

class CheckTest : public ::testing::Test {
 protected:
  static constexpr ImageShape kShape{1, 9, 9};
  static constexpr int kClasses = 4;

  /// Runs `attacks` to their end on images that the victim classifies correctly.
  void attack(Victim& victim, const std::vector<std::string>& attacks) {
    attacks_ = attacks;
    const ImageDataset data = testing::labelled_images(victim, kImages, 2);
    const auto folder = folder_ / fmt::format("run-{}", ++runs_);
    std::filesystem::create_directory(folder);
    database_ = std::make_unique<RunDatabase>(RunDatabase::create(folder / "run.sqlite"));
    PlanOptions options;
    options.attacks = attacks;
    options.visible = visible_;
    options.norm = ball_.norm();
    options.repeats = repeats_.most;
    options.inputs = kImages;
    options.clean_inputs = kImages;
    options.targeted = targeted_;
    options.random_targets = targets_;
    database_->begin();
    store(make_plan(victim, data, options, budget_), *database_);
    database_->set(&RunFacts::score_kind, to_string(victim.spec().kind));
    database_->set(&RunFacts::seed, "5");
    database_->commit();
    own_ = make_setup(Bound::own, attacks.front());
    Oracle<Pixels> oracle(victim);
    Ledger<Pixels> ledger(oracle, *own_.task, *database_, visible_, {}, repeats_);
    Runner<Pixels> runner(*own_.task, *own_.factory, *database_, ledger, pool_, kImages);
    runner.run(stop_, [](const RunProgress&) {});
  }

  CheckSetup<Pixels> make_setup(Bound bound, const std::string& attack) {
    const NormBall ball = widened(ball_, bound, kShape);
    const auto task = std::make_shared<const ImageTask>(kShape, ball);
    const auto factory = std::make_shared<ImageAttacks>(
        *database_, *task, AttackProblem{.shape = kShape, .ball = ball, .classes = kClasses}, visible_);
    factory->add(attack);
    return {task, factory, fmt::format("at epsilon {:.4g}", ball.epsilon())};
  }

  /// Returns the run for its checks. `oracle`: of the victim.
  CheckedRun<Pixels> checked(Oracle<Pixels>& oracle) {
    CheckedRun<Pixels> run{
        *database_, oracle,
        *own_.task, {},
        visible_,   "image",
        7,          [this](Bound bound, const std::string& attack) { return make_setup(bound, attack); },
        pool_,      stop_,
        repeats_};
    run.norm = ball_.norm();
    for (const auto& attack : attacks_)
      run.attacks[attack] = make_recipe(attack, kShape, visible_, ball_.norm()).summary;
    return run;
  }

  /// Returns the result of one check of the run with this victim.
  EvaluationCheck made(Victim& victim, EvaluationCheck (*check)(const CheckedRun<Pixels>&)) {
    Oracle<Pixels> oracle(victim);
    return check(checked(oracle));
  }

  /// Sets status and number of queries of all instances of the attack.
  void pretend(const std::string& attack, InstanceStatus status, int queries) {
    for (const auto& row : database_->instances())
      if (row.attack == attack) database_->set_status(row.id, status, queries, queries, "");
  }

  static constexpr int kImages = 10;
  testing::TemporaryFolder folder_ = testing::TemporaryFolder::in_memory();
  NormBall ball_{Norm::linf, 10.0 / 255, false};
  int budget_ = 60;
  bool targeted_ = false;
  int targets_ = 1;  // targets of each image if targeted_
  Visibility visible_;
  Repeats repeats_;
  ThreadPool pool_{2};
  std::atomic<bool> stop_ = false;
  testing::LinearVictim victim_{kShape, kClasses, 3, 1.5};
  std::unique_ptr<RunDatabase> database_;

 private:
  CheckSetup<Pixels> own_;
  std::vector<std::string> attacks_;
  int runs_ = 0;
};

}  // namespace bora::attacks
