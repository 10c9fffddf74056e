// Settings of a run of bo-attack, typed and checked.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attacks/checks/check.h"
#include "attacks/ledger/repeats.h"
#include "attacks/record/shard.h"
#include "attacks/runner/graph_plan.h"
#include "attacks/runner/plan.h"
#include "common/layers.h"
#include "data/files/split.h"
#include "data/images/dataset.h"
#include "data/images/load.h"
#include "models/defences/defence.h"
#include "models/graphs/load_graph_victim.h"
#include "models/victims/victim_options.h"

namespace bora::tools {

enum class RunTask { images, graphs };

/// Transformations of the images before the victim, in order.
struct DefenceText {
  std::string text = "none";  ///< as parse_defences() reads it
  std::vector<Defence> steps;
};

/// Victim, and how it is queried.
struct VictimConfig {
  std::optional<RunTask> task;  ///< value of --task; none: choose_task() infers the task
  VictimOptions options;        ///< for graphs, only address, kind, classes and endpoint are used
  std::string features;         ///< node features of graphs (models/graphs/graph_features.h); "": chosen
  DefenceText defence;
  double price = 0;            ///< price of 1,000 inputs
  int average = 1;             ///< number of answers whose mean an attack sees, 1 to 1000
  std::optional<int> repeats;  ///< largest number of answers to a query that looks like a success, 1 to 1000
  std::optional<int> success_in;  ///< number of these that must be successes; none: more than half

  /// Returns the repeats of queries that the options state; none if they depend on the victim.
  std::optional<Repeats> answers() const;
};

/// Inputs of a run.
struct DataConfig {
  std::string spec;  ///< see load_dataset() and load_graphs(); "": the data that the model's file names
  Part part = Part::test;
  InputOrder order = InputOrder::automatic;
  Preparation preparation;
  std::string image, graph;                  ///< file of the one input that is attacked instead; "": none
  std::optional<int> label;                  ///< true class of that input; none: the model's prediction
  int images = 20;                           ///< number of correctly classified images to attack
  std::optional<int> graphs;                 ///< number of correctly classified graphs to attack; none: all
  int skip = 0;                              ///< number of correctly classified inputs to skip before these
  int clean_images = 1000;                   ///< least number of images for clean accuracy
  std::optional<std::pair<int, int>> range;  ///< see PlanOptions::range
  std::optional<Shard> shard;                ///< share of the inputs that this run attacks; none: all

  bool one_input() const { return !image.empty() || !graph.empty(); }
};

/// Goal of the attacks and the part of an answer that they see.
struct GoalConfig {
  bool untargeted = false;     ///< whether --untargeted is given; also the default without targets
  std::optional<int> target;   ///< one class for all inputs
  std::optional<int> targets;  ///< number of other classes drawn for each input; 0: all others
  Visibility visible;
};

/// Inputs that an attacker may show to the victim.
struct ThreatConfig {
  enum class OfImages { pixels, semantic };
  OfImages of_images = OfImages::pixels;
  Norm norm = Norm::linf;
  std::optional<double> epsilon;  ///< bound on a change, measured by NormBall; none: default_epsilon()
  bool continuous = false;        ///< whether images may leave the 8-bit grid
  std::string changes = "auto";   ///< semantic changes, see parse_semantic_rules()
  EditRules edits;                ///< allowed edits of graphs
  int universal = 0;  ///< number of images on which one perturbation for all is searched; 0: one per image
  bool minimise = false;  ///< whether the smallest perturbation is sought after a success
};

/// Query budgets of an instance.
struct BudgetConfig {
  std::optional<int> queries;     ///< on an image; none: 1000, or 100 with semantic changes
  std::optional<int> refinement;  ///< queries after the first success with semantic changes; none: queries
  int queries_per_edit = 40, query_cap = 20000;  ///< limits that apply to graphs, see GraphBudget
};

/// Source that supplies an attacker's transfer prior.
struct PriorSource {
  enum class Kind { none, data, files };
  Kind kind = Kind::none;          ///< origin of the substitute models
  std::vector<std::string> files;  ///< TorchScript
  bool learn = false;              ///< whether to learn from earlier instances of the run

  bool in_use() const { return kind != Kind::none || learn; }
};

/// Transfer prior of an attacker of images.
struct PriorConfig {
  PriorSource source;
  std::string data;   ///< training data; "": the attacked data
  int count = 0;      ///< number of substitute models to train; 0: as recommended
  int epochs = 0;     ///< training epochs of each; 0: as recommended
  std::string cache;  ///< folder of the trained models; "": substitute_folder()
};

/// Folder of the run, what is kept and printed, and the acceptance threshold.
struct OutputConfig {
  std::string folder;                ///< folder of the run; "": choose_folder() determines it
  bool resume = false;               ///< whether the run in the folder is continued
  std::string store = "all";         ///< all | summary
  std::vector<std::string> fail_if;  ///< see parse_conditions()
  std::string baseline;              ///< run that the condition `regression` compares with
  bool quiet = false, json = false;
  bool silent = false;  ///< prints no result, for callers that process it further
  /// Number of inputs that discarded runs sent to a model, by its SHA-256 or fingerprint. A new run on this
  /// model counts them, too.
  std::map<std::string, std::int64_t> sent_before = {};
};

/// How the run is computed.
struct ExecutionConfig {
  std::uint64_t seed = 0;
  int threads = 0;           ///< number of threads; parsing replaces 0 by the number of cores
  int batch = 64;            ///< number of attacks in progress at once, and of inputs per call of the model
  std::optional<int> chunk;  ///< images per forward pass on the CPU; none: 16, or 1 in a shard
  CheckLevel checks = CheckLevel::full;
};

/// Settings as they are stored with the run.
struct StoredWithRun {
  std::string command;    ///< as typed
  std::string json, ini;  ///< the settings by name; the INI file has absolute paths
  std::string directory;  ///< working directory of a model program; "": the current one
};

/// All settings of a run.
struct AttackConfig {
  VictimConfig victim;
  DataConfig data;
  GoalConfig goal;
  ThreatConfig threat;
  BudgetConfig budget;
  PriorConfig prior;
  OutputConfig output;
  ExecutionConfig execution;
  std::vector<std::string> attacks;  ///< specs; empty: the default ones of the task and threat
  std::string protocol;              ///< name of the published table that set defaults; "": none
  std::string preset;                ///< name of the set of attacks that set defaults; "": none
  std::string describe;              ///< attack that is described instead of a run; "": none
  RunTask task = RunTask::images;    ///< as decided by choose_task()
  StoredWithRun stored;

  bool semantic() const { return threat.of_images == ThreatConfig::OfImages::semantic; }
  VictimOptions victim_of_images() const;
  GraphVictimOptions victim_of_graphs() const;
  /// Returns the query budget that an attack on one image has; with --universal, the search for the
  /// perturbation.
  int budget_of_images() const;
  /// Returns the query budget that an instance has: budget_of_images(), but 1 with --universal.
  int budget_of_instance() const { return threat.universal > 0 ? 1 : budget_of_images(); }
  /// Returns the number of queries that a semantic attack may spend after its first success.
  int refinement() const;
  GraphBudget budget_of_graphs() const;
  /// Returns the attacks of `--attack auto`, separated by commas.
  std::string default_attacks() const;
  PlanOptions plan() const;
};

/// Attacks selected by `--attack auto`, by kind of task.
inline constexpr const char* kDefaultImageAttacks = "bo,square";
inline constexpr const char* kDefaultL2LabelAttacks = "bo,hop-skip-jump";
inline constexpr const char* kDefaultSparseAttacks = "sparse-rs,random";
inline constexpr const char* kDefaultSemanticAttacks = "bo,random";
inline constexpr const char* kDefaultGraphAttacks = "grabnel,random";

/// Throws InputError that begins with an option's name if settings contradict each other or do not suit
/// config.task. Makes all checks that need neither the model nor the data.
void check(const AttackConfig& config);

/// Throws InputError that names the option if settings of an attack on pixels do not suit images of this
/// shape, or if the bound exceeds the largest distance between two such images (for a patch: the shorter
/// side) or the largest bound that --universal can store. Does nothing for graphs and semantic attacks.
void check_shape(const AttackConfig& config, const ImageShape& shape);

}  // namespace bora::tools
