#include "report/assessment/figures/assessment.h"

#include <algorithm>
#include <limits>
#include <set>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"
#include "data/files/file.h"
#include "report/assessment/figures/same_inputs.h"

namespace bora::report {
namespace {

using ParsedJson = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kFile = "models.json";

/// Reader of the fields of an object in the file. Errors name the object: "models[2]".
class Fields {
 public:
  Fields(const fs::path& file, std::string name, const ParsedJson& object)
      : file_(file), name_(std::move(name)), object_(object) {
    if (!object.is_object()) throw bad(name_, object, "an object");
  }

  /// Returns the value of a field; null if it is missing.
  const ParsedJson& at(const char* key) const {
    static const ParsedJson kNull;
    const auto it = object_.find(key);
    return it == object_.end() ? kNull : *it;
  }
  std::string path_of(const char* key) const { return name_.empty() ? key : name_ + "." + key; }
  /// Returns an error that states the file, the field, its value and the expected values.
  InputError bad(const std::string& field, const ParsedJson& value, const std::string& expected) const {
    const std::string text = value.dump(-1, ' ', true, ParsedJson::error_handler_t::replace);
    return InputError("{}: {} is {}, expected {}", file_.string(), field.empty() ? "the file" : field,
                      printable(text, 60), expected);
  }

  std::string text(const char* key) const {
    const ParsedJson& value = at(key);
    if (value.is_null()) return "";
    if (!value.is_string()) throw bad(path_of(key), value, "a text");
    return value.get<std::string>();
  }
  std::string one_of(const char* key, const std::vector<std::string>& choices) const {
    const std::string value = text(key);
    if (std::ranges::find(choices, value) == choices.end())
      throw bad(path_of(key), at(key), join(choices, " or "));
    return value;
  }
  std::optional<double> number(const char* key, double most, const char* expected) const {
    const ParsedJson& value = at(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number() || !(value.get<double>() >= 0 && value.get<double>() <= most))
      throw bad(path_of(key), value, expected);
    return value.get<double>();
  }
  std::optional<std::int64_t> count(const char* key) const {
    const ParsedJson& value = at(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0)
      throw bad(path_of(key), value, "a whole number from 0");
    return value.get<std::int64_t>();
  }
  /// Returns an array of texts; empty if it is missing.
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> out;
    for (const ParsedJson& item : array(key)) {
      if (!item.is_string()) throw bad(path_of(key), at(key), "an array of texts");
      out.push_back(item.get<std::string>());
    }
    return out;
  }
  std::vector<Fields> objects(const char* key) const {
    std::vector<Fields> out;
    for (const ParsedJson& item : array(key))
      out.emplace_back(file_, path_of(key) + "[" + std::to_string(out.size()) + "]", item);
    return out;
  }

 private:
  const ParsedJson& array(const char* key) const {
    static const ParsedJson kNone = ParsedJson::array();
    const ParsedJson& value = at(key);
    if (value.is_null()) return kNone;
    if (!value.is_array()) throw bad(path_of(key), value, "an array");
    return value;
  }

  fs::path file_;
  std::string name_;
  const ParsedJson& object_;
};

constexpr double kMostSeconds = 1e12;
constexpr const char* kSeconds = "a number of seconds from 0";
constexpr const char* kShare = "a share from 0 to 1";

ParsedJson parse(const fs::path& file) {
  const std::string text = read_text_file(file);
  if (nests_deeper(text, kDeepestJson))
    throw InputError("{}: nests deeper than {} levels", file.string(), kDeepestJson);
  try {
    return parse_valid_json(text);
  } catch (const ParsedJson::exception& error) {
    throw InputError("{}: is not JSON: {}", file.string(), printable(error.what()));
  }
}

/// Reads the model's runs. A run without a database, or without inputs in it, has not begun.
void read_runs(const fs::path& folder, const Fields& fields, AssessedModel& model) {
  for (const std::string& name : fields.texts("runs")) {
    std::error_code none;
    if (!fs::exists(folder / name / "run.sqlite", none)) {
      model.not_begun.push_back(name);
      continue;
    }
    RunRecord run = read_run(folder / name);
    if (run.inputs.empty()) {
      model.not_begun.push_back(name);
    } else {
      model.runs.push_back(std::move(run));
    }
  }
  std::ranges::stable_sort(model.runs, {}, bound_of);
}

AssessedModel read_model(const fs::path& folder, const Fields& fields) {
  AssessedModel model;
  model.name = fields.text("name");
  if (model.name.empty()) throw fields.bad(fields.path_of("name"), fields.at("name"), "a name");
  model.origin = fields.one_of("origin", {"searched", "trained", "given"});
  model.architecture = fields.text("architecture");
  model.file = fields.text("file");
  model.weights = fields.count("weights");
  model.latency = fields.number("latency", kMostSeconds, kSeconds);
  model.seconds = fields.number("seconds", kMostSeconds, kSeconds);
  model.failure = fields.text("failure");
  read_runs(folder, fields, model);
  return model;
}

SearchRecord read_search(const Fields& fields) {
  SearchRecord search;
  search.space = fields.text("space");
  search.strategy = fields.text("strategy");
  search.objective = fields.one_of("objective", search_objectives());
  for (const Fields& each : fields.objects("networks")) {
    SearchedNetwork network;
    network.number = each.count("number").value_or(0);
    network.architecture = each.text("architecture");
    network.accuracy = each.number("accuracy", 1, kShare);
    network.robustness = each.number("robustness", 1, kShare);
    network.weights = each.count("weights").value_or(0);
    network.seconds = each.number("seconds", kMostSeconds, kSeconds).value_or(0);
    const ParsedJson& finalist = each.at("finalist");
    if (!finalist.is_null() && !finalist.is_boolean())
      throw each.bad(each.path_of("finalist"), finalist, "true or false");
    network.finalist = finalist.is_boolean() && finalist.get<bool>();
    search.networks.push_back(std::move(network));
  }
  return search;
}

}  // namespace

const std::vector<std::string>& search_objectives() {
  static const std::vector<std::string> names{"accuracy", "robust", "tse",   "tse-e",
                                              "tse-ema",  "sovl",   "tlmini"};
  return names;
}

bool holds_assessment(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kFile, error);
}

Assessment read_assessment(const fs::path& folder) {
  const fs::path file = folder / kFile;
  const ParsedJson json = parse(file);
  const Fields fields(file, "", json);
  if (fields.count("format") != 1) throw fields.bad("format", fields.at("format"), "1");
  Assessment assessment;
  assessment.folder = folder;
  assessment.command = fields.text("command");
  assessment.version = fields.text("version");
  assessment.started = fields.text("started");
  assessment.finished = fields.text("finished");
  assessment.status = fields.one_of("status", {"running", "interrupted", "complete"});
  assessment.bound = fields.number("bound", std::numeric_limits<double>::max(), "a number from 0");
  std::set<std::string> names;
  for (const Fields& each : fields.objects("models")) {
    assessment.models.push_back(read_model(folder, each));
    const std::string& name = assessment.models.back().name;
    if (!names.insert(name).second)
      throw each.bad(each.path_of("name"), each.at("name"), "a name that no other model has");
  }
  if (!fields.at("search").is_null())
    assessment.search = read_search(Fields(file, "search", fields.at("search")));
  check_same_inputs(assessment);
  for (const AssessedModel& model : assessment.models)
    if (assessment.data.empty() && !model.runs.empty()) assessment.data = model.runs.front().data;
  return assessment;
}

}  // namespace bora::report
