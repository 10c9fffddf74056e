// Attacks of a run, from the rows of its database.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "attacks/factory.h"
#include "attacks/ledger/graph_task.h"
#include "attacks/ledger/image_task.h"
#include "attacks/ledger/semantic_task.h"
#include "attacks/record/run_database.h"
#include "attacks/runner/attack_factory.h"

namespace bora::attacks {

/// Returns what an attack with access level `access` knows of an input before its first query: the visible
/// part of the victim's answer that the plan has stored; a white-box attack sees all of it. `kind`: kind of
/// its scores. Returns nothing if the plan has not stored it.
std::optional<Observation> clean_observation(const InputRow& input, const Goal& goal, AccessLevel access,
                                             const Visibility& visible, ScoreKind kind);

/// Common part of the three kinds, which complete the problem of each attack.
template <typename Input>
class StoredAttacks : public AttackFactory<Input> {
 public:
  RunningAttack<Input> start(const InstanceRow& instance, const WarmStarts& warm_starts) const final;
  /// Adds an attack that the run does not have, so that start() can begin it. Throws InputError as
  /// make_recipe does.
  void add(const std::string& attack);
  bool learns(const std::string& attack) const final { return recipes_.at(attack).summary.learns; }

 protected:
  /// Reads the inputs and the names of attacks from the database. The task must outlive it. `shape`: of the
  /// images that settings of attacks suit. `norm`: of images.
  StoredAttacks(const RunDatabase& database, const Task<Input>& task, int classes, const Visibility& visible,
                const ImageShape& shape = kAnyShape, Norm norm = Norm::linf);

  /// Case that an instance poses: the rows, the input, its threat model and the attack's recipe.
  struct Case {
    const InstanceRow& instance;
    const InputRow& input;
    std::shared_ptr<const Input> original;
    std::shared_ptr<const ThreatModel<Input>> threat;
    const AttackSummary& summary;
    const WarmStarts& warm_starts;
  };
  /// Sets what start() has not set: all but goal, classes, budget and seed.
  virtual void complete(Problem<Input>& problem, const Case& of) const = 0;

  std::optional<Observation> clean(const Case& of, const Goal& goal) const {
    return clean_observation(of.input, goal, of.summary.access, visible_, kind_);
  }

  const Task<Input>& task_;
  int classes_;
  Visibility visible_;
  ScoreKind kind_ = ScoreKind::logits;  // kind of the clean scores

 private:
  ImageShape shape_;
  Norm norm_;
  std::map<int, InputRow> inputs_;                      // attacked inputs, by id
  std::map<std::string, AttackRecipe<Input>> recipes_;  // by label
};

class ImageAttacks final : public StoredAttacks<Pixels> {
 public:
  /// Reads also examples and the run's "seed" (none: 0) from the database. `substitutes` (may be null) are
  /// passed to the attacks that use them, which query them from the threads of the runner's pool; with
  /// `least` PriorUse::required only to the attacks that require them.
  ImageAttacks(const RunDatabase& database, const ImageTask& task, ImageShape shape, NormBall ball,
               int classes, const Visibility& visible,
               std::shared_ptr<const Substitutes> substitutes = nullptr, PriorUse least = PriorUse::optional);

 private:
  void complete(AttackProblem& problem, const Case& of) const override;

  ImageShape shape_;
  NormBall ball_;
  std::shared_ptr<const Substitutes> substitutes_;
  int least_schedule_ = 0;  // AttackProblem::least_schedule
  PriorUse least_;
  std::map<int, std::string> examples_;  // content by class
  std::uint64_t start_seed_ = 0;
};

class SemanticAttacks final : public StoredAttacks<Transformed> {
 public:
  SemanticAttacks(const RunDatabase& database, const SemanticTask& task, int classes,
                  const Visibility& visible)
      : StoredAttacks(database, task, classes, visible), space_(task.space()) {}

 private:
  void complete(SemanticProblem& problem, const Case& of) const override;

  std::shared_ptr<const SemanticSpace> space_;
};

class GraphAttacks final : public StoredAttacks<Graph> {
 public:
  /// Reads also the pool of nodes from the database.
  GraphAttacks(const RunDatabase& database, const GraphTask& task, int classes, const Visibility& visible);

 private:
  void complete(GraphAttackProblem& problem, const Case& of) const override;

  std::shared_ptr<const NodePool> pool_;
};

}  // namespace bora::attacks
