// Reads a run database, finished or not, into plain structs, for reports and comparisons.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/shard.h"

namespace bora {

enum class InstanceStatus { pending, running, success, exhausted, failed };
std::string to_string(InstanceStatus status);

/// An inspected image or graph; see schema.h, table inputs.
struct InputRecord {
  std::int64_t id = 0;
  std::int64_t record = 0;
  std::string name;
  int label = 0;
  int predicted = 0;
  bool attacked = false;
  std::string reason;  ///< reason why it was skipped, else ""
  int nodes = 0;       ///< number of nodes of a graph; 0 for an image
  int edges = 0;
};

struct AdversarialRecord {
  int predicted = 0;
  double distance = 0;       ///< L-infinity of images, severity of semantic runs, number of edits of graphs
  std::optional<double> l2;  ///< L2 distance, for images
};

struct VerificationRecord {
  std::string file;
  double distance = 0;
  bool within = false;
  int predicted = 0;
  bool confirmed = false;
};

/// An adversarial example nearer to its original than all before it, in runs that continue after a success.
struct NearerRecord {
  int number = 0;  ///< number of its query
  double distance = 0;
  std::string details;  ///< how it was made, JSON
};

/// Counts from table queries for one instance, to check the instance's own counts; or these counts
/// themselves, where the run does not keep the table (RunRecord::keeps_queries).
struct LedgerCount {
  int rows = 0;
  int last_number = 0;
  int successes = 0;
  int first_success = 0;  ///< number of the first successful query; 0 means that there is none
};

struct InstanceRecord {
  std::int64_t id = 0;
  std::string attack;
  int input = 0;              ///< index into RunRecord::inputs
  std::optional<int> target;  ///< none: untargeted
  std::int64_t seed = 0;
  int budget = 0;  ///< queries
  InstanceStatus status = InstanceStatus::pending;
  int queries = 0;  ///< count stated by the instance, or by the ledger where it was cut while running
  int attempts =
      0;  ///< forward passes on its inputs, answered or not; as `queries` in runs that kept no count
  std::string reason;
  LedgerCount ledger;
  std::optional<AdversarialRecord> adversarial;
  std::optional<VerificationRecord> verification;
  std::vector<NearerRecord> nearer;  ///< in order

  /// Returns true if the instance has succeeded: it ended so, or now searches for a nearer example.
  bool reached() const {
    return status == InstanceStatus::success || (status == InstanceStatus::running && !nearer.empty());
  }
  /// Returns, for a success, the number of its first successful query, which need not be its last.
  int queries_to_success() const { return ledger.first_success > 0 ? ledger.first_success : queries; }
};

struct TimingRecord {
  std::string attack;
  std::string part;
  double seconds = 0;
};

/// Properties of an attack, and its access level.
struct AttackFacts {
  std::string name;
  std::string text;   ///< one-line description
  std::string sight;  ///< scores | labels | gradients
  bool leaves_ball = false;
  std::string prior = "none";  ///< use of substitute models: none | optional | required
  bool learns = false;         ///< whether its earlier instances provide warm starts where the run allows it
};

/// A classifier that was trained or supplied by the attacker.
struct SubstituteRecord {
  std::string file;
  std::string architecture;  ///< "" where the file does not say
  std::string sha256;
  std::optional<double> accuracy;          ///< accuracy in [0, 1], on images of the attacked data
  std::optional<double> training_seconds;  ///< training time by the wall clock; none: not known
  bool trained_before = false;             ///< whether it was trained for an earlier run and stored
  /// True if no better than guessing: left out, unless there is no better one and an attack requires one.
  bool set_aside = false;
};

/// Prior knowledge that was available to the attacker.
struct PriorFacts {
  std::string source = "none";  ///< source of substitute models: none | data | files
  bool learn = false;           ///< whether earlier instances provided warm starts
  std::string data;             ///< data on which substitute models were trained; "" if not stated
  /// Overlap with the victim's training images: yes | no | unknown; "": without substitute models, or not
  /// stated.
  std::string same_data;
  std::int64_t images = 0;  ///< number of different images on which substitute models were trained, as far as
                            ///< known
  std::int64_t shared = 0;  ///< number of these on which the victim is known to have been trained
  std::string screened_on;  ///< images on which substitute models' accuracies were measured; "": on none, or
                            ///< not stated
  std::vector<SubstituteRecord> substitutes;
};

/// Threat model of a run on graphs, as in attacks/threat/graph_threat.h, and the terms of its budget.
struct EditFacts {
  std::string mode;
  double ratio = 0;
  int most_edits = 0;
  int hops = 0;
  bool keep_connected = false;
  int most_injected = 0;
  int injected_degree = 0;
  int queries_per_edit = 0;
  int query_cap = 0;
};

/// A shard that a run was merged from.
struct MergedShard {
  std::string folder;
  Shard shard;
  std::string status;  ///< running | interrupted | complete, when it was merged
};

/// A check of the evaluation itself, after Carlini et al. 2019 and Croce et al. 2020: whether a strong attack
/// would have been detected, and whether the run measures what it claims.
struct EvaluationCheck {
  std::string id;      ///< identifier such as "deterministic"; it is the same in every run
  std::string title;   ///< statement such as "The same image twice gives the same answer"
  std::string status;  ///< pass | warn | fail | open (not made, or not decided; the text says why)
  std::string text;    ///< finding, in a sentence with its figures
};

/// Everything in a run database except scores and contents.
struct RunRecord {
  std::filesystem::path folder;
  std::filesystem::path database;  ///< the file that was read

  std::string status;  ///< running | interrupted | complete
  std::string started, finished;
  std::string version;
  std::map<std::string, std::string> libraries;
  std::string command;
  std::string directory;    ///< directory in which the command was run; "": not stated
  std::string config_json;  ///< the effective options, a JSON object
  std::string seed;
  std::string device;
  int threads = 0;

  std::string model, model_sha256, score_kind;
  /// Preprocessing defence in front of the model (models/defence.h): "jpeg:75"; "none".
  std::string defence = "none";
  std::string features;  ///< node features that a graph classifier uses; "": images, or not stated
  int classes = 0;
  std::vector<std::string> class_names;  ///< empty, or one per class
  int channels = 0, height = 0, width = 0;
  std::string data;

  std::string task = "images";  ///< images | graphs
  std::string threat;           ///< linf | semantic | edits
  std::string changes;          ///< changes of semantic runs and their ranges, as in --semantic
  int refinement = 0;           ///< number of queries after the first success, in semantic runs
  double epsilon_asked = 0;
  double epsilon = 0;  ///< the bound in force
  bool continuous = false;
  bool targeted = true;
  std::optional<EditFacts> edits;  ///< threat model of runs on graphs
  int budget = 0;                  ///< queries; the largest of any instance
  std::vector<std::string> attacks;
  std::map<std::string, AttackFacts> attack_facts;  ///< by attack; empty: not stated by the run
  PriorFacts prior;
  std::string visible = "scores";  ///< what black-box attacks see: scores | top-K | label

  bool randomised = false;  ///< whether the model may give the same input other answers
  int average = 1;          ///< number of answers to each question, of which attacks saw the mean ...
  int repeats = 1;          ///< ... and maximum number of answers for one that reached its goal,
  int success_in = 1;       ///< number of these that had to reach it

  std::optional<Shard> shard;       ///< shard of the inputs that the run covers; none: all inputs
  std::vector<MergedShard> merged;  ///< by number; empty: the run was made by one process at a time
  int of_shards = 0;                ///< number of shards of the whole, for a merged run; else 0
  /// True if table queries holds those of ended instances; if not, `ledger` of these repeats what the
  /// instance states.
  bool keeps_queries = true;

  /// Reasons why figures may be misleading, a sentence each: the warnings given when the run was made,
  /// describe_missing_classes() and describe_ties().
  std::vector<std::string> warnings;

  /// Checks that were made with the run, by querying the victim.
  std::vector<EvaluationCheck> checks;
  std::int64_t check_queries = 0;  ///< number of queries that the checks used, outside every budget
  /// Number of inputs with which a remote victim was tested and identified, summed over its loadings.
  std::int64_t loading_inputs = 0;
  /// Number of queries that the verifier made, summed over all its runs; 0: not stored.
  std::int64_t verification_queries = 0;
  /// Numbers of answers to attacks in which the largest score occurs twice, and of those that reach the goal
  /// only by the order of the classes, which is no success.
  std::int64_t tied_answers = 0, tied_goals = 0;

  /// Conditions on its figures (tools/report/conditions/condition.h), and the folder of the run with which it
  /// is compared ("": none).
  std::vector<std::string> fail_if;
  std::string baseline;

  std::optional<int> clean_inputs, clean_correct;  ///< none: the run was interrupted before they were known
  std::int64_t clean_queries = 0;
  double price_per_1000 = 0;  ///< price of 1,000 inputs, in any currency; 0: not stated
  double victim_seconds = 0;
  double wall_seconds = 0;

  std::vector<InputRecord> inputs;        ///< inputs in the order of inspection
  std::vector<InstanceRecord> instances;  ///< by id
  std::vector<TimingRecord> timings;

  /// Returns true if the attack knew more than the victim's answers to its own queries: it had substitute
  /// models, or warm starts from earlier instances.
  bool with_prior(const std::string& attack) const;
  bool on_graphs() const { return task == "graphs"; }
  /// Returns true if images were changed as light, lens and camera change them, rather than pixel by pixel.
  bool semantic() const { return threat == "semantic"; }
  /// Returns the goal as the database names it: "targeted" or "untargeted".
  std::string goal() const { return targeted ? "targeted" : "untargeted"; }
  /// Returns the model as it was attacked: "m.pt", or "m.pt behind jpeg:75".
  std::string victim() const { return defence == "none" ? model : model + " behind " + defence; }
  /// Returns "cat", or "3" where classes have no names.
  std::string class_name(int label) const;
};

/// Reads a consistent snapshot of `path`, which is a run's folder or its run.sqlite. Changes no stored data,
/// so it does not disturb a run in progress and works on a read-only medium. Throws InputError, one line, if
/// there is no database, it is damaged, not a run's, or of a newer schema version.
RunRecord read_run(const std::filesystem::path& path);

/// An input and its adversarial example as stored in the database: levels or floats of an image, the JSON
/// text of a graph.
struct InstanceContents {
  std::string original;
  std::string adversarial;
};

/// Returns the contents of instances that hold an adversarial example, by instance id; ids without one are
/// left out. Separate from read_run, since a report needs a few dozen of what may be gigabytes.
std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances);

/// Pixels of an instance, converted from any storage format to values in [0, 1], CHW.
struct InstancePixels {
  std::vector<float> original;
  std::vector<float> adversarial;
};

/// Returns the same as pixels, for a run on images.
std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances);

}  // namespace bora
