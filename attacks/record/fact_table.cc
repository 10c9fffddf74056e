#include "attacks/record/fact_table.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "common/error.h"
#include "common/json.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

std::optional<double> number_or_none(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

}  // namespace

// Conversions to and from JSON, which nlohmann_json finds by argument-dependent lookup.
static void to_json(Json& json, const AttackFacts& facts) {
  json = {{"name", facts.name},    {"text", facts.text},
          {"sight", facts.access}, {"leaves_ball", facts.leaves_ball},
          {"prior", facts.prior},  {"learns", facts.learns}};
}
static void from_json(const Json& json, AttackFacts& facts) {
  facts = {json.at("name"),
           json.at("text"),
           json.at("sight"),
           json.at("leaves_ball"),
           json.value("prior", "none"),
           json.value("learns", false)};
}
static void to_json(Json& json, const SubstituteRecord& record) {
  json = {{"file", record.file},
          {"architecture", record.architecture},
          {"sha256", record.sha256},
          {"accuracy", or_null(record.accuracy)},
          {"training_seconds", or_null(record.training_seconds)},
          {"trained_before", record.trained_before},
          {"set_aside", record.set_aside}};
}
static void from_json(const Json& json, SubstituteRecord& record) {
  record = {json.at("file"),
            json.at("architecture"),
            json.at("sha256"),
            number_or_none(json.at("accuracy")),
            number_or_none(json.at("training_seconds")),
            json.at("trained_before"),
            json.value("set_aside", false)};
}
static void to_json(Json& json, const MergedShard& shard) {
  json = {{"folder", shard.folder}, {"shard", shard.shard.text()}, {"status", shard.status}};
}
static void from_json(const Json& json, MergedShard& shard) {
  shard = {json.at("folder"), parse_shard(json.at("shard").get<std::string>(), "run.merged"),
           json.at("status")};
}
static void to_json(Json& json, const EvaluationCheck& check) {
  json = {{"id", check.id}, {"title", check.title}, {"status", check.status}, {"text", check.text}};
}
static void from_json(const Json& json, EvaluationCheck& check) {
  check = {json.at("id"), json.at("title"), json.at("status"), json.at("text")};
  constexpr const char* kStatuses[] = {"pass", "warn", "fail", "open"};
  if (std::ranges::find(kStatuses, check.status) == std::end(kStatuses))
    throw std::invalid_argument("status of a check");
}

namespace {

// Fact in a file, for error messages.
struct Place {
  const fs::path& file;
  const char* key;
  const char* text;  // documentation of the fact

  // Returns the error for a value that is not allowed.
  InputError refused(const std::string& value, const std::string& expected) const {
    return InputError("{}: run.{} is '{}', expected {}", file.string(), key, printable(value), expected);
  }
};

// encode() returns a value as text; decode() reads it. Throws InputError if the value is not allowed.
std::string encode(const std::string& value, const Allowed& /*allowed*/) {
  return value;
}
void decode(const std::string& text, std::string& value, const Allowed& allowed, const Place& place) {
  const auto words = split(allowed.words, '|');
  if (*allowed.words != '\0' && std::ranges::find(words, text) == words.end())
    throw place.refused(text, join(words, " or "));
  value = text;
}

std::string encode(bool value, const Allowed& allowed) {
  return split(allowed.words, '|')[value ? 1 : 0];
}
void decode(const std::string& text, bool& value, const Allowed& allowed, const Place& place) {
  std::string word;
  decode(text, word, allowed, place);
  value = word == encode(true, allowed);
}

template <typename Number>
requires std::is_arithmetic_v<Number> std::string encode(Number value, const Allowed& /*allowed*/) {
  return json_text(Json(value));  // the shortest text that is read as the same number
}
template <typename Number>
requires std::is_arithmetic_v<Number>
void decode(const std::string& text, Number& value, const Allowed& allowed, const Place& place) {
  std::int64_t most = allowed.high;
  if constexpr (std::is_same_v<Number, int>)
    most = std::min<std::int64_t>(most, std::numeric_limits<int>::max());
  const auto low = static_cast<Number>(allowed.low), high = static_cast<Number>(most);
  const auto number = to_number<Number>(text, low, high);
  if (!number) throw place.refused(text, fmt::format("a number from {} to {}", low, high));
  value = *number;
}

std::string encode(const std::optional<int>& value, const Allowed& allowed) {
  return value ? encode(*value, allowed) : "";
}
void decode(const std::string& text, std::optional<int>& value, const Allowed& allowed, const Place& place) {
  decode(text, value.emplace(), allowed, place);
}

std::string encode(const std::optional<Shard>& value, const Allowed& /*allowed*/) {
  return value ? value->text() : "";
}
void decode(const std::string& text, std::optional<Shard>& value, const Allowed& /*allowed*/,
            const Place& place) {
  value = parse_shard(text, fmt::format("{}: run.{}", place.file.string(), place.key));
}

// Lists and maps are written as JSON.
template <typename Value>
requires(!std::is_arithmetic_v<Value>) std::string encode(const Value& value, const Allowed& /*allowed*/) {
  return json_text(Json(value));
}
template <typename Value>
requires(!std::is_arithmetic_v<Value>) void decode(const std::string& text, Value& value,
                                                   const Allowed& /*allowed*/, const Place& place) {
  if (text.empty()) return;
  constexpr bool strings = std::is_same_v<Value, std::vector<std::string>>;
  try {
    parse_json(text).get_to(value);
  } catch (const std::exception&) {
    throw place.refused(text, strings ? "a JSON array of strings" : fmt::format("JSON: {}", place.text));
  }
}

bool has_fact(const RunFacts& run, FactScope scope) {
  using enum FactScope;
  if (scope == all) return true;
  if (run.on_graphs()) return scope == graphs;
  return scope == images || scope == (run.semantic() ? semantic : pixels);
}

// Returns facts with their default values, RunFacts::edits included.
RunFacts defaults() {
  RunFacts run;
  run.edits.emplace();
  return run;
}

}  // namespace

FactTexts read_texts(const SQLite::Database& database) {
  FactTexts texts;
  SQLite::Statement rows(database, "SELECT key, value FROM run");
  while (rows.executeStep()) texts[rows.getColumn(0).getString()] = rows.getColumn(1).getString();
  return texts;
}

FactTexts texts_of(const RunFacts& run) {
  FactTexts usual, texts;
  const RunFacts ordinary = defaults();
  visit_facts(ordinary, [&](const char* key, const auto& value, const Allowed& allowed,
                            const FactTraits& traits, const char*) {
    if (traits.stated == Stated::unless_default) usual[key] = encode(value, allowed);
  });
  visit_facts(run, [&](const char* key, const auto& value, const Allowed& allowed, const FactTraits& traits,
                       const char*) {
    if (!has_fact(run, traits.scope)) return;
    std::string text = encode(value, allowed);
    if (const auto found = usual.find(key); found == usual.end() || found->second != text)
      texts[key] = std::move(text);
  });
  return texts;
}

RunFacts facts_of(const FactTexts& texts, const fs::path& file) {
  RunFacts run = defaults();
  visit_facts(run, [&](const char* key, auto& value, const Allowed& allowed, const FactTraits& traits,
                       const char* text) {
    if (!has_fact(run, traits.scope)) return;
    if (const auto found = texts.find(key); found != texts.end())
      decode(found->second, value, allowed, {file, key, text});
    else if (traits.stated == Stated::required)
      throw InputError("{}: the run table lacks '{}'", file.string(), key);
  });
  if (!run.on_graphs()) run.edits.reset();
  if (run.epsilon_asked == 0) run.epsilon_asked = run.epsilon;
  if (run.config_json.empty()) run.config_json = "{}";
  const Json config = parse_json(run.config_json);
  if (!config.is_object()) throw Place{file, "config", ""}.refused(run.config_json, "a JSON object");
  run.config_json = json_text(config);
  return run;
}

std::pair<std::string, std::string> text_of(const RunFacts& run, const void* fact) {
  std::pair<std::string, std::string> found;
  visit_facts(
      run, [&](const char* key, const auto& value, const Allowed& allowed, const FactTraits&, const char*) {
        if (&value == fact) found = {key, encode(value, allowed)};
      });
  return found;
}

void read_fact(const FactTexts& texts, RunFacts& run, const void* fact, const fs::path& file) {
  visit_facts(run,
              [&](const char* key, auto& value, const Allowed& allowed, const FactTraits&, const char* text) {
                if (&value != fact) return;
                if (const auto found = texts.find(key); found != texts.end())
                  decode(found->second, value, allowed, {file, key, text});
              });
}

const std::vector<std::pair<std::string, Merge>>& merge_rules() {
  static const auto rules = [] {
    std::vector<std::pair<std::string, Merge>> list;
    const RunFacts run = defaults();
    visit_facts(run, [&](const char* key, const auto&, const Allowed&, const FactTraits& traits,
                         const char*) { list.emplace_back(key, traits.merge); });
    return list;
  }();
  return rules;
}

std::string facts_text(const char* indent) {
  std::string lines;
  const RunFacts run = defaults();
  visit_facts(run,
              [&](const char* key, const auto&, const Allowed& allowed, const FactTraits&, const char* text) {
                lines += fmt::format("{}{}: {}{}\n", indent, key, text,
                                     *allowed.words == '\0' ? "" : fmt::format(" ({})", allowed.words));
              });
  return lines;
}

}  // namespace bora::attacks
