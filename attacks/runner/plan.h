// Plan of a run: its inputs, their targets and the attacks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attacks/ledger/oracle.h"
#include "attacks/record/run_database.h"
#include "attacks/record/shard.h"
#include "attacks/threat/norm.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Answer of the victim to a labelled clean input.
struct CleanAnswer {
  int input = 0;  ///< position in the data
  int label = 0;
  int predicted = 0;
};

struct PlanOptions {
  std::vector<std::string> attacks;  ///< specs, see attacks/factory.h
  int inputs = 20;                   ///< number of correctly classified inputs to attack
  int skip = 0;                      ///< number of correctly classified inputs to leave out before these
  /// Range of inputs, in place of `inputs` and `skip`: all correctly classified inputs from the first to the
  /// last position in the data. Rates of runs on one range are over the same inputs, whichever of them each
  /// model misclassifies.
  std::optional<std::pair<int, int>> range;
  /// Shard of the range to plan, without asking for the clean predictions of inputs in other shards (except
  /// for examples). Requires `range`: otherwise the inputs of a plan are known only once all are asked.
  std::optional<Shard> own;
  /// Number of correctly classified inputs, before the attacked ones, that a search for one perturbation of
  /// all images uses; they are listed with the reason kSearched.
  int searched = 0;
  bool targeted = false;
  std::optional<int> target;  ///< targeted: one class for all inputs; those of that class are skipped
  int random_targets = 0;     ///< targeted, without `target`: random classes an input; 0: all others
  /// Minimum number of inputs for clean accuracy, if the data hold as many: the first of the data. With a
  /// range, the inputs in it and, if more are needed, the first ones outside it.
  int clean_inputs = 1000;
  std::uint64_t seed = 0;
  int repeats = 1;         ///< queries of each clean input; its class is the most frequent answer
  Visibility visible;      ///< if only labels are visible, the victim is asked for labels only
  Norm norm = Norm::linf;  ///< norm of the bound; images only
  /// Number of clean inputs in a call of the victim, between two reports; 0: 256. Without effect if `repeats`
  /// is more than 1.
  int part = 0;
  /// Called before each call of the victim for clean inputs with the number asked so far and the number
  /// expected in all (more, if the victim gets many of them wrong). May be empty.
  std::function<void(int asked, int expected)> report_clean;
  /// Called with all answers once they are known, even if there is nothing to attack. May be empty.
  std::function<void(const std::vector<CleanAnswer>&)> report_answers;
};

struct Plan {
  std::vector<InputRow> inputs;
  std::vector<InstanceRow> instances;
  /// For each target class, the first inspected image that the victim classifies correctly as that class
  /// (images only). It is never attacked towards that class, since attacked images have another label.
  std::vector<ExampleRow> examples;
  int clean_inputs = 0;     ///< labelled inputs whose clean prediction was asked for
  int clean_correct = 0;    ///< number of these that the victim classifies correctly
  int clean_commonest = 0;  ///< number of these in their most frequent class
  int clean_queries = 0;
  /// Warning if the victim does no better than guessing (no_better_than_guessing; of 20 to 99 inputs: right
  /// on no more than have the commonest label), with what to check. Else "".
  std::string doubt;
  /// Warning if another numbering of the classes would make clearly more answers right. Else "".
  std::string misnumbered;
  /// Warning if the victim misclassifies all inputs of the range, so that there is nothing to attack, with
  /// what to check. Else "".
  std::string none_right;
  int others_budget = 0;  ///< for a shard: largest budget of instances in other shards, as far as known

  int attacked() const;
  int copies() const;          ///< number of attacked inputs with the content of an earlier one
  int largest_budget() const;  ///< largest budget of any instance, other shards included; at least 1
};

/// Data from which a plan is made, with the victim's answers.
class PlanSource {
 public:
  virtual ~PlanSource() = default;
  virtual const char* noun() const = 0;  ///< "image"
  virtual int size() const = 0;
  virtual int classes() const = 0;  ///< number of the victim's classes
  virtual std::string source() const = 0;
  /// Returns the options whose wrong values make a victim fail on clean inputs: "--input-range and --layout".
  virtual std::string suspects() const = 0;
  /// Returns the option that states other numbers for the data's classes; "": there is none.
  virtual std::string renumbering() const { return ""; }
  virtual int label(int i) const = 0;  ///< -1: unknown
  virtual int record(int i) const = 0;
  virtual std::string name(int i) const = 0;
  virtual std::vector<VictimReply> ask(std::span<const int> inputs) = 0;
  /// Does what Victim::draw does.
  virtual void draw(std::uint64_t /*number*/) {}
  /// Returns why input `i` cannot be attacked though it is classified correctly; "" if it can.
  virtual std::string unsuitable(int) const { return ""; }
  /// Returns whether any attack has to start from an example of its target class.
  virtual bool wants_examples() const { return false; }
  virtual std::string content(int i) const = 0;
  virtual int nodes(int) const { return 0; }
  virtual int edges(int) const { return 0; }
  virtual int budget(int i) const = 0;  ///< queries of an instance on input i
};

/// Throws InputError if targets, labels or visibility do not suit the classes of victim `victim`; `classes`:
/// number of classes of the data, 0 if unknown.
void check_classes(const PlanSource& source, const std::string& victim, int classes,
                   const PlanOptions& options);

/// Throws SettingError if an attack needs gradients that the victim does not have. `shape`: of the images
/// that settings of attacks suit.
template <typename Input>
void check_gradients(Oracle<Input> victim, const ImageShape& shape, const PlanOptions& options);

/// Asks the victim for clean predictions in the data set's order and chooses what to attack. Inputs outside a
/// range are asked for only for clean accuracy and examples. An input without a label takes the victim's
/// prediction for its label. Instances are ordered by input, target, attack, so that an interrupted run has
/// comparable parts of every attack. Throws VictimError if the victim fails, and InputError if there is
/// nothing to attack. There are two exceptions, which are plans without instances: a shard of a range, and a
/// range of which the victim misclassifies every input, whose robust accuracy is known to be 0.
Plan make_plan(PlanSource& source, const PlanOptions& options);

/// Keeps only the shard's inputs in the plan; instances are renumbered and otherwise unchanged. Counts of
/// clean inputs and examples stay those of the whole plan.
void keep_share(Plan& plan, const Shard& shard);

/// Returns the SHA-256 of what is attacked: the inputs with their content and the victim's answers, and the
/// instances. Machines that make the same plan get the same value.
std::string fingerprint(const Plan& plan);

/// Adds the plan's rows to a new run; the transaction is the caller's.
void store(const Plan& plan, RunDatabase& database);

}  // namespace bora::attacks
