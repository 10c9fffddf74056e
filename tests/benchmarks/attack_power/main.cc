// attack_power: how well models rank Square's proposals on a real victim. See README.md.
#include <algorithm>

#include <boost/program_options/value_semantic.hpp>

#include "acquisitions.h"
#include "attacks/threat/norm_ball.h"
#include "common/error.h"
#include "common/fraction.h"
#include "common/number.h"
#include "common/text.h"
#include "comparison.h"
#include "data/images/load.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "record.h"
#include "tools/options/command_line.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace {

using namespace bora;
using namespace bora::tools;
namespace po = boost::program_options;

struct Options {
  std::string model, data, attack = "square", epsilon = "8/255", at = "15,40,100", file;
  int images = 20, skip = 0, targets = 3, candidates = 60, budget = 1000, threads = 1, among = 20,
      lessons = 1000;
  double p = 0.3, composite = 0;
  bool untargeted = false, list = false;
  std::uint64_t seed = 0;
  std::string models = "all", acquisitions = "ucb:3", format = "text";
};

void declare(CommandLine& line, Options& options) {
  line.section("Recording")
      .add_options()  //
      ("model", value_of(options.model),
       "the victim, a TorchScript file; none: states are read from --states")                         //
      ("data", value_of(options.data), "its data set; the test part is attacked")                     //
      ("states", value_of(options.file), "file of states: written when --model is given, else read")  //
      ("attack", value_of(options.attack), "whose trajectories are recorded, as bo-attack takes it")  //
      ("eps", value_of(options.epsilon), "L-infinity bound, e.g. 0.3 or 8/255")                       //
      ("images", value_of(options.images), "correctly classified images")                             //
      ("skip", value_of(options.skip), "leave out the first so many")                                 //
      ("targets", value_of(options.targets), "targets drawn for each image")                          //
      ("untargeted", po::bool_switch(&options.untargeted), "any wrong class will do")                 //
      ("at", value_of(options.at), "queries after which states are kept")                             //
      ("candidates", value_of(options.candidates), "fresh proposals of Square a state")               //
      ("composite", value_of(options.composite), "share of them that are two squares at once")        //
      ("p", value_of(options.p), "share of pixels that the first proposed squares cover")             //
      ("budget", value_of(options.budget), "queries that the squares' schedule is scaled to")         //
      ("seed", value_of(options.seed), "same seed, same states");
  line.section("Ranking").add_options()  //
      ("models", value_of(options.models),
       "comma-separated; the first is what the others are compared with; all, or none to record alone")  //
      ("list", po::bool_switch(&options.list), "say what models there are, and do nothing else")         //
      ("acquisitions", value_of(options.acquisitions),
       "comma-separated: mean, ucb:BETA, ei, pi, thompson")  //
      ("among", value_of(options.among),
       "what is chosen is the first of so many of a state's candidates, in expectation")  //
      ("lessons", value_of(options.lessons),
       "of attacks on other images, for models that use them, at most")  //
      ("format", value_of(options.format), "text, csv or json")          //
      ("threads", value_of(options.threads), "does not change the result");
}

std::vector<int> parse_queries(const std::string& text) {
  std::vector<int> queries;
  for (const auto& part : split(text, ',')) {
    const auto number = to_number<int>(part, queries.empty() ? 2 : queries.back() + 1);
    if (!number) throw InputError("--at: got '{}', expected rising numbers, the first at least 2", text);
    queries.push_back(*number);
  }
  return queries;
}

RankingModels chosen_models(const std::string& names) {
  RankingModels all = ranking_models();
  if (names == "all") return all;
  RankingModels chosen;
  if (names == "none") return chosen;
  for (const auto& name : split(names, ',')) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& model) { return model && model->name() == name; });
    if (found == all.end()) throw InputError("--models: '{}' is none or named twice, see --list", name);
    chosen.push_back(std::move(*found));
  }
  return chosen;
}

Recording record(const Options& options, ThreadPool& pool) {
  const ImageDataset data = load_dataset(options.data, Part::test);
  VictimOptions victim_options;
  victim_options.address = options.model;
  victim_options.data_shape = data.shape;
  const auto victim =
      load_torchscript(victim_options, images_as_batch(data, 0, std::min(64, data.size())), &pool);
  RecordOptions recording;
  recording.plan.attacks = {options.attack};
  recording.plan.inputs = options.images;
  recording.plan.skip = options.skip;
  recording.plan.targeted = !options.untargeted;
  recording.plan.random_targets = options.untargeted ? 0 : options.targets;
  recording.plan.clean_inputs = 0;
  recording.plan.seed = options.seed;
  recording.epsilon = parse_fraction(options.epsilon, "--eps");
  recording.budget = options.budget;
  recording.p = options.p;
  recording.composite = options.composite;
  recording.candidates = options.candidates;
  recording.at = parse_queries(options.at);
  Progress progress(false);
  Recording states = record_states(*victim, data, recording, [&](int query, int left) {
    progress.update(1.0 * query / recording.at.back(), fmt::format("query {}, {} attacks", query, left));
  });
  progress.finish();
  return states;
}

int run(const Options& options) {
  const auto acquisitions = split(options.acquisitions, ',');
  for (const auto& name : acquisitions) check_acquisition(name);
  if (options.format != "text" && options.format != "csv" && options.format != "json")
    throw InputError("--format: got '{}', expected text, csv or json", options.format);
  if (options.among < 1) throw InputError("--among: got {}, expected at least 1", options.among);
  const RankingModels models = chosen_models(options.models);
  ThreadPool pool(std::max(1, options.threads));
  Recording recording;
  if (!options.model.empty()) {
    recording = record(options, pool);
    if (!options.file.empty()) recording.save(options.file);
  } else if (!options.file.empty()) {
    recording = Recording::load(options.file);
  } else {
    throw InputError("--model, --states: one of them must say where states come from");
  }
  if (models.empty()) return kExitOk;
  const auto blocks = compare(recording, models, {acquisitions, options.among, options.lessons}, pool);
  if (options.format == "csv") {
    fmt::print("{}", as_csv(blocks));
  } else if (options.format == "json") {
    fmt::print("{}", as_json(blocks, recording.source));
  } else {
    fmt::print("{}\n{}", recording.source, as_text(blocks));
  }
  return kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool("attack_power", [&] {
    Options options;
    CommandLine line("attack_power", "compares models that rank the proposals of Square Attack",
                     R"(Examples:
  attack_power --model victim.pt --data cifar10 --eps 0.05 --states cifar.states
  attack_power --states cifar.states --models rbf+linear,production --acquisitions mean,ucb:3,thompson
)");
    declare(line, options);
    if (!line.parse(argc, argv)) return static_cast<int>(kExitOk);
    if (options.list) {
      for (const auto& model : ranking_models()) fmt::print("{:<28} {}\n", model->name(), model->text());
      return static_cast<int>(kExitOk);
    }
    return run(options);
  });
}
