// Facts about a run as a whole: the rows of table `run` in its database. The list in visit_facts() determines
// how they are written, read, checked, merged and documented. To add a fact, add a member to RunFacts and a
// line to this list.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_rows.h"
#include "attacks/record/shard.h"

namespace bora::attacks {

/// Properties of an attack, as AttackSummary states them.
struct AttackFacts {
  std::string name;
  std::string text;            ///< one-line description
  std::string access;          ///< scores | labels | gradients
  bool leaves_ball = false;    ///< whether it queries inputs outside the threat model
  std::string prior = "none";  ///< use of substitute models: none | optional | required
  bool learns = false;         ///< whether it uses warm starts of earlier instances if the run allows it
};

/// Substitute model: a classifier that the attacker has trained or supplied.
struct SubstituteRecord {
  std::string file;
  std::string architecture;  ///< "" if the file does not state it
  std::string sha256;
  std::optional<double> accuracy;          ///< accuracy in [0, 1], on images of the attacked data
  std::optional<double> training_seconds;  ///< wall-clock time of training; none: not known
  bool trained_before = false;             ///< whether an earlier run trained and stored it
  /// True if it is not better than guessing. It is then used only if all are so and an attack requires one.
  bool set_aside = false;
};

/// Prior knowledge that the attacker has. The facts prior, prior_* and substitutes in visit_facts() explain
/// it.
struct PriorFacts {
  std::string source = "none";
  bool learn = false;
  std::string data;
  std::string same_data;
  std::int64_t images = 0;
  std::int64_t shared = 0;
  std::string screened_on;
  std::vector<SubstituteRecord> substitutes;
};

/// Threat model of a run on graphs (EditRules in attacks/threat/graph_threat.h) and its query budget
/// (GraphBudget in attacks/runner/graph_plan.h).
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

/// Shard from which a run was merged.
struct MergedShard {
  std::string folder;  ///< relative to the merged run's folder
  Shard shard;
  std::string status;  ///< status at the merge: running | interrupted | complete
};

/// Check of the evaluation itself, as proposed by Carlini et al. 2019 and Croce et al. 2020
/// (attacks/checks/).
struct EvaluationCheck {
  std::string id;      ///< identifier such as "deterministic", which is the same in every run
  std::string title;   ///< statement that holds if it passes: "The same input gets the same answer twice"
  std::string status;  ///< pass | warn | fail | open (not made or not decided, for the reason in `text`)
  std::string text;    ///< finding: a sentence with its figures
};

/// Facts of a run, which the texts in visit_facts() explain.
struct RunFacts {
  std::string version, model_sha256, data, seed;
  std::vector<std::string> attacks;
  std::string task = "images", threat;
  std::string status, started, finished;
  std::map<std::string, std::string> libraries;
  std::string command, directory, config_json = "{}", config_ini;
  std::string device;
  int threads = 0, workers = 0;
  std::string model, model_version, score_kind, defence = "none", features;
  int classes = 0;
  std::vector<std::string> class_names;
  int channels = 0, height = 0, width = 0;
  std::string changes;
  int refinement = 0;
  bool minimise = false;
  int searched = 0, search_budget = 0;
  double epsilon_asked = 0, epsilon = 0;
  bool continuous = false;
  int least_schedule = 0;
  bool targeted = true;
  std::optional<EditFacts> edits;  ///< set in runs on graphs
  int node_label_count = 0, attribute_count = 0;
  std::string node_pool;
  int budget = 0;
  std::map<std::string, AttackFacts> attack_facts;
  PriorFacts prior;
  std::string visible = "scores";
  bool randomised = false;
  int average = 1, repeats = 1, success_in = 1;
  std::optional<Shard> shard;
  std::string shard_clean, plan;
  std::vector<MergedShard> merged;
  int of_shards = 0;
  bool keeps_queries = true;
  std::vector<std::string> warnings;
  std::vector<EvaluationCheck> checks;
  std::int64_t check_queries = 0, loading_inputs = 0, verification_queries = 0;
  std::int64_t tied_answers = 0, tied_goals = 0, search_repeats = 0;
  std::vector<std::string> fail_if;
  std::string baseline;
  std::optional<int> clean_inputs, clean_correct;
  std::int64_t clean_queries = 0;
  double price_per_1000 = 0, victim_seconds = 0, wall_seconds = 0;

  bool on_graphs() const { return task == "graphs"; }
  /// Returns true if the threat model consists of semantic changes of images, not of a norm ball.
  bool semantic() const { return threat == "semantic"; }
  /// Returns true if instances may continue after their first success.
  bool continues() const { return refinement > 0 || minimise; }
};

/// Returns the current name of an option in the fact `config`, which earlier versions stored by another name.
inline std::string present_name(const std::string& option) {
  return option == "stretch" ? "range" : option;
}

/// Kind of runs that have a fact. pixels: runs on images with a norm ball; semantic: with semantic changes.
enum class FactScope { all, images, pixels, semantic, graphs };

/// Cases in which table run contains a fact.
enum class Stated {
  always,         ///< in every run; if it is missing (earlier versions), the default applies
  required,       ///< in every run; a run without it is refused
  unless_default  ///< if it differs from the default, which applies if it is missing
};

/// Rule by which the fact of a merged run follows from those of its shards.
enum class Merge {
  same,      ///< must be equal in all shards
  first,     ///< value of the first shard; the others may differ
  earliest,  ///< smallest of the texts, such as the earliest time
  latest,    ///< largest text
  largest,   ///< largest number
  sum,       ///< sum over the shards
  clean,     ///< sum if shards counted their own inputs (shard_clean), else equal in all shards
  left_out,  ///< must be equal in all shards; the merged run does not have it
  computed   ///< computed, or left out, by merge_facts.cc
};

/// Properties of a fact.
struct FactTraits {
  FactScope scope = FactScope::all;
  Stated stated = Stated::always;
  Merge merge = Merge::same;
};

/// Valid values of a fact: numbers from `low` to `high`, or one of `words`, which are separated by '|'. For a
/// bool, the first word means false, the second true.
struct Allowed {
  std::int64_t low = 0, high = INT64_MAX;
  const char* words = "";
};

/// Visits the facts of a run: fact(key, value, allowed, traits, text). `Facts`: RunFacts, const or not.
/// `text`: documentation of the fact. If shards cannot be merged, the message names the first fact that
/// differs, so the order matters.
template <typename Facts, typename Visit>
void visit_facts(Facts& run, Visit&& fact) {
  using enum FactScope;
  using enum Stated;
  using enum Merge;
  constexpr Allowed kCount{0, rule::kMostCount}, kPositive{1, rule::kMostCount}, kFlag{.words = "0|1"};
  constexpr Allowed kSide{1, 1 << 15}, kSeconds{0, 1'000'000'000'000'000};
  fact("version", run.version, {}, {}, "version of bora");
  fact("model_sha256", run.model_sha256, {}, {}, "SHA-256 of the model; fingerprint of a remote one");
  fact("data", run.data, {}, {}, "data set and part");
  fact("seed", run.seed, {}, {}, "seed of the run");
  fact("attacks", run.attacks, {}, {}, "attacks with their settings");
  fact("task", run.task, {.words = "images|graphs"}, {}, "kind of input");
  fact("threat", run.threat, {}, {.stated = required}, "linf | l2 | l0 | patch | semantic | edits");
  const Allowed bounds{0, run.threat == "linf" ? 1 : rule::kMostCount};
  fact(
      "epsilon", run.epsilon, bounds, {pixels, required},
      "radius of the ball, for images in [0, 1]: linf, l2: a distance; l0: a number of pixels; patch: the side of a square");
  fact("epsilon_asked", run.epsilon_asked, bounds, {pixels},
       "epsilon before it was rounded to the grid; missing or 0: epsilon");
  fact("continuous", run.continuous, kFlag, {pixels}, "1: images off the 8-bit grid");
  fact(
      "least_schedule", run.least_schedule, kCount, {pixels, unless_default},
      "minimum number of queries over which Square's proposals shrink, unless an attack has its own setting");

  fact("status", run.status, {}, {all, required, computed}, "running | interrupted | complete");
  fact("started", run.started, {}, {.merge = earliest}, "time, UTC");
  fact("finished", run.finished, {}, {.merge = latest}, "time, UTC; '' before");
  fact("libraries", run.libraries, {}, {}, "versions of libraries by name");
  fact("command", run.command, {}, {.merge = computed}, "command line");
  fact("directory", run.directory, {}, {.merge = first}, "directory in which the command was run");
  fact("config", run.config_json, {}, {.merge = computed}, "options in force as typed, a JSON object");
  fact("config_ini", run.config_ini, {}, {.merge = computed}, "options with absolute paths, an INI file");
  fact("device", run.device, {}, {}, "cpu | cuda");
  fact("threads", run.threads, kCount, {.merge = first}, "number of threads");
  fact("lanes", run.workers, kCount, {all, unless_default, first},
       "number of workers, each of which queries the victim for its own instances");

  fact("model", run.model, {}, {all, required, first}, "model file or address");
  fact("model_version", run.model_version, {}, {images, unless_default},
       "version of the model that its server stated in the first answer");
  fact("score_kind", run.score_kind, {}, {}, "kind of scores of the victim");
  fact("defence", run.defence, {}, {images},
       "preprocessing in front of the model (models/defences/defence.h)");
  fact("features", run.features, {}, {graphs}, "node features that the model uses");
  fact("classes", run.classes, kPositive, {.stated = required}, "number of classes");
  fact("class_names", run.class_names, {}, {}, "empty, or one name for each class");
  fact("channels", run.channels, {1, 4}, {images, required}, "channels of an image");
  fact("height", run.height, kSide, {images, required}, "height of an image, pixels");
  fact("width", run.width, kSide, {images, required}, "width of an image, pixels");
  fact("semantic", run.changes, {}, {semantic, required}, "changes and their ranges, as in --semantic");
  fact("refinement", run.refinement, kCount, {semantic, required}, "queries after the first success");
  fact("minimise", run.minimise, kFlag, {all, unless_default},
       "1: instances spend the rest of their budget after a success on reducing the perturbation");
  fact(
      "searched", run.searched, kCount, {pixels, unless_default},
      "number of images on which a universal perturbation is searched; 0: each image has its own perturbation");
  fact("search_budget", run.search_budget, kCount, {pixels, unless_default},
       "query budget of the search for a universal perturbation, for each attack");
  fact("search_repeats", run.search_repeats, {}, {pixels, unless_default, sum},
       "forward passes of these searches without an answer in table searches");
  if (run.edits) {
    auto& edits = *run.edits;
    fact("edit_mode", edits.mode, {}, {graphs, required}, "kind of edits (threat/graph_threat.h)");
    fact("edit_ratio", edits.ratio, {0, 1}, {graphs, required},
         "largest number of edits, as a share of n^2 for a graph of n nodes");
    fact("most_edits", edits.most_edits, kCount, {graphs, required}, "largest number of edits; 0: any");
    fact("hops", edits.hops, kCount, {graphs, required},
         "largest distance in the original between the nodes of an added edge; 0: any");
    fact("keep_connected", edits.keep_connected, kFlag, {graphs, required},
         "1: no more connected components than the original");
    fact("most_injected", edits.most_injected, kCount, {graphs, required},
         "largest number of injected nodes");
    fact("injected_degree", edits.injected_degree, kPositive, {graphs, required},
         "largest number of edges of an injected node");
    fact("queries_per_edit", edits.queries_per_edit, kPositive, {graphs, required},
         "query budget of an instance per allowed edit");
    fact("query_cap", edits.query_cap, kPositive, {graphs, required}, "largest query budget of an instance");
  }
  fact("node_label_count", run.node_label_count, kCount, {graphs}, "number of node labels");
  fact("attribute_count", run.attribute_count, kCount, {graphs}, "number of node attributes");
  fact("node_pool", run.node_pool, {}, {graphs},
       "nodes that may be injected, as a graph without edges, JSON");
  fact("goal", run.targeted, {.words = "untargeted|targeted"}, {.stated = required}, "goal of the attacks");
  fact("budget", run.budget, kPositive, {all, required, largest}, "largest query budget of an instance");
  fact("attack_facts", run.attack_facts, {}, {}, "by attack: name, text, sight, leaves_ball, prior, learns");

  fact("prior", run.prior.source, {.words = "none|data|files"}, {pixels}, "source of substitute models");
  fact("prior_learn", run.prior.learn, kFlag, {pixels}, "1: earlier instances provide warm starts");
  fact("prior_data", run.prior.data, {}, {pixels}, "training data of substitute models; '': not stated");
  fact("prior_same_data", run.prior.same_data, {}, {pixels},
       "yes | no | unknown: the victim was trained on some images of prior_data; '': not stated");
  fact("prior_images", run.prior.images, {}, {pixels},
       "number of different training images of substitute models, if known");
  fact("prior_shared", run.prior.shared, {}, {pixels},
       "number of these images on which the victim was trained");
  fact("prior_screened_on", run.prior.screened_on, {}, {pixels},
       "images on which the accuracies of substitute models were measured; '': none, or not stated");
  fact("substitutes", run.prior.substitutes, {}, {pixels, always, first},
       "file, architecture, sha256, accuracy, training_seconds, trained_before and set_aside of each");

  fact("visible", run.visible, {}, {}, "scores | top-K | label: what black-box attacks see");
  fact("randomised", run.randomised, kFlag, {all, unless_default}, "1: an input may get different answers");
  fact("repeats", run.repeats, kPositive, {all, unless_default},
       "largest number of answers to an input, of which one reached the goal");
  fact("average", run.average, {1, run.repeats}, {all, unless_default},
       "number of answers to each input, of which attacks see the mean");
  fact("success_in", run.success_in, {1, run.repeats}, {all, unless_default},
       "number of answers that must reach the goal for a success");
  fact("store", run.keeps_queries, {.words = "summary|all"}, {all, unless_default},
       "summary: table queries holds only instances in progress");

  fact("shard", run.shard, {}, {all, unless_default, computed}, "K/N, in a shard");
  fact("shard_clean", run.shard_clean, {}, {all, unless_default, left_out},
       "all | own: the clean inputs of the whole run or of the shard are counted in clean_inputs");
  fact("plan", run.plan, {}, {all, unless_default}, "SHA-256 of the plan of all shards; '': none was made");
  fact("merged", run.merged, {}, {all, unless_default, computed}, "folder, shard and status of each part");
  fact("of_shards", run.of_shards, {0, kMostShards}, {all, unless_default, computed},
       "number of shards of the whole run");

  fact("warnings", run.warnings, {}, {.merge = computed}, "why figures may be misleading, a sentence each");
  fact("checks", run.checks, {}, {.merge = computed},
       "id, title, status (pass, warn, fail or open) and text of each check");
  fact("check_queries", run.check_queries, {}, {.merge = sum}, "queries of the checks, outside every budget");
  fact("loading_inputs", run.loading_inputs, {}, {.merge = sum},
       "number of inputs that tested a remote victim, and of copies that a defence made of clean inputs");
  fact("verification_queries", run.verification_queries, {}, {all, unless_default, sum},
       "queries of the verifier");
  fact("tied_answers", run.tied_answers, {}, {all, unless_default, sum},
       "number of answers to attacks in which classes share the largest score");
  fact("tied_goals", run.tied_goals, {}, {all, unless_default, sum},
       "number of these that reach the goal only by the order of the classes");
  fact("fail_if", run.fail_if, {}, {}, "conditions on the figures");
  fact("baseline", run.baseline, {}, {.merge = first},
       "folder of the run that this one is compared with, or ''");
  fact("clean_inputs", run.clean_inputs, kCount, {all, unless_default, clean},
       "number of labelled clean inputs queried");
  fact("clean_correct", run.clean_correct, {0, run.clean_inputs.value_or(0)}, {all, unless_default, clean},
       "number of these that are classified correctly");
  fact("clean_queries", run.clean_queries, {}, {.merge = sum}, "queries on clean inputs");
  fact("price_per_1000", run.price_per_1000, kSeconds, {}, "price of 1,000 inputs; 0: not stated");
  fact("victim_seconds", run.victim_seconds, kSeconds, {.merge = sum}, "time in the victim");
  fact("wall_seconds", run.wall_seconds, kSeconds, {.merge = sum}, "wall time, summed over resumed parts");
}

}  // namespace bora::attacks
