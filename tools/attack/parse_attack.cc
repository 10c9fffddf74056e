#include "tools/attack/parse_attack.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "attacks/record/run_database.h"
#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/json.h"
#include "common/process/shell_word.h"
#include "models/victims/address.h"
#include "report/conditions/condition.h"
#include "tools/attack/attack_options.h"
#include "tools/attack/choose_task.h"
#include "tools/attack/run_folder.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

const std::string kExamples = R"(Examples:
  bo-attack --model m.pt --target 3
      attacks a model that bo-train wrote, on its test images, towards class 3
  bo-attack --model m.pt --data mnist/ --images 50 --targets all --eps 0.3 --attack bo,square,random
      compares three attacks on 50 images, towards all other classes
  bo-attack --model m.pt --image cat.png --eps 8/255
      attacks one image, away from the class that the model predicts
  bo-attack --model m.pt --data cifar/ --budget 500 --minimise
      looks for the smallest perturbation of each image that still fools
  bo-attack --model m.pt --data cifar/ --universal 20 --budget 500 --images 1000 --attack procedural,random
      finds one perturbation on 20 images, with 500 queries in all, and measures it on 1000 others
  bo-attack --model gcn.pt --data PROTEINS.zip --budget-edits 0.03 --queries-per-edit 40
            --attack grabnel,random,genetic,gradient
      compares four attacks on a classifier of graphs
  bo-attack --model gcn.pt --graph molecule.json --edit-mode rewire --hops 2
      attacks one graph by moving ends of edges
  bo-attack --resume --out bora-run-1
      continues a run after Ctrl-C or a crash
  bo-attack --model m.pt --images 800 --shard 3/16
      attacks a share on one of 16 machines; then bo-report merge shard-*-of-16 --out whole merges them
  bo-attack --model m.pt --budget 500 --fail-if 'asr@100 > 0.2' --fail-if 'clean_accuracy < 0.9'
      a gate: ends with exit code 4 if a condition holds
  bo-attack --model new.pt --range 0-199 --baseline runs/released --fail-if 'regression > 0.05'
      a gate that compares a new model with a released one

Which attack to choose, by what the attacker has:
  --attack bo,square             no data of this kind: the black box of the papers; Square is the usual reference
  --attack bo --prior data       such data: trains substitute models on their training part once, in minutes
  --attack bo --prior a.pt,b.pt  classifiers of such data, but not the model itself
  --attack bo --prior learn      many images of one model: earlier attacks give later ones a warm start
  --attack grabnel,random        graphs
  --visible label --attack bo,adba,rays
                                 a model that returns only labels

On graphs, an attacker may make as many edits as --budget-edits allows. Adversarial graphs are written as JSON in
node-link form, which networkx.node_link_graph(json.load(file), edges="links") reads.

)";

constexpr const char* kExitCodes =
    R"(Conditions belong to the run: a resumed run keeps them unless others are given. Their outcomes are in its
report, summary.json, junit.xml and results.sarif.

Exit codes: 0 done; 2 wrong input; 3 the model failed on some inputs, or no longer answers; 4 a condition of
--fail-if holds; 130 interrupted; 1 anything else. If several apply, the first of this list is used: 3 the model is
down; 130; 1 adversarial examples did not pass verification (for a model that answers at random they count as
failures instead); 4; 3 some inputs failed; 1 a condition could not be decided. All results are written before the
program ends. After 130, and after 3 if the model was down, --resume continues the run.)";

// Returns the settings stored with the run in `out`; restores its config.ini.
std::optional<StoredSettings> stored_settings(const fs::path& out, bool resume) {
  if (!resume) return std::nullopt;
  if (out.empty()) throw InputError("--resume: --out must name the folder of the run to continue");
  const RunDatabase run = RunDatabase::open(out / "run.sqlite");
  if (run.get(&RunFacts::of_shards) > 0)
    throw InputError("{}: was merged from shards; continue those, and merge them again with bo-report",
                     out.string());
  const std::string stored = run.get(&RunFacts::config_ini);
  if (stored.empty())
    throw InputError("{}: ended before its options were stored; start it again", out.string());
  const fs::path file = out / "config.ini";
  write_atomically(file, stored);
  return StoredSettings{stored, file.string()};
}

// Throws InputError if the options differ from those of the run that is resumed. A run without answers is
// started again with the present options instead.
void check_resumed(AttackConfig& config, const CommandLine& line) {
  const std::string& model = config.victim.options.address;
  const std::string& folder = config.output.folder;
  if (!model.empty() && is_file_address(model) && !fs::exists(model))
    throw InputError(
        "--model: {} does not exist; if it was moved, name the new place: --resume --out {} --model FILE",
        model, shell_quoted(folder));
  const bool without_answers = is_without_answers(folder);
  if (line.differences_from_stored(/*moved_too=*/without_answers).empty()) return;
  if (!without_answers) line.require_stored("the run in " + folder);
  config.output.resume = false;
}

// Throws InputError for an option that another one makes ineffective. With --protocol, images and the like
// may be set by the protocol and not by the user, so that rules about them are not applied.
void refuse_without_effect(const AttackConfig& config, const CommandLine& line) {
  const bool typed = config.protocol.empty();
  struct Rule {
    bool applies;
    std::vector<const char*> options;
    const char* reason;
  };
  for (const auto& [applies, options, reason] : {Rule{typed && config.data.range,
                                                      {"images", "graphs"},
                                                      " and --range exclude each other; give one of them"},
                                                 Rule{typed && config.data.one_input(),
                                                      {"images", "graphs", "part", "order", "clean-images"},
                                                      ": is for --data, not for a single input"},
                                                 Rule{config.threat.edits.mode != EditMode::inject,
                                                      {"most-injected", "injected-degree"},
                                                      ": is for --edit-mode inject"}})
    for (const char* option : options)
      if (applies && line.changed(option)) throw InputError("--{}{}", option, reason);
}

// Throws InputError for options without effect on this victim.
void refuse_for_this_victim(const AttackConfig& config, const CommandLine& line) {
  const std::string& model = config.victim.options.address;
  if (model.empty()) return;
  const bool substitutes = config.prior.source.kind != PriorSource::Kind::none;
  for (const char* option : {"device", "timeout", "retries", "rate", "concurrency", "header"})
    if (line.changed(option))
      if (const std::string why = why_without_effect(option, model, substitutes); !why.empty())
        throw InputError("--{}: {}", option, why);
}

// Command line of bo-attack and the configuration that it fills.
struct AttackParser {
  explicit AttackParser(AttackConfig& filled)
      : config(filled),
        line("bo-attack", "measures how many queries it takes to fool a classifier of images or graphs",
             kExamples + conditions_help() + kExitCodes) {
    declare_options(line, config);
    line.find_stored(stored_settings);
  }

  void finish(const std::string& command, std::optional<RunTask> task) {
    if (config.output.resume) {
      check_resumed(config, line);  // an older version may have accepted options that are refused now
    } else {
      refuse_without_effect(config, line);
      refuse_for_this_victim(config, line);
    }
    config.stored.command = command;
    config.stored.ini = line.portable_config();
    auto json = nlohmann::json::object();
    for (const auto& [name, values] : line.settings())
      json[name] = values.size() == 1 ? nlohmann::json(values.front()) : nlohmann::json(values);
    config.stored.json = json_text(json);
    if (line.given("out") && config.output.folder.empty())
      throw InputError("--out: got '', expected the name of a folder");
    config.task = task ? *task : choose_task(config, line);
    check(config);
  }

  AttackConfig& config;
  CommandLine line;
};

// Returns the words of a command line with these settings.
std::vector<std::string> words_of(const Settings& settings) {
  std::vector<std::string> words = {"bo-attack"};
  for (const auto& [name, value] : settings) {
    if (value == "no") continue;
    words.push_back("--" + name);
    if (value != "yes") words.push_back(value);
  }
  return words;
}

}  // namespace

std::string why_without_effect(const std::string& option, const std::string& address, bool substitutes) {
  static const std::set<std::string> kOfEndpoints{"timeout", "retries", "rate", "concurrency", "header"};
  const ModelPlace place = place_of(address);
  if (is_file(place) && kOfEndpoints.contains(option))
    return "applies only to models outside this process (exec:, http://)";
  if (option == "header" && place == ModelPlace::process)
    return "applies only to models on servers (http://), not to programs";
  if (option == "device" && !is_file(place) && !substitutes)
    return "is for models in this process, not for programs and servers";
  return "";
}

std::vector<std::string> attack_option_names() {
  AttackConfig config;
  return AttackParser(config).line.names();
}

bool have_substitutes(const Settings& settings) {
  return std::ranges::any_of(settings, [](const auto& setting) {
    return setting.first == "prior" && setting.second != "none" && setting.second != "learn";
  });
}

bool parse_attack(AttackConfig& config, int argc, const char* const* argv) {
  AttackParser parser(config);
  if (!parser.line.parse(argc, argv)) return false;
  if (config.describe.empty()) parser.finish(shell_command({argv, argv + argc}), {});
  return true;
}

AttackConfig parse_attack(const Settings& settings, std::optional<RunTask> task) {
  AttackConfig config;
  AttackParser parser(config);
  parser.line.parse(settings);
  parser.finish(shell_command(words_of(settings)), task);
  return config;
}

}  // namespace bora::tools
