#include "tools/assess/assess_options.h"

#include <fstream>

#include "attacks/record/run_rows.h"
#include "common/error.h"
#include "common/text.h"
#include "models/graphs/graph_network.h"
#include "models/networks/network.h"
#include "tools/assess/kept_results.h"
#include "tools/assess/plan_file.h"
#include "tools/options/command_line.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfig = "config.ini";

constexpr const char* kExamples = R"(Examples:
  bo-assess --data digits --space nb201 --search strategy=bowl,budget=20,channels=8,cells=1,epochs=4
            --finalists 3 --baseline resnet8 --train epochs=15 --attack bo,square,random --eps 0.1,0.2
            --budget 300 --range 0-99 --out assessment
      searches, trains the three best and a hand-made network, and attacks all four on the same images
  bo-assess --models a.pt b.pt --data cifar10/ --eps 2/255,4/255,8/255 --out ab
      compares two existing models
  bo-assess --models plain=a.pt "theirs=b.pt;input-range=-1,1" --data cifar10/ --out ab
      names the models; the second expects another range of inputs
  bo-assess --data PROTEINS.zip --space graph-network --search budget=10 --baseline gin --edits 0.01,0.03
            --range 0-59 --out proteins
      networks for graphs, attacked by edits of edges
  bo-assess --plan plan.toml --out assessment
      reads the options from a file
  bo-assess --resume --out assessment
      continues after Ctrl-C or a crash
  bo-assess --resume --out assessment --until train
      continues until the models are trained

A plan lists options by name; those of --search, --train and --attack-options are tables:
  data = "digits"
  space = "nb201"
  eps = ["0.1", "0.2"]
  [search]
  strategy = "bowl"
  budget = 20
Options on the command line take precedence.

The folder --out holds search/ (written by bo-nas), models/, attacks/MODEL/eps-BOUND/ (written by bo-attack),
models.json, and assessment.html, .md, .json and .csv, which bo-report can rewrite at any time.

Exit codes: 0 done; 1 adversarial examples did not pass verification, or anything else; 2 wrong input; 3 a model
failed on some inputs, or could not be trained or attacked; 4 a condition of --fail-if holds; 130 interrupted. After 3
and 130, --resume continues the assessment.)";

// Returns the settings of the assessment in `out`. Throws InputError if there is none, or if `line` has an
// option that cannot be given again.
std::optional<StoredSettings> stored_settings(const CommandLine& line, const fs::path& out) {
  if (out.empty()) throw InputError("--resume: --out must name the folder of the assessment");
  const fs::path config = out / kConfig;
  std::ifstream in(config);
  if (!in) throw InputError("--resume: {} holds no assessment", out.string());
  for (const auto& [option, stored] : {std::pair{"plan", "plan"}, std::pair{"models", "models"},
                                       std::pair{"baseline", "models"}, std::pair{"fail-if", "conditions"}})
    if (line.given(option))
      throw InputError("--{}: the assessment in {} has its {} stored; leave the option out", option,
                       out.string(), stored);
  return StoredSettings{{std::istreambuf_iterator<char>(in), {}}, config.string()};
}

std::unique_ptr<CommandLine> make_line(AssessOptions& options, std::string& plan) {
  auto line = std::make_unique<CommandLine>(
      "bo-assess", "searches for architectures, trains the best, attacks each, and says which to deploy",
      kExamples);
  line->section("Models").add_options()  //
      ("data", value_of(options.data, "NAME|PATH")->portable(absolute_data),
       "data, in any form that bo-train and bo-attack accept: "
       "the train part serves the search and the training, the test part is attacked")  //
      ("space", value_of(options.space, "NAME"),
       "space of architectures to search: nb201, cnn, ... as in bo-nas")  //
      ("search", value_of(options.search, "OPTIONS"),
       "options of bo-nas, e.g. strategy=bowl,budget=60,epochs=5,workers=2; see bo-nas --help")  //
      ("from-search", value_of(options.from_search, "FOLDER")->portable(absolute_path),
       "take the finalists from this search of bo-nas instead")                                           //
      ("finalists", value_of(options.finalists), "number of the best architectures to train and attack")  //
      ("train", value_of(options.train, "OPTIONS"),
       "options for the training of finalists and baselines: epochs, lr, image-batch, images, validation, adversarial, "
       "auxiliary, drop-path. "
       "Default: as in the search, but on all images")  //
      ("baseline",
       values_of(options.baselines, "NAME|FILE")->adding()->portable(absolute_model)->multitoken(),
       ("hand-made networks to compare with, trained like the finalists: " + join(architectures(), ", ") +
        "; on graphs " + join(graph_architectures(), ", ") + "; or model files")
           .c_str())  //
      ("models", values_of(options.models, "ADDRESS")->adding()->portable(absolute_model)->multitoken(),
       ("existing models to attack, [NAME=]ADDRESS[;OPTION=VALUE]. ADDRESS is a file, 'exec:...' or http://... "
        "as in bo-attack --model; these options apply to this model alone: " +
        join(options_of_a_model()))
           .c_str())  //
      ("trust-model", flag(options.trust_model)->one_call(),
       "allow the machine code in .pt2 packages to run; needed in every call");
  line->section("Attacks").add_options()  //
      ("attack", value_of(options.attack, "A,B,..."),
       "attacks of bo-attack; auto: bo,square,random on images (sparse-rs,random with --norm l0 or patch), "
       "grabnel,random on graphs")  //
      ("norm", value_of(options.norm, "linf|l2|l0|patch"),
       "measure of a change of an image, which --eps bounds, as in bo-attack")  //
      ("eps", value_of(options.epsilon, "BOUND,..."),
       "bounds on images, e.g. 2/255,4/255,8/255, or with --norm l2 0.25,0.5,1")  //
      ("edits", value_of(options.edits, "RATIO,..."),
       "on graphs, instead of --eps: numbers of edits as shares of n^2")  //
      ("reference", value_of(options.reference, "BOUND"),
       "bound at which models are compared; default: the middle one")  //
      ("budget", value_of(options.budget)->between(1, bora::attacks::rule::kMostCount),
       "query budget per image; on graphs use --attack-options queries-per-edit=N")  //
      ("range,stretch", value_of(options.range, "FIRST-LAST"),  // stretch: the former name
       "range of the test images; auto: 0-99, or as many as there are. "
       "Each model is attacked on those that it classifies correctly; the others count as errors, "
       "so that all models are compared on the same images")  //
      ("attack-options", value_of(options.attack_options, "OPTIONS")->portable(absolute_settings),
       "further options of bo-attack, e.g. targets=random,visible=label,prior=data");
  line->section("Gate").add_options()  //
      ("fail-if", values_of(options.fail_if, "CONDITION")->adding(),
       "exit with code 4 if the condition holds for the recommended model at the bound of --reference, "
       "or if each model failed a check or has no correct input left under attack; conditions as in bo-attack "
       "--help, except regression, e.g. \"robust_accuracy < 0.5\". "
       "If the evidence is too weak for a recommendation, the leading model counts");
  line->section("Run").add_options()                                                       //
      ("plan", value_of(plan, "FILE")->one_call(), "TOML file with these options")         //
      ("seed", value_of(options.seed), "seed of the search, the weights and the attacks")  //
      ("device", value_of(options.device, "NAME"), "cpu | cuda | cuda:N")                  //
      ("threads", value_of(options.threads)->free_on_resume(),
       "number of threads; 0: one per core. The result does not depend on it")  //
      ("until", value_of(options.until, "STAGE")->one_call(),
       "stop after this stage: search | train | attack | report")                       //
      ("out", value_of(options.out, "FOLDER")->one_call(), "folder of the assessment")  //
      ("resume", flag(options.resume)->one_call(), "continue the assessment in --out")  //
      ("quiet", flag(options.quiet)->one_call(), "do not show progress")                //
      ("json", flag(options.json)->one_call(), "print assessment.json instead of the table");
  line->add_file_format("plan", read_plan);
  line->find_stored([line = line.get()](const std::string& out, bool resume) {
    return resume ? stored_settings(*line, out) : std::nullopt;
  });
  return line;
}

void make_portable(AssessOptions& options) {
  options.data = absolute_data(options.data);
  options.from_search = absolute_path(options.from_search);
  options.attack_options = absolute_settings(options.attack_options);
  for (std::string& model : options.models) model = absolute_model(model);
  for (std::string& baseline : options.baselines) baseline = absolute_model(baseline);
}

}  // namespace

const std::vector<std::string>& stages() {
  static const std::vector<std::string> names{"search", "train", "attack", "report"};
  return names;
}

const std::vector<std::string>& options_of_a_model() {
  static const std::vector<std::string> names{"input-range", "layout",    "scores", "input-shape",
                                              "defence",     "mean",      "std",    "classes",
                                              "output",      "top-labels"};
  return names;
}

const std::vector<std::string>& reserved_attack_options() {
  static const std::vector<std::string> names{
      "model",         "data",    "image",    "graph",        "images", "graphs",  "skip",  "range",
      "attack",        "eps",     "budget",   "seed",         "device", "threads", "out",   "resume",
      "quiet",         "json",    "config",   "describe",     "help",   "version", "shard", "trust-model",
      "help-markdown", "fail-if", "baseline", "budget-edits", "stretch"};
  return names;
}

std::string model_name_of(std::string architecture) {
  for (char& c : architecture)
    if (c == ':' || c == '=') c = '-';
  return architecture;
}

bool parse(AssessOptions& options, int argc, const char* const* argv) {
  std::string plan;
  const auto line = make_line(options, plan);
  if (!line->parse(argc, argv)) return false;
  // With --resume, the stored default of --finalists counts as given.
  if (!options.resume && line->given("finalists") && !options.searches())
    throw InputError("--finalists: there is no search, of --space or --from-search, to take them from");
  if (options.resume && !line->differences_from_stored().empty()) {
    if (holds_results(options.out)) line->require_stored("the assessment in " + options.out);
    options.resume = false;  // an assessment without results is restarted with the corrected options
  }
  options.config = line->portable_config();
  options.search_origin = line->origin("search");
  options.train_origin = line->origin("train");
  options.attack_origin = line->origin("attack-options");
  make_portable(options);
  check_and_derive(options);
  return true;
}

}  // namespace bora::tools
