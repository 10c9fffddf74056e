#include "attacks/ledger/run_facts.h"

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/text.h"

namespace bora {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class Facts {
 public:
  Facts(SQLite::Database& database, fs::path file) : file_(std::move(file)) {
    SQLite::Statement rows(database, "SELECT key, value FROM run");
    while (rows.executeStep()) facts_[rows.getColumn(0).getString()] = rows.getColumn(1).getString();
  }

  std::optional<std::string> find(const std::string& key) const {
    const auto it = facts_.find(key);
    return it == facts_.end() ? std::nullopt : std::optional(it->second);
  }
  std::string text(const std::string& key) const {
    const auto value = find(key);
    if (!value) throw InputError("{}: the run table lacks '{}'", file_.string(), key);
    return *value;
  }
  std::string text_or(const std::string& key, const char* fallback) const {
    return find(key).value_or(fallback);
  }

  template <typename Number>
  std::optional<Number> find_number(const std::string& key, Number low, Number high) const {
    const auto text = find(key);
    if (!text) return std::nullopt;
    Number value{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size() || !(value >= low && value <= high)) {
      throw InputError("{}: run.{} is '{}', expected a number from {} to {}", file_.string(), key,
                       printable(*text), low, high);
    }
    return value;
  }
  template <typename Number>
  Number number(const std::string& key, Number low, Number high) const {
    text(key);
    return *find_number(key, low, high);
  }

  Json json(const std::string& key, Json::value_t type, const char* expected) const {
    const auto value = find(key);
    if (!value || value->empty()) return Json(type);
    Json parsed = Json::parse(*value, nullptr, false);
    if (parsed.type() != type) throw bad(key, expected);
    return parsed;
  }
  std::vector<std::string> strings(const std::string& key) const {
    std::vector<std::string> out;
    const Json items = json(key, Json::value_t::array, "a JSON array of strings");
    for (const Json& item : items) {
      if (!item.is_string()) throw bad(key, "a JSON array of strings");
      out.push_back(item.get<std::string>());
    }
    return out;
  }
  InputError bad(const std::string& key, const char* expected) const {
    return InputError("{}: run.{} is '{}', expected {}", file_.string(), key, printable(text_or(key, "")),
                      expected);
  }

 private:
  fs::path file_;
  std::map<std::string, std::string> facts_;
};

EditFacts read_edits(const Facts& facts) {
  constexpr int kMany = 1 << 30;
  EditFacts edits;
  edits.mode = facts.text("edit_mode");
  edits.ratio = facts.number("edit_ratio", 0.0, 1.0);
  edits.most_edits = facts.number("most_edits", 0, kMany);
  edits.hops = facts.number("hops", 0, kMany);
  edits.keep_connected = facts.number("keep_connected", 0, 1) == 1;
  edits.most_injected = facts.number("most_injected", 0, kMany);
  edits.injected_degree = facts.number("injected_degree", 1, kMany);
  edits.queries_per_edit = facts.number("queries_per_edit", 1, kMany);
  edits.query_cap = facts.number("query_cap", 1, kMany);
  return edits;
}

PriorFacts read_prior(const Facts& facts) {
  PriorFacts prior;
  prior.source = facts.text_or("prior", "none");
  if (prior.source != "none" && prior.source != "data" && prior.source != "files")
    throw facts.bad("prior", "none, data or files");
  prior.learn = facts.find_number("prior_learn", 0, 1).value_or(0) == 1;
  prior.data = facts.text_or("prior_data", "");
  prior.same_data = facts.text_or("prior_same_data", "");
  constexpr std::int64_t kMany = std::int64_t{1} << 40;
  prior.images = facts.find_number<std::int64_t>("prior_images", 0, kMany).value_or(0);
  prior.shared = facts.find_number<std::int64_t>("prior_shared", 0, kMany).value_or(0);
  prior.screened_on = facts.text_or("prior_screened_on", "");
  const auto number = [](const Json& value) {
    return value.is_null() ? std::optional<double>() : value.get<double>();
  };
  try {
    for (const Json& said : facts.json("substitutes", Json::value_t::array, "a JSON array"))
      prior.substitutes.push_back({said.at("file"), said.at("architecture"), said.at("sha256"),
                                   number(said.at("accuracy")), number(said.at("training_seconds")),
                                   said.at("trained_before"), said.value("set_aside", false)});
  } catch (const Json::exception&) {
    throw facts.bad("substitutes",
                    "file, architecture, sha256, accuracy, training_seconds and trained_before of each");
  }
  return prior;
}

void read_shards(const Facts& facts, RunRecord& run) {
  if (const auto shard = facts.find("shard")) run.shard = parse_shard(*shard, "run.shard");
  const Json merged = facts.json("merged", Json::value_t::array, "a JSON array");
  try {
    for (const Json& said : merged)
      run.merged.push_back({said.at("folder"), parse_shard(said.at("shard").get<std::string>(), "run.merged"),
                            said.at("status")});
  } catch (const Json::exception&) {
    throw facts.bad("merged", "folder, shard and status of each");
  }
  run.of_shards = facts.find_number("of_shards", 0, kMostShards).value_or(0);
  const std::string store = facts.text_or("store", "all");
  if (store != "all" && store != "summary") throw facts.bad("store", "all or summary");
  run.keeps_queries = store == "all";
}

}  // namespace

void read_facts(SQLite::Database& database, const fs::path& file, RunRecord& run) {
  const Facts facts(database, file);
  constexpr double kAnySeconds = 1e15;
  constexpr int kMany = 1 << 30;
  run.status = facts.text("status");
  run.started = facts.text_or("started", "");
  run.finished = facts.text_or("finished", "");
  run.version = facts.text_or("version", "");
  const Json libraries = facts.json("libraries", Json::value_t::object, "a JSON object");
  for (const auto& [name, version] : libraries.items()) {
    run.libraries[name] = version.is_string() ? version.get<std::string>() : version.dump();
  }
  run.command = facts.text_or("command", "");
  run.directory = facts.text_or("directory", "");
  run.config_json = facts.json("config", Json::value_t::object, "a JSON object").dump();
  run.seed = facts.text_or("seed", "");
  run.device = facts.text_or("device", "");
  run.threads = facts.find_number("threads", 0, kMany).value_or(0);

  run.model = facts.text("model");
  run.model_sha256 = facts.text_or("model_sha256", "");
  run.score_kind = facts.text_or("score_kind", "");
  run.defence = facts.text_or("defence", "none");
  run.features = facts.text_or("features", "");
  run.classes = facts.number("classes", 1, kMany);
  run.class_names = facts.strings("class_names");
  run.data = facts.text_or("data", "");
  run.task = facts.text_or("task", "images");
  if (run.task != "images" && run.task != "graphs") throw facts.bad("task", "images or graphs");
  run.threat = facts.text("threat");
  if (run.on_graphs()) {
    run.edits = read_edits(facts);
  } else {
    run.channels = facts.number("channels", 1, 4);
    run.height = facts.number("height", 1, 1 << 15);
    run.width = facts.number("width", 1, 1 << 15);
    if (run.semantic()) {
      run.changes = facts.text("semantic");
      run.refinement = facts.number("refinement", 0, kMany);
    } else {
      run.epsilon = facts.number("epsilon", 0.0, 1.0);
      run.epsilon_asked = facts.find_number("epsilon_asked", 0.0, 1.0).value_or(run.epsilon);
      run.continuous = facts.find_number("continuous", 0, 1).value_or(0) == 1;
    }
  }
  const std::string goal = facts.text("goal");
  if (goal != "targeted" && goal != "untargeted") throw facts.bad("goal", "targeted or untargeted");
  run.targeted = goal == "targeted";
  run.budget = facts.number("budget", 1, kMany);
  run.attacks = facts.strings("attacks");
  run.visible = facts.text_or("visible", "scores");
  run.randomised = facts.find_number("randomised", 0, 1).value_or(0) == 1;
  run.repeats = facts.find_number("repeats", 1, kMany).value_or(1);
  run.average = facts.find_number("average", 1, run.repeats).value_or(1);
  run.success_in = facts.find_number("success_in", 1, run.repeats).value_or(1);
  const Json attack_facts = facts.json("attack_facts", Json::value_t::object, "a JSON object");
  try {
    for (const auto& [attack, said] : attack_facts.items())
      run.attack_facts[attack] = {said.at("name"),
                                  said.at("text"),
                                  said.at("sight"),
                                  said.at("leaves_ball"),
                                  said.value("prior", "none"),
                                  said.value("learns", false)};
  } catch (const Json::exception&) {
    throw facts.bad("attack_facts", "name, text, sight and leaves_ball of each attack");
  }

  run.prior = read_prior(facts);
  run.warnings = facts.strings("warnings");
  for (const Json& row : facts.json("checks", Json::value_t::array, "a JSON array")) {
    const auto field = [&](const char* key) {
      if (!row.is_object() || !row.contains(key) || !row.at(key).is_string())
        throw facts.bad("checks", "objects with id, title, status and text");
      return row.at(key).get<std::string>();
    };
    run.checks.push_back({field("id"), field("title"), field("status"), field("text")});
    const std::string& status = run.checks.back().status;
    if (status != "pass" && status != "warn" && status != "fail" && status != "open")
      throw facts.bad("checks", "a status of pass, warn, fail or open");
  }
  run.check_queries = facts.find_number<std::int64_t>("check_queries", 0, INT64_MAX).value_or(0);
  run.verification_queries =
      facts.find_number<std::int64_t>("verification_queries", 0, INT64_MAX).value_or(0);
  run.tied_answers = facts.find_number<std::int64_t>("tied_answers", 0, INT64_MAX).value_or(0);
  run.tied_goals = facts.find_number<std::int64_t>("tied_goals", 0, INT64_MAX).value_or(0);
  run.loading_inputs = facts.find_number<std::int64_t>("loading_inputs", 0, INT64_MAX).value_or(0);
  read_shards(facts, run);
  if (run.shard && run.shard->count > 1)
    run.warnings.insert(
        run.warnings.begin(),
        fmt::format("this is shard {} of {}: its figures are of its share of the inputs alone; "
                    "bo-report on the folders of all {} makes the run that they are shards of",
                    run.shard->number, run.shard->count, run.shard->count));
  run.fail_if = facts.strings("fail_if");
  run.baseline = facts.text_or("baseline", "");
  run.clean_inputs = facts.find_number("clean_inputs", 0, kMany);
  run.clean_correct = facts.find_number("clean_correct", 0, run.clean_inputs.value_or(0));
  run.clean_queries = facts.find_number<std::int64_t>("clean_queries", 0, INT64_MAX).value_or(0);
  run.price_per_1000 = facts.find_number("price_per_1000", 0.0, kAnySeconds).value_or(0);
  run.victim_seconds = facts.find_number("victim_seconds", 0.0, kAnySeconds).value_or(0);
  run.wall_seconds = facts.find_number("wall_seconds", 0.0, kAnySeconds).value_or(0);
}

}  // namespace bora
