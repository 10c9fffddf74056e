// Attacks of a run, from the rows of its database.
#pragma once

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

/// Attacks on inputs of one kind. Derived classes make the problem of each instance.
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
    const InputRow& input;
    const Goal& goal;
    std::shared_ptr<const Input> original;
    std::shared_ptr<const ThreatModel<Input>> threat;
    const AttackSummary& summary;
    const WarmStarts& warm_starts;
  };
  /// Returns the problem of an instance without goal, classes, budget and seed, which start() sets.
  virtual Problem<Input> problem(const Case& given) const = 0;

  std::optional<Observation> clean(const Case& given) const {
    return clean_observation(given.input, given.goal, given.summary.access, visible_, kind_);
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
  /// `common`: problem with the members that all instances share: shape, ball, classes and substitutes. Only
  /// attacks whose AttackSummary::prior is at least `least` get the substitutes, which they query from the
  /// threads of the runner's pool. Also reads the examples and the run's seed (0 if none is stored) from the
  /// database.
  ImageAttacks(const RunDatabase& database, const ImageTask& task, AttackProblem common,
               const Visibility& visible, PriorUse least = PriorUse::optional);

 private:
  AttackProblem problem(const Case& given) const override;

  AttackProblem common_;
  PriorUse least_;
  std::map<int, std::string> examples_;  // class -> content of its example
};

class SemanticAttacks final : public StoredAttacks<Transformed> {
 public:
  SemanticAttacks(const RunDatabase& database, const SemanticTask& task, int classes,
                  const Visibility& visible)
      : StoredAttacks(database, task, classes, visible), space_(task.space()) {}

 private:
  SemanticProblem problem(const Case& given) const override;

  std::shared_ptr<const SemanticSpace> space_;
};

class GraphAttacks final : public StoredAttacks<Graph> {
 public:
  /// Also reads the pool of injected nodes from the database.
  GraphAttacks(const RunDatabase& database, const GraphTask& task, int classes, const Visibility& visible);

 private:
  GraphAttackProblem problem(const Case& given) const override;

  std::shared_ptr<const NodePool> pool_;
};

}  // namespace bora::attacks
