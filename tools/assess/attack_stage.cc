#include "tools/assess/attack_stage.h"

#include <algorithm>
#include <map>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "attacks/record/run_database.h"
#include "attacks/record/run_reader.h"
#include "common/error.h"
#include "common/hash.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "data/graphs/load_graphs.h"
#include "data/images/load.h"
#include "models/defences/defended_victim.h"
#include "models/victims/address.h"
#include "models/victims/load_victim.h"
#include "models/victims/stated_input.h"
#include "models/victims/torch/torchscript_victim.h"
#include "nas/run/training/latency.h"
#include "report/assessment/words/assessment_words.h"
#include "report/figures/verification_summary.h"
#include "tools/assess/kept_results.h"
#include "tools/attack/attack_config.h"
#include "tools/attack/attack_run.h"
#include "tools/attack/parse_attack.h"
#include "tools/attack/session/image_inputs.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

// Returns the settings of bo-attack for a model and a bound.
Settings settings_of(const AssessOptions& options, const ListedModel& model, const std::string& bound,
                     const fs::path& out) {
  Settings settings = {{"model", model.address},
                       {"attack", options.attack},
                       {options.graphs ? "budget-edits" : "eps", bound},
                       {"range", options.range},
                       {"seed", fmt::to_string(options.seed)},
                       {"device", options.device},
                       {"threads", fmt::to_string(options.threads)},
                       {"out", out.string()}};
  if (!options.graphs) settings.emplace_back("budget", fmt::to_string(options.budget));
  for (const std::string& condition : options.fail_if) settings.emplace_back("fail-if", condition);
  if (!options.data.empty()) settings.emplace_back("data", options.data);
  if (options.trust_model) settings.emplace_back("trust-model", "yes");
  for (const Settings& more : {options.attack_settings, model.options})
    settings.insert(settings.end(), more.begin(), more.end());
  // A model gets only the options that have an effect on it.
  const bool substitutes = have_substitutes(settings);
  std::erase_if(settings, [&](const auto& setting) {
    return !why_without_effect(setting.first, model.address, substitutes).empty();
  });
  return settings;
}

// Returns the option of bo-assess that sets the option `name` of bo-attack, such as "--edits" for
// budget-edits or "--attack-options targets"; "" if bo-attack has no such option.
std::string own_option(const std::string& name, const AssessOptions& options, const ListedModel& model) {
  static const std::vector<std::string> kKnown = attack_option_names();
  const auto holds = [&](const Settings& settings) {
    return std::ranges::find(settings, name, &Settings::value_type::first) != settings.end();
  };
  const bool in_attack_options = holds(options.attack_settings);
  if (name == "budget-edits") return "--edits";
  if (holds(model.options)) {
    const auto given = std::ranges::find(options.given, model.name, &GivenModel::name);
    return fmt::format("{} {};{}", given == options.given.end() ? "--models" : given->option, model.name,
                       name);
  }
  if (name == "norm" && (options.norm != "linf" || !in_attack_options)) return "--norm";
  if (std::ranges::count(reserved_attack_options(), name) > 0) return "--" + name;
  return in_attack_options || std::ranges::count(kKnown, name) > 0 ? "--attack-options " + name : "";
}

// Returns an error of bo-attack about a model with each option replaced by the option of bo-assess that sets
// it, also in advice: "add --visible label" becomes "add --attack-options visible=label".
InputError translate_options(const std::string& message, const AssessOptions& options,
                             const ListedModel& model) {
  static const std::regex kOption("--([a-z0-9-]+)");
  // Options inside the address of a program are not replaced.
  const std::size_t address = message.find(model.address);
  std::string out;
  std::size_t copied = 0;
  for (std::sregex_iterator found(message.begin(), message.end(), kOption), end; found != end; ++found) {
    const auto at = static_cast<std::size_t>(found->position());
    const std::string own = own_option((*found)[1], options, model);
    if (own.empty() || (at >= address && at - address < model.address.size())) continue;
    const bool advice = own.starts_with("--attack-options") && message.substr(0, at).ends_with("add ");
    out += message.substr(copied, at - copied) + own;
    copied = at + static_cast<std::size_t>(found->length());
    if (advice && message.substr(copied).starts_with(' ')) out += '=', ++copied;
  }
  out += message.substr(copied);
  // Name of the plan's file with a colon, if the settings of the attacks are set there; else "".
  const std::string file = options.attack_origin.substr(0, options.attack_origin.find("--attack-options"));
  return InputError("{}{}", out.find("--attack-options") == std::string::npos ? "" : file, out);
}

// Calls `run` and returns its result. Translates the options in its errors.
template <typename Run>
auto call_translating_errors(const AssessOptions& options, const ListedModel& model, const Run& run) {
  try {
    return run();
  } catch (const SettingError& error) {
    throw translate_options("--" + std::string(error.what()), options, model);
  } catch (const InputError& error) {
    throw translate_options(error.what(), options, model);
  }
}

RunTask task_of(const AssessOptions& options) {
  return options.graphs ? RunTask::graphs : RunTask::images;
}

// Returns a model of which nothing is known, to check options that are the same for all.
ListedModel any_model() {
  return {.address = "model.pt"};
}

// Returns how bo-attack prepares the images, which --attack-options states.
Preparation preparation_of(const AssessOptions& options) {
  AssessOptions some = options;
  some.range = "0-0";  // "auto" is not settled yet
  const ListedModel model = any_model();
  return call_translating_errors(options, model, [&] {
    return parse_attack(settings_of(some, model, some.bounds.front(), "out"), RunTask::images)
        .data.preparation;
  });
}

// Throws InputError if models are trained here on images of another shape than those that are attacked.
void refuse_other_shape_than_trained(const AssessOptions& options, const Preparation& preparation) {
  if (preparation.keeps_images() || (!options.searches() && options.trained.empty())) return;
  const ImageShape trained = load_dataset(options.data, Part::test).shape;
  if (trained != *options.shape)
    throw InputError("{}: images are {}, but models are trained on {} as they are, {}", options.attack_origin,
                     preparation.text(), options.data, to_string(trained));
}

// Throws InputError if a model states another shape of its input, in its file or its options, than that of
// the images as they are prepared. Does not query the model.
void check_takes_images(const AssessOptions& options, const ListedModel& model,
                        const ModelMetadata& metadata) {
  const AttackConfig config =
      parse_attack(settings_of(options, model, options.bounds.front(), "out"), RunTask::images);
  VictimOptions victim = config.victim_of_images();
  if (!victim.input && !metadata.input) return;
  std::string order;
  victim.data_shape = options.shape ? *options.shape : load_images(config, metadata, order).shape;
  stated_format(victim, metadata);
}

}  // namespace

std::string run_folder_of(const AssessOptions& options, const std::string& model, const std::string& bound) {
  std::string of_bound = (options.graphs ? "edits-" : "eps-") + bound;
  std::ranges::replace(of_bound, '/', '-');
  return (fs::path("attacks") / model / of_bound).string();
}

AssessOptions with_range(AssessOptions options) {
  constexpr int kImages = 100;
  int size = 0;  // inputs of the test part; 0: not known, since each model's file names its own data
  const bool test_part = std::ranges::none_of(options.attack_settings, [](const auto& setting) {
    return setting.first == "part" || setting.first == "protocol";
  });
  if (!options.data.empty() && test_part && options.graphs) {
    size = load_graphs(options.data, Part::test).size();
  } else if (!options.data.empty() && test_part) {
    const Preparation preparation = preparation_of(options);
    const ImageDataset images = load_dataset(options.data, Part::test, {}, preparation);
    size = images.size();
    options.shape = images.shape;
    refuse_other_shape_than_trained(options, preparation);
  }
  if (options.range == "auto")
    options.range = fmt::format("0-{}", (size > 0 ? std::min(size, kImages) : kImages) - 1);
  const auto dash = options.range.find('-');
  const auto last = to_number<int>(dash == std::string::npos ? "" : options.range.substr(dash + 1));
  if (size > 0 && last && *last >= size)
    throw InputError("--range {}: the test part of {} holds {}, 0 to {}", options.range, options.data, size,
                     size - 1);
  return options;
}

void check_attack(const AssessOptions& options) {
  const auto check = [&](const ListedModel& model, const std::string& bound,
                         const std::optional<ImageShape>& of_model) {
    call_translating_errors(options, model, [&] {
      const AttackConfig config = parse_attack(settings_of(options, model, bound, "out"), task_of(options));
      if (options.shape)
        check_shape(config, *options.shape);
      else if (of_model)
        check_shape(config, *of_model);
    });
  };
  for (const std::string& bound : options.bounds) check(any_model(), bound, std::nullopt);
  for (const GivenModel& given : options.given) {
    const ListedModel model{.name = given.name, .address = given.address, .options = given.options};
    const auto metadata = read_model_metadata(model.address);
    if (!options.graphs && is_torchscript(model.address)) count_weights(model.address);
    for (const std::string& bound : options.bounds)
      check(model, bound, metadata ? metadata->input : std::nullopt);
    // A resumed assessment may have been started by a version that left such models out.
    if (!options.graphs && !options.resume)
      call_translating_errors(
          options, model, [&] { check_takes_images(options, model, metadata.value_or(ModelMetadata{})); });
  }
}

std::vector<std::string> warnings_of_equal_models(const AssessOptions& options) {
  std::vector<std::string> warnings;
  std::map<std::pair<std::string, Settings>, std::string> names;  // SHA-256 and options -> first model
  for (const GivenModel& given : options.given) {
    if (!is_file_address(given.address)) continue;
    const auto [first, is_new] = names.try_emplace({sha256_file(given.address), given.options}, given.name);
    if (!is_new) warnings.push_back(same_model_text(first->second, given.name));
  }
  return warnings;
}

namespace {

// Returns whether the run is complete and all its adversarial examples are verified.
bool is_ended(const RunRecord& run) {
  return run.status == "complete" && std::ranges::none_of(run.instances, [](const InstanceRecord& instance) {
           return instance.adversarial && !instance.verification;
         });
}

// Returns the exit code that bo-attack has without --fail-if: conditions apply to the recommended model only.
int code_of(const RunRecord& run) {
  VerificationSummary verification;
  for (const InstanceRecord& instance : run.instances) verification.add(instance);
  if (verification.at_fault(run.repeats)) return kExitUnexpected;
  const bool failed = std::ranges::any_of(run.instances, [](const InstanceRecord& instance) {
    return instance.status == InstanceStatus::failed || broke_off(instance);
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
  Settings settings = settings_of(options, model, bound, out);
  try {
    if (RunDatabase::holds_run(out / "run.sqlite")) {
      if (!holds_run_of(options, model, bound, folder))
        throw InputError("{}: is not the model that the run in {} was made with", model.address,
                         out.string());
      const RunRecord run = read_run(out);
      if (is_ended(run)) return code_of(run);
      settings.emplace_back("resume", "yes");
    }
    const int code = call_translating_errors(options, model, [&] {
      AttackConfig config = parse_attack(settings);
      config.output.silent = true;
      config.output.quiet = options.quiet;
      config.stored.directory = options.directory;
      if (!config.output.resume) config.output.sent_before = sent_by_discarded(folder);
      return run_attack(config);
    });
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
  const AttackConfig config =
      parse_attack(settings_of(options, model, options.bounds.front(), folder / "latency"), RunTask::images);
  VictimOptions victim = config.victim_of_images();
  victim.data_shape = ImageShape{run.channels, run.height, run.width};
  if (!makes_scores(config.victim.defence.steps)) victim.kind = parse_score_kind(run.score_kind, model.name);
  return measure_latency(*defended(load_victim(victim), config.victim.defence.steps, config.execution.seed));
}

}  // namespace bora::tools
