// Facts about a run in its database: stored when the run begins, compared with the options and the model when
// it is resumed.
#include <algorithm>

#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "common/text.h"
#include "models/victims/address.h"
#include "models/victims/remote/requests.h"
#include "report/conditions/outcome.h"
#include "runs/run_store.h"
#include "tools/attack/run_folder.h"
#include "tools/attack/session/session.h"
#include "tools/attack/versions.h"
#include "tools/options/print_error.h"
#include "tools/options/values.h"

namespace bora::tools {

namespace fs = std::filesystem;

namespace {

AttackFacts facts_of(const AttackSummary& summary) {
  return {
      summary.name,  summary.text, to_string(summary.access), summary.leaves_ball, to_string(summary.prior),
      summary.learns};
}

// Adds the inputs that the stored run without answers in `folder` sent to the counts of the run that replaces
// it, if both are on the same model: they were sent, so that their price is due.
void add_counts_of(const fs::path& folder, RunFacts& run) {
  const RunDatabase database = RunDatabase::open(folder / "run.sqlite");
  const RunFacts replaced = database.facts();
  if (replaced.model_sha256 != run.model_sha256) return;
  run.clean_queries += replaced.clean_queries;
  run.check_queries += replaced.check_queries;
  run.loading_inputs += replaced.loading_inputs;
  for (const InstanceRow& instance : database.instances()) run.loading_inputs += instance.attempts;
}

}  // namespace

template <typename Input>
RunFacts Session<Input>::facts(const Plan& plan) {
  RunFacts run;
  describe(run);
  run.classes = oracle().classes();
  run.attacks = plan_.attacks;
  run.budget = plan.largest_budget();
  run.targeted = plan_.targeted;
  run.minimise = config_.threat.minimise;
  run.searched = config_.threat.universal;
  if (run.searched > 0) run.search_budget = config_.budget_of_images();
  run.visible = plan_.visible.text();
  run.fail_if = config_.output.fail_if;
  run.baseline = absolute_path(config_.output.baseline);
  return run;
}

// Returns the number of inputs that the model got before the attacks, without those counted as clean queries
// or as queries of checks: probes and requests for the fingerprint of a remote victim, and copies that a
// defence makes.
template <typename Input>
std::int64_t Session<Input>::loading_inputs(const Plan& plan) {
  const std::int64_t counted = plan.clean_queries + check_queries_;
  const std::int64_t sent =
      is_file_address(model()) ? counted * oracle().copies() : Requests::sent() - sent_before_;
  return std::max<std::int64_t>(0, sent - counted);
}

template <typename Input>
void Session<Input>::describe_program(RunFacts& run) const {
  run.started = timestamp();
  run.status = "running";
  run.version = bora_version();
  run.libraries = library_versions();
  run.command = config_.stored.command;
  run.config_json = config_.stored.json;
  run.config_ini = config_.stored.ini;
  run.directory = config_.stored.directory.empty() ? fs::current_path().string() : config_.stored.directory;
  run.seed = std::to_string(config_.execution.seed);
  run.threads = config_.execution.threads;
  run.keeps_queries = config_.output.store == "all";
  run.warnings = warnings_;
  run.checks = in_order(checks_);
  run.check_queries = check_queries_;
  for (const auto& attack : plan_.attacks) run.attack_facts[attack] = facts_of(summary_of(attack));
}

template <typename Input>
void Session<Input>::describe_victim(RunFacts& run) {
  run.model = model();
  run.model_sha256 = fingerprint();
  run.score_kind = to_string(oracle().kind());
  run.randomised = oracle().randomised();
  run.device = config_.victim.options.device;
  run.price_per_1000 = config_.victim.price;
  run.average = repeats_.average;
  run.repeats = repeats_.most;
  run.success_in = repeats_.needed;
}

template <typename Input>
void Session<Input>::describe_plan(const Plan& plan, RunFacts& run) const {
  run.clean_inputs = plan.clean_inputs;
  run.clean_correct = plan.clean_correct;
  run.clean_queries = plan.clean_queries;
  if (!config_.data.shard) return;
  run.shard = config_.data.shard;
  run.shard_clean = planned_whole_ ? "all" : "own";
  run.plan = plan_fingerprint_;
}

// Creates the database of the run. Replaces a run without answers, whose counts of inputs are kept.
template <typename Input>
void Session<Input>::create_database(const Plan& plan, RunFacts run) {
  std::error_code error;
  bool made = fs::create_directories(folder_, error);
  // Another process may have made the default folder while clean inputs were queried.
  for (; !made && !error && config_.output.folder.empty() && !config_.data.shard;
       made = fs::create_directories(folder_, error))
    folder_ = choose_folder("", {});
  if (error) throw InputError("--out: {} cannot be created: {}", folder_.string(), error.message());
  const bool replaces = RunDatabase::holds_run(folder_ / "run.sqlite") && is_without_answers(folder_);
  if (replaces) {
    add_counts_of(folder_, run);
    print_error("bo-attack: no query of the run in {} was answered; it is started again\n", folder_.string());
  }
  const auto& sent_before = config_.output.sent_before;
  if (const auto sent = sent_before.find(run.model_sha256); sent != sent_before.end())
    run.loading_inputs += sent->second;
  try {
    const auto fill = [&](RunDatabase& database) {
      if (replaces) remove_outputs(folder_);  // under the lock of the run
      bora::attacks::store(plan, database);
      database.set(run);
    };
    database_ = std::make_unique<RunDatabase>(RunDatabase::create(folder_ / "run.sqlite", fill, replaces));
  } catch (const StorageError&) {
    fs::remove(folder_ / ".lock", error);
    if (made) fs::remove(folder_, error);
    throw;
  }
}

template <typename Input>
void Session<Input>::store(const Plan& plan) {
  RunFacts run = facts(plan);
  describe_victim(run);  // may send requests, which loading_inputs() counts
  run.loading_inputs = loading_inputs(plan);
  describe_program(run);
  describe_plan(plan, run);
  create_database(plan, run);
  write_atomically(folder_ / "config.ini", run.config_ini);
}

// Replaces the stored conditions and baseline if the user gave others, which do not change the results.
template <typename Input>
void Session<Input>::change_conditions() {
  const RunRecord before = read_run(folder_);
  RunRecord after = before;
  after.fail_if = config_.output.fail_if;
  after.baseline = absolute_path(config_.output.baseline);
  if (after.fail_if == before.fail_if && after.baseline == before.baseline) return;
  check_conditions(after);
  database_->set(&RunFacts::fail_if, after.fail_if);
  database_->set(&RunFacts::baseline, after.baseline);
  database_->set(&RunFacts::config_json, config_.stored.json);
  database_->set(&RunFacts::config_ini, config_.stored.ini);
  write_atomically(folder_ / "config.ini", config_.stored.ini);
}

// Warns if this version of bora continues instances of a run that another version began. A version may have
// other default settings, so that the results would not be those of one version.
template <typename Input>
void Session<Input>::warn_of_other_version(const RunFacts& run) {
  if (std::ranges::all_of(database_->instances(), [](const InstanceRow& row) { return has_ended(row); }))
    return;
  warn(describe_other_version(run.version, bora_version(), "run",
                              "its instances are not all attacked in the same way"));
}

template <typename Input>
void Session<Input>::reopen() {
  database_ = std::make_unique<RunDatabase>(RunDatabase::open(folder_ / "run.sqlite"));
  database_->check();
  const RunFacts run = database_->facts();
  const auto check_model = [&](const std::string& sha256) {
    if (sha256 == run.model_sha256) return;
    const auto [noun, mark] =
        is_file_address(model()) ? std::pair("file", "SHA-256") : std::pair("model", "fingerprint");
    throw InputError("{}: is not the {} the run in {} was made with ({} {} instead of {})", model(), noun,
                     folder_.string(), mark, sha256, run.model_sha256);
  };
  // A model file is checked before it is loaded, a model behind an address afterwards.
  if (is_file_address(model())) check_model(sha256_file(model()));
  change_conditions();
  database_->set(&RunFacts::price_per_1000, config_.victim.price);
  warnings_ = run.warnings;
  checks_ = run.checks;
  reload();
  if (!is_file_address(model())) check_model(fingerprint());
  database_->add(&RunFacts::loading_inputs, Requests::sent() - sent_before_);
  warn_of_other_version(run);
  if (oracle().classes() != run.classes)
    throw InputError("{}: table run, key classes: value is {}, but {} has {} classes",
                     (folder_ / "run.sqlite").string(), run.classes, model(), oracle().classes());
  // The server may have stated no version before, and earlier versions of bora did not store it.
  if (const std::string version = model_version(); version != run.model_version)
    database_->set(&RunFacts::model_version, version);
  died_ = run.status == "running";
  repeats_ = {run.average, run.repeats, run.success_in};
}

template class Session<Pixels>;
template class Session<Transformed>;
template class Session<Graph>;

}  // namespace bora::tools
