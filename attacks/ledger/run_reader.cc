#include "attacks/ledger/run_reader.h"

#include <charconv>
#include <memory>
#include <unordered_map>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

#include "attacks/ledger/image_content.h"
#include "attacks/ledger/schema.h"
#include "common/error.h"

namespace bora {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

fs::path database_path(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw InputError("{}: no such run folder", path.string());
  if (fs::is_regular_file(path, error)) return path;
  const fs::path file = path / "run.sqlite";
  if (!fs::exists(file, error)) {
    throw InputError("{}: holds no run.sqlite, so it is not a run's folder", path.string());
  }
  return file;
}

/// A path as SQLite's file: URI wants it.
std::string uri(const fs::path& file, const char* query) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#') {
      out += {'%', kHex[static_cast<unsigned char>(c) >> 4], kHex[c & 15]};
    } else {
      out += c;
    }
  }
  return out + query;
}

std::unique_ptr<SQLite::Database> open_for_reading(const fs::path& file) {
  constexpr int kPatienceMs = 10000;
  const auto open = [&](const char* query, int mode) {
    auto database =
        std::make_unique<SQLite::Database>(uri(file, query), mode | SQLite::OPEN_URI, kPatienceMs);
    database->execAndGet("SELECT COUNT(*) FROM sqlite_master");
    return database;
  };
  try {
    // Not mode=ro: such a connection could not remove the shared-memory files that reading in WAL mode makes.
    return open("?mode=rw", SQLite::OPEN_READWRITE);
  } catch (const SQLite::Exception&) {
    // On a medium where those files cannot be made, a database that nobody left a log beside is whole by
    // itself.
    std::error_code none;
    const auto log_bytes = fs::file_size(file.string() + "-wal", none);
    if (!none && log_bytes > 0) throw;
    return open("?immutable=1", SQLite::OPEN_READONLY);
  }
}

/// Views that give the tables of a database of schema 1 or 2 (images only) their present shape. They live in
/// this connection alone and hide the tables that they are made of.
constexpr const char* kOlderTables = R"sql(
CREATE TEMP VIEW inputs AS
  SELECT id, record, name, label, predicted, attacked, reason, 0 AS nodes, 0 AS edges, pixels AS content, scores
  FROM main.images;
CREATE TEMP VIEW instances AS
  SELECT id, attack, image AS input, target, seed,
         (SELECT value FROM main.run WHERE key = 'budget') AS budget, status, queries, reason
  FROM main.instances;
CREATE TEMP VIEW adversarials AS
  SELECT instance, predicted, linf AS distance, l2, pixels AS content FROM main.adversarials;
CREATE TEMP VIEW verification AS
  SELECT instance, file, linf AS distance, within, predicted, confirmed FROM main.verification;
CREATE TEMP VIEW run AS
  SELECT CASE key WHEN 'clean_images' THEN 'clean_inputs' ELSE key END AS key, value FROM main.run;
)sql";

/// Throws InputError unless the database is a run's that can be read; makes an older one readable as a new
/// one.
void check_version(SQLite::Database& database, const fs::path& file) {
  if (!database.tableExists("run") || !database.tableExists("instances")) {
    throw InputError("{}: an SQLite database, but not of a run: it has no tables run and instances",
                     file.string());
  }
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version > kSchemaVersion) {
    throw InputError("{}: written by a newer version (schema {}, this program reads up to {})", file.string(),
                     version, kSchemaVersion);
  }
  if (version < 3) database.exec(kOlderTables);
}

/// Runs `read` on the database, turning what SQLite and the JSON parser throw into one line about the file.
template <typename Read>
auto with_database(const fs::path& file, Read read) {
  try {
    const auto database = open_for_reading(file);
    check_version(*database, file);
    database->exec("PRAGMA query_only = 1");
    database->exec("BEGIN");  // one snapshot, whatever a running attack writes meanwhile
    return read(*database);
  } catch (const SQLite::Exception& error) {
    throw InputError("{}: not a readable run database: {}", file.string(), error.what());
  }
}

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
      throw InputError("{}: run.{} is '{}', expected a number from {} to {}", file_.string(), key, *text, low,
                       high);
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
    return InputError("{}: run.{} is '{}', expected {}", file_.string(), key, text_or(key, ""), expected);
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
  const auto number = [](const Json& value) {
    return value.is_null() ? std::optional<double>() : value.get<double>();
  };
  try {
    for (const Json& said : facts.json("surrogates", Json::value_t::array, "a JSON array"))
      prior.surrogates.push_back({said.at("file"), said.at("architecture"), said.at("sha256"),
                                  number(said.at("accuracy")), number(said.at("training_seconds")),
                                  said.at("trained_before")});
  } catch (const Json::exception&) {
    throw facts.bad("surrogates",
                    "file, architecture, sha256, accuracy, training_seconds and trained_before of each");
  }
  return prior;
}

void read_facts(const Facts& facts, RunRecord& run) {
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
  run.config_json = facts.json("config", Json::value_t::object, "a JSON object").dump();
  run.seed = facts.text_or("seed", "");
  run.device = facts.text_or("device", "");
  run.threads = facts.find_number("threads", 0, kMany).value_or(0);

  run.model = facts.text("model");
  run.model_sha256 = facts.text_or("model_sha256", "");
  run.score_kind = facts.text_or("score_kind", "");
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
    run.epsilon = facts.number("epsilon", 0.0, 1.0);
    run.epsilon_asked = facts.find_number("epsilon_asked", 0.0, 1.0).value_or(run.epsilon);
    run.continuous = facts.find_number("continuous", 0, 1).value_or(0) == 1;
  }
  const std::string goal = facts.text("goal");
  if (goal != "targeted" && goal != "untargeted") throw facts.bad("goal", "targeted or untargeted");
  run.targeted = goal == "targeted";
  run.budget = facts.number("budget", 1, kMany);
  run.attacks = facts.strings("attacks");
  run.visible = facts.text_or("visible", "scores");
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
  run.clean_inputs = facts.find_number("clean_inputs", 0, kMany);
  run.clean_correct = facts.find_number("clean_correct", 0, run.clean_inputs.value_or(0));
  run.clean_queries = facts.find_number<std::int64_t>("clean_queries", 0, INT64_MAX).value_or(0);
  run.victim_seconds = facts.find_number("victim_seconds", 0.0, kAnySeconds).value_or(0);
  run.wall_seconds = facts.find_number("wall_seconds", 0.0, kAnySeconds).value_or(0);
}

using Places = std::unordered_map<std::int64_t, int>;  // id -> index

Places read_inputs(SQLite::Database& database, const fs::path& file, RunRecord& run) {
  Places places;
  SQLite::Statement rows(
      database,
      "SELECT id, record, name, label, predicted, attacked, reason, nodes, edges FROM inputs"
      " ORDER BY id");
  while (rows.executeStep()) {
    InputRecord input;
    input.id = rows.getColumn(0).getInt64();
    input.record = rows.getColumn(1).getInt64();
    input.name = rows.getColumn(2).getString();
    input.label = rows.getColumn(3).getInt();
    input.predicted = rows.getColumn(4).getInt();
    input.attacked = rows.getColumn(5).getInt() != 0;
    input.reason = rows.getColumn(6).getString();
    input.nodes = rows.getColumn(7).getInt();
    input.edges = rows.getColumn(8).getInt();
    if (input.label < 0 || input.label >= run.classes) {
      throw InputError("{}: input {} has label {}, expected 0 to {}", file.string(), input.id, input.label,
                       run.classes - 1);
    }
    places[input.id] = static_cast<int>(run.inputs.size());
    run.inputs.push_back(std::move(input));
  }
  return places;
}

InstanceStatus parse_status(const std::string& word, std::int64_t id, const fs::path& file) {
  for (const auto status : {InstanceStatus::pending, InstanceStatus::running, InstanceStatus::success,
                            InstanceStatus::exhausted, InstanceStatus::failed}) {
    if (word == to_string(status)) return status;
  }
  throw InputError("{}: instance {} has status '{}', expected pending, running, success, exhausted or failed",
                   file.string(), id, word);
}

Places read_instances(SQLite::Database& database, const fs::path& file, const Places& inputs,
                      RunRecord& run) {
  Places places;
  SQLite::Statement rows(
      database,
      "SELECT id, attack, input, target, seed, status, queries, reason, budget FROM instances ORDER BY id");
  while (rows.executeStep()) {
    InstanceRecord instance;
    instance.id = rows.getColumn(0).getInt64();
    instance.attack = rows.getColumn(1).getString();
    const auto input = inputs.find(rows.getColumn(2).getInt64());
    if (input == inputs.end()) {
      throw InputError("{}: instance {} is on input {}, which the database does not hold", file.string(),
                       instance.id, rows.getColumn(2).getInt64());
    }
    instance.input = input->second;
    if (!rows.getColumn(3).isNull()) instance.target = rows.getColumn(3).getInt();
    if (instance.target.value_or(0) < 0 || instance.target.value_or(0) >= run.classes ||
        instance.target.has_value() != run.targeted) {
      throw InputError("{}: instance {} has target {}, which a {} run of {} classes cannot have",
                       file.string(), instance.id, rows.getColumn(3).getString(), run.goal(), run.classes);
    }
    instance.seed = rows.getColumn(4).getInt64();
    instance.status = parse_status(rows.getColumn(5).getString(), instance.id, file);
    instance.queries = rows.getColumn(6).getInt();
    instance.reason = rows.getColumn(7).getString();
    instance.budget = rows.getColumn(8).getInt();
    places[instance.id] = static_cast<int>(run.instances.size());
    run.instances.push_back(std::move(instance));
  }
  return places;
}

/// Calls use(instance, row) for each row of a table whose first column is an instance's id.
template <typename Use>
void for_each_of(SQLite::Database& database, const char* sql, const fs::path& file, const Places& places,
                 RunRecord& run, Use use) {
  SQLite::Statement rows(database, sql);
  while (rows.executeStep()) {
    const auto place = places.find(rows.getColumn(0).getInt64());
    if (place == places.end()) {
      throw InputError("{}: a row belongs to instance {}, which the database does not hold", file.string(),
                       rows.getColumn(0).getInt64());
    }
    use(run.instances[place->second], rows);
  }
}

void read_details(SQLite::Database& database, const fs::path& file, const Places& places, RunRecord& run) {
  for_each_of(database,
              "SELECT instance, COUNT(*), MAX(number), SUM(success <> 0),"
              " MIN(CASE WHEN success <> 0 THEN number END) FROM queries GROUP BY instance",
              file, places, run, [](InstanceRecord& instance, SQLite::Statement& row) {
                instance.ledger = {row.getColumn(1).getInt(), row.getColumn(2).getInt(),
                                   row.getColumn(3).getInt(), row.getColumn(4).getInt()};
              });
  for_each_of(database, "SELECT instance, predicted, distance, l2 FROM adversarials", file, places, run,
              [](InstanceRecord& instance, SQLite::Statement& row) {
                instance.adversarial = AdversarialRecord{
                    row.getColumn(1).getInt(), row.getColumn(2).getDouble(),
                    row.getColumn(3).isNull() ? std::nullopt : std::optional(row.getColumn(3).getDouble())};
              });
  for_each_of(database, "SELECT instance, file, distance, within, predicted, confirmed FROM verification",
              file, places, run, [](InstanceRecord& instance, SQLite::Statement& row) {
                instance.verification =
                    VerificationRecord{row.getColumn(1).getString(), row.getColumn(2).getDouble(),
                                       row.getColumn(3).getInt() != 0, row.getColumn(4).getInt(),
                                       row.getColumn(5).getInt() != 0};
              });
  // A process that is killed leaves its last count in the ledger alone.
  for (InstanceRecord& instance : run.instances) {
    if (instance.status == InstanceStatus::pending || instance.status == InstanceStatus::running) {
      instance.queries = instance.ledger.rows;
    }
  }
  SQLite::Statement rows(database, "SELECT attack, part, seconds FROM timings ORDER BY attack, part");
  while (rows.executeStep()) {
    run.timings.push_back(
        {rows.getColumn(0).getString(), rows.getColumn(1).getString(), rows.getColumn(2).getDouble()});
  }
}

std::vector<float> decode_pixels(const std::string& bytes, bool continuous, const RunRecord& run,
                                 std::int64_t instance) {
  const std::size_t size = static_cast<std::size_t>(run.channels) * run.height * run.width;
  const std::size_t expected = size * (continuous ? sizeof(float) : 1);
  if (bytes.size() != expected) {
    throw InputError("{}: an image of instance {} has {} bytes, expected {}", run.database.string(), instance,
                     bytes.size(), expected);
  }
  return pixels_of_content(bytes, continuous);
}

}  // namespace

std::string to_string(InstanceStatus status) {
  switch (status) {
    case InstanceStatus::pending:
      return "pending";
    case InstanceStatus::running:
      return "running";
    case InstanceStatus::success:
      return "success";
    case InstanceStatus::exhausted:
      return "exhausted";
    case InstanceStatus::failed:
      return "failed";
  }
  return "";
}

std::string RunRecord::class_name(int label) const {
  if (label >= 0 && label < static_cast<int>(class_names.size())) return class_names[label];
  return std::to_string(label);
}

bool RunRecord::with_prior(const std::string& attack) const {
  const auto facts = attack_facts.find(attack);
  if (facts == attack_facts.end()) return false;
  return (!prior.surrogates.empty() && facts->second.prior != "none") ||
         (prior.learn && facts->second.learns);
}

RunRecord read_run(const fs::path& path) {
  const fs::path file = database_path(path);
  return with_database(file, [&](SQLite::Database& database) {
    RunRecord run;
    run.folder = file.parent_path();
    run.database = file;
    read_facts(Facts(database, file), run);
    const Places inputs = read_inputs(database, file, run);
    const Places instances = read_instances(database, file, inputs, run);
    read_details(database, file, instances, run);
    return run;
  });
}

std::map<std::int64_t, InstanceContents> read_contents(const RunRecord& run,
                                                       const std::vector<std::int64_t>& instances) {
  const fs::path& file = run.database;
  return with_database(file, [&](SQLite::Database& database) {
    std::map<std::int64_t, InstanceContents> contents;
    SQLite::Statement row(database,
                          "SELECT inputs.content, adversarials.content FROM adversarials"
                          " JOIN instances ON instances.id = adversarials.instance"
                          " JOIN inputs ON inputs.id = instances.input WHERE adversarials.instance = ?");
    for (const std::int64_t id : instances) {
      row.bind(1, id);
      if (row.executeStep()) contents[id] = {row.getColumn(0).getString(), row.getColumn(1).getString()};
      row.reset();
    }
    return contents;
  });
}

std::map<std::int64_t, InstancePixels> read_pixels(const RunRecord& run,
                                                   const std::vector<std::int64_t>& instances) {
  std::map<std::int64_t, InstancePixels> pixels;
  for (const auto& [id, contents] : read_contents(run, instances)) {
    pixels[id] = {decode_pixels(contents.original, false, run, id),
                  decode_pixels(contents.adversarial, run.continuous, run, id)};
  }
  return pixels;
}

}  // namespace bora
