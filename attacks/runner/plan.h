// Plan of a run: its inputs, their target classes and the attack instances.
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
  int lowest = -1;  ///< class with the lowest score; -1: some or all scores are hidden
};

/// Options that decide which inputs a run attacks, how, and how clean inputs are queried.
struct PlanOptions {
  std::vector<std::string> attacks;  ///< specifications, see attacks/factory.h
  int inputs = 20;                   ///< number of correctly classified inputs to attack
  int skip = 0;                      ///< number of correctly classified inputs to leave out before these
  /// First and last position in the data of the inputs to attack, in place of `inputs` and `skip`: all
  /// correctly classified inputs in this range. Models evaluated on the same range can be compared, even if
  /// they misclassify different inputs.
  std::optional<std::pair<int, int>> range;
  /// Shard of the range that is planned. Inputs in other shards are not queried (except for examples).
  /// Requires `range`: otherwise the inputs of a plan depend on the answers to all inputs before them.
  std::optional<Shard> own;
  /// Number of correctly classified inputs, before the attacked ones, on which a universal perturbation is
  /// searched; the plan lists them with the reason kSearched.
  int searched = 0;
  bool targeted = false;
  std::optional<int> target;  ///< targeted: target class of all inputs; inputs of this class are skipped
  int random_targets = 0;  ///< targeted, without `target`: number of random target classes per input; 0: all
  /// Minimum number of inputs on which clean accuracy is measured, if the data hold as many: the first ones,
  /// or, with a range, the inputs in it and, if more are needed, the first ones outside it.
  int clean_inputs = 1000;
  std::uint64_t seed = 0;
  int repeats = 1;         ///< number of queries of each clean input; its class is the most frequent answer
  Visibility visible;      ///< if only labels are visible, the victim is queried for labels only
  Norm norm = Norm::linf;  ///< norm of the threat model; images only
  /// Number of clean inputs per call of the victim, and thus between two reports; 0: 256. Has no effect if
  /// `repeats` > 1.
  int part = 0;
  /// Called before each query of clean inputs. asked: number of inputs queried so far; expected: likely
  /// number in total (too low if the victim misclassifies many). May be empty.
  std::function<void(int asked, int expected)> report_clean;
  /// Called with all answers once they are known, even if there is nothing to attack. May be empty.
  std::function<void(const std::vector<CleanAnswer>&)> report_answers;
};

/// Plan of a run, as make_plan() returns it.
struct Plan {
  std::vector<InputRow> inputs;
  std::vector<InstanceRow> instances;
  /// For each target class, the first inspected image that the victim classifies correctly as that class
  /// (images only). It is never attacked towards that class, since attacked images have another label.
  std::vector<ExampleRow> examples;
  int clean_inputs = 0;     ///< number of labelled inputs whose clean prediction was queried
  int clean_correct = 0;    ///< number of these that the victim classifies correctly
  int clean_commonest = 0;  ///< number of these that have the most frequent label
  int clean_queries = 0;    ///< number of queries for clean predictions
  int clean_copies = 0;     ///< number of inputs of clean_inputs with the content of an earlier one
  /// Warning with advice if the lowest score is the right one (describe_negated()), or if the victim is not
  /// better than guessing (no_better_than_guessing(); for 20 to 99 inputs: not better than a constant
  /// prediction of the most frequent label). Else "".
  std::string doubt;
  /// Warning if another numbering of the classes would make significantly more answers right. Else "".
  std::string misnumbered;
  /// Warning with advice if the victim misclassifies all inputs of the range, so that there is nothing to
  /// attack. Else "".
  std::string none_right;
  int others_budget = 0;  ///< largest known budget of instances that the plan leaves out; 0: none

  int attacked() const;        ///< number of attacked inputs
  int copies() const;          ///< number of attacked inputs with the content of an earlier one
  int largest_budget() const;  ///< largest budget of any instance, other shards included; at least 1
};

/// Data from which a plan is made, and their victim. `i`: position of an input in the data.
class PlanSource {
 public:
  virtual ~PlanSource() = default;
  virtual const char* noun() const = 0;    ///< "image" or "graph"
  virtual int size() const = 0;            ///< number of inputs
  virtual int classes() const = 0;         ///< number of the victim's classes
  virtual std::string source() const = 0;  ///< file or folder that holds the data
  /// Returns advice on what to check if a victim fails on clean inputs, such as "--input-range and --layout".
  virtual std::string suspects() const = 0;
  /// Returns the option that renumbers the data's classes; "": there is none.
  virtual std::string renumbering() const { return ""; }
  virtual int label(int i) const = 0;         ///< -1: unknown
  virtual int record(int i) const = 0;        ///< number that the record has in the data set
  virtual std::string name(int i) const = 0;  ///< file name that the input has; "": none
  /// Queries the victim for inputs. Throws VictimError.
  virtual std::vector<VictimReply> ask(std::span<const int> inputs) = 0;
  /// Selects a draw of a randomised victim (Victim::draw).
  virtual void draw(std::uint64_t /*number*/) {}
  /// Returns why input `i` cannot be attacked although it is classified correctly; "" if it can.
  virtual std::string unsuitable(int) const { return ""; }
  /// Returns whether targeted attacks may start from an example of their target class.
  virtual bool wants_examples() const { return false; }
  virtual std::string content(int i) const = 0;  ///< InputRow::content
  virtual int nodes(int) const { return 0; }     ///< number of nodes of a graph
  virtual int edges(int) const { return 0; }     ///< number of edges of a graph
  virtual int budget(int i) const = 0;           ///< query budget that an instance on input i has
};

/// Queries the victim for clean predictions in the order of the data and chooses what to attack. Inputs
/// outside a range are queried only for clean accuracy and examples. An input without a label gets the
/// victim's prediction as label. Instances are ordered by input, target and attack, so that an interrupted
/// run has covered similar inputs with every attack. Throws VictimError if the victim fails, and InputError
/// if there is nothing to attack. In two cases it returns a plan without instances instead: for a shard of a
/// range, and for a range in which the victim misclassifies every input, where robust accuracy is 0.
Plan make_plan(PlanSource& source, const PlanOptions& options);

/// Removes the inputs of other shards and their instances from the plan. The remaining instances are
/// renumbered and otherwise unchanged. Counts of clean inputs and examples stay those of the whole plan.
void keep_share(Plan& plan, const Shard& shard);

/// Returns the SHA-256 of the inputs, with their content and the victim's answers, and the instances.
/// Machines that make the same plan get the same value.
std::string fingerprint(const Plan& plan);

/// Adds the plan's rows to a new run. The caller begins and commits the transaction.
void store(const Plan& plan, RunDatabase& database);

}  // namespace bora::attacks
