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

/// Returns the observation of the clean input that an attack has before its first query: the visible part of
/// the answer that the plan stored, of which a white-box attack sees everything. `access`: access level of
/// the attack. `kind`: kind of the stored scores. Returns nullopt if scores are visible but none are stored.
std::optional<Observation> clean_observation(const InputRow& input, const Goal& goal, AccessLevel access,
                                             const Visibility& visible, ScoreKind kind);

/// Attacks on inputs of one kind. Derived classes complete the problem of each attack.
template <typename Input>
class StoredAttacks : public AttackFactory<Input> {
 public:
  RunningAttack<Input> start(const InstanceRow& instance, const WarmStarts& warm_starts) const final;
  /// Makes an attack that the run does not contain available to start(). Throws InputError as make_recipe()
  /// does.
  void add(const std::string& attack);
  bool learns(const std::string& attack) const final { return recipes_.at(attack).summary.learns; }

 protected:
  /// Reads the inputs and the attacks from the database. The task must outlive this object. `shape`, `norm`:
  /// shape of the images and norm of their threat model; graphs ignore both. Throws InputError as
  /// make_recipe() does.
  StoredAttacks(const RunDatabase& database, const Task<Input>& task, int classes, const Visibility& visible,
                const ImageShape& shape = kAnyShape, Norm norm = Norm::linf);

  /// Parts from which the problem of an instance is made.
  struct Case {
    const InstanceRow& instance;
    const InputRow& input;
    std::shared_ptr<const Input> original;
    std::shared_ptr<const ThreatModel<Input>> threat;
    const AttackSummary& summary;
    const WarmStarts& warm_starts;
  };
  /// Sets the members of the problem other than goal, classes, budget and seed, which start() has set.
  virtual void complete(Problem<Input>& problem, const Case& given) const = 0;

  std::optional<Observation> clean(const Case& given, const Goal& goal) const {
    return clean_observation(given.input, goal, given.summary.access, visible_, kind_);
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

/// Attacks on images.
class ImageAttacks final : public StoredAttacks<Pixels> {
 public:
  /// Also reads the examples and the run's seed (0 if none is stored) from the database. `substitutes` (may
  /// be null): models for the attacks whose AttackSummary::prior is at least `least`. Attacks query them from
  /// the threads of the runner's pool.
  ImageAttacks(const RunDatabase& database, const ImageTask& task, ImageShape shape, NormBall ball,
               int classes, const Visibility& visible,
               std::shared_ptr<const Substitutes> substitutes = nullptr, PriorUse least = PriorUse::optional);

 private:
  void complete(AttackProblem& problem, const Case& given) const override;

  ImageShape shape_;
  NormBall ball_;
  std::shared_ptr<const Substitutes> substitutes_;
  int least_schedule_ = 0;  // AttackProblem::least_schedule
  PriorUse least_;
  std::map<int, std::string> examples_;  // class -> content of its example
  std::uint64_t start_seed_ = 0;
};

/// Attacks by semantic changes.
class SemanticAttacks final : public StoredAttacks<Transformed> {
 public:
  SemanticAttacks(const RunDatabase& database, const SemanticTask& task, int classes,
                  const Visibility& visible)
      : StoredAttacks(database, task, classes, visible), space_(task.space()) {}

 private:
  void complete(SemanticProblem& problem, const Case& given) const override;

  std::shared_ptr<const SemanticSpace> space_;
};

/// Attacks on graphs.
class GraphAttacks final : public StoredAttacks<Graph> {
 public:
  /// Also reads the pool of injected nodes from the database.
  GraphAttacks(const RunDatabase& database, const GraphTask& task, int classes, const Visibility& visible);

 private:
  void complete(GraphAttackProblem& problem, const Case& given) const override;

  std::shared_ptr<const NodePool> pool_;
};

}  // namespace bora::attacks
