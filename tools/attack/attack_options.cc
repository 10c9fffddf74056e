#include "tools/attack/attack_options.h"

#include "attacks/graph/factory.h"
#include "attacks/image/factory.h"
#include "attacks/semantic/factory.h"
#include "common/text.h"
#include "tools/attack/protocols.h"

namespace bora {
namespace {

namespace po = boost::program_options;

std::string attack_list() {
  std::string text = fmt::format(
      "attacks to run, separated by commas, all on the same inputs, targets and budget. "
      "Settings follow a colon, as in square:p=0.1,square:p=0.3; --describe ATTACK lists them. "
      "auto: {} on images, {} on graphs, {} with --threat semantic.\nOn images:",
      kDefaultImageAttacks, kDefaultGraphAttacks, kDefaultSemanticAttacks);
  for (const auto& attack : attack_summaries()) text += fmt::format("\n{}: {}", attack.name, attack.text);
  text += "\nOn images with --threat semantic:";
  for (const auto& attack : semantic_attack_summaries())
    text += fmt::format("\n{}: {}", attack.name, attack.text);
  text += "\nOn graphs:";
  for (const auto& attack : graph_attack_summaries())
    text += fmt::format("\n{}: {}", attack.name, attack.text);
  return text;
}

// "rotate (degrees), shear (degrees), ..."
std::string change_list() {
  std::vector<std::string> changes;
  for (const Change& change : all_changes())
    changes.push_back(*change.unit == '\0' ? change.name : fmt::format("{} ({})", change.name, change.unit));
  return join(changes);
}

}  // namespace

void declare_options(CommandLine& line, AttackOptionsText& text) {
  const auto value = [](auto& bound, auto fallback, const char* name) {
    using T = std::remove_reference_t<decltype(bound)>;
    return po::value(&bound)->default_value(T(fallback))->value_name(name);
  };
  const auto cores = "number of threads; 0: one per core. The result does not depend on it";

  line.section("Victim").add_options()  //
      ("model", value(text.model, "", "ADDRESS"),
       "the classifier: a TorchScript file (m.pt), an ONNX file (m.onnx), an AOTInductor package (m.pt2), "
       "a program that answers on its standard output ('exec:python3 serve.py'), "
       "or an inference server (http://HOST:PORT/v2/models/NAME); see docs/reference/victims.md. "
       "A classifier of graphs is a TorchScript file or a program")  //
      ("trust-model", po::bool_switch(&text.trust_model),
       "allow the machine code in a .pt2 package to run; needed in every call")  //
      ("task", value(text.task, "auto", "image|graph"),
       "what the model classifies; auto: inferred from its file, the data and the options")  //
      ("scores", value(text.scores, "", "KIND"),
       "what the model returns: logits or probabilities; default: detected")  //
      ("output", value(text.output, "", "NAME"),
       "output that holds the scores, if the model has several; default: the first")  //
      ("top-labels", value(text.top_labels, "", "NAME"),
       "output that holds the labels, for a model that returns only the scores of its best classes, best first; "
       "labels are whole numbers. For a tuple: its position, where 1 is the second")  //
      ("classes", value(text.classes, 0, "N"),
       "number of classes, for a model that returns only labels or its best classes");

  line.section("Victims that answer at random")
      .add_options()  //
      ("repeats", value(text.repeats, 0, "K"),
       "a query that looks like a success is repeated until it has up to K answers, "
       "each of which costs a query of the budget; the verification queries K times again. "
       "0: 5 if the model answers the same input in different ways, else 1")  //
      ("success-in", value(text.success_in, 0, "M"),
       "number of these K answers that must reach the goal for a success; 0: more than half")  //
      ("average", value(text.average, 1, "K"),
       "number of queries per question; the attack sees the mean of the scores (expectation over transformation)");

  line.section("Victims outside this process")
      .add_options()                                                                //
      ("timeout", value(text.timeout, 60, "SECONDS"), "time limit of one request")  //
      ("retries", value(text.retries, 4, "N"),
       "number of times that a request with a temporary failure is sent again, after 0.25 s, 0.5 s, and so on; "
       "each time is an attempt, which is counted and reported")  //
      ("rate", value(text.rate, "", "N/s"),
       "maximum number of inputs per second (or /min, /h); default: no limit")  //
      ("concurrency", value(text.concurrency, 1, "N"),
       "number of requests at the same time; for a program: number of instances that are started")  //
      ("price-per-1000", value(text.price, 0, "PRICE"),
       "price of 1,000 inputs; the report then states what the run cost")  //
      ("header", po::value(&text.headers)->composing()->value_name("'NAME: VALUE'"),
       "header of HTTP requests; may be repeated. Keep secrets in the environment: "
       "'Authorization: Bearer ${TOKEN}', in single quotes");

  line.section("Victims of images")
      .add_options()  //
      ("input-shape", value(text.input_shape, "", "CxHxW"),
       "shape of the model's input, e.g. 1x28x28; default: from its file or the data")  //
      ("input-range", value(text.input_range, "", "LOW,HIGH"),
       "values that the model expects for black and white, e.g. -1,1; default: 0,1")               //
      ("layout", value(text.layout, "", "nchw|nhwc"), "order of the input's axes; default: nchw")  //
      ("mean", value(text.mean, "", "M|R,G,B"),
       "mean to subtract from the values of --input-range, one for all channels or one for each")  //
      ("std", value(text.deviation, "", "S|R,G,B"),
       "standard deviation to divide by after subtracting --mean")  //
      ("defence", value(text.defence, "none", "STEPS"),
       "defence that is put around the model; attacks see both as one model. jpeg:QUALITY; "
       "bits:N (2^N grey levels remain); rnd:DEVIATION (Gaussian noise on every queried image); "
       "resize-pad:SHARE (shrinks the image to a random size of at least SHARE, at a random place on black); "
       "smooth:DEVIATION:COPIES (majority vote on noisy copies); aaa (misleading scores, same class); "
       "or several, such as bits:4+jpeg:75")  //
      ("device", value(text.device, "cpu", "NAME"), "where the model runs: cpu, cuda or cuda:N");

  line.section("Victims of graphs")
      .add_options()  //
      ("features", value(text.features, "", "A+B+..."),
       "node features that the model expects: label, attributes, degree:N (one-hot up to N), degree-value, "
       "degree-share, constant; default: from its file or its input");

  line.section("Inputs").add_options()  //
      ("data", value(text.data, "", "NAME|PATH"),
       "images: digits, fashion-mnist, or a path to IDX or CIFAR-10 files, "
       "a folder with one sub-folder per class (or train and test folders of this kind) or with labels.csv, "
       "NumPy arrays (.npz, or .npy with labels.npy beside it), or one image. "
       "Graphs: a TU data set (folder or .zip), a folder of .json graphs with labels.csv, "
       "er-components, ba, ws, sbm, mnist-75sp. Default: the data that the model's file names")  //
      ("part", value(text.part, "test", "PART"),
       "part of the data: test, train or all; if the data have no parts, test is a share drawn at random")  //
      ("order", value(text.order, "auto", "auto|file|spread|shuffled"),
       "order of the inputs, to which --images, --skip, --stretch and --shard refer. "
       "auto: as in the data, but spread evenly over the classes if the data are sorted by class; "
       "file: as in the data; spread: always spread over the classes; shuffled: at random by --seed")  //
      ("resize", value(text.resize, "", "N|HxW"),
       "resize images first; N: length of the shorter side (bilinear with antialiasing, as torchvision's Resize)")  //
      ("crop", value(text.crop, "", "N|HxW"),
       "then crop this size from the centre. The prepared 8-bit image is what is attacked and bounded")  //
      ("channels", value(text.channels, "auto", "1|3"),
       "then convert grey images to three equal channels (3), or colour images to grey (1); auto: no conversion")  //
      ("class-map", value(text.class_map, "", "FILE"),
       "CSV file that maps the data's classes to the model's: columns label (name or number in the data) and "
       "class (the model's number; empty: the class's images are left out)")                                //
      ("image", value(text.image, "", "FILE"), "attack this single image")                                  //
      ("graph", value(text.graph, "", "FILE"), "attack this single graph, a .json file in node-link form")  //
      ("label", value(text.label, -1, "CLASS"),
       "true class of that image or graph; -1: the class that the model predicts")                       //
      ("images", value(text.images, 20, "N"), "number of correctly classified images to attack")         //
      ("graphs", value(text.graphs, 0, "N"), "number of correctly classified graphs to attack; 0: all")  //
      ("skip", value(text.skip, 0, "N"), "skip the first N correctly classified inputs")                 //
      ("stretch", value(text.stretch, "", "FIRST-LAST"),
       "attack all correctly classified inputs in this range of the data instead, counted from 0 in the order of --order, "
       "so that runs on several models use the same inputs")  //
      ("clean-images", value(text.clean_images, 1000, "N"), "measure clean accuracy on at least N inputs");

  line.section("Goal").add_options()  //
      ("target", value(text.target, -1, "CLASS"),
       "targeted attack towards this class, whose own inputs are skipped; -1: none")  //
      ("targets", value(text.targets, "", "all|random|K"),
       "targeted attacks towards all other classes, one class drawn for each input, or K drawn classes")  //
      ("visible", value(text.visible, "scores", "scores|top-K|label"),
       "what an attack sees of the model's answer: the scores of all classes, the scores of the K best classes "
       "(e.g. top-5), or only the predicted class")  //
      ("untargeted", po::bool_switch(&text.untargeted),
       "untargeted attack: any wrong class counts (default)");

  line.section("Threat model of images")
      .add_options()  //
      ("threat", value(text.threat, "linf", "linf|semantic"),
       "linf: every pixel may change by at most --eps; "
       "semantic: the image may be rotated, moved, lit, blurred and so on within --semantic, "
       "and attacks look for the mildest combination that fools the model")  //
      ("semantic", value(text.semantic, "auto", "CHANGE=LOW:HIGH,..."),
       ("for --threat semantic: changes that an attacker may combine, with their bounds: " + change_list() +
        "; shift: both shifts; order: geometry, colour and quality in any order; "
        "border=black|edge|reflect: what fills the area that the image has left. "
        "auto: bounds within which people still recognise the image, see docs/how-to/attack-with-semantic-changes.md")
           .c_str())  //
      ("refine", value(text.refine, -1, "N"),
       "for --threat semantic: queries that an attack spends after its first success to find a milder one; "
       "-1: all that its budget leaves")  //
      ("eps", value(text.epsilon, "auto", "BOUND"),
       "L-infinity bound on images in [0, 1], e.g. 0.3 or 8/255; auto: 0.3 for grey images, 8/255 for colour")  //
      ("continuous", po::bool_switch(&text.continuous),
       "allow any float instead of 8-bit values, as published protocols do; --eps is then not rounded down")  //
      ("budget", value(text.budget, -1, "N"),
       "query budget of an attack on one image; -1: 1000, or 100 with --threat semantic");

  line.section("Threat model of graphs")
      .add_options()  //
      ("edit-mode", value(text.edit_mode, "flip", "MODE"),
       "kind of edit. flip: add or remove an edge; add; remove; rewire: move one end of an edge; "
       "swap: two edges exchange ends, which keeps every degree; inject: edges of new nodes; "
       "reweight: change the weight of an edge")  //
      ("budget-edits", po::value(&text.budget_edits)->default_value(0.03, "0.03")->value_name("RATIO"),
       "maximum number of edits as a share of n^2, where n is the number of nodes; rounded, at least one")  //
      ("most-edits", value(text.most_edits, 0, "N"),
       "further upper bound on the number of edits; 0: none")  //
      ("hops", value(text.hops, 0, "N"),
       "edges are added only between nodes at most N hops apart; 0: anywhere")  //
      ("keep-connected", po::bool_switch(&text.keep_connected),
       "edits may not increase the number of connected components")                             //
      ("most-injected", value(text.most_injected, 1, "N"), "maximum number of injected nodes")  //
      ("injected-degree", value(text.injected_degree, 3, "N"),
       "maximum number of edges of an injected node")  //
      ("queries-per-edit", value(text.queries_per_edit, 40, "N"),
       "query budget of an attack on one graph, per allowed edit")  //
      ("query-cap", value(text.query_cap, 20000, "N"), "upper bound on this query budget");

  line.section("Attacks").add_options()  //
      ("protocol", value(text.protocol, "", "NAME|list"),
       "use the options of a published table (attacks, inputs, targets, bound, budget) on your victim and data; "
       "options typed beside it take precedence. The report shows the published figures beside its own. "
       "list: print all protocols")                                             //
      ("attack", value(text.attack, "auto", "A,B,..."), attack_list().c_str())  //
      ("describe", value(text.describe, "", "ATTACK"),
       "describe this attack and its settings (all: list all attacks), and exit")  //
      ("seed", value(text.seed, std::uint64_t{0}, "N"),
       "seed of all random choices; the same seed gives the same run");

  line.section("Checks of the evaluation itself")
      .add_options()  //
      ("checks", value(text.checks, "full", "full|basic|none"),
       "checks made after the attacks and shown in every report: whether strong attacks would have been noticed, "
       "and whether the figures mean what they say. "
       "full: a few short attacks on a few inputs, with at most about 4,000 forward passes outside every budget; "
       "basic: clean inputs are queried again, also at other ranges of values if many are misclassified; "
       "none: no further queries");

  line.section("Prior of attacks on images")
      .add_options()  //
      ("prior", value(text.prior, "none", "PRIOR"),
       "transfer prior of the attacker. none: none, as in the papers on black-box attacks; "
       "data: classifiers of its own (substitute models), trained once on the training part of --data; "
       "FILE,FILE,...: such classifiers (TorchScript, with the model's input shape and classes), never the model itself; "
       "one that is no better than guessing on --data is ignored; "
       "learn: warm starts from the run's earlier attacks on the same model. "
       "Only some attacks use a prior, see --describe all")  //
      ("prior-data", value(text.prior_data, "", "NAME|PATH"),
       "train substitute models on the training part of these data instead; mnist/:train=30000-59999 uses only these "
       "images of it, e.g. images that the model was not trained on")  //
      ("prior-count", value(text.prior_count, 0, "N"),
       "number of substitute models to train; 0: as recommended")  //
      ("prior-epochs", value(text.prior_epochs, 0, "N"),
       "number of passes over the images for each; 0: as recommended")  //
      ("prior-cache", value(text.prior_cache, "", "DIR"),
       "folder that keeps trained substitute models; default: bora/substitutes in the user's cache "
       "($XDG_CACHE_HOME, ~/.cache)");

  line.section("Gate").add_options()  //
      ("fail-if", po::value(&text.fail_if)->value_name("CONDITION"),
       "exit with code 4 if this condition holds for the run's figures, e.g. 'asr@500 > 0.2'; repeatable, see below. "
       "none: drop the conditions of a resumed run")  //
      ("baseline", value(text.baseline, "", "RUN"), "stored run that the condition regression compares with");

  line.section("Run").add_options()  //
      ("out", value(text.out, "", "DIR"),
       "folder of the run, on a local disk; default: the first free of bora-run-1, bora-run-2, ..., "
       "or shard-K-of-N for a shard")  //
      ("shard", value(text.shard, "", "K/N"),
       "attack only the K-th of N shares of the inputs: those whose position in the data is K-1 modulo N. "
       "With equal other options, N machines do the work of one run, which bo-report makes of their N folders. "
       "See docs/how-to/run-on-many-machines.md")  //
      ("store", value(text.store, "all", "all|summary"),
       "what is stored of queries. all: one row each, with the scores; "
       "summary: rows only while an attack is in progress, so that --resume loses nothing, "
       "and then only its counts and its adversarial example")  //
      ("resume", po::bool_switch(&text.resume),
       "continue the run in --out with the options stored there. If the model's file was moved, name it with --model; "
       "a program or a server is identified by its address")  //
      ("threads", value(text.threads, 0, "N"), cores)         //
      ("batch", value(text.batch, 64, "N"),
       "number of attacks in progress at once, and of inputs per call of the model. "
       "Answers are on the disk before the next call; a power cut loses at most those of one call, "
       "which are then queried again")  //
      ("chunk", value(text.chunk, 0, "N"),
       "number of images per forward pass on the CPU. The last bits of scores depend on it, so equal runs need equal values. "
       "0: 16, or 1 in a shard, where an image's scores then do not depend on the number of shards")  //
      ("quiet", po::bool_switch(&text.quiet), "do not show progress")                                 //
      ("json", po::bool_switch(&text.json), "print summary.json instead of the table");
  line.keep_out_of_config({"trust-model", "describe", "out", "resume", "quiet", "json"});
  line.add_presets("protocol", protocols(), {"target", "targets", "untargeted"});
}

const std::vector<std::string>& options_free_on_resume() {
  static const std::vector<std::string> names = {"threads",        "checks",  "fail-if", "baseline",
                                                 "timeout",        "retries", "rate",    "concurrency",
                                                 "price-per-1000", "header"};
  return names;
}

const std::vector<std::string>& image_options() {
  static const std::vector<std::string> names = {
      "mean",     "std",        "output",       "top-labels",   "header",     "threat",
      "semantic", "refine",     "input-shape",  "input-range",  "layout",     "defence",
      "device",   "chunk",      "resize",       "crop",         "channels",   "class-map",
      "image",    "images",     "clean-images", "eps",          "continuous", "budget",
      "prior",    "prior-data", "prior-count",  "prior-epochs", "prior-cache"};
  return names;
}

const std::vector<std::string>& linf_options() {
  static const std::vector<std::string> names = {"eps",         "continuous",   "prior",      "prior-data",
                                                 "prior-count", "prior-epochs", "prior-cache"};
  return names;
}

const std::vector<std::string>& semantic_options() {
  static const std::vector<std::string> names = {"semantic", "refine"};
  return names;
}

const std::vector<std::string>& graph_options() {
  static const std::vector<std::string> names = {
      "features", "graph",          "graphs",        "edit-mode",       "budget-edits",     "most-edits",
      "hops",     "keep-connected", "most-injected", "injected-degree", "queries-per-edit", "query-cap"};
  return names;
}

}  // namespace bora
