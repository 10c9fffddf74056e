#include "tools/assess/attack_stage.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "attacks/ledger/run_database.h"
#include "attacks/ledger/run_reader.h"
#include "common/error.h"
#include "common/hash.h"
#include "data/load.h"
#include "data/load_graphs.h"
#include "models/address.h"
#include "models/defended_victim.h"
#include "models/load_victim.h"
#include "models/torchscript_victim.h"
#include "tools/attack/attack_run.h"
#include "tools/attack/attack_setup.h"
#include "tools/attack/run_folder.h"
#include "tools/nas/latency.h"
#include "tools/options/run_tool.h"
#include "tools/report/figures/verification_summary.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

// Options of bo-attack without a value.
const std::vector<std::string> kFlags = {"untargeted", "continuous", "keep-connected"};

std::vector<std::string> attack_words(const AssessOptions& options, const ListedModel& model,
                                      const std::string& bound, const fs::path& out) {
  std::vector<std::string> words = {"bo-attack",
                                    "--model",
                                    model.address,
                                    "--attack",
                                    options.attack,
                                    options.graphs ? "--budget-edits" : "--eps",
                                    bound,
                                    "--stretch",
                                    options.stretch,
                                    "--seed",
                                    fmt::to_string(options.seed),
                                    "--device",
                                    options.device,
                                    "--threads",
                                    fmt::to_string(options.threads),
                                    "--out",
                                    out.string()};
  if (!options.graphs) words.insert(words.end(), {"--budget", fmt::to_string(options.budget)});
  for (const std::string& condition : options.fail_if) words.insert(words.end(), {"--fail-if", condition});
  if (!options.data.empty()) words.insert(words.end(), {"--data", options.data});
  if (options.trust_model) words.emplace_back("--trust-model");
  for (const Settings& settings : {options.attack_settings, model.options})
    for (const std::string& word : as_arguments(settings, kFlags)) words.push_back(word);
  return words;
}

struct ParsedAttack {
  AttackOptionsText text;
  std::unique_ptr<CommandLine> line;
  std::string command;
};

ParsedAttack parse_attack(const std::vector<std::string>& words, const AssessOptions& options) {
  ParsedAttack parsed;
  const auto all = pointers(words);
  const int count = static_cast<int>(all.size());
  if (!parse_with_resume(count, all.data(), parsed.line, parsed.text))
    throw InputError("--attack-options: help and version are not for an assessment");
  parsed.text.silent = true;
  parsed.text.directory = options.directory;
  parsed.text.quiet = options.quiet;
  parsed.command = command_text(count, all.data());
  return parsed;
}

}  // namespace

std::string run_folder_of(const AssessOptions& options, const std::string& model, const std::string& bound) {
  return (fs::path("attacks") / model / folder_of_bound(options, bound)).string();
}

AssessOptions with_stretch(AssessOptions options) {
  constexpr int kImages = 100;
  int size = 0;  // unknown: the file of each model names its data
  const bool test_part = std::ranges::none_of(options.attack_settings, [](const auto& setting) {
    return setting.first == "part" || setting.first == "protocol";
  });
  if (!options.data.empty() && test_part)
    size = options.graphs ? load_graphs(options.data, Part::test).size()
                          : load_dataset(options.data, Part::test).size();
  if (options.stretch == "auto")
    options.stretch = fmt::format("0-{}", (size > 0 ? std::min(size, kImages) : kImages) - 1);
  const auto dash = options.stretch.find('-');
  const std::string last = dash == std::string::npos ? "" : options.stretch.substr(dash + 1);
  if (size > 0 && !last.empty() && last.size() < 9 &&
      std::ranges::all_of(last, [](unsigned char c) { return std::isdigit(c) != 0; }) &&
      std::stoi(last) >= size)
    throw InputError("--stretch {}: the test part of {} holds {}, 0 to {}", options.stretch, options.data,
                     size, size - 1);
  return options;
}

void check_attack(const AssessOptions& options) {
  const auto check = [&](const ListedModel& model, const std::string& bound) {
    const ParsedAttack parsed = parse_attack(attack_words(options, model, bound, "out"), options);
    if (options.graphs)
      graph_setup(parsed.text);
    else
      image_setup(parsed.text);
  };
  ListedModel some;
  some.address = "model.pt";
  for (const std::string& bound : options.bounds) check(some, bound);
  for (const GivenModel& given : options.given) {
    ListedModel model;
    model.address = given.address;
    model.options = given.options;
    read_model_metadata(model.address);
    if (!options.graphs && is_torchscript(model.address)) count_weights(model.address);
    check(model, options.bounds.front());
  }
}

namespace {

bool is_ended(const RunRecord& run) {
  return run.status == "complete" && std::ranges::none_of(run.instances, [](const InstanceRecord& instance) {
           return instance.adversarial && !instance.verification;
         });
}

// Returns the exit code of bo-attack without its conditions, which apply to the recommended model only.
int code_of(const RunRecord& run) {
  VerificationSummary verification;
  for (const InstanceRecord& instance : run.instances) verification.add(instance);
  if (verification.at_fault(run.repeats)) return kExitUnexpected;
  const bool failed = std::ranges::any_of(run.instances, [](const InstanceRecord& instance) {
    return instance.status == InstanceStatus::failed;
  });
  return failed ? kExitVictimFailed : kExitOk;
}

}  // namespace

bool holds_run_of(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                  const fs::path& folder) {
  const fs::path out = folder / run_folder_of(options, model.name, bound);
  if (!RunDatabase::holds_run(out / "run.sqlite")) return false;
  // For a program or a server, only the address is compared here; resuming the run compares the model itself.
  const RunRecord run = read_run(out);
  return is_file_address(model.address) ? run.model_sha256 == sha256_file(model.address)
                                        : run.model == model.address;
}

int attack_model(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                 const fs::path& folder) {
  const fs::path out = folder / run_folder_of(options, model.name, bound);
  auto words = attack_words(options, model, bound, out);
  try {
    if (RunDatabase::holds_run(out / "run.sqlite")) {
      if (!holds_run_of(options, model, bound, folder))
        throw InputError("{}: is not the model that the run in {} was made with", model.address,
                         out.string());
      const RunRecord run = read_run(out);
      if (is_ended(run)) return code_of(run);
      words.emplace_back("--resume");
    }
    const ParsedAttack parsed = parse_attack(words, options);
    const int code = run_attack(parsed.text, *parsed.line, parsed.command);
    if (code == kExitInterrupted) return code;
    const RunRecord run = read_run(out);
    return is_ended(run) ? code_of(run) : code;
  } catch (const InputError& error) {
    throw InputError("{}: {}", model.name, error.what());
  }
}

std::optional<double> latency_of(const AssessOptions& options, const ListedModel& model,
                                 const fs::path& folder) {
  // For a program or a server, this would send uncounted queries and measure the connection as well.
  if (model.runs.empty() || !is_file_address(model.address)) return std::nullopt;
  const RunRecord run = read_run(folder / model.runs.front());
  if (run.on_graphs()) return std::nullopt;
  const auto words = attack_words(options, model, options.bounds.front(), folder / "latency");
  const ImageSetup setup = image_setup(parse_attack(words, options).text);
  VictimOptions victim = setup.victim;
  victim.data_shape = ImageShape{run.channels, run.height, run.width};
  victim.kind = parse_score_kind(run.score_kind, model.name);
  return measure_latency(*defended(load_victim(victim), setup.defence, setup.plan.seed));
}

}  // namespace bora
