#include "tools/attack/attack_options.h"

#include "attacks/factory.h"
#include "attacks/record/run_rows.h"
#include "attacks/threat/graph_threat.h"
#include "common/fraction.h"
#include "common/text.h"
#include "models/victims/metadata.h"
#include "tools/attack/parse_values.h"
#include "tools/attack/protocols.h"
#include "tools/options/values.h"

namespace bora::tools {
namespace {

constexpr int kMostAnswers = 1000;
using bora::attacks::rule::kMostCount;
constexpr double kMostPrice = 1e15;  // largest value that readers of a run accept

std::string attack_list() {
  std::string text = fmt::format(
      "attacks to run, separated by commas, all on the same inputs, targets and budget. "
      "Settings follow a colon, as in square:p=0.1,square:p=0.3; --describe ATTACK lists them. "
      "auto: {} on images ({} with --norm l0 or patch, {} with --norm l2 and labels alone), {} on graphs, {} with "
      "--threat semantic.",
      kDefaultImageAttacks, kDefaultSparseAttacks, kDefaultL2LabelAttacks, kDefaultGraphAttacks,
      kDefaultSemanticAttacks);
  for (const AttackKind& kind : attack_kinds()) {
    text += fmt::format("\nOn {}:", kind.inputs);
    for (const auto& attack : kind.summaries()) text += fmt::format("\n{}: {}", attack.name, attack.text);
  }
  return text;
}

// "rotate (degrees), shear (degrees), ..."
std::string change_list() {
  std::vector<std::string> changes;
  for (const Change& change : all_changes())
    changes.push_back(*change.unit == '\0' ? change.name : fmt::format("{} ({})", change.name, change.unit));
  return join(changes);
}

void declare_victim(CommandLine& line, AttackConfig& c) {
  EndpointOptions& endpoint = c.victim.options.endpoint;
  line.section("Victim").add_options()  //
      ("model", value_of(c.victim.options.address, "ADDRESS")->portable(absolute_path)->moves(),
       "the classifier: a TorchScript file (m.pt), an ONNX file (m.onnx), an AOTInductor package (m.pt2), "
       "a program that answers on its standard output ('exec:python3 serve.py'), "
       "or an inference server (http://HOST:PORT/v2/models/NAME); see docs/reference/victims.md. "
       "A classifier of graphs is a TorchScript file or a program")  //
      ("trust-model", flag(c.victim.options.trusted)->one_call(),
       "allow the machine code in a .pt2 package to run; needed in every call")  //
      ("task",
       parsed(c.victim.task,
              choice_of<std::optional<RunTask>>(
                  {{"auto", {}}, {"image", RunTask::images}, {"graph", RunTask::graphs}}),
              "auto", "image|graph"),
       "what the model classifies; auto: inferred from its file, the data and the options")  //
      ("scores", parsed(c.victim.options.kind, parse_score_kind, "", "KIND"),
       "what the model returns: logits or probabilities; default: detected")  //
      ("output", value_of(c.victim.options.output, "NAME")->only_for(kImages),
       "output that holds the scores, if the model has several; default: the first. For a tuple: its position, "
       "where 1 is the second")  //
      ("top-labels", value_of(c.victim.options.top_labels, "NAME")->only_for(kImages),
       "output that holds the labels, for a model that returns only the scores of its best classes, best first; "
       "labels are whole numbers. For a tuple: its position, where 1 is the second")  //
      ("classes", value_of(c.victim.options.classes, 0, "N")->at_least(0),
       "number of classes, for a model that returns only labels or its best classes");

  line.section("Victims that answer at random")
      .add_options()  //
      ("repeats", value_of(c.victim.repeats, 0, "K")->between(0, kMostAnswers),
       "a query that looks like a success is repeated until it has up to K answers, "
       "each of which costs a query of the budget; the verification queries K times again. "
       "0: 5 if the model answers the same input in different ways, else 1")  //
      ("success-in", value_of(c.victim.success_in, 0, "M")->between(0, kMostAnswers),
       "number of these K answers that must reach the goal for a success; 0: more than half")  //
      ("average", value_of(c.victim.average, "K")->between(1, kMostAnswers),
       "number of queries whose mean scores the attack sees as one answer (expectation over transformation)");

  line.section("Victims outside this process")
      .add_options()                                                                                     //
      ("timeout", value_of(endpoint.timeout, "SECONDS")->free_on_resume(), "time limit of one request")  //
      ("retries", value_of(endpoint.retries, "N")->free_on_resume(),
       "number of times that a request with a temporary failure is sent again, after 0.25 s, 0.5 s, and so on; "
       "each time is an attempt, which is counted and reported")  //
      ("rate", parsed(endpoint.rate, parse_rate, "", "N/s")->free_on_resume(),
       "maximum number of inputs per second (or /min, /h); default: no limit")  //
      ("concurrency", value_of(endpoint.concurrency, "N")->free_on_resume(),
       "number of requests at the same time; for a program: number of instances that are started")  //
      ("price-per-1000", value_of(c.victim.price, "PRICE")->between(0, kMostPrice)->free_on_resume(),
       "price of 1,000 inputs; the report then states what the run cost")  //
      ("header", values_of(endpoint.headers, "'NAME: VALUE'")->adding()->free_on_resume()->only_for(kImages),
       "header of HTTP requests; may be repeated. Keep secrets in the environment: "
       "'Authorization: Bearer ${TOKEN}', in single quotes");

  line.section("Victims of images")
      .add_options()  //
      ("input-shape", parsed(c.victim.options.input, parse_shape, "", "CxHxW")->only_for(kImages),
       "shape of the model's input, e.g. 1x28x28; default: from its file or the data")  //
      ("input-range", parsed(c.victim.options.range, parse_value_range, "", "LOW,HIGH")->only_for(kImages),
       "values that the model expects for black and white, e.g. -1,1; default: 0,1")  //
      ("layout", parsed(c.victim.options.layout, parse_layout, "", "nchw|nhwc")->only_for(kImages),
       "order of the input's axes; default: nchw")  //
      ("mean", parsed(c.victim.options.mean, parse_numbers, "", "M|R,G,B")->only_for(kImages),
       "mean to subtract from the values of --input-range, one for all channels or one for each")  //
      ("std", parsed(c.victim.options.deviation, parse_numbers, "", "S|R,G,B")->only_for(kImages),
       "standard deviation to divide by after subtracting --mean")  //
      ("defence", parsed(c.victim.defence, parse_defence_text, "none", "STEPS")->only_for(kImages),
       "defence that is put around the model; attacks see both as one model. jpeg:QUALITY; "
       "bits:N (2^N grey levels remain); rnd:DEVIATION (Gaussian noise on every queried image); "
       "resize-pad:SHARE (shrinks the image to a random size of at least SHARE, at a random place on black); "
       "smooth:DEVIATION:COPIES (majority vote on noisy copies); aaa (misleading scores, same class); "
       "or several, such as bits:4+jpeg:75")  //
      ("device", value_of(c.victim.options.device, "NAME")->only_for(kImages),
       "where the model and substitute models run: cpu, cuda or cuda:N");

  line.section("Victims of graphs")
      .add_options()  //
      ("features", value_of(c.victim.features, "A+B+...")->only_for(kGraphs),
       "node features that the model expects: label, attributes, degree:N (one-hot up to N), degree-value, "
       "degree-share, constant; default: from its file or its input");
}

void declare_inputs_and_goal(CommandLine& line, AttackConfig& c) {
  line.section("Inputs").add_options()  //
      ("data", value_of(c.data.spec, "NAME|PATH")->portable(absolute_path),
       "images: digits, fashion-mnist, or a path to IDX or CIFAR-10 files, "
       "a folder with one sub-folder per class (or train and test folders of this kind) or with labels.csv, "
       "NumPy arrays (.npz, or .npy with labels.npy beside it), or one image. "
       "Graphs: a TU data set (folder or .zip), a folder of .json graphs with labels.csv, "
       "er-components, ba, ws, sbm, mnist-75sp. Default: the data that the model's file names")  //
      ("part",
       parsed(c.data.part,
              choice_of<Part>({{"test", Part::test}, {"train", Part::train}, {"all", Part::all}}), "test",
              "PART"),
       "part of the data: test, train or all; if the data have no parts, test is a share drawn at random")  //
      ("order",
       parsed(c.data.order,
              choice_of<InputOrder>({{"auto", InputOrder::automatic},
                                     {"file", InputOrder::file},
                                     {"spread", InputOrder::spread},
                                     {"shuffled", InputOrder::shuffled}}),
              "auto", "auto|file|spread|shuffled"),
       "order of the inputs, to which --images, --skip, --range and --shard refer. "
       "auto: as in the data, but spread evenly over the classes if the data are sorted by class; "
       "file: as in the data; spread: always spread over the classes; shuffled: at random by --seed")  //
      ("resize", parsed(c.data.preparation.resize, parse_sides, "", "N|HxW")->only_for(kImages),
       "resize images first; N: length of the shorter side (bilinear with antialiasing, as torchvision's Resize)")  //
      ("crop", parsed(c.data.preparation.crop, parse_sides, "", "N|HxW")->only_for(kImages),
       "then crop this size from the centre. The prepared 8-bit image is what is attacked and bounded")  //
      ("channels",
       parsed(c.data.preparation.channels, choice_of<int>({{"auto", 0}, {"1", 1}, {"3", 3}}), "auto", "1|3")
           ->only_for(kImages),
       "then convert grey images to three equal channels (3), or colour images to grey (1); auto: no conversion")  //
      ("class-map",
       value_of(c.data.preparation.class_map, "FILE")->portable(absolute_path)->only_for(kImages),
       "CSV file that maps the data's classes to the model's: columns label (name or number in the data) and "
       "class (the model's number; empty: the class's images are left out)")  //
      ("image", value_of(c.data.image, "FILE")->portable(absolute_path)->only_for(kImages),
       "attack this single image")  //
      ("graph", value_of(c.data.graph, "FILE")->portable(absolute_path)->only_for(kGraphs),
       "attack this single graph, a .json file in node-link form")  //
      ("label", value_of(c.data.label, -1, "CLASS")->at_least(-1),
       "true class of that image or graph; -1: the class that the model predicts")  //
      ("images", value_of(c.data.images, "N")->at_least(1)->only_for(kImages),
       "number of correctly classified images to attack")  //
      ("graphs", value_of(c.data.graphs, 0, "N")->at_least(0)->only_for(kGraphs),
       "number of correctly classified graphs to attack; 0: all")                                        //
      ("skip", value_of(c.data.skip, "N")->at_least(0), "skip the first N correctly classified inputs")  //
      ("range,stretch",
       parsed(c.data.range, parse_range_of_inputs, "", "FIRST-LAST"),  // stretch: the former name
       "attack all correctly classified inputs in this range of the data instead, counted from 0 in the order of --order, "
       "so that runs on several models use the same inputs. Inputs outside it are queried only to measure clean accuracy "
       "(--clean-images; on graphs 1000) and to find examples that targeted attacks start from")  //
      ("clean-images", value_of(c.data.clean_images, "N")->at_least(0)->only_for(kImages),
       "measure clean accuracy on at least N inputs, with one query each. More are used if they are needed to find the "
       "inputs to attack, and at least 256 with targets. With --range: the inputs in it and, if they are fewer than N, the "
       "first ones outside it");

  line.section("Goal").add_options()  //
      ("target", value_of(c.goal.target, -1, "CLASS")->at_least(-1),
       "targeted attack towards this class, whose own inputs are skipped; -1: none")  //
      ("targets", parsed(c.goal.targets, parse_targets, "", "all|random|K"),
       "targeted attacks towards all other classes, one class drawn for each input, or K drawn classes")  //
      ("visible", parsed(c.goal.visible, parse_visibility, "scores", "scores|top-K|label"),
       "what an attack sees of the model's answer: the scores of all classes, the scores of the K best classes "
       "(e.g. top-5), or only the predicted class")  //
      ("untargeted", flag(c.goal.untargeted), "untargeted attack: any wrong class counts (default)");
}

void declare_threat(CommandLine& line, AttackConfig& c) {
  using OfImages = ThreatConfig::OfImages;
  EditRules& edits = c.threat.edits;
  line.section("Threat model of images")
      .add_options()  //
      ("threat",
       parsed(c.threat.of_images,
              choice_of<OfImages>({{"pixels", OfImages::pixels},
                                   {"semantic", OfImages::semantic},
                                   {"linf", OfImages::pixels}}),  // the old spelling of pixels
              "pixels", "pixels|semantic")
           ->only_for(kImages),
       "pixels: pixels may change within --eps, in the norm --norm; "
       "semantic: the image may be rotated, shifted, brightened, blurred and so on within --semantic, "
       "and attacks look for the mildest combination that fools the model")  //
      ("semantic",
       parsed(c.threat.changes, checked_changes, "auto", "CHANGE=LOW:HIGH,...")->only_for(kSemantic),
       ("for --threat semantic: changes that an attacker may combine, with their bounds: " + change_list() +
        "; shift: both shifts; order: geometry, colour and quality in any order; "
        "border=black|edge|reflect: what fills the area that the image has left. "
        "auto: bounds within which people still recognise the image, see docs/how-to/attack-with-semantic-changes.md")
           .c_str())  //
      ("refine", value_of(c.budget.refinement, -1, "N")->at_least(-1)->only_for(kSemantic),
       "for --threat semantic: queries that an attack spends after its first success to find a milder one; "
       "-1: all that its budget leaves")  //
      ("norm",
       parsed(c.threat.norm,
              choice_of<Norm>(
                  {{"linf", Norm::linf}, {"l2", Norm::l2}, {"l0", Norm::l0}, {"patch", Norm::patch}}),
              "linf", "linf|l2|l0|patch")
           ->only_for(kPixels),
       "measure of a change, which --eps bounds. linf: the largest change of a value; "
       "l2: the Euclidean distance over all values; l0: the number of changed pixels, each counted once for all "
       "its channels; patch: the side of the smallest square that holds every changed pixel, so that an attack "
       "may put any colours into one square of its choice. Not every attack has every norm, see --describe all")  //
      ("eps", parsed(c.threat.epsilon, parse_fraction, "auto", "BOUND")->only_for(kPixels),
       "bound on the change of an image in [0, 1]. linf: e.g. 0.3 or 8/255; auto: 0.3 for grey images, 8/255 for colour. "
       "l2: a distance; auto: 2 for grey images, 0.5 for colour. l0: a number of pixels; auto: 24. "
       "patch: the side of the square in pixels; auto: a seventh of the shorter side of the image, rounded up")  //
      ("continuous", flag(c.threat.continuous)->only_for(kPixels),
       "allow any float instead of 8-bit values, as published protocols do; --eps of linf is then not rounded down")  //
      ("budget",
       value_of(c.budget.queries, -1, "N")->between(-1, kMostCount)->check(check_budget)->only_for(kImages),
       "query budget of an attack on one image; -1: 1000, or 100 with --threat semantic");

  line.section("Threat model of graphs")
      .add_options()  //
      ("edit-mode", parsed(edits.mode, parse_edit_mode, "flip", "MODE")->only_for(kGraphs),
       "kind of edit. flip: add or remove an edge; add; remove; rewire: move one end of an edge; "
       "swap: two edges exchange ends, which keeps every degree; inject: edges of new nodes; "
       "reweight: change the weight of an edge")  //
      ("budget-edits", value_of(edits.ratio, "RATIO")->only_for(kGraphs),
       "maximum number of edits as a share of n^2, where n is the number of nodes; rounded, at least one")  //
      ("most-edits", value_of(edits.most_edits, "N")->between(0, kMostCount)->only_for(kGraphs),
       "further upper bound on the number of edits; 0: none")  //
      ("hops", value_of(edits.hops, "N")->between(0, kMostCount)->only_for(kGraphs),
       "edges are added only between nodes at most N hops apart; 0: anywhere")  //
      ("keep-connected", flag(edits.keep_connected)->only_for(kGraphs),
       "edits may not increase the number of connected components")  //
      ("most-injected", value_of(edits.most_injected, "N")->between(1, kMostCount)->only_for(kGraphs),
       "maximum number of injected nodes")  //
      ("injected-degree", value_of(edits.injected_degree, "N")->between(1, kMostCount)->only_for(kGraphs),
       "maximum number of edges of an injected node")  //
      ("queries-per-edit",
       value_of(c.budget.queries_per_edit, "N")->between(1, kMostCount)->only_for(kGraphs),
       "query budget of an attack on one graph, per allowed edit")  //
      ("query-cap", value_of(c.budget.query_cap, "N")->between(1, kMostCount)->only_for(kGraphs),
       "upper bound on this query budget");
}

void declare_attacks(CommandLine& line, AttackConfig& c) {
  line.section("Attacks").add_options()  //
      ("minimise", flag(c.threat.minimise),
       "after a success, spend the rest of the budget on the smallest perturbation that still fools: the smallest bound "
       "on an image, the fewest edits of a graph. The first success and the smallest perturbation are both stored; "
       "the report shows the distribution of smallest perturbations and the accuracy against the bound. "
       "Semantic attacks always continue (see --refine)")  //
      ("universal", value_of(c.threat.universal, "N")->at_least(0)->only_for(kPixels),
       "find one perturbation for all images instead of one for each. Each attack spends --budget queries in all on the "
       "first N correctly classified images and keeps the perturbation that fools most of them. It is then applied once to "
       "each of the following --images images, so that the success rate is that on unseen images. 10 to 50 images are "
       "reasonable; 0: off")  //
      ("protocol", value_of(c.protocol, "NAME|list"),
       "use the options of a published table (attacks, inputs, targets, bound, budget) on your victim and data; "
       "options typed beside it take precedence. The report shows the published figures beside its own. "
       "list: print all protocols")  //
      ("preset", value_of(c.preset, "NAME|list"),
       "use a set of attacks with their budgets; options typed beside it take precedence, but --attack is refused. "
       "standard: APGD on cross-entropy, APGD towards 9 classes and Square with the order and budgets of "
       "AutoAttack (Croce and Hein 2020, without FAB), then bo and adba; the report states the share of "
       "images that resist them all. White-box attacks are left out where the model has no gradients or labels "
       "alone are visible. On the 8-bit grid unless --continuous is given, while AutoAttack allows any float. "
       "list: print what the presets set")                                                    //
      ("attack", parsed(c.attacks, parse_attacks, "auto", "A,B,..."), attack_list().c_str())  //
      ("describe", value_of(c.describe, "ATTACK")->one_call(),
       "describe this attack and its settings (all: list all attacks), and exit")  //
      ("seed", value_of(c.execution.seed, "N"),
       "seed of all random choices; the same seed gives the same run");

  line.section("Checks of the evaluation itself")
      .add_options()  //
      ("checks", parsed(c.execution.checks, parse_check_level, "full", "full|basic|none")->free_on_resume(),
       "checks made after the attacks and shown in every report: whether strong attacks would have been noticed, "
       "and whether the figures mean what they say. "
       "full: a few short attacks on a few inputs, with at most about 5,500 forward passes outside every budget; "
       "basic: clean inputs are queried again, also in other formats if many are misclassified; "
       "none: no further queries");

  line.section("Prior of attacks on images")
      .add_options()  //
      ("prior",
       parsed(c.prior.source, parse_prior, "none", "PRIOR")
           ->portable(absolute_prior)
           ->moves()
           ->only_for(kPixels),
       "transfer prior of the attacker. none: none, as in the papers on black-box attacks; "
       "data: classifiers of its own (substitute models), trained once on the training part of --data; "
       "FILE,FILE,...: such classifiers (TorchScript, with the model's input shape and classes), never the model itself; "
       "one that is no better than guessing on --data is ignored; "
       "learn: warm starts from the run's earlier attacks on the same model. "
       "Only some attacks use a prior, see --describe all")  //
      ("prior-data", value_of(c.prior.data, "NAME|PATH")->portable(absolute_path)->only_for(kPixels),
       "train substitute models on the training part of these data instead; mnist/:train=30000-59999 uses only these "
       "images of it, e.g. images that the model was not trained on")  //
      ("prior-count", value_of(c.prior.count, "N")->at_least(0)->only_for(kPixels),
       "number of substitute models to train; 0: as recommended")  //
      ("prior-epochs", value_of(c.prior.epochs, "N")->at_least(0)->only_for(kPixels),
       "number of passes over the images for each; 0: as recommended")  //
      ("prior-cache", value_of(c.prior.cache, "DIR")->portable(absolute_path)->only_for(kPixels),
       "folder that keeps trained substitute models; default: bora/substitutes in the user's cache "
       "($XDG_CACHE_HOME, ~/.cache)");

  line.section("Gate").add_options()  //
      ("fail-if", values_of(c.output.fail_if, "CONDITION")->free_on_resume(),
       "exit with code 4 if this condition holds for the run's figures, e.g. 'asr@500 > 0.2'; repeatable, see below. "
       "none: drop the conditions of a resumed run")  //
      ("baseline", value_of(c.output.baseline, "RUN")->portable(absolute_path)->free_on_resume(),
       "stored run that the condition regression compares with");
}

void declare_run(CommandLine& line, AttackConfig& c) {
  line.section("Run").add_options()  //
      ("out", value_of(c.output.folder, "DIR")->one_call(),
       "folder of the run, on a local disk; default: the first free of bora-run-1, bora-run-2, ..., "
       "or shard-K-of-N for a shard")  //
      ("shard", parsed(c.data.shard, parse_shard, "", "K/N"),
       "attack only the K-th of N shares of the inputs: those whose position in the data is K-1 modulo N. "
       "N machines with the same other options do the work of one run; bo-report merge makes one run of their N folders. "
       "See docs/how-to/run-on-many-machines.md")  //
      ("store",
       parsed(c.output.store, choice_of<std::string>({{"all", "all"}, {"summary", "summary"}}), "all",
              "all|summary"),
       "what is stored of queries. all: one row each, with the scores; "
       "summary: rows only while an attack is in progress, so that --resume loses nothing, "
       "and then only its counts and its adversarial example")  //
      ("resume", flag(c.output.resume)->one_call(),
       "continue the run in --out with the options stored there. If the model's file was moved, name it with --model; "
       "a program or a server is identified by its address")  //
      ("threads", value_of(c.execution.threads, "N", checked_threads)->free_on_resume(),
       "number of threads; 0: one per core. The result does not depend on it")  //
      ("batch", value_of(c.execution.batch, "N")->at_least(1),
       "number of attacks in progress at once, and of inputs per call of the model. "
       "Answers are on the disk before the next call; a power cut loses at most those of one call, "
       "which are then queried again")  //
      ("chunk", value_of(c.execution.chunk, 0, "N")->at_least(0)->only_for(kImages),
       "number of images per forward pass on the CPU. The last bits of scores depend on it, so equal runs need equal values. "
       "0: 16, or 1 in a shard, where an image's scores then do not depend on the number of shards")  //
      ("quiet", flag(c.output.quiet)->one_call(), "do not show progress")                             //
      ("json", flag(c.output.json)->one_call(), "print summary.json instead of the table");
}

}  // namespace

void declare_options(CommandLine& line, AttackConfig& config) {
  declare_victim(line, config);
  declare_inputs_and_goal(line, config);
  declare_threat(line, config);
  declare_attacks(line, config);
  declare_run(line, config);
  line.add_presets("protocol", protocols(), {"target", "targets", "untargeted"});
  line.add_presets("preset", presets(), {"images", "range", "image"});
}

}  // namespace bora::tools
