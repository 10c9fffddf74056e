// Facts in the run database about how the run was made: written when the run begins, compared with the
// options and the model when it is resumed.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "attacks/ledger/image_task.h"
#include "attacks/semantic/transformed.h"
#include "common/error.h"
#include "common/hash.h"
#include "common/whole_file.h"
#include "models/address.h"
#include "models/remote/requests.h"
#include "runs/run_store.h"
#include "tools/attack/answers_wanted.h"
#include "tools/attack/run_folder.h"
#include "tools/attack/run_outline.h"
#include "tools/attack/session.h"
#include "tools/attack/versions.h"
#include "tools/options/run_tool.h"
#include "tools/report/conditions/outcome.h"

namespace bora {

namespace fs = std::filesystem;

std::string checks_text(const std::vector<EvaluationCheck>& checks) {
  auto rows = nlohmann::json::array();
  for (const EvaluationCheck& check : checks)
    rows.push_back(
        {{"id", check.id}, {"title", check.title}, {"status", check.status}, {"text", check.text}});
  return json_text(rows);
}

template <typename Input>
void Session<Input>::store(const Plan& plan, const std::string& command, const std::string& config_ini) {
  auto attack_facts = nlohmann::json::object();
  for (const auto& attack : setup_.plan.attacks) {
    const AttackSummary summary = summary_of(attack);
    attack_facts[attack] = {{"name", summary.name},
                            {"text", summary.text},
                            {"sight", to_string(summary.sight)},
                            {"leaves_ball", summary.leaves_ball},
                            {"prior", to_string(summary.prior)},
                            {"learns", summary.learns}};
  }
  const std::string told_apart_by = fingerprint();
  // Requests for the probes when the victim was loaded, and for its fingerprint.
  const std::int64_t loading =
      std::max<std::int64_t>(0, Requests::sent() - sent_before_ - plan.clean_queries);
  const std::string directory = text_.directory.empty() ? fs::current_path().string() : text_.directory;
  std::map<std::string, std::string> all = {{"started", timestamp()},
                                            {"finished", ""},
                                            {"status", "running"},
                                            {"version", bora_version()},
                                            {"libraries", nlohmann::json(library_versions()).dump()},
                                            {"command", command},
                                            {"config", config_as_json(config_ini)},
                                            {"config_ini", config_with_absolute_paths(config_ini)},
                                            {"directory", directory},
                                            {"seed", std::to_string(text_.seed)},
                                            {"model", text_.model},
                                            {"model_sha256", told_apart_by},
                                            {"score_kind", to_string(oracle().kind())},
                                            {"classes", std::to_string(oracle().classes())},
                                            {"goal", setup_.plan.targeted ? "targeted" : "untargeted"},
                                            {"budget", std::to_string(plan.largest_budget())},
                                            {"attacks", json_text(setup_.plan.attacks)},
                                            {"attack_facts", attack_facts.dump()},
                                            {"visible", setup_.plan.visible.text()},
                                            {"device", text_.device},
                                            {"threads", std::to_string(setup_.threads)},
                                            {"clean_inputs", std::to_string(plan.clean_inputs)},
                                            {"clean_correct", std::to_string(plan.clean_correct)},
                                            {"clean_queries", std::to_string(plan.clean_queries)},
                                            {"warnings", json_text(warnings_)},
                                            {"price_per_1000", format_number(text_.price)},
                                            {"fail_if", json_text(text_.fail_if)},
                                            {"baseline", absolute_path(text_.baseline)},
                                            {"checks", checks_text(in_order(checks_))},
                                            {"check_queries", std::to_string(check_queries_)},
                                            {"loading_inputs", std::to_string(loading)},
                                            {"victim_seconds", "0"},
                                            {"wall_seconds", "0"}};
  if (text_.store != "all") all["store"] = text_.store;
  all.merge(facts_of(repeats_, oracle().randomised()));
  if (setup_.shard) {
    all["shard"] = setup_.shard->text();
    all["shard_clean"] = planned_whole_ ? "all" : "own";
    all["plan"] = plan_fingerprint_;
  }
  all.merge(facts());

  std::error_code error;
  const bool made = fs::create_directories(folder_, error);
  if (error) throw InputError("--out: {} cannot be made: {}", folder_.string(), error.message());
  if (RunDatabase::holds_run(folder_ / "run.sqlite") && is_without_answers(folder_)) {
    discard_run(folder_);
    fmt::print(stderr, "bo-attack: no query of the run in {} was answered; it is started again\n",
               folder_.string());
  }
  try {
    database_ =
        std::make_unique<RunDatabase>(RunDatabase::create(folder_ / "run.sqlite", [&](RunDatabase& run) {
          bora::store(plan, run);
          for (const auto& [key, value] : all) run.set(key, value);
        }));
  } catch (const StorageError&) {
    fs::remove(folder_ / ".lock", error);
    if (made) fs::remove(folder_, error);
    throw;
  }
  write_whole_file(folder_ / "config.ini", all.at("config_ini"));
}

template <typename Input>
RunRecord Session<Input>::with_conditions(RunRecord run) const {
  run.fail_if = text_.fail_if;
  run.baseline = absolute_path(text_.baseline);
  return run;
}

// Replaces the stored conditions by those of the user, if given; they do not change the results of the run.
template <typename Input>
void Session<Input>::change_conditions(const std::string& config_ini) {
  const RunRecord before = read_run(folder_);
  const RunRecord after = with_conditions(before);
  if (after.fail_if == before.fail_if && after.baseline == before.baseline) return;
  check_conditions(after);
  const std::string ini = config_with_absolute_paths(config_ini);
  database_->set("fail_if", json_text(after.fail_if));
  database_->set("baseline", after.baseline);
  database_->set("config", config_as_json(config_ini));
  database_->set("config_ini", ini);
  write_whole_file(folder_ / "config.ini", ini);
}

template <typename Input>
void Session<Input>::reopen(const std::string& config_ini) {
  database_ = std::make_unique<RunDatabase>(RunDatabase::open(folder_ / "run.sqlite"));
  database_->check();
  const auto check_model = [&](const std::string& sha256) {
    const bool file = is_file_address(text_.model);
    if (sha256 != database_->get("model_sha256"))
      throw InputError("{}: is not the {} the run in {} was made with ({} {} instead of {})", text_.model,
                       file ? "file" : "model", folder_.string(), file ? "SHA-256" : "fingerprint", sha256,
                       database_->get("model_sha256"));
  };
  // A model file is checked before it is loaded, a model behind an address afterwards.
  if (is_file_address(text_.model)) check_model(sha256_file(text_.model));
  change_conditions(config_ini);
  database_->set("price_per_1000", format_number(text_.price));
  const std::string warnings = database_->get("warnings");
  if (!warnings.empty()) warnings_ = nlohmann::json::parse(warnings);
  const std::string checks = database_->get("checks");
  for (const auto& row : checks.empty() ? nlohmann::json::array() : nlohmann::json::parse(checks))
    checks_.push_back({row.at("id"), row.at("title"), row.at("status"), row.at("text")});
  check_queries_ = static_cast<std::int64_t>(database_->number("check_queries", INT64_MAX));
  reload();
  if (!is_file_address(text_.model)) check_model(fingerprint());
  database_->set("loading_inputs",
                 std::to_string(database_->number("loading_inputs", INT64_MAX) +
                                static_cast<std::uint64_t>(Requests::sent() - sent_before_)));
  if (const auto classes = static_cast<int>(database_->number("classes", 1U << 30));
      oracle().classes() != classes)
    throw InputError("{}: table run, key classes: value is {}, but {} has {} classes",
                     (folder_ / "run.sqlite").string(), classes, text_.model, oracle().classes());
  died_ = database_->get("status") == "running";
  repeats_ = stored_repeats(*database_);
}

template class Session<Pixels>;
template class Session<Transformed>;
template class Session<Graph>;

}  // namespace bora
