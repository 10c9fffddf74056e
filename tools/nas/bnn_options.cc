#include "common/suggestion.h"
#include "tools/nas/nas_options.h"

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

namespace po = boost::program_options;

constexpr const char* kBnnExamples = R"(Examples:
  bo-nas --space bnn --data uci/energy --strategy gpar --budget 10 --out search
      widths and depths of Bayesian networks for a UCI set; each is trained checkpoint by checkpoint, and
      continues only while a model of all learning curves expects an improvement
  bo-nas --space bnn --data uci/energy --strategy random --budget 40 --held-out 5 --out curves
      every network trained to the end; how well models of learning curves predict held-out networks
  bo-nas --space bnn --data uci/energy --strategy random --depths 2 --widths 10,50,200 --hyper-prior no
         --prior-variance 0.1 --out width      active units and scores by width, for a prior of given width
  bo-nas --resume --out search                 continues the search, with the same options

--data is a folder with data.txt, index_features.txt and index_target.txt, relative to the current folder or to
$BORA_DATA_DIR. Splits are the 20 published ones, by the files index_train_N.txt and index_test_N.txt if they exist.
Features and target are whitened by the training inputs; scores are in the units of the target.

Strategies: gpar (Hutchinson, algorithm 2), final (a Gaussian process of last values), random, halving (successive
halving), hyperband. Halving and hyperband continue stopped networks when no network is left to begin.
A network whose training diverges has failed, and the search continues without it.

Exit codes: 0 done; 2 wrong input; 3 no network is trained to the end; 130 interrupted; 1 anything else.)";

// Parses ascending whole numbers from 1 to 1000000: "10,20,50".
std::vector<int> numbers(const std::string& text, const char* option) {
  std::vector<int> all;
  for (const std::string& part : split(text, ',')) {
    const auto value = to_number<int>(part, 1, 1000000);
    if (!value)
      throw InputError("{}: '{}' is not valid, expected whole numbers from 1 to 1000000 such as 10,20,50",
                       option, printable(text));
    if (!all.empty() && *value <= all.back())
      throw InputError("{}: {} follows {}, expected ascending numbers", option, *value, all.back());
    all.push_back(*value);
  }
  return all;
}

// Texts of options that complete() parses.
struct TypedBnn {
  std::string space = "bnn", depths = "1,2,3,4", widths = "10,20,30,40,50,60,80,100,150,200";
  std::string checkpoints = "1000,4000,30000", kernels = "linear";
};

void declare(CommandLine& line, BnnConfig& options, bool& quiet, TypedBnn& typed) {
  auto& [space, depths, widths, checkpoints, kernels] = typed;
  CurveSearchOptions& search = options.search;
  MeanFieldOptions& network = options.network;
  line.section("Search space")
      .add_options()                                                                          //
      ("space", value_of(space), "bnn")                                                       //
      ("data", po::value(&options.data)->value_name("NAME|PATH"), "UCI regression data set")  //
      ("split", value_of(options.split),
       "number of the published split into train and test part, 0 to 19")  //
      ("validation", value_of(options.validation)->check(check_proper_part),
       "share of the train part on which networks are scored, in (0, 1)")  //
      ("inputs", value_of(options.inputs),
       "number of the other inputs to train on, drawn at random; 0: all")                           //
      ("depths", value_of(depths), "numbers of hidden layers")                                      //
      ("widths", value_of(widths), "numbers of units per hidden layer")                             //
      ("checkpoints", value_of(checkpoints), "optimisation steps after which networks are scored")  //
      ("window", value_of(options.window),
       "number of last steps before a checkpoint whose scores are averaged; "
       "the default is less if two checkpoints are fewer steps apart");
  line.section("Training")
      .add_options()                                                                           //
      ("lr", value_of(network.learning_rate)->check(check_positive), "learning rate of Adam")  //
      ("input-batch", value_of(network.batch)->at_least(1), "number of inputs per step")       //
      ("train-samples", value_of(network.train_samples)->at_least(1),
       "number of draws of the activations per step")  //
      ("test-samples", value_of(network.test_samples)->at_least(1),
       "number of draws of the activations per prediction")  //
      ("hyper-prior", parsed(network.hyper_prior, yes_or_no(), "yes", "arg"),
       "yes | no: learn the variances of the priors, one per layer, with an inverse-gamma hyper-prior")  //
      ("alpha", value_of(network.alpha)->check(check_positive), "shape of the hyper-prior")              //
      ("beta", value_of(network.beta)->check(check_positive), "scale of the hyper-prior")                //
      ("prior-variance", value_of(network.prior_variance)->check(check_positive),
       "prior variance of weights with --hyper-prior no")  //
      ("noise", value_of(network.initial_noise)->check(check_positive),
       "standard deviation of the noise before training, in units of standardised targets");
  line.section("Search").add_options()                                                      //
      ("strategy", value_of(search.strategy), join(curve_strategy_names(), " | ").c_str())  //
      ("acquisition", value_of(search.acquisition),
       "acquisition function of gpar and final: ei | pi | ucb")                     //
      ("kappa", value_of(search.kappa), "weight of the standard deviation in ucb")  //
      ("draws", value_of(search.samples)->at_least(2),
       "number of draws of the model that give a network's mean and variance, drawn again for each of --parallel; "
       "fewer draws vary more")                                                                             //
      ("parallel", value_of(search.parallel), "number of networks that are advanced together")              //
      ("initial", value_of(search.initial), "number of random networks that are first trained to the end")  //
      ("factor", value_of(search.factor),
       "factor N of halving and hyperband: the best 1/N are trained further")  //
      ("kernels", value_of(kernels),
       "kernels of gpar on earlier values: linear | nonlinear | both | none, which makes checkpoints independent")  //
      ("markov", value_of(search.gpar.markov),
       "number of earlier values that each checkpoint of gpar depends on; 0: all")  //
      ("tied", parsed(search.gpar.tied_scales, yes_or_no(), "yes", "arg"),
       "yes | no: all checkpoints of gpar share their lengthscales")  //
      ("joint", parsed(search.gpar.joint, yes_or_no(), "yes", "arg"),
       "yes | no: gpar maximises one likelihood for all checkpoints")  //
      ("budget", value_of(options.budget),
       "largest number of optimisation steps, in complete trainings; at least 1. The brackets of halving and hyperband "
       "depend on it: continued with another one, they differ from those of a new search")  //
      ("held-out", value_of(options.held_out),
       "number of parts of the networks for the final cross-validation of the model; 0: none")  //
      ("workers", value_of(options.workers)->one_call(),
       "number of networks that are trained at the same time; 0: one per core")  //
      ("seed", value_of(search.seed), "seed of the search, the validation inputs and the networks");
  line.section("Output").add_options()  //
      ("out", text_of(options.out, "FOLDER")->one_call(),
       "folder for run.sqlite, results.csv, report.html and networks/NAME/state")   //
      ("resume", flag(options.resume)->one_call(), "continue the search in --out")  //
      ("quiet", flag(quiet)->one_call(), "do not show progress");
}

void complete(BnnConfig& options, const TypedBnn& typed, const CommandLine& line) {
  options.depths = numbers(typed.depths, "--depths");
  options.widths = numbers(typed.widths, "--widths");
  options.checkpoints = numbers(typed.checkpoints, "--checkpoints");
  // The default, also as stored by a resumed search, is reduced to fit the checkpoints.
  if (!line.changed("window")) options.window = std::min(options.window, options.fewest_steps());
  if (options.network.hyper_prior && line.changed("prior-variance"))
    throw InputError("--prior-variance: is for --hyper-prior no");
  for (const char* option : {"alpha", "beta"})
    if (!options.network.hyper_prior && line.changed(option))
      throw InputError("--{}: has no effect with --hyper-prior no", option);
  if (options.search.acquisition != "ucb" && line.changed("kappa"))
    throw InputError("--kappa: is for --acquisition ucb");
  const std::string kernels = check_name(typed.kernels, "--kernels", {"linear", "nonlinear", "both", "none"});
  auto& gpar = options.search.gpar;
  gpar.linear_on_outputs = kernels == "linear" || kernels == "both";
  gpar.nonlinear_on_outputs = kernels == "nonlinear" || kernels == "both";
  options.workers = checked_threads(options.workers, "--workers");
  options.check();
  options.config = line.config();
  options.facts = line.values();
  for (const char* option : {"budget", "held-out"}) options.facts.erase(option);
}

}  // namespace

bool parse(BnnOptions& options, int argc, const char* const* argv) {
  CommandLine line("bo-nas --space bnn", "searches for Bayesian neural networks", kBnnExamples);
  TypedBnn typed;
  options.search.workers = 0;
  declare(line, options.search, options.quiet, typed);
  find_stored_space(line);
  if (!line.parse(argc, argv)) return false;
  complete(options.search, typed, line);
  return true;
}

}  // namespace bora::tools
