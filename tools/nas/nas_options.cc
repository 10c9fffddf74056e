#include "tools/nas/nas_options.h"

#include <algorithm>

#include "common/error.h"
#include "common/fraction.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "data/files/regression.h"
#include "data/graphs/load_graphs.h"
#include "nas/network/architecture_network.h"
#include "nas/run/training/program_trainer.h"
#include "nas/space/architecture_space.h"
#include "nas/space/staged_space.h"
#include "nas/strategy/strategy.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

constexpr const char* kTrainedSpace = "mlp-training";  // space whose points include epochs and learning rates

constexpr const char* kSearchExamples = R"(Examples:
  bo-nas --space nb201 --data digits --channels 8 --cells 1 --epochs 4 --budget 20 --workers 2 --out search
      trains 20 cells on the digits that tools/setup installs; bo-attack takes search/best.pt
  bo-nas --space cnn --data digits --strategy nasbot --epochs 4 --budget 20 --out free
      convolutional networks of any depth, width and branches, found by NASBOT
  bo-nas --space nb201 --data cifar10/ --images 2000 --epochs 5 --budget 30 --strategy random --out search
      random search, with 2,000 training images
  bo-nas --space nb201 --data digits --channels 8 --cells 1 --epochs 4 --objectives accuracy,robustness
         --robust-eps 0.2 --budget 20 --out robust
      networks that are accurate and resist attacks
  bo-nas --space nb201 --data digits --channels 8 --cells 1 --strategy one-shot:supernet=fair --budget 5
         --out shared
      a supernet ranks 200 cells; the best five are trained
  bo-nas --space graph-network --data PROTEINS.zip --budget 20 --workers 2 --out proteins
      kind, depth, width and readout of networks for graphs
  bo-nas --space mlp --data uci/energy --strategy nasbot --budget 40 --out regression
      networks for regression, as in Kandasamy et al. 2018
  bo-nas --space nb201 --data 'exec:python3 train.py' --validation 1000 --budget 30 --out own
      networks that train.py trains
  bo-nas --space bnn --data uci/energy --strategy gpar --out bayes
      Bayesian networks for regression, searched by a model of learning curves; bo-nas --space bnn --help
  bo-nas --space sigmoid-mlp --help
      networks of sigmoids and a given prior, as in Twist 2019
  bo-nas --resume --out search
      continues an interrupted search with the same options
  bo-nas --space nb201 --table nasbench201.csv --objective c10_xvalid_200 --strategy bowl,nas-bowl,random
         --budget 150 --seeds 100-119 --out study
      compares strategies on a table
  bo-nas --resume --out study --seeds 100-139
      adds seeds to this study
  bo-nas --space nb201 --table nasbench201.csv --strategy bowl:terms=ps,bowl:start=random --out parts
      compares two settings of one strategy

Strategies, with options as name:option=value:
  bowl        Bayesian optimisation on paths, Weisfeiler-Lehman labels and statistics of cells:
              start=spread|random, pool=whole|mutations|random, model=NAME, acquisition=ucb|log_ei|ei|pi,
              clip=yes|no, terms=plsd (paths, labels, statistics, their dot product); an unknown NAME lists
              the valid ones. 10 architectures come first (5 if one is asked for at a time); with a --budget
              below 30 at most three tenths of it, but at least 4
  nas-bowl    Ru et al. 2021, as printed: candidates=200, drawn=0.5 (share drawn at random; 0 on nb201), parents=10
              (mutated), acquisition=ei|pi|ucb|greedy|thompson|random, beta=2 (ucb), h=auto|0|1|2|3,
              base=dot|intersection, noise=0 (variance; 0: learnt), target=log-error|accuracy, initial=10
  gcn         as nas-bowl, with an untrained graph network as model; without h, base and noise
  sreedhar    Sreedhar 2021, as printed, with --batch 1: kernel=gcn|wl|edge on undirected graphs,
              acquisition=lcb|ei|greedy|thompson, xi=1 (lcb) or 0.01 (ei), candidates=3000,
              sampling=hybrid|random|mutation, drawn=0.25 (hybrid: share drawn at random), parents=1,
              initial=10. As target=accuracy of nas-bowl and gcn, it models the error, so it needs the
              accuracy as the only objective and --estimator accuracy
  nasbot      Kandasamy et al. 2018: distances by optimal transport, candidates by evolution; clip=no|yes,
              lengths=24|6 (path lengths in the distance), acquisition=ei|random (random: their RAND)
  treebo      their TreeBO: only chains of layers, for mlp and cnn; its model compares the first eight layers
              and ignores those after them
  bananas     White et al. 2021: five networks on path encodings, Thompson sampling; epochs=150
  local       local search
  evolution   regularised evolution: population=30, tournament=10, initial=10 (random networks before the first
              child; with a --budget below 30 at most three tenths of it, but at least 4). With a smaller
              population, tournament and initial are at most as large. initial=30 begins with a whole population,
              as in Real et al. 2019
  tpe         tree of Parzen estimators; as many first architectures as bowl with several at a time
  parameters  largest architectures first: a baseline that every search should beat
  random      uniform draws
  one-shot    a supernet whose cells share their weights ranks cells; the best --budget of them are trained:
              supernet=random|fair|multi, paths=5 (multi), epochs=50, rate=0.025, cells=200,
              rank=tse|tse-late|accuracy|sovl|tlmini after batches=100 minibatches (tse-late: losses of their second
              half); only for nb201 with --data
  darts       Liu et al. 2019, first order: gradient=validation|tse, interval=100 (tse), alpha-rate=0.0003,
              epochs=50, rate=0.025; the --budget most probable cells are trained
  drnas       Chen et al. 2021: as darts, with Dirichlet distributions; alpha-rate=0.0006

Every strategy accepts motifs=yes: it then proposes only architectures with a pattern that was good in --motifs, the
results of an earlier task (Ru 2021). With motifs=updated (nas-bowl, gcn, sreedhar, nasbot, bananas), it also allows
patterns that are good in the results of the search itself. tpe and bananas do not support cnn, mlp and mlp-training;
parameters needs a table. clip=yes raises the values of networks that fail completely to the lower end of the others
before the model is fitted. With several objectives, each strategy optimises a Chebyshev scalarisation whose weights
are drawn for each network (ParEGO, Knowles 2006).

The program of --data exec:COMMAND is started for each architecture. It reads one line from standard input,
{"trial": 3, "architecture": "..."}, and prints one line, its answer: {"accuracy": 0.93}, a share of --validation
inputs, optionally with "weights", the number of parameters (needed with --objectives parameters), and "loss" (of
training), or {"failure": "why"}. The first line on standard output is the answer; print anything else to standard
error. If the program ends without an answer, the trial has failed.

A table is CSV with a column `arch`, JSON in the format of NASLib, or nasbench_only108.tfrecord. Exit codes:
0 done; 2 wrong input; 3 no network has a value; 130 interrupted; 1 anything else.)";

int number_of(const std::string& text, const std::string& whole) {
  constexpr int kLargest = 1000000000;
  if (const auto value = to_number<int>(text, 0, kLargest)) return *value;
  throw InputError("--seeds: '{}' is not valid, expected e.g. 100-119 or 1,2,5", printable(whole));
}

std::vector<int> parse_seeds(const std::string& text) {
  constexpr int kMost = 10000;
  std::vector<int> seeds;
  for (const std::string& part : split(text, ',')) {
    const auto dash = part.find('-');
    const int first = number_of(part.substr(0, dash), text);
    const int last = dash == std::string::npos ? first : number_of(part.substr(dash + 1), text);
    if (last < first || last - first >= kMost)
      throw InputError("--seeds: got '{}', expected FIRST-LAST with FIRST <= LAST, at most {} seeds",
                       printable(part), kMost);
    for (int seed = first; seed <= last; ++seed) {
      if (std::ranges::find(seeds, seed) != seeds.end()) throw InputError("--seeds: {} is given twice", seed);
      seeds.push_back(seed);
    }
  }
  return seeds;
}

// Texts of options that SearchCommand::finish() parses.
struct TypedSearch {
  std::string pathless, observed, strategies = "bowl", seeds = "0-9";
  std::string objectives = "accuracy", choose, adversarial;
};

void declare_training(CommandLine& line, SearchConfig& options, TypedSearch& typed) {
  line.section("Training of networks")
      .add_options()  //
      ("data", po::value(&options.data)->value_name("NAME|PATH"),
       "images or graphs, in any form that bo-train accepts; for mlp also a UCI regression set, "
       "whose accuracy is the explained share of the variance; or exec:COMMAND, a program that trains each network "
       "and prints its accuracy; see below")  //
      ("images", value_of(options.images),
       "number of training images to use; 0: all that are not used for validation")  //
      ("validation", value_of(options.validation),
       "number of training images set aside to score networks and to choose their epoch; 0: a fifth. "
       "With exec:COMMAND: number of inputs on which the program measures accuracy")  //
      ("epochs", value_of(options.epochs),
       "passes over the images for each network; 0: 10, for graphs the default of bo-train, for regression 100")  //
      ("image-batch", value_of(options.image_batch), "images or graphs per step; 0: 64, for graphs 32")  //
      ("lr", value_of(options.learning_rate),
       "peak learning rate; 0: 0.05, for graphs 0.01; in regression it is fixed, 0: 0.01")  //
      ("channels", value_of(options.channels),
       "channels of cells in the first of three stages; each further stage doubles them. "
       "For resnet and resnext, channels of the stem; other than 16, all widths are scaled alike")  //
      ("cells", value_of(options.cells), "cells per stage; for darts, cells in all")                //
      ("estimator", value_of(options.estimator),
       "quantity that the search maximises. accuracy: accuracy on the validation images; "
       "tse, tse-e, tse-ema: training speed, estimated from the sum of training losses, the last one, or a decaying sum; "
       "sovl: sum of validation losses, each averaged over its epochs; tlmini: loss of the last step")  //
      ("halving", value_of(options.halving),
       "factor N of successive halving: after --first-rung epochs, N times as many, and so on, "
       "only the best 1/N of the networks are trained further (3 is usual); 0: all are")               //
      ("first-rung", value_of(options.first_rung), "epochs before --halving first compares networks")  //
      ("final-epochs", value_of(options.final_epochs),
       "epochs for which the chosen network is retrained from scratch to become best.pt; 0: it is not retrained")  //
      ("auxiliary", value_of(options.auxiliary),
       "weight of the loss of an auxiliary classifier, which is trained with the network and then discarded, 0 to 1; "
       "0: there is none. Only for darts, whose authors use 0.4, and images with sides of at least 25")  //
      ("drop-path", value_of(options.drop_path),
       "probability, in [0, 1), of dropping a path of the network for an image in training. It grows linearly over the "
       "epochs, from 0 to this value. Only for darts, whose authors use 0.2")  //
      ("scores", parsed(options.scores, yes_or_no(), "no", "arg"),
       "yes | no: write zero-cost scores of each network, computed before its training, to results.csv")  //
      ("workers", value_of(options.workers), "number of networks that are trained at the same time")      //
      ("tell",
       parsed(options.at_once, choice_of<bool>({{"in-order", false}, {"at-once", true}}), "in-order", "arg"),
       "when the search learns the results of networks that are trained at the same time. "
       "in-order: in the order in which they were proposed, so that the search is exactly repeatable; "
       "at-once: as soon as each is trained, so that no worker waits for a slow one")  //
      ("device", value_of(options.device),
       "cpu | cuda | cuda:N, or several such as cuda:0,cuda:1, which share the networks; "
       "cuda with several workers uses all GPUs")  //
      ("precision", value_of(options.precision),
       "precision of training on images: float32 | bfloat16 | float16; validation and models use float32")  //
      ("channels-last", po::bool_switch(&options.channels_last),
       "store images with their channels innermost; always done on CUDA below float32")  //
      ("seed", value_of(options.seed), "seed of the search, the weights and the order of images");
  line.section("Objectives")
      .add_options()  //
      ("objectives", value_of(typed.objectives),
       "one or several of accuracy (measured by --estimator), robustness, parameters, latency. "
       "With several, the search keeps the Pareto front: the networks that no other beats in all objectives")  //
      ("choose", po::value(&typed.choose)->value_name("RULE"),
       "rule that chooses best.pt from the front. accuracy: the most accurate; "
       "robustness: the most robust of those within 2 percentage points of the most accurate; "
       "knee: the nearest to the best values of all objectives. "
       "Default: robustness if it is an objective, else accuracy, else knee")  //
      ("robust-images", value_of(options.robust_images),
       "number of validation images, the same for all networks, on which robustness is measured: "
       "the share that a network classifies correctly and that the attack bo does not move to another class. "
       "0: 50 if robustness is an objective, else it is not measured. If it is no objective, it is only reported")  //
      ("robust-budget", value_of(options.robust_budget), "query budget of this attack per image")  //
      ("robust-eps", parsed(options.robust_epsilon, parse_fraction, "auto", "arg"),
       "L-infinity bound of this attack on images in [0, 1], e.g. 0.1 or 8/255; "
       "auto: 0.3 for grey images, 8/255 for colour")  //
      ("adversarial", po::value(&typed.adversarial)->value_name("EPS"),
       "train every network against perturbations of at most EPS, as bo-train does (takes twice as long)");
}

void declare(CommandLine& line, SearchConfig& options, StudyConfig& study, bool& quiet, TypedSearch& typed) {
  line.section("Search space")
      .add_options()  //
      ("space", po::value(&options.space)->value_name("NAME"),
       (join(space_names(), " | ") +
        " | bnn | sigmoid-mlp; the last two have options of their own: --space NAME --help")
           .c_str())  //
      ("table", po::value(&study.table)->value_name("FILE"),
       "table of the accuracies of all architectures: CSV, JSON or NAS-Bench-101's TFRecord")  //
      ("dataset", po::value(&study.dataset)->value_name("NAME"),
       "data set of a JSON table that has several (default: cifar10)")  //
      ("objective", po::value(&study.objective)->value_name("COLUMN"),
       "column of the table that is maximised, an accuracy in percent (default: c10_xvalid_200 or val_accuracy); or "
       "COLUMN:minimise, an error in percent, which is minimised")  //
      ("observed", po::value(&typed.observed)->value_name("COLUMNS"),
       "columns of accuracies (of errors with COLUMN:minimise), separated by commas: the search observes one of them, "
       "drawn by its seed for each evaluation, instead of --objective. Results are those of --objective")  //
      ("noise", value_of(study.observations.noise),
       "standard deviation, in percentage points, of the normal noise of what the search observes")  //
      ("pathless", po::value(&typed.pathless)->value_name("out|in"),
       "architectures without a path from input to output. out: they are never proposed (default); "
       "in: they are treated like others, as in published comparisons on tables");
  declare_training(line, options, typed);
  line.section("Search").add_options()                                                                 //
      ("strategy", value_of(typed.strategies), "search strategy, or with --table several; see below")  //
      ("motifs", po::value(&options.motifs)->value_name("FILE"),
       "results.csv of an earlier search or study, or another CSV file with a column 'arch' and one of values, from which "
       "strategies with motifs=yes learn good patterns (from at most 1,000 architectures); they propose only architectures "
       "that have one")  //
      ("motif-values", value_of(options.motif_values),
       "column of --motifs with the values; larger is better")  //
      ("motif-score",
       parsed(options.motif_options.score,
              choice_of<MotifScore>({{"mean", MotifScore::mean}, {"printed", MotifScore::printed}}), "mean",
              "arg"),
       "score of a pattern. mean: mean gradient of the model over its occurrences; "
       "printed: the weighted mean over its standard deviation, eqs. 7.8 and 7.9 of Ru 2021")  //
      ("budget", value_of(options.budget), "number of architectures that each run evaluates")  //
      ("batch", value_of(study.batch),
       "number of architectures that are proposed together, before their values are known")            //
      ("seeds", value_of(typed.seeds), "seeds, e.g. 0-9 or 1,2,5; each strategy runs once with each")  //
      ("threads", value_of(study.threads)->one_call(), "number of runs at the same time; 0: one per core");
  line.section("Output").add_options()  //
      ("out", text_of(options.out, "FOLDER")->one_call(),
       "folder for run.sqlite, results.csv and report.html; a study adds summary.csv, "
       "a search adds best.pt and trials/NUMBER/model.pt")  //
      ("resume", flag(options.resume)->one_call(),
       "continue the search or study in --out; a study may get more strategies and seeds")  //
      ("quiet", flag(quiet)->one_call(), "do not show progress");
}

// Returns the settings stored in `out`. Throws InputError if it holds no study or search.
StoredSettings settings_in(const std::string& out) {
  if (!out.empty() && !std::filesystem::exists(std::filesystem::path(out) / "run.sqlite"))
    throw InputError("--resume: {} holds no study or search", out);
  return stored_config(out);
}

// Throws InputError for the first of `options` that is changed. Options with their default value are
// accepted, since the stored settings of a resumed search contain all options.
void refuse(const CommandLine& line, const std::vector<std::string>& options, const std::string& reason) {
  for (const std::string& option : options)
    if (line.changed(option)) throw InputError("--{}: {}", option, reason);
}

const std::vector<std::string> kStudyOptions{"dataset", "objective", "observed", "noise",
                                             "seeds",   "batch",     "threads"};
const std::vector<std::string> kSearchOptions{
    "images",        "validation",    "epochs",      "image-batch", "lr",
    "channels",      "cells",         "estimator",   "scores",      "halving",
    "first-rung",    "final-epochs",  "tell",        "workers",     "device",
    "precision",     "channels-last", "objectives",  "choose",      "robust-images",
    "robust-budget", "robust-eps",    "adversarial", "auxiliary",   "drop-path"};
const std::vector<std::string> kImageOptions{"scores",        "device",        "precision",  "channels-last",
                                             "robust-images", "robust-budget", "robust-eps", "adversarial"};
// Options that have no effect on a program of the user that trains networks (--data exec:COMMAND).
const std::vector<std::string> kOwnTraining{
    "images",    "epochs",        "image-batch",   "lr",          "channels",     "cells",
    "estimator", "scores",        "halving",       "first-rung",  "final-epochs", "device",
    "precision", "channels-last", "robust-images", "adversarial", "auxiliary",    "drop-path"};
// Options that do not determine the trials of a search, and so may change when it is resumed.
const std::vector<std::string> kNotOfTrials{"threads",  "table",  "dataset",      "objective",
                                            "observed", "noise",  "seeds",        "batch",
                                            "scores",   "choose", "final-epochs", "pathless"};

void check_combination(const CommandLine& line, const SearchConfig& options) {
  refuse(line, kStudyOptions, "is for --table, not for --data");
  if (looks_like_program(options.data))
    refuse(line, kOwnTraining,
           fmt::format("has no effect on the program {}, which does the training", options.data));
  const SpacePtr space = make_space(options.space);
  if (std::dynamic_pointer_cast<const StagedSpace>(space))
    refuse(line, {"cells"}, options.space + "'s networks have blocks, whose number is searched");
  if (!is_made_of_cells(*space))
    refuse(line, {"channels", "cells"}, options.space + "'s networks are not made of cells");
  if (options.halving == 0) refuse(line, {"first-rung"}, "needs --halving, which is not given");
  if (options.robust_images == 0)
    refuse(line, {"robust-budget", "robust-eps"},
           "is for searches that measure robustness: --objectives accuracy,robustness or --robust-images");
  if (options.space == kTrainedSpace)
    refuse(line, {"epochs", "lr", "halving"},
           "has no effect with --space " + options.space + ", which searches epochs and learning rates");
  if (looks_like_program(options.data)) return;
  if (looks_like_graphs(options.data))
    refuse(line, kImageOptions, fmt::format("is for images, {} holds graphs", options.data));
  else if (looks_like_regression(options.data))
    refuse(line, kImageOptions, fmt::format("is for images, {} holds a regression set", options.data));
}

// Returns the settings that a search stores to be compared when it is resumed.
std::map<std::string, std::string> facts_of(const CommandLine& line, const SearchConfig& options) {
  auto facts = line.values();
  facts["workers"] = fmt::to_string(options.workers);
  facts["epochs"] = fmt::to_string(options.epochs);
  facts["image-batch"] = fmt::to_string(options.image_batch);
  facts["lr"] = fmt::to_string(options.learning_rate);
  facts["robust-images"] = fmt::to_string(options.robust_images);
  facts["adversarial"] = fmt::to_string(options.adversarial);
  facts["auxiliary"] = fmt::to_string(options.auxiliary);
  facts["drop-path"] = fmt::to_string(options.drop_path);
  for (const std::string& option : kNotOfTrials) facts.erase(option);
  return facts;
}

void complete_search(SearchConfig& options, const TypedSearch& typed, const CommandLine& line) {
  if (split(typed.strategies, ',').size() != 1)
    throw InputError(
        "--strategy: got '{}', expected one strategy; only a study on a --table compares several",
        printable(typed.strategies));
  options.strategy = typed.strategies;
  options.aim = parse_aim(typed.objectives, typed.choose, options.estimator);
  constexpr int kRobustImages = 50;
  if (options.robust_images == 0 && options.aim.wants("robustness")) options.robust_images = kRobustImages;
  if (line.given("adversarial")) options.adversarial = parse_fraction(typed.adversarial, "--adversarial");
  options.workers = std::max(1, checked_threads(options.workers, "--workers"));
  options.check();
  check_combination(line, options);
  options.complete();
  options.facts = facts_of(line, options);
}

std::vector<std::string> parse_strategies(const std::string& text) {
  std::vector<std::string> strategies;
  for (const std::string& name : split(text, ',')) {
    if (std::ranges::find(strategies, name) != strategies.end())
      throw InputError("--strategy: '{}' is given twice", printable(name));
    check_name(split(name, ':').front(), "--strategy", strategy_names());
    strategies.push_back(name);
  }
  return strategies;
}

// Command line of bo-nas, and the options that it fills.
struct SearchCommand {
  explicit SearchCommand(NasOptions& filled)
      : options(filled), line("bo-nas", "searches for network architectures", kSearchExamples) {
    options.study.threads = 0;
    declare(line, options.search, options.study, options.quiet, typed);
    line.find_stored([this](const std::string& out, bool resume) -> std::optional<StoredSettings> {
      for (const char* option : {"space", "data", "table", "config"})
        if (line.given(option)) return std::nullopt;
      return resume ? std::optional(settings_in(out)) : std::nullopt;
    });
  }

  void finish() {
    SearchConfig& search = options.search;
    StudyConfig& study = options.study;
    search.config = line.config();
    if (search.space.empty()) throw InputError("--space: must name one of {}", join(space_names()));
    options.trains = !search.data.empty();
    if (options.trains != study.table.empty())
      throw InputError(
          "--table or --data: one of the two must be given: accuracies of architectures, or data to train them on");
    if (search.out.empty())
      throw InputError("--out: must name a folder for the {}", options.trains ? "search" : "study");
    check_range("budget", search.budget, 1);
    check_range("batch", study.batch, 1);
    if (!typed.pathless.empty())
      search.pathless = check_name(typed.pathless, "--pathless", {"out", "in"}) == "in";
    const bool wants_motifs = typed.strategies.find("motifs=yes") != std::string::npos ||
                              typed.strategies.find("motifs=updated") != std::string::npos;
    if (!search.motifs.empty() && !wants_motifs)
      throw InputError("--motifs: no strategy uses them; e.g. --strategy nas-bowl:motifs=yes");
    if (search.motifs.empty())
      refuse(line, {"motif-values", "motif-score"}, "needs --motifs, which is not given");
    if (!typed.observed.empty()) study.observations.columns = split(typed.observed, ',');
    study.strategies = parse_strategies(typed.strategies);
    study.seeds = parse_seeds(typed.seeds);
    study.threads = checked_threads(study.threads, "--threads");
    if (options.trains) {
      complete_search(search, typed, line);
    } else {
      refuse(line, kSearchOptions, "is for --data, not for --table");
      refuse(line, {"seed"}, "is for --data, not for --table; runs have --seeds");
      static_cast<ArchitectureTask&>(study) = search;
    }
  }

  NasOptions& options;
  TypedSearch typed;
  CommandLine line;
};

}  // namespace

bool parse(NasOptions& options, int argc, const char* const* argv) {
  SearchCommand command(options);
  if (!command.line.parse(argc, argv)) return false;
  command.finish();
  return true;
}

SearchConfig parse_search(const Settings& settings) {
  NasOptions options;
  SearchCommand command(options);
  command.line.parse(settings);
  command.finish();
  return options.search;
}

}  // namespace bora::tools
