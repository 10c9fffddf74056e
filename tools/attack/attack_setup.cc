#include "tools/attack/attack_setup.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <tuple>

#include "attacks/graph/factory.h"
#include "attacks/image/factory.h"
#include "attacks/semantic/factory.h"
#include "common/error.h"
#include "common/text.h"
#include "data/split.h"
#include "models/address.h"
#include "tools/options/values.h"
#include "tools/report/conditions/condition.h"

namespace bora {
namespace {

void check_at_least(int value, int least, const char* option) {
  if (value < least) throw InputError("{}: got {}, expected at least {}", option, value, least);
}

// `check` throws unless its argument is an attack with its settings.
std::vector<std::string> parse_attacks(const std::string& text,
                                       const std::function<void(const std::string&)>& check) {
  const auto specs = split(text, ',');
  for (auto spec = specs.begin(); spec != specs.end(); ++spec) {
    check(*spec);
    if (std::find(specs.begin(), spec, *spec) != spec)
      throw InputError("--attack: '{}' is given twice", *spec);
  }
  return specs;
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
      throw InputError("--targets: got '{}', expected all, random or a number of random targets an input",
                       text.targets);
  }
}

std::pair<int, int> parse_stretch(const std::string& text) {
  std::pair<int, int> stretch;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, stretch.first);
  const bool dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
  const auto last = dash ? std::from_chars(first.ptr + 1, end, stretch.second) : first;
  if (!dash || last.ec != std::errc() || last.ptr != end || stretch.first < 0 ||
      stretch.second < stretch.first)
    throw InputError("--stretch: got '{}', expected FIRST-LAST, two positions with FIRST <= LAST, e.g. 0-99",
                     printable(text));
  return stretch;
}

std::optional<Repeats> parse_repeats(const AttackOptionsText& text) {
  constexpr int kMost = 1000;
  for (const auto& [value, least, option] :
       {std::tuple{text.repeats, 0, "--repeats"}, std::tuple{text.success_in, 0, "--success-in"},
        std::tuple{text.average, 1, "--average"}})
    if (value < least || value > kMost)
      throw InputError("{}: got {}, expected {} to {}", option, value, least, kMost);
  if (text.success_in > 0 && text.repeats == 0)
    throw InputError("--success-in: got {}, but --repeats does not say of how many answers", text.success_in);
  if (text.repeats == 0 && text.average == 1) return std::nullopt;
  Repeats repeats{text.average, std::max(text.repeats, text.average), text.success_in};
  if (text.repeats > 0 && text.repeats < text.average)
    throw InputError("--repeats: got {}, expected at least the {} answers of --average", text.repeats,
                     text.average);
  if (repeats.needed == 0) repeats.needed = repeats.most / 2 + 1;
  if (repeats.needed > repeats.most)
    throw InputError("--success-in: got {}, expected 1 to {}, the answers of --repeats", repeats.needed,
                     repeats.most);
  return repeats;
}

// `single`: the option that names one file, and that file.
void set_common(const AttackOptionsText& text, const char* single, const std::string& file,
                AttackSetup& setup) {
  check_at_least(text.skip, 0, "--skip");
  check_at_least(text.label, -1, "--label");
  if (!text.stretch.empty()) {
    if (text.skip > 0) throw InputError("--stretch and --skip exclude each other; give one of them");
    if (!file.empty()) throw InputError("--stretch: is for --data, not for {}", single);
    setup.plan.stretch = parse_stretch(text.stretch);
  }
  check_at_least(text.batch, 1, "--batch");
  if (!file.empty() && !text.data.empty())
    throw InputError("{} and --data exclude each other; give one of them", single);
  if (text.label >= 0 && file.empty()) throw InputError("--label: belongs to {}, which is not given", single);
  check_name(text.part, "--part", {"test", "train", "all"});
  check_name(text.order, "--order", {"auto", "file", "spread", "shuffled"});
  const auto conditions = parse_conditions(text.fail_if);
  const bool of_baseline =
      std::ranges::find(conditions, Figure::regression, &Condition::figure) != conditions.end();
  if (of_baseline && text.baseline.empty())
    throw InputError("--fail-if regression: --baseline must name the run that this one is held against");
  // A run that goes on may have been given other conditions, and still names its baseline.
  if (!of_baseline && !text.baseline.empty() && !text.resume)
    throw InputError("--baseline: belongs to --fail-if 'regression > ...', which is not given");
  check_name(text.store, "--store", {"all", "summary"});
  if (!text.shard.empty()) {
    if (!file.empty()) throw InputError("--shard: is for --data, not for {}", single);
    setup.shard = parse_shard(text.shard, "--shard");
  }
  setup.repeats = parse_repeats(text);
  setup.plan.visible = parse_visibility(text.visible);
  setup.plan.skip = text.skip;
  setup.plan.seed = text.seed;
  setup.checks = parse_check_level(text.checks);
  set_goal(text, setup.plan);
  setup.window = text.batch;
  setup.threads = checked_threads(text.threads, "--threads");
}

PriorSetup prior_setup(const AttackOptionsText& text) {
  PriorSetup setup;
  check_at_least(text.prior_count, 0, "--prior-count");
  check_at_least(text.prior_epochs, 0, "--prior-epochs");
  setup.learn = text.prior == "learn";
  if (text.prior == "data") {
    setup.source = PriorSetup::Source::data;
    setup.data = text.prior_data;
    setup.count = text.prior_count;
    setup.epochs = text.prior_epochs;
    setup.cache = text.prior_cache;
    return setup;
  }
  const std::pair<bool, const char*> of_data[] = {{!text.prior_data.empty(), "--prior-data"},
                                                  {text.prior_count > 0, "--prior-count"},
                                                  {text.prior_epochs > 0, "--prior-epochs"},
                                                  {!text.prior_cache.empty(), "--prior-cache"}};
  for (const auto& [given, option] : of_data)
    if (given) throw InputError("{}: belongs to --prior data, but --prior is '{}'", option, text.prior);
  if (text.prior == "none" || setup.learn) return setup;
  setup.source = PriorSetup::Source::files;
  setup.files = split(text.prior, ',');
  const std::vector<std::string> words = {"none", "data", "learn"};
  for (const std::string& file : setup.files) {
    if (std::filesystem::is_regular_file(file)) continue;
    if (std::ranges::count(words, file) > 0)
      throw InputError("--prior: '{}' is given in '{}', but stands alone: expected it, or TorchScript files",
                       file, text.prior);
    const std::string nearest = nearest_name(file, words);
    throw InputError("--prior: '{}' is no file{}; expected none, data, learn or TorchScript files", file,
                     nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest));
  }
  return setup;
}

std::vector<float> parse_numbers(const std::string& text, const char* option) {
  std::vector<float> values;
  if (text.empty()) return values;
  for (const std::string& word : split(text, ',')) {
    float value = 0;
    const char* const end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || stopped != end || !std::isfinite(value))
      throw InputError("{}: got '{}', expected a number or numbers with commas between them", option,
                       printable(text));
    values.push_back(value);
  }
  return values;
}

EndpointOptions endpoint_options(const AttackOptionsText& text) {
  EndpointOptions options{text.timeout, text.retries, 0, text.concurrency, text.headers};
  options.folder = text.directory;
  if (!text.rate.empty()) options.rate = parse_rate(text.rate, "--rate");
  try {
    check(options);
  } catch (const InputError& error) {
    throw InputError("--{}", error.what());
  }
  const bool outside = !text.model.empty() && !is_file_address(text.model);
  if (!outside)
    for (const auto& [given, option] :
         {std::pair{!text.rate.empty(), "--rate"}, std::pair{text.concurrency > 1, "--concurrency"},
          std::pair{!text.headers.empty(), "--header"}})
      if (given) throw InputError("{}: is for victims outside this process (exec:, http://)", option);
  if (!(text.price >= 0)) throw InputError("--price-per-1000: got {}, expected 0 or more", text.price);
  return options;
}

// `budget`: where none is given.
void set_victim_of_images(const AttackOptionsText& text, int budget, VictimOfImagesSetup& setup) {
  set_common(text, "--image", text.image, setup);
  setup.victim.address = text.model;
  setup.victim.device = text.device;
  setup.victim.trusted = text.trust_model;
  check_at_least(text.chunk, 0, "--chunk");
  // In a shard each image alone, so that it gets the same scores however many shards there are.
  const int usual = setup.shard ? 1 : setup.victim.chunk;
  setup.victim.chunk = std::min(text.chunk > 0 ? text.chunk : usual, text.batch);
  setup.victim.may_differ = true;
  if (!text.input_shape.empty()) setup.victim.input = parse_shape(text.input_shape, "--input-shape");
  if (!text.input_range.empty()) {
    const auto [low, high] = parse_range(text.input_range, "--input-range");
    setup.victim.range = ValueRange{low, high};
  }
  if (!text.layout.empty()) setup.victim.layout = parse_layout(text.layout, "--layout");
  if (!text.scores.empty()) setup.victim.kind = parse_score_kind(text.scores, "--scores");
  setup.victim.mean = parse_numbers(text.mean, "--mean");
  setup.victim.deviation = parse_numbers(text.deviation, "--std");
  setup.victim.output = text.output;
  setup.victim.top_labels = text.top_labels;
  check_at_least(text.classes, 0, "--classes");
  if (text.classes > 0) setup.victim.classes = text.classes;
  setup.victim.endpoint = endpoint_options(text);
  setup.defence = parse_defences(text.defence, "--defence");
  (void)preparation(text);  // says what is wrong before a model is loaded

  check_at_least(text.images, 1, "--images");
  check_at_least(text.clean_images, 0, "--clean-images");
  if (text.budget != -1) check_at_least(text.budget, 1, "--budget");
  setup.plan.inputs = text.image.empty() ? text.images : 1;
  setup.plan.clean_inputs = text.clean_images;
  setup.budget = text.budget == -1 ? budget : text.budget;
}

}  // namespace

ImageSetup image_setup(const AttackOptionsText& text) {
  constexpr int kBudget = 1000;
  ImageSetup setup;
  set_victim_of_images(text, kBudget, setup);
  if (text.epsilon != "auto") {
    setup.epsilon = parse_epsilon(text.epsilon);
    const LinfBall checked(*setup.epsilon, text.continuous);
  }
  setup.continuous = text.continuous;
  setup.prior = prior_setup(text);
  const auto check = [&](const std::string& spec) {
    const AttackSummary summary = check_attack_spec(spec, setup.plan.visible);
    if (summary.prior == PriorUse::required && setup.prior.source == PriorSetup::Source::none)
      throw InputError(
          "--attack {}: needs classifiers of the attacker's own; train some with --prior data, or name some "
          "with --prior FILE,FILE",
          spec);
  };
  setup.plan.attacks = parse_attacks(text.attack == "auto" ? kDefaultImageAttacks : text.attack, check);
  return setup;
}

SemanticSetup semantic_setup(const AttackOptionsText& text) {
  constexpr int kBudget = 100;
  SemanticSetup setup;
  set_victim_of_images(text, kBudget, setup);
  check_at_least(text.refine, -1, "--refine");
  check_semantic_rules(text.semantic);
  setup.rules = text.semantic;
  setup.refinement = text.refine < 0 ? setup.budget : text.refine;
  const auto check = [&](const std::string& spec) { make_semantic_recipe(spec, setup.plan.visible); };
  setup.plan.attacks = parse_attacks(text.attack == "auto" ? kDefaultSemanticAttacks : text.attack, check);
  return setup;
}

GraphSetup graph_setup(const AttackOptionsText& text) {
  GraphSetup setup;
  set_common(text, "--graph", text.graph, setup);
  setup.victim.model.path = text.model;
  setup.victim.model.features = text.features;
  setup.victim.model.may_differ = true;
  if (!text.scores.empty()) setup.victim.model.kind = parse_score_kind(text.scores, "--scores");
  check_at_least(text.classes, 0, "--classes");
  if (text.classes > 0) setup.victim.classes = text.classes;
  setup.victim.endpoint = endpoint_options(text);

  check_at_least(text.graphs, 0, "--graphs");
  check_at_least(text.queries_per_edit, 1, "--queries-per-edit");
  check_at_least(text.query_cap, 1, "--query-cap");
  setup.plan.inputs = !text.graph.empty() ? 1
                      : text.graphs == 0  ? std::numeric_limits<int>::max()
                                          : text.graphs;
  EditRules& rules = setup.budget.rules;
  rules.mode = parse_edit_mode(text.edit_mode);
  rules.ratio = text.budget_edits;
  rules.most_edits = text.most_edits;
  rules.hops = text.hops;
  rules.keep_connected = text.keep_connected;
  rules.most_injected = text.most_injected;
  rules.injected_degree = text.injected_degree;
  rules.check();
  setup.budget.queries_per_edit = text.queries_per_edit;
  setup.budget.query_cap = text.query_cap;
  const auto check = [&](const std::string& spec) { make_graph_recipe(spec, setup.plan.visible); };
  setup.plan.attacks = parse_attacks(text.attack == "auto" ? kDefaultGraphAttacks : text.attack, check);
  return setup;
}

Preparation preparation(const AttackOptionsText& text) {
  Preparation preparation;
  if (!text.resize.empty()) preparation.resize = parse_sides(text.resize, "--resize");
  if (!text.crop.empty()) preparation.crop = parse_sides(text.crop, "--crop");
  check_name(text.channels, "--channels", {"auto", "1", "3"});
  preparation.channels = text.channels == "auto" ? 0 : text.channels == "1" ? 1 : 3;
  preparation.class_map = text.class_map;
  return preparation;
}

Part part_of(const AttackOptionsText& text) {
  return text.part == "test" ? Part::test : text.part == "train" ? Part::train : Part::all;
}

std::vector<int> order_of_inputs(const AttackOptionsText& text, const std::vector<int>& labels,
                                 std::string& remark) {
  using Order = InputOrder;
  const std::vector<std::pair<std::string, Order>> orders = {{"auto", Order::automatic},
                                                             {"file", Order::file},
                                                             {"spread", Order::spread},
                                                             {"shuffled", Order::shuffled}};
  const auto chosen = std::ranges::find(orders, text.order, &std::pair<std::string, Order>::first);
  if (chosen == orders.end()) return {};
  std::vector<int> rows = ordered(labels, chosen->second, text.seed);
  if (!rows.empty())
    remark = chosen->second == Order::shuffled ? "in an order drawn by --seed"
             : chosen->second == Order::spread
                 ? "spread over their classes"
                 : "spread over their classes, which come one after the other in the "
                   "data; --order file: as they come";
  return rows;
}

DataSource data_source(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                       const std::string& noun) {
  DataSource source{text.data, {}, preparation(text)};
  if (metadata) {
    source.split = metadata->split;
    if (source.spec.empty()) source.spec = metadata->data;
  }
  if (source.spec.empty())
    throw InputError("--data: {} does not say which {}s it was made for; give --data or --{}", text.model,
                     noun, noun);
  return source;
}

bool of_models_data(const AttackOptionsText& text, const ModelMetadata& metadata) {
  if (!text.image.empty() || !text.graph.empty()) return false;
  if (metadata.data.empty() || text.data.empty()) return !metadata.data.empty();
  if (metadata.data == text.data) return true;
  std::error_code error;
  const auto path = std::filesystem::canonical(text.data, error).string();
  return !error && metadata.data == path;
}

AccuracyClaim accuracy_claim(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata) {
  AccuracyClaim claim;
  if (!metadata || !metadata->test_accuracy) return claim;
  claim.accuracy = metadata->test_accuracy;
  if (!text.image.empty() || !text.graph.empty()) {
    claim.other_data = "what is attacked is one file";
  } else if (metadata->data.empty()) {
    claim.other_data = "it does not say of which";
  } else if (!of_models_data(text, *metadata)) {
    claim.other_data = fmt::format("{}, not {}", metadata->data, text.data);
  } else if (text.part != "test") {
    claim.other_data = fmt::format("the test part, not {}", text.part == "all" ? "all" : "the train part");
  }
  return claim;
}

ImageShape shape_to_describe(const AttackOptionsText& text) {
  return text.input_shape.empty() ? ImageShape{3, 32, 32} : parse_shape(text.input_shape, "--input-shape");
}

}  // namespace bora
