#include "tools/attack/attack_options.h"

#include <algorithm>
#include <charconv>
#include <thread>

#include "common/error.h"
#include "common/text.h"
#include "tools/attack/protocols.h"
#include "tools/options/values.h"

namespace bora {
namespace {

namespace po = boost::program_options;

std::string attack_list() {
  std::string text =
      "attacks to mount, each on the same images, targets and budget; comma separated, settings behind a "
      "colon, as in square:p=0.1,square:p=0.3. --describe ATTACK lists its settings.";
  for (const auto& attack : attack_summaries()) text += fmt::format("\n{}: {}", attack.name, attack.text);
  return text;
}

std::vector<std::string> parse_attacks(const std::string& text, const Visibility& visible) {
  const auto specs = split(text, ',');
  for (auto spec = specs.begin(); spec != specs.end(); ++spec) {
    check_attack_spec(*spec, visible);
    if (std::find(specs.begin(), spec, *spec) != spec)
      throw InputError("--attack: '{}' is given twice", *spec);
  }
  return specs;
}

void check_at_least(int value, int least, const char* option) {
  if (value < least) throw InputError("{}: got {}, expected at least {}", option, value, least);
}

void set_goal(const AttackOptionsText& text, PlanOptions& plan) {
  const bool one = text.target != -1;
  const bool many = !text.targets.empty();
  if (one + many + text.untargeted > 1)
    throw InputError("--target, --targets and --untargeted exclude each other; give one of them");
  plan.targeted = one || many;
  if (one) {
    check_at_least(text.target, 0, "--target");
    plan.target = text.target;
  } else if (many && text.targets == "random") {
    plan.random_targets = 1;
  } else if (many && text.targets != "all") {
    const char* end = text.targets.data() + text.targets.size();
    const auto [stopped, error] = std::from_chars(text.targets.data(), end, plan.random_targets);
    if (error != std::errc() || stopped != end || plan.random_targets < 1)
      throw InputError("--targets: got '{}', expected all, random or a number of random targets an image",
                       text.targets);
  }
}

}  // namespace

void declare_options(CommandLine& line, AttackOptionsText& text) {
  const auto value = [](auto& bound, auto fallback, const char* name) {
    using T = std::remove_reference_t<decltype(bound)>;
    return po::value(&bound)->default_value(T(fallback))->value_name(name);
  };
  const auto cores = "how many threads to use; 0: one a core. The result does not depend on it";

  line.section("Victim").add_options()                                            //
      ("model", value(text.model, "", "FILE"), "a TorchScript classifier (.pt)")  //
      ("input-shape", value(text.input_shape, "", "CxHxW"),
       "the model's input, e.g. 1x28x28; else as its file or the data say")  //
      ("input-range", value(text.input_range, "", "LOW,HIGH"),
       "the values it expects for black and white, e.g. -1,1; else 0,1")                          //
      ("layout", value(text.layout, "", "nchw|nhwc"), "order of the axes it expects; else nchw")  //
      ("scores", value(text.scores, "", "KIND"),
       "what it returns: logits or probabilities; else found out")  //
      ("device", value(text.device, "cpu", "NAME"), "where it runs: cpu, cuda or cuda:N");

  line.section("Images").add_options()  //
      ("data", value(text.data, "", "NAME|PATH"),
       "digits, fashion-mnist, or a path: IDX or CIFAR-10 files, a folder with a sub-folder a class or with "
       "labels.csv, "
       "one image; else what the model's file names")                                            //
      ("part", value(text.part, "test", "PART"), "which part of the data: test, train or all")   //
      ("image", value(text.image, "", "FILE"), "attack this one image")                          //
      ("label", value(text.label, -1, "CLASS"), "its true class; -1: what the model says")       //
      ("images", value(text.images, 20, "N"), "how many correctly classified images to attack")  //
      ("skip", value(text.skip, 0, "N"), "leave out the first N of them")                        //
      ("clean-images", value(text.clean_images, 1000, "N"), "measure clean accuracy on at least N images");

  line.section("Threat model and goal")
      .add_options()  //
      ("eps", value(text.epsilon, "auto", "BOUND"),
       "L-infinity bound on images in [0, 1], e.g. 0.3 or 8/255; auto: 0.3 for grey images, 8/255 for "
       "colour")  //
      ("continuous", po::bool_switch(&text.continuous),
       "allow any float, as published protocols do, instead of what 8 bits can hold (eps is then not rounded "
       "down)")  //
      ("target", value(text.target, -1, "CLASS"),
       "make the model say this class (-1: none given); its own images are passed over")  //
      ("targets", value(text.targets, "", "all|random|K"),
       "every other class, one drawn for each image, or K drawn")  //
      ("visible", value(text.visible, "scores", "scores|top-K|label"),
       "what of the model's answer an attack sees: every class's score, those of the K best classes, e.g. "
       "top-5, or the predicted class alone")  //
      ("untargeted", po::bool_switch(&text.untargeted), "any wrong class will do (the default)");

  line.section("Attacks").add_options()  //
      ("protocol", value(text.protocol, "", "NAME|list"),
       "the options a published table stands for (attacks, images, targets, bound, budget), on your victim "
       "and "
       "data; options typed beside it win. list prints them. The report sets the published figures beside "
       "its "
       "own.")                                                                          //
      ("attack", value(text.attack, "gp-bo,square", "A,B,..."), attack_list().c_str())  //
      ("describe", value(text.describe, "", "ATTACK"),
       "say what this attack is and what can be set, or list all of them, and do nothing else")  //
      ("budget", value(text.budget, 1000, "N"), "query budget of an attack on one image")        //
      ("seed", value(text.seed, std::uint64_t{0}, "N"), "same seed, same run");

  line.section("Run").add_options()  //
      ("out", value(text.out, "", "DIR"),
       "folder of the run; else the first free of bora-run-1, bora-run-2, ...")  //
      ("resume", po::bool_switch(&text.resume),
       "go on with the run in --out; its options are read from there")  //
      ("threads", value(text.threads, 0, "N"), cores)                   //
      ("batch", value(text.batch, 64, "N"),
       "attacks in progress at once, and images in one call of the model")  //
      ("quiet", po::bool_switch(&text.quiet), "no progress")                //
      ("json", po::bool_switch(&text.json), "print summary.json instead of the table");
  line.keep_out_of_config({"describe", "out", "resume", "quiet", "json"});
  line.add_presets("protocol", protocols(), {"target", "targets", "untargeted"});
}

const std::vector<std::string>& options_free_on_resume() {
  static const std::vector<std::string> names = {"threads"};
  return names;
}

AttackSetup check_options(const AttackOptionsText& text) {
  AttackSetup setup;
  if (text.model.empty()) throw InputError("--model is required; bo-attack --help shows all options");
  setup.victim.path = text.model;
  setup.victim.device = text.device;
  if (!text.input_shape.empty()) setup.victim.input = parse_shape(text.input_shape, "--input-shape");
  if (!text.input_range.empty()) {
    const auto [low, high] = parse_range(text.input_range, "--input-range");
    setup.victim.range = ValueRange{low, high};
  }
  if (!text.layout.empty()) setup.victim.layout = parse_layout(text.layout, "--layout");
  if (!text.scores.empty()) setup.victim.kind = parse_score_kind(text.scores, "--scores");

  check_at_least(text.images, 1, "--images");
  check_at_least(text.skip, 0, "--skip");
  check_at_least(text.clean_images, 0, "--clean-images");
  check_at_least(text.label, -1, "--label");
  check_at_least(text.budget, 1, "--budget");
  check_at_least(text.batch, 1, "--batch");
  check_at_least(text.threads, 0, "--threads");
  if (!text.image.empty() && !text.data.empty())
    throw InputError("--image and --data exclude each other; give one of them");
  if (text.label >= 0 && text.image.empty())
    throw InputError("--label: belongs to --image, which is not given");
  check_name(text.part, "--part", {"test", "train", "all"});

  if (text.epsilon != "auto") {
    setup.epsilon = parse_epsilon(text.epsilon);
    const LinfBall checked(*setup.epsilon, text.continuous);
  }
  setup.continuous = text.continuous;

  setup.plan.visible = parse_visibility(text.visible);
  setup.plan.attacks = parse_attacks(text.attack, setup.plan.visible);
  setup.plan.images = text.image.empty() ? text.images : 1;
  setup.plan.skip = text.skip;
  setup.plan.clean_images = text.clean_images;
  setup.plan.seed = text.seed;
  set_goal(text, setup.plan);

  setup.plan.budget = text.budget;
  setup.window = text.batch;
  setup.threads = text.threads > 0 ? text.threads : std::max(1U, std::thread::hardware_concurrency());
  return setup;
}

ImageShape shape_to_describe(const AttackOptionsText& text) {
  return text.input_shape.empty() ? ImageShape{3, 32, 32} : parse_shape(text.input_shape, "--input-shape");
}

double default_epsilon(const ImageShape& shape) {
  return shape.channels == 1 ? 0.3 : 8.0 / 255;
}

}  // namespace bora
