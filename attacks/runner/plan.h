// What a run will attack: which inputs, towards which targets, with which attacks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attacks/ledger/run_database.h"
#include "attacks/ledger/shard.h"
#include "attacks/threat/visibility.h"
#include "models/victim.h"

namespace bora {

/// Answer of the victim to a labelled clean input.
struct CleanAnswer {
  int input = 0;  ///< position in the data
  int label = 0;
  int predicted = 0;
};

struct PlanOptions {
  std::vector<std::string> attacks;  ///< specs, see attacks/image/factory.h and attacks/graph/factory.h
  int inputs = 20;                   ///< correctly classified inputs to attack
  int skip = 0;                      ///< of those, leave out the first so many
  /// Instead of these two: all correctly classified inputs from the first to the last position in the data.
  /// The shares of runs on one stretch are of the same inputs, whatever each model gets wrong.
  std::optional<std::pair<int, int>> stretch;
  /// Of a stretch: plan this share of it alone, asking for the clean predictions of no other inputs (but for
  /// examples). Where inputs are counted, not named, which ones a plan is about shows only once all are
  /// asked.
  std::optional<Shard> own;
  bool targeted = false;
  std::optional<int> target;  ///< targeted: one class for all (its own inputs are passed over) ...
  int random_targets = 0;     ///< ... or so many others, drawn for each input; 0: all others
  int clean_inputs = 1000;    ///< clean accuracy is measured on at least so many, if the data hold them
  std::uint64_t seed = 0;
  int repeats = 1;     ///< times that each clean input is asked: its class is the one that most answers give
  Visibility visible;  ///< where only labels are, the victim is asked for nothing else
  /// Told before each batch of clean inputs how many have been asked for, and how many will have to be (more,
  /// if the victim gets many of them wrong). May be empty.
  std::function<void(int asked, int expected)> report_clean;
  /// Told all of them once they are known, even if there turns out to be nothing to attack. May be empty.
  std::function<void(const std::vector<CleanAnswer>&)> report_answers;
};

struct Plan {
  std::vector<InputRow> inputs;
  std::vector<InstanceRow> instances;
  /// Of images, and each target class: the first of those looked at that the victim puts there rightly. It is
  /// never one attacked towards that class, since such an image is of another.
  std::vector<ExampleRow> examples;
  int clean_inputs = 0;     ///< labelled inputs whose clean prediction was asked for
  int clean_correct = 0;    ///< of those, how many the victim gets right
  int clean_commonest = 0;  ///< and how many are of the commonest class among them
  int clean_queries = 0;
  /// Where the victim is right no more often than always naming the commonest label would be: a sentence that
  /// says so, and what to check. Else "".
  std::string doubt;
  int others_budget = 0;  ///< of a share: the largest of instances that are in other shares, as far as known

  int attacked() const;
  int largest_budget() const;  ///< of any instance, those of other shares included; at least 1
};

/// The data a plan is made from, and what the victim says to them.
class PlanSource {
 public:
  struct CleanReply {
    std::vector<int> labels;
    Batch scores;  ///< n x classes, or n x 0 where labels are all that was asked for
    ScoreKind kind = ScoreKind::logits;
  };

  virtual ~PlanSource() = default;
  virtual const char* noun() const = 0;  ///< "image"
  virtual int size() const = 0;
  virtual int classes() const = 0;  ///< of the victim
  virtual std::string source() const = 0;
  /// Options that, set wrongly, make a victim fail on clean inputs: "--input-range and --layout".
  virtual std::string suspects() const = 0;
  virtual int label(int i) const = 0;  ///< -1: unknown
  virtual int record(int i) const = 0;
  virtual std::string name(int i) const = 0;
  virtual CleanReply ask(std::span<const int> inputs) = 0;
  /// As Victim::draw.
  virtual void draw(std::uint64_t /*number*/) {}
  /// Why input `i` cannot be attacked though it is classified correctly; "" if it can.
  virtual std::string unsuitable(int) const { return ""; }
  /// Whether one attack has to start from an example of its target class.
  virtual bool wants_examples() const { return false; }
  virtual std::string content(int i) const = 0;
  virtual int nodes(int) const { return 0; }
  virtual int edges(int) const { return 0; }
  virtual int budget(int i) const = 0;  ///< queries of an instance on input i
};

/// Throws InputError if targets, labels or visibility do not suit the classes of victim `victim`; `classes`:
/// of the data, 0 if they do not say.
void check_classes(const PlanSource& source, const std::string& victim, int classes,
                   const PlanOptions& options);

/// Asks the victim for clean predictions in the data set's order and chooses what to attack. An input without
/// a label takes the victim's prediction for its label. Instances are ordered by input, target, attack, so
/// that an interrupted run has comparable parts of every attack. Throws InputError if there is nothing to
/// attack (of a share of a stretch: that is a plan without instances), and VictimError if the victim fails.
Plan make_plan(PlanSource& source, const PlanOptions& options);

/// Leaves of the plan what is of the shard's inputs; instances are numbered anew and else are what they were.
/// Counts of clean inputs and examples stay those of the whole plan.
void keep_share(Plan& plan, const Shard& shard);

/// SHA-256 of what is attacked: the inputs, what the victim says to them and what they hold, and the
/// instances. Machines that plan the same find the same.
std::string fingerprint(const Plan& plan);

/// Adds the plan's rows to a new run; the transaction is the caller's.
void store(const Plan& plan, RunDatabase& database);

}  // namespace bora
