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
      "attacks to mount, each on the same inputs, targets and budget; comma separated, settings behind a "
      "colon, as in square:p=0.1,square:p=0.3. --describe ATTACK lists its settings. auto: {} on images, {} "
      "on graphs, {} with --threat semantic.\nOn images:",
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
  const auto cores = "how many threads to use; 0: one a core. The result does not depend on it";

  line.section("Victim").add_options()  //
      ("model", value(text.model, "", "ADDRESS"),
       "a classifier: a TorchScript file (m.pt), an ONNX file (m.onnx), a package of AOTInductor (m.pt2), a "
       "program that answers on its "
       "standard "
       "output ('exec:python3 serve.py'), or an inference server (http://HOST:PORT/v2/models/NAME); see "
       "docs/reference/victims.md. Of graphs: a TorchScript file or a program")  //
      ("trust-model", po::bool_switch(&text.trust_model),
       "run the machine code that a .pt2 package holds; has to be said each time")  //
      ("task", value(text.task, "auto", "image|graph"),
       "what it classifies; auto: as its file, the data and the options say")  //
      ("scores", value(text.scores, "", "KIND"),
       "what it returns: logits or probabilities; else found out")  //
      ("output", value(text.output, "", "NAME"),
       "which of several outputs are the scores; else the first")  //
      ("top-labels", value(text.top_labels, "", "NAME"),
       "of a model that gives the scores of its best classes alone, best first: which output says what "
       "classes "
       "these are, as whole numbers (of a tuple: its position, 1 the second)")  //
      ("classes", value(text.classes, 0, "N"),
       "how many classes it knows, where it gives labels or its best classes only");

  line.section("Victims that do not always answer alike")
      .add_options()  //
      ("repeats", value(text.repeats, 0, "K"),
       "what looks like a success is asked again, up to K answers in all, each a query of the attack's "
       "budget; "
       "the verification asks K times anew. 0: 5 where the model answers the same inputs in different ways, "
       "else 1")  //
      ("success-in", value(text.success_in, 0, "M"),
       "and is a success if M of these K answers reach the goal; 0: more than half")  //
      ("average", value(text.average, 1, "K"),
       "every question is asked K times, each a query, and the attack sees the mean of the scores "
       "(expectation "
       "over transformation)");

  line.section("Victims outside this process")
      .add_options()                                                                    //
      ("timeout", value(text.timeout, 60, "SECONDS"), "how long one request may take")  //
      ("retries", value(text.retries, 4, "N"),
       "how often a request that fails in a way that may pass is sent again, after 0.25 s, twice that, ...; "
       "each "
       "time is an attempt, counted and reported")  //
      ("rate", value(text.rate, "", "N/s"),
       "inputs a second (/min, /h) at most; else as fast as it answers")  //
      ("concurrency", value(text.concurrency, 1, "N"),
       "requests under way at once; of a program: how many of it are started")  //
      ("price-per-1000", value(text.price, 0, "PRICE"),
       "what 1,000 inputs cost: the report says what the run cost in money")  //
      ("header", po::value(&text.headers)->composing()->value_name("'NAME: VALUE'"),
       "of requests by HTTP, may be repeated; a secret stands in the environment: 'Authorization: Bearer "
       "${TOKEN}', in single quotes");

  line.section("Victims of images")
      .add_options()  //
      ("input-shape", value(text.input_shape, "", "CxHxW"),
       "the model's input, e.g. 1x28x28; else as its file or the data say")  //
      ("input-range", value(text.input_range, "", "LOW,HIGH"),
       "the values it expects for black and white, e.g. -1,1; else 0,1")                          //
      ("layout", value(text.layout, "", "nchw|nhwc"), "order of the axes it expects; else nchw")  //
      ("mean", value(text.mean, "", "M|R,G,B"),
       "subtracted from the values of --input-range, one for all channels or one each")  //
      ("std", value(text.deviation, "", "S|R,G,B"), "what is left is divided by it")     //
      ("defence", value(text.defence, "none", "STEPS"),
       "a defence around the model: jpeg:QUALITY, bits:N (grey levels left: 2^N), rnd:DEVIATION (Gaussian "
       "noise on every image that is asked for), resize-pad:SHARE (at a random size, down to SHARE of its "
       "own, "
       "at a random place on black), smooth:DEVIATION:COPIES (votes on noisy copies), aaa (scores that lead "
       "astray; the class stays), or several, bits:4+jpeg:75; attacks see the whole as one model")  //
      ("device", value(text.device, "cpu", "NAME"), "where it runs: cpu, cuda or cuda:N");

  line.section("Victims of graphs")
      .add_options()  //
      ("features", value(text.features, "", "A+B+..."),
       "what it is fed of a node: label, attributes, degree:N (one-hot up to N), degree-value, degree-share, "
       "constant; else as its file or its input say");

  line.section("Inputs").add_options()  //
      ("data", value(text.data, "", "NAME|PATH"),
       "images: digits, fashion-mnist, or a path: IDX or CIFAR-10 files, a folder with a sub-folder a class "
       "(or train and test with such ones) or "
       "with labels.csv, NumPy arrays (.npz, or .npy with labels.npy beside it), one image; graphs: a TU set "
       "(folder or .zip), a folder of .json graphs with "
       "labels.csv, er-components, ba, ws, sbm, mnist-75sp; else what the model's file names")  //
      ("part", value(text.part, "test", "PART"),
       "which part of the data: test, train or all; where they have none, test is a share drawn at random")  //
      ("order", value(text.order, "auto", "auto|file|spread|shuffled"),
       "order in which inputs are taken, in which --images, --skip, --stretch and --shard count. auto: as "
       "the data "
       "have them, but spread evenly over the classes where they come class after class; file: as the data "
       "have "
       "them; spread: spread in any case; shuffled: by --seed")  //
      ("resize", value(text.resize, "", "N|HxW"),
       "bring images to this size before anything else: N, the shorter side (bilinear with antialiasing, as "
       "torchvision's Resize does)")  //
      ("crop", value(text.crop, "", "N|HxW"),
       "then cut this size out of the middle; attacked and bounded is the image as prepared, at 8 bits")  //
      ("channels", value(text.channels, "auto", "1|3"),
       "then make grey images three equal channels (3), or colour ones grey (1); auto: as they are")  //
      ("class-map", value(text.class_map, "", "FILE"),
       "a CSV with the columns label (the data's class, by name or number) and class (the model's number of "
       "it; empty: leave its images out), where they count differently")                                 //
      ("image", value(text.image, "", "FILE"), "attack this one image")                                  //
      ("graph", value(text.graph, "", "FILE"), "attack this one graph, a .json file in node-link form")  //
      ("label", value(text.label, -1, "CLASS"), "the true class of that one; -1: what the model says")   //
      ("images", value(text.images, 20, "N"), "how many correctly classified images to attack")          //
      ("graphs", value(text.graphs, 0, "N"), "how many correctly classified graphs to attack; 0: all")   //
      ("skip", value(text.skip, 0, "N"), "leave out the first N correctly classified inputs")            //
      ("stretch", value(text.stretch, "", "FIRST-LAST"),
       "instead: attack all correctly classified inputs from the FIRST to the LAST of the data, counted from "
       "0 in the order of --order, so that runs on several models are of the same inputs")  //
      ("clean-images", value(text.clean_images, 1000, "N"), "measure clean accuracy on at least N images");

  line.section("Goal").add_options()  //
      ("target", value(text.target, -1, "CLASS"),
       "make the model say this class (-1: none given); its own inputs are passed over")  //
      ("targets", value(text.targets, "", "all|random|K"),
       "every other class, one drawn for each input, or K drawn")  //
      ("visible", value(text.visible, "scores", "scores|top-K|label"),
       "what of the model's answer an attack sees: every class's score, those of the K best classes, e.g. "
       "top-5, or the predicted class alone")  //
      ("untargeted", po::bool_switch(&text.untargeted), "any wrong class will do (the default)");

  line.section("Threat model of images")
      .add_options()  //
      ("threat", value(text.threat, "linf", "linf|semantic"),
       "linf: every pixel may change, by at most --eps; semantic: an image may be turned, moved, lit, "
       "blurred "
       "and so on as --semantic says, and attacks look for the mildest combination that fools the model")  //
      ("semantic", value(text.semantic, "auto", "CHANGE=LOW:HIGH,..."),
       ("of --threat semantic: which changes an attacker may combine, and how far: " + change_list() +
        "; shift: both shifts; order: geometry, colour and quality in any order; border=black|edge|reflect: "
        "what fills the place that the image left. auto: as people hardly mind, see "
        "docs/how-to/attack-with-semantic-changes.md")
           .c_str())  //
      ("refine", value(text.refine, -1, "N"),
       "of --threat semantic: how many queries an attack goes on for after its first success, looking for a "
       "milder one; -1: up to its budget")  //
      ("eps", value(text.epsilon, "auto", "BOUND"),
       "L-infinity bound on images in [0, 1], e.g. 0.3 or 8/255; auto: 0.3 for grey images, 8/255 for "
       "colour")  //
      ("continuous", po::bool_switch(&text.continuous),
       "allow any float, as published protocols do, instead of what 8 bits can hold (eps is then not rounded "
       "down)")  //
      ("budget", value(text.budget, -1, "N"),
       "query budget of an attack on one image; -1: 1000, or 100 with --threat semantic");

  line.section("Threat model of graphs")
      .add_options()  //
      ("edit-mode", value(text.edit_mode, "flip", "MODE"),
       "what an edit is. flip: an edge added or removed; add; remove; rewire: one end of an edge moved; "
       "swap: two edges exchange ends, every degree stays; inject: edges of new nodes; reweight: an edge "
       "gets "
       "another weight")  //
      ("budget-edits", po::value(&text.budget_edits)->default_value(0.03, "0.03")->value_name("RATIO"),
       "edits allowed, as a share of n^2, n the nodes of the graph, rounded; at least one")       //
      ("most-edits", value(text.most_edits, 0, "N"), "and never more than N; 0: no other bound")  //
      ("hops", value(text.hops, 0, "N"),
       "an edge is added only between nodes at most N hops apart; 0: anywhere")  //
      ("keep-connected", po::bool_switch(&text.keep_connected),
       "a graph may not fall into more parts than it has")                                              //
      ("most-injected", value(text.most_injected, 1, "N"), "nodes that may be injected")                //
      ("injected-degree", value(text.injected_degree, 3, "N"), "edges that an injected node may have")  //
      ("queries-per-edit", value(text.queries_per_edit, 40, "N"),
       "query budget of an attack on one graph, for each edit allowed ...")  //
      ("query-cap", value(text.query_cap, 20000, "N"), "... and never more than N in all");

  line.section("Attacks").add_options()  //
      ("protocol", value(text.protocol, "", "NAME|list"),
       "the options a published table stands for (attacks, inputs, targets, bound, budget), on your victim "
       "and data; options typed beside it win. list prints them. The report sets the published figures "
       "beside "
       "its own.")                                                              //
      ("attack", value(text.attack, "auto", "A,B,..."), attack_list().c_str())  //
      ("describe", value(text.describe, "", "ATTACK"),
       "say what this attack is and what can be set, or list all of them, and do nothing else")  //
      ("seed", value(text.seed, std::uint64_t{0}, "N"), "same seed, same run");

  line.section("Checks of the evaluation itself")
      .add_options()  //
      ("checks", value(text.checks, "full", "full|basic|none"),
       "made when the attacks have ended, shown in every report: whether strong attacks would have been "
       "noticed and the figures mean what they say. full: a few short attacks on a few inputs, at most some "
       "4000 forward passes outside every budget; basic: clean inputs are asked for again, at other "
       "ranges of values, too, where many are wrong; "
       "none: nothing is asked");

  line.section("Prior of attacks on images")
      .add_options()  //
      ("prior", value(text.prior, "none", "PRIOR"),
       "what an attacker brings along. none: nothing, as in the papers on black-box attacks; data: "
       "classifiers of its own (substitute models), trained on the training part of --data, once; "
       "FILE,FILE...: "
       "such classifiers (TorchScript, images and classes as the model's), never the model itself, and set "
       "aside if no better than guessing on --data; learn: what the run's earlier attacks on the same model "
       "taught. Only some attacks make use of it, see --describe all")  //
      ("prior-data", value(text.prior_data, "", "NAME|PATH"),
       "train substitute models on the training part of these data instead; mnist/:train=30000-59999: on "
       "these "
       "images of it alone, e.g. on none that the model was trained on")  //
      ("prior-count", value(text.prior_count, 0, "N"),
       "train N substitute models; 0: as many as are recommended")  //
      ("prior-epochs", value(text.prior_epochs, 0, "N"),
       "train each for N passes over its images; 0: as recommended")  //
      ("prior-cache", value(text.prior_cache, "", "DIR"),
       "keep trained substitute models in this folder; else in bora/substitutes of the user's cache "
       "($XDG_CACHE_HOME, ~/.cache)");

  line.section("Gate").add_options()  //
      ("fail-if", po::value(&text.fail_if)->value_name("CONDITION"),
       "end with exit code 4 if this holds of the run's figures, e.g. 'asr@500 > 0.2'; repeatable, see "
       "below. "
       "none: no condition, where a run that goes on has some")  //
      ("baseline", value(text.baseline, "", "RUN"), "the stored run that the condition regression is about");

  line.section("Run").add_options()  //
      ("out", value(text.out, "", "DIR"),
       "folder of the run, on a disk of this machine; else the first free of bora-run-1, bora-run-2, ..., or "
       "of "
       "a shard shard-K-of-N")  //
      ("shard", value(text.shard, "", "K/N"),
       "attack the K-th of N shares of the inputs alone: those whose position in the data is K-1 modulo N. "
       "With "
       "the other options the same, N machines do what one would: bo-report on their N folders makes one run "
       "of them. See docs/how-to/run-on-many-machines.md")  //
      ("store", value(text.store, "all", "all|summary"),
       "what is kept of queries. all: a row each, with the scores. summary: the rows of an attack in "
       "progress, "
       "until it ends, so that --resume loses nothing; then its counts and its adversarial example alone")  //
      ("resume", po::bool_switch(&text.resume),
       "go on with the run in --out; its options are read from there. A file that was moved is named with "
       "--model; a program or a server is known by its address")  //
      ("threads", value(text.threads, 0, "N"), cores)             //
      ("batch", value(text.batch, 64, "N"),
       "attacks in progress at once, and inputs in one call of the model. Answers are on the disk before the "
       "next call; those of one call are what a power cut may lose, and are asked for again")  //
      ("chunk", value(text.chunk, 0, "N"),
       "images in one pass through the model on the CPU. The last bits of scores depend on it: runs that are "
       "to "
       "be the same need the same. 0: 16, or 1 in a shard, where an image's scores are then the same however "
       "many shards there are")                               //
      ("quiet", po::bool_switch(&text.quiet), "no progress")  //
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
