// Reads a run database, finished or not, into plain structs: what reports and comparisons are made from.
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

/// An image or a graph that was looked at; see schema.h, table inputs.
struct InputRecord {
  std::int64_t id = 0;
  std::int64_t record = 0;
  std::string name;
  int label = 0;
  int predicted = 0;
  bool attacked = false;
  std::string reason;  ///< why it was skipped, else ""
  int nodes = 0;       ///< of a graph; 0 of an image
  int edges = 0;
};

struct AdversarialRecord {
  int predicted = 0;
  double distance = 0;       ///< L-infinity of images, severity of semantic runs, number of edits of graphs
  std::optional<double> l2;  ///< of images
};

struct VerificationRecord {
  std::string file;
  double distance = 0;
  bool within = false;
  int predicted = 0;
  bool confirmed = false;
};

/// An adversarial example nearer to its original than all before it; of runs that go on after a success.
struct NearerRecord {
  int number = 0;  ///< of its query
  double distance = 0;
  std::string details;  ///< how it was made, JSON
};

/// What table queries holds for one instance, to hold the instance's own account against; or, where the run
/// does not keep it (RunRecord::keeps_queries), that account.
struct LedgerCount {
  int rows = 0;
  int last_number = 0;
  int successes = 0;
  int first_success = 0;  ///< number of the first successful query, 0 = none
};

struct InstanceRecord {
  std::int64_t id = 0;
  std::string attack;
  int input = 0;              ///< index into RunRecord::inputs
  std::optional<int> target;  ///< none: untargeted
  std::int64_t seed = 0;
  int budget = 0;  ///< queries
  InstanceStatus status = InstanceStatus::pending;
  int queries = 0;  ///< as the instance states it, or the ledger's count where it was cut while running
  int attempts =
      0;  ///< forward passes on its inputs, answered or not; as `queries` in runs that kept no count
  std::string reason;
  LedgerCount ledger;
  std::optional<AdversarialRecord> adversarial;
  std::optional<VerificationRecord> verification;
  std::vector<NearerRecord> nearer;  ///< in order

  /// Whether it has succeeded: ended so, or is looking for a nearer example since.
  bool reached() const {
    return status == InstanceStatus::success || (status == InstanceStatus::running && !nearer.empty());
  }
  /// Of a success: the number of its first successful query, which need not be its last.
  int queries_to_success() const { return ledger.first_success > 0 ? ledger.first_success : queries; }
};

struct TimingRecord {
  std::string attack;
  std::string part;
  double seconds = 0;
};

/// What an attack is, and what it saw.
struct AttackFacts {
  std::string name;
  std::string text;   ///< a line saying what it is
  std::string sight;  ///< scores | labels | gradients
  bool leaves_ball = false;
  std::string prior = "none";  ///< whether it makes use of substitute models: none | optional | required
  bool learns = false;         ///< whether its earlier instances teach later ones where the run allows it
};

/// A classifier of the attacker's own.
struct SubstituteRecord {
  std::string file;
  std::string architecture;  ///< "" where the file does not say
  std::string sha256;
  std::optional<double> accuracy;          ///< in [0, 1], on images of the data attacked
  std::optional<double> training_seconds;  ///< of wall clock; none: not known
  bool trained_before = false;             ///< and kept since
  /// No better than guessing: left out, unless there is no better one and an attack cannot do without.
  bool set_aside = false;
};

/// What the attacker brought along.
struct PriorFacts {
  std::string source = "none";  ///< of substitute models: none | data | files
  bool learn = false;           ///< earlier instances taught later ones
  std::string data;             ///< what substitute models were trained on; "" where nobody says
  /// Whether the victim was trained on some of the same images: yes | no | unknown; "": without substitute
  /// models, or not stated.
  std::string same_data;
  std::int64_t images = 0;  ///< different ones that substitute models were trained on, as far as known
  std::int64_t shared = 0;  ///< of those, how many the victim is known to have been trained on
  std::string screened_on;  ///< which images substitute models' accuracies were measured on; "": on none, or
                            ///< not stated
  std::vector<SubstituteRecord> substitutes;
};

/// The threat model of a run on graphs, as attacks/threat/graph_threat.h has it, and what a budget is made
/// of.
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

/// A check of the evaluation itself, after Carlini et al. 2019 and Croce et al. 2020: would a strong attack
/// have been noticed, and does the run measure what it says?
struct EvaluationCheck {
  std::string id;      ///< "deterministic"; the same in every run
  std::string title;   ///< "The same image twice gives the same answer"
  std::string status;  ///< pass | warn | fail | open (not made, or not decided; the text says why)
  std::string text;    ///< what was found, in a sentence with its figures
};

/// Everything a run database says, but for scores and contents.
struct RunRecord {
  std::filesystem::path folder;
  std::filesystem::path database;  ///< the file that was read

  std::string status;  ///< running | interrupted | complete
  std::string started, finished;
  std::string version;
  std::map<std::string, std::string> libraries;
  std::string command;
  std::string directory;    ///< that the command was run in; "": not stated
  std::string config_json;  ///< the effective options, a JSON object
  std::string seed;
  std::string device;
  int threads = 0;

  std::string model, model_sha256, score_kind;
  /// What an image goes through before the model sees it (models/defence.h): "jpeg:75"; "none".
  std::string defence = "none";
  std::string features;  ///< of a node, that a classifier of graphs is fed; "": of images, or not stated
  int classes = 0;
  std::vector<std::string> class_names;  ///< empty, or one a class
  int channels = 0, height = 0, width = 0;
  std::string data;

  std::string task = "images";  ///< images | graphs
  std::string threat;           ///< linf | semantic | edits
  std::string changes;          ///< of semantic runs: which, how far, as --semantic has them
  int refinement = 0;           ///< of semantic runs: queries after the first success
  double epsilon_asked = 0;
  double epsilon = 0;  ///< the bound in force
  bool continuous = false;
  bool targeted = true;
  std::optional<EditFacts> edits;  ///< of runs on graphs
  int budget = 0;                  ///< queries; the largest of any instance
  std::vector<std::string> attacks;
  std::map<std::string, AttackFacts> attack_facts;  ///< by attack; empty: the run does not say
  PriorFacts prior;
  std::string visible = "scores";  ///< to black-box attacks: scores | top-K | label

  bool randomised = false;  ///< the model may give the same input other answers
  int average = 1;          ///< answers to each question, of which attacks saw the mean ...
  int repeats = 1;          ///< ... and at most to one that reached its goal,
  int success_in = 1;       ///< of which so many had to reach it

  std::optional<Shard> shard;       ///< of the inputs, that the run is on; none: on all
  std::vector<MergedShard> merged;  ///< by number; empty: the run was made by one process at a time
  int of_shards = 0;                ///< of a merged run: so many make the whole
  /// Whether table queries holds those of instances that have ended; if not, `ledger` of these repeats what
  /// the instance states.
  bool keeps_queries = true;

  /// Reasons why figures may not mean what they seem to, a sentence each: the warnings given when the run was
  /// made, describe_missing_classes() and describe_ties().
  std::vector<std::string> warnings;

  /// Made when the run was made, by asking the victim.
  std::vector<EvaluationCheck> checks;
  std::int64_t check_queries = 0;  ///< what they cost, outside every budget
  /// That a victim elsewhere was tried with and told apart by, each time that it was loaded.
  std::int64_t loading_inputs = 0;
  /// Put to the victim by the verifier, each time that it looked; 0: not stored.
  std::int64_t verification_queries = 0;
  /// Answers to attacks in which the largest score is there twice; those of them that reach the goal only by
  /// the order of the classes, which is no success.
  std::int64_t tied_answers = 0, tied_goals = 0;

  /// Conditions on its figures (tools/report/conditions/condition.h), and the folder of the run that it is
  /// held against ("": none).
  std::vector<std::string> fail_if;
  std::string baseline;

  std::optional<int> clean_inputs, clean_correct;  ///< none: the run was cut before they were known
  std::int64_t clean_queries = 0;
  double price_per_1000 = 0;  ///< of inputs, in whatever money; 0: none stated
  double victim_seconds = 0;
  double wall_seconds = 0;

  std::vector<InputRecord> inputs;        ///< in the order they were looked at
  std::vector<InstanceRecord> instances;  ///< by id
  std::vector<TimingRecord> timings;

  /// Whether the attack knew more than the victim's answers to its own queries: it had substitute models to
  /// make use of, or earlier instances to learn from.
  bool with_prior(const std::string& attack) const;
  bool on_graphs() const { return task == "graphs"; }
  /// Whether images were changed as light, lens and camera change them, rather than pixel by pixel.
  bool semantic() const { return threat == "semantic"; }
  /// The goal as the database names it: "targeted" or "untargeted".
  std::string goal() const { return targeted ? "targeted" : "untargeted"; }
  /// "m.pt", or "m.pt behind jpeg:75": the model as it was attacked.
  std::string victim() const { return defence == "none" ? model : model + " behind " + defence; }
  /// "cat", or "3" where classes have no names.
  std::string class_name(int label) const;
};

/// Reads a consistent snapshot of `path`, a run's folder or its run.sqlite. Changes nothing that is stored: a
/// run in progress is not disturbed, and a read-only medium will do. Throws InputError, one line, if there is
/// no database, it is damaged, not a run's, or of a newer schema version.
RunRecord read_run(const std::filesystem::path& path);

/// An input and its adversarial example as the database holds them: levels or floats of an image, the JSON
/// text of a graph.
struct InstanceContents {
  std::string original;
  std::string adversarial;
};

/// Contents of instances that hold an adversarial example, by instance id; ids without one are left out.
/// Apart from read_run, since a report wants a few dozen of what may be gigabytes.
std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances);

/// Pixels of an instance in [0, 1], CHW, whatever the run stored them as.
struct InstancePixels {
  std::vector<float> original;
  std::vector<float> adversarial;
};

/// The same as pixels, of a run on images.
std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances);

}  // namespace bora
