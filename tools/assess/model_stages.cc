#include "tools/assess/model_stages.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/json.h"
#include "common/suggestion.h"
#include "data/graphs/load_graphs.h"
#include "nas/run/search_run.h"
#include "report/search/search_reports.h"
#include "tools/nas/nas_options.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

// File beside a model whose training is complete.
constexpr const char* kTraining = "training.json";

// Parses settings of bo-nas. Throws InputError that begins with `option`.
SearchConfig search_of(const Settings& settings, const std::string& option) {
  try {
    return parse_search(settings);
  } catch (const InputError& error) {
    throw InputError("{}: {}", option, error.what());
  }
}

// Returns the settings of bo-nas for --space and --search; those in `more` take precedence over --search.
Settings search_settings(const AssessOptions& options, const fs::path& out, const Settings& more) {
  // Training without a search divides the data like a search does, for which any space will do.
  const std::string any = looks_like_graphs(options.data) ? "graph-network" : "nb201";
  Settings settings = {{"space", options.space.empty() ? any : options.space},
                       {"data", options.data},
                       {"seed", fmt::to_string(options.seed)},
                       {"device", options.device},
                       {"out", out.string()}};
  for (const auto& setting : options.search_settings)
    if (std::ranges::find(more, setting.first, &Settings::value_type::first) == more.end())
      settings.push_back(setting);
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

ListedModel listed(const TrainingJob& job, const fs::path& file, std::int64_t weights, double seconds) {
  return {.name = job.name,
          .origin = job.origin,
          .architecture = job.architecture,
          .address = file.string(),
          .weights = weights,
          .seconds = seconds};
}

// Returns a model that an earlier part of the assessment trained completely; none if there is none.
std::optional<ListedModel> trained_before(const TrainingJob& job, const fs::path& folder) {
  std::ifstream in(folder / kTraining);
  const auto json = parse_json(in);
  const auto value = [&](const char* key) { return json.contains(key) ? json.at(key) : nlohmann::json(); };
  if (!json.is_object() || !fs::exists(folder / "model.pt") || value("architecture") != job.architecture)
    return std::nullopt;
  const auto weights = value("weights"), seconds = value("seconds");
  return listed(job, folder / "model.pt", weights.is_number_integer() ? weights.get<std::int64_t>() : 0,
                seconds.is_number() ? seconds.get<double>() : 0);
}

// Returns the options of the search, with the settings of --train added.
SearchConfig training_options(const AssessOptions& options, const fs::path& folder) {
  Settings settings;
  for (const auto& [name, value] : options.train_settings) {
    check_name(
        name, options.train_origin,
        {"epochs", "lr", "image-batch", "images", "validation", "adversarial", "auxiliary", "drop-path"});
    settings.emplace_back(name, value);
  }
  if (std::ranges::find(settings, "images", &Settings::value_type::first) == settings.end())
    settings.emplace_back("images", "0");
  if (options.from_search.empty())
    return search_of(search_settings(options, folder, settings), options.train_origin);
  settings.emplace_back("config", (fs::path(options.from_search) / "config.ini").string());
  settings.emplace_back("out", folder.string());
  if (!options.graphs) settings.emplace_back("device", options.device);
  return search_of(settings, options.train_origin);
}

}  // namespace

void check_model_stages(const AssessOptions& options) {
  if (!options.from_search.empty()) {
    const fs::path from = options.from_search;
    if (!SearchStore::holds_search(from) || !fs::exists(from / "config.ini"))
      throw InputError("--from-search: {} holds no search of bo-nas --data", from.string());
    if (SearchStore::open(from, {}, {}).get("status") != "complete")
      throw InputError("--from-search: the search in {} is not complete; continue it with bo-nas --resume",
                       from.string());
  } else if (!options.space.empty()) {
    search_of(search_settings(options, "search", {}), options.search_origin);
  }
  if (!options.searches() && options.trained.empty()) return;
  training_options(options, "models");
}

SearchStage run_search_stage(const AssessOptions& options, const fs::path& folder) {
  SearchStage stage;
  if (!options.from_search.empty()) {
    const fs::path from = options.from_search;
    stage.options =
        search_of({{"config", (from / "config.ini").string()}, {"out", from.string()}, {"resume", "yes"}},
                  "--from-search");
    // The folder of a complete search is only read.
    stage.outcome.trials = SearchStore::open(from, {}, {}).trials();
    std::erase_if(stage.outcome.trials, [](const SearchTrial& trial) { return !trial.ended; });
    stage.outcome.validation =
        make_trainer(stage.options, make_space(stage.options.space), interrupt_flag(), options.threads)
            ->validation();
    stage.outcome.complete = true;
    return stage;
  }
  const fs::path out = folder / "search";
  const bool begun = SearchStore::holds_search(out);
  stage.options =
      search_of(search_settings(options, out, {{"resume", begun ? "yes" : "no"}}), options.search_origin);
  Progress progress(options.quiet);
  stage.outcome = run_search(stage.options, progress);
  write_search_report(stage.options, stage.outcome.space, stage.outcome);
  return stage;
}

std::vector<SearchTrial> choose_finalists(const SearchStage& search, int count) {
  std::vector<SearchTrial> trials;
  for (const std::size_t i : best_first(search.outcome.trials, search.options.aim, search.outcome.validation))
    trials.push_back(search.outcome.trials[i]);
  std::set<std::string> seen;
  std::erase_if(trials, [&](const SearchTrial& trial) { return !seen.insert(trial.architecture).second; });
  if (static_cast<int>(trials.size()) > count) trials.resize(count);
  return trials;
}

SearchRecord record_of(const SearchStage& search, const std::vector<SearchTrial>& finalists) {
  SearchRecord record;
  record.space = search.options.space;
  record.strategy = search.options.strategy;
  record.objective = search.options.aim.wants("robustness") ? "robust" : search.options.estimator;
  for (const SearchTrial& trial : search.outcome.trials) {
    SearchedNetwork network;
    network.number = trial.number;
    network.architecture = trial.architecture;
    for (const TrainedEpoch& epoch : trial.epochs)
      network.accuracy = std::max(network.accuracy.value_or(0), epoch.accuracy);
    network.robustness = trial.robustness;
    network.weights = trial.weights;
    network.seconds = trial.seconds;
    network.finalist = std::ranges::find(finalists, trial.number, &SearchTrial::number) != finalists.end();
    record.networks.push_back(std::move(network));
  }
  return record;
}

TrainingStage::TrainingStage(const AssessOptions& options, fs::path folder)
    : options_(options), folder_(std::move(folder)) {
  SearchConfig nas = training_options(options, folder_);
  nas.robust_images = 0;  // the trained models are attacked by the attack stage
  trainer_ = make_trainer(nas, make_space(nas.space), interrupt_flag(), options.threads);
}

TrainingStage::~TrainingStage() = default;

std::optional<ListedModel> TrainingStage::train(const TrainingJob& job, const std::atomic<bool>& stop) {
  const fs::path folder = folder_ / "models" / job.name;
  if (auto known = trained_before(job, folder)) return known;
  SearchTrial trial;
  trial.architecture = job.architecture;
  const int epochs = trainer_->epochs(job.architecture, job.origin == "searched");
  Progress progress(options_.quiet);
  const bool whole = trainer_->train(
      trial, job.origin == "searched", folder, stop,
      [&](const TrainingProgress& now) {
        const double share = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / epochs;
        progress.update(share, fmt::format("{}: epoch {} of {}", job.name, now.epoch, epochs));
      },
      {});
  progress.finish();
  if (!whole) return std::nullopt;
  if (!trial.failure.empty()) throw InputError("{}: cannot be trained: {}", job.name, trial.failure);
  const nlohmann::json facts{
      {"architecture", job.architecture}, {"weights", trial.weights}, {"seconds", trial.seconds}};
  write_atomically(folder / kTraining, json_text(facts, 2) + "\n");
  return listed(job, folder / "model.pt", trial.weights, trial.seconds);
}

}  // namespace bora::tools
