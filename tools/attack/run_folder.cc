#include "tools/attack/run_folder.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "attacks/ledger/run_database.h"
#include "common/error.h"
#include "common/shell_word.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "models/address.h"
#include "runs/network_disk.h"
#include "runs/run_store.h"
#include "tools/report/conditions/condition.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

/// Returns the values of each option, in order; repeated options have several.
std::map<std::string, std::vector<std::string>> parse_ini(const std::string& ini) {
  std::map<std::string, std::vector<std::string>> values;
  std::istringstream lines(ini);
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find(" = ");
    if (line.empty() || line[0] == '#' || equals == std::string::npos) continue;
    std::string value = line.substr(equals + 3);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    values[line.substr(0, equals)].push_back(value);
  }
  return values;
}

constexpr const char* kDatabase = "run.sqlite";

// Option that may name a file, a folder or, if `several`, a list of files.
struct PathOption {
  std::string name;
  bool several = false;
  bool checked = false;  // whether a resumed run checks the content (SHA-256) instead of the name
};
const std::vector<PathOption> kPathOptions = {
    {"model", false, true}, {"data"},        {"image"},    {"graph"},    {"prior", true, true},
    {"prior-data"},         {"prior-cache"}, {"baseline"}, {"class-map"}};

const PathOption* find_path_option(const std::string& name) {
  const auto found = std::ranges::find(kPathOptions, name, &PathOption::name);
  return found == kPathOptions.end() ? nullptr : &*found;
}

std::string absolute_value(const PathOption& option, const std::string& value) {
  if (!option.several) return absolute_path(value);
  // Keywords of --prior, even if a folder has this name.
  static const std::set<std::string> kWords = {"none", "data", "learn"};
  if (kWords.contains(value)) return value;
  std::vector<std::string> parts = split(value, ',');
  for (std::string& part : parts) part = absolute_path(part);
  return join(parts, ",");
}

// Returns whether `value` names as many files as `before`, in any folder.
bool may_have_moved(const PathOption& option, const std::string& before, const std::string& value) {
  const auto is_file = [](const std::string& part) { return fs::is_regular_file(part); };
  return option.checked && fs::path(before).is_absolute() &&
         std::ranges::count(before, ',') == std::ranges::count(value, ',') &&
         (option.several ? std::ranges::all_of(split(value, ','), is_file) : is_file(value));
}

constexpr const char* kExamples = R"(Examples:
  bo-attack --model m.pt --target 3
      attacks a model that bo-train wrote, on its test images, towards class 3
  bo-attack --model m.pt --data mnist/ --images 50 --targets all --eps 0.3 --attack bo,square,random
      compares three attacks on 50 images, towards all other classes
  bo-attack --model m.pt --image cat.png --eps 8/255
      attacks one image, away from the class that the model predicts
  bo-attack --model gcn.pt --data PROTEINS.zip --budget-edits 0.03 --queries-per-edit 40
            --attack grabnel,random,genetic,gradient
      compares four attacks on a classifier of graphs
  bo-attack --model gcn.pt --graph molecule.json --edit-mode rewire --hops 2
      attacks one graph by moving ends of edges
  bo-attack --resume --out bora-run-1
      continues a run after Ctrl-C or a crash
  bo-attack --model m.pt --images 800 --shard 3/16
      attacks a share on one of 16 machines; then bo-report shard-*-of-16 merges them
  bo-attack --model m.pt --budget 500 --fail-if 'asr@100 > 0.2' --fail-if 'clean_accuracy < 0.9'
      a gate: ends with exit code 4 if a condition holds
  bo-attack --model new.pt --stretch 0-199 --baseline runs/released --fail-if 'regression > 0.05'
      a gate that compares a new model with a released one

Which attack to choose, by what the attacker has:
  --attack bo,square             no data of this kind: the black box of the papers; Square is the usual reference
  --attack bo --prior data       such data: trains substitute models on their training part once, in minutes
  --attack bo --prior a.pt,b.pt  classifiers of such data, but not the model itself
  --attack bo --prior learn      many images of one model: earlier attacks give later ones a warm start
  --attack grabnel,random        graphs
  --visible label --attack rays,hop-skip-jump
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

std::unique_ptr<CommandLine> make_line(AttackOptionsText& text) {
  auto line = std::make_unique<CommandLine>(
      "bo-attack", "measures how many queries it takes to fool a classifier of images or graphs",
      std::string(kExamples) + conditions_help() + kExitCodes);
  declare_options(*line, text);
  return line;
}

}  // namespace

fs::path choose_folder(const std::string& out, const std::optional<Shard>& shard) {
  if (!out.empty()) return out;
  if (shard) return fmt::format("shard-{}-of-{}", shard->number, shard->count);
  for (int number = 1;; ++number)
    if (const fs::path folder = fmt::format("bora-run-{}", number); !fs::exists(folder)) return folder;
}

bool is_without_answers(const fs::path& folder) {
  const RunDatabase run = RunDatabase::open(folder / kDatabase);
  return std::ranges::all_of(run.instances(), [&](const InstanceRow& instance) {
    return instance.queries == 0 &&
           (instance.status == InstanceStatus::pending || run.queries(instance.id).empty());
  });
}

void discard_run(const fs::path& folder) {
  RunStore::discard(folder / kDatabase);
  for (const char* part : {"originals", "adversarial"}) fs::remove_all(folder / part);
}

void check_folder(const fs::path& folder) {
  const auto replaceable = [&] {
    try {
      return is_without_answers(folder);
    } catch (const InputError&) {
      return false;  // in use, or damaged
    }
  };
  if (RunDatabase::holds_run(folder / kDatabase) && !replaceable())
    throw InputError("--out: {} already holds a run; add --resume to continue it, or name another folder",
                     folder.string());
  fs::path existing = fs::absolute(folder);
  while (!fs::exists(existing)) existing = existing.parent_path();
  if (!fs::is_directory(existing)) throw InputError("--out: {} is not a folder", existing.string());
  refuse_network_disk(existing);
  if (::access(existing.c_str(), W_OK | X_OK) != 0)
    throw InputError("--out: {} cannot be written to ({} is read-only)", folder.string(), existing.string());
}

bool parse_with_resume(int argc, const char* const* argv, std::unique_ptr<CommandLine>& line,
                       AttackOptionsText& text) {
  const bool resume =
      std::any_of(argv + 1, argv + argc, [](const char* a) { return std::string(a) == "--resume"; });
  if (!resume) {
    line = make_line(text);
    return line->parse(argc, argv);
  }
  // --out is searched for first, because the stored options are read from that folder.
  std::string out;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--out" && i + 1 < argc) out = argv[i + 1];
    if (argument.rfind("--out=", 0) == 0) out = argument.substr(6);
  }
  if (out.empty()) throw InputError("--resume: --out must name the folder of the run to continue");
  const fs::path folder = out;
  std::string stored;
  const bool without_answers = is_without_answers(folder);
  {
    const RunDatabase run = RunDatabase::open(folder / kDatabase);
    if (run.get(&RunFacts::of_shards) > 0)
      throw InputError("{}: was merged from shards; resume the shards, and merge them again with bo-report",
                       folder.string());
    stored = run.get(&RunFacts::config_ini);
  }
  if (stored.empty())
    throw InputError("{}: ended before its options were stored; start it again without --resume",
                     folder.string());
  const std::string file = (folder / "config.ini").string();
  write_whole_file(file, stored);

  std::vector<const char*> arguments(argv, argv + argc);
  arguments.push_back("--config");
  arguments.push_back(file.c_str());
  line = make_line(text);
  if (!line->parse(static_cast<int>(arguments.size()), arguments.data())) return false;
  if (!text.model.empty() && is_file_address(text.model) && !fs::exists(text.model))
    throw InputError(
        "--model: {} is gone; if the model was moved, say where it is: --resume --out {} --model FILE",
        text.model, shell_quoted(folder.string()));
  const auto before = parse_ini(stored);
  for (const auto& [name, values] : parse_ini(config_with_absolute_paths(line->config()))) {
    const auto& free = options_free_on_resume();
    if (std::find(free.begin(), free.end(), name) != free.end()) continue;
    const std::string value = values.front();
    const auto stored_values = before.find(name);
    const bool stored_too = stored_values != before.end();
    const std::string stored_value = stored_too ? stored_values->second.front() : "";
    // The run was begun before this option existed, with the behaviour of its present default.
    if (!stored_too && !line->changed(name)) continue;
    // A run without answers is restarted with the corrected options.
    if (without_answers && stored_value != value) {
      text.resume = false;
      continue;
    }
    const PathOption* const path = find_path_option(name);
    if (path != nullptr && stored_too && stored_value != value) {
      // A moved file is accepted; opening it checks that its content is the same.
      if (may_have_moved(*path, stored_value, value)) continue;
      if (!path->checked)
        throw InputError(
            "--{}: the run in {} was made with '{}', which it holds what it needs of: leave the option out",
            name, folder.string(), stored_value);
    }
    if (!stored_too || stored_value != value)
      throw InputError("--{}: the run in {} was made with '{}', it cannot be resumed with '{}'", name,
                       folder.string(), stored_value, value);
  }
  return true;
}

std::string absolute_path(const std::string& value) {
  std::error_code error;
  return !value.empty() && fs::exists(value, error) ? fs::absolute(value).lexically_normal().string() : value;
}

std::string config_with_absolute_paths(const std::string& ini) {
  std::istringstream lines(ini);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find(" = ");
    const PathOption* const path =
        equals == std::string::npos ? nullptr : find_path_option(line.substr(0, equals));
    if (path != nullptr) {
      std::string value = line.substr(equals + 3);
      const bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
      if (quoted) value = value.substr(1, value.size() - 2);
      const std::string absolute = absolute_value(*path, value);
      line = line.substr(0, equals + 3) + (quoted ? '"' + absolute + '"' : absolute);
    }
    out += line + '\n';
  }
  return out;
}

std::string command_text(int argc, const char* const* argv) {
  return shell_command({argv, argv + argc});
}

std::string config_as_json(const std::string& ini) {
  auto json = nlohmann::json::object();
  for (const auto& [name, values] : parse_ini(ini)) {
    if (values.size() == 1) {
      json[name] = values.front();
    } else {
      json[name] = values;
    }
  }
  return json_text(json);
}

std::string json_text(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace bora
