#include "report/views/run_views.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "common/json.h"
#include "report/figures/checks.h"
#include "report/figures/run_texts.h"
#include "report/views/formats/figures_json.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

/// Kind of finding.
struct Rule {
  const char* id;
  const char* name;
  const char* level;
  const char* summary;
  const char* help;
};

constexpr Rule kRules[] = {
    {"fooled", "InputsFooled", "warning", "Inputs fool the model under an attack.",
     "The attack changed inputs within the threat model until the model answered as the attacker wants. "
     "Level error: the 95% interval of the share lies above one half. Train against such inputs, narrow what "
     "an attacker can send, or accept the risk knowingly. White-box attacks are notes: they see gradients."},
    {"check-failed", "EvaluationCheckFailed", "error", "A check of the evaluation itself failed.",
     "The figures of this run may be misleading. See the report's list of checks."},
    {"check-warned", "EvaluationCheckWarned", "warning", "A check of the evaluation itself warns.",
     "The figures of this run may be misleading. See the report's list of checks."},
    {"condition-holds", "ConditionHolds", "error", "A condition that must not hold does.",
     "A condition of --fail-if is shown to hold by the figure's 95% interval."},
    {"condition-not-decided", "ConditionNotDecided", "warning", "A condition could not be decided.",
     "A condition of --fail-if uses a figure that this run does not have."},
    {"not-verified", "AdversarialExamplesNotConfirmed", "error",
     "Adversarial examples did not pass verification.",
     "Read back from their files and shown to the model again, they do not reach their goal. They count as "
     "failures in every figure."},
    {"records-contradict", "RecordsContradict", "error", "The run's records contradict themselves.",
     "The database was damaged or tampered with: do not rely on its figures."}};

Json rules() {
  Json out = Json::array();
  for (const Rule& rule : kRules)
    out.push_back({{"id", rule.id},
                   {"name", rule.name},
                   {"shortDescription", {{"text", rule.summary}}},
                   {"fullDescription", {{"text", rule.help}}},
                   {"help", {{"text", rule.help}}},
                   {"defaultConfiguration", {{"level", rule.level}}}});
  return out;
}

/// Returns a path for a URI (RFC 3986): all bytes but unreserved characters and '/' are percent-encoded.
std::string uri_path(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (byte < 0x80 && std::isalnum(byte) != 0) || std::string("-._~/").find(c) != std::string::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

/// Returns the text of a message in which nothing is a link: SARIF reads "[text](address)" as one (3.11.6).
std::string without_links(std::string text) {
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at))
    text.insert(at + 1, " ");
  return text;
}

constexpr const char* kRoot = "%SRCROOT%";

/// Returns the artifactLocation that SARIF requires of the model. A file below the folder in which the run
/// was made has a path relative to it, as code hosts require for files of a repository; other files have an
/// absolute path. A server has its address, and a program "exec:" and its command.
Json location_of(const RunRecord& run) {
  if (run.model.starts_with("http://") || run.model.starts_with("https://"))
    return {{"uri", run.model}, {"index", 0}};
  if (constexpr std::string_view kProgram = "exec:"; run.model.starts_with(kProgram))
    return {{"uri", std::string(kProgram) + uri_path(run.model.substr(kProgram.size()))}, {"index", 0}};
  const fs::path model = run.model;
  if (!run.directory.empty() || model.is_relative()) {
    const fs::path relative =
        model.is_relative() ? model.lexically_normal() : model.lexically_relative(run.directory);
    if (!relative.empty() && *relative.begin() != "..")
      return {{"uri", uri_path(relative.generic_string())}, {"uriBaseId", kRoot}, {"index", 0}};
  }
  const fs::path absolute = model.is_absolute() ? model : fs::path(run.directory) / model;
  return {{"uri", "file://" + uri_path(absolute.lexically_normal().generic_string())}, {"index", 0}};
}

/// List of SARIF results.
class Results {
 public:
  // A model has no lines, but code hosts show only results with a line.
  explicit Results(const RunRecord& run) {
    place_["physicalLocation"] = {{"artifactLocation", location_of(run)}, {"region", {{"startLine", 1}}}};
  }

  /// Adds a result to the list; `identity`: equal for the same finding in different runs; `kind`: "fail",
  /// "pass" or "open".
  void add(const char* rule, const std::string& identity, const char* kind, const char* level,
           const std::string& text, Json properties) {
    const auto place = std::ranges::find(kRules, std::string_view(rule), &Rule::id) - std::begin(kRules);
    Json result = {{"ruleId", rule},
                   {"ruleIndex", place},
                   {"kind", kind},
                   {"level", std::string_view(kind) == "fail" ? level : "none"},
                   {"message", {{"text", without_links(text)}}},
                   {"locations", Json::array({place_})},
                   {"partialFingerprints", {{"finding/v1", fmt::format("{}:{}", rule, identity)}}},
                   {"properties", std::move(properties)}};
    all_.push_back(std::move(result));
  }
  Json all() && { return std::move(all_); }

 private:
  Json place_;
  Json all_ = Json::array();
};

/// Returns SARIF's level: "note" for a white-box attack, which sees gradients; otherwise "error" if the lower
/// end of the success interval is above one half, else "warning".
const char* level_of(const AttackResult& attack) {
  if (attack.white_box()) return "note";
  const SuccessPoint& last = attack.points.back();
  return last.interval && last.interval->low > 0.5 ? "error" : "warning";
}

const char* kind_of(const AttackResult& attack) {
  if (attack.successes() > 0) return "fail";
  return attack.points.back().rate ? "pass" : "open";
}

void add_attacks(Results& results, const RunReport& report) {
  for (std::size_t a = 0; a < report.attacks.size(); ++a) {
    const AttackResult& attack = report.attacks[a];
    const SuccessPoint& last = attack.points.back();
    results.add("fooled", attack.name, kind_of(attack), level_of(attack),
                fmt::format("{}: {}.", attack.display_name(), report.words.attacks[a].plain()),
                {{"attack", attack.name},
                 {"whiteBox", attack.white_box()},
                 {"instances", attack.instances},
                 {"successes", attack.successes()},
                 {noun(report.run) + "s", attack.images},
                 {"queriesWithin", last.queries},
                 {"successShare", maybe(last.rate)},
                 {"successInterval", maybe(last.interval)},
                 {"medianQueries", maybe(attack.quantiles[1].queries)}});
  }
}

void add_checks(Results& results, const RunReport& report) {
  for (const EvaluationCheck& check : report.checks) {
    if (check.status != "fail" && check.status != "warn") continue;
    const bool failed = check.status == "fail";
    const char* const level = failed ? "error" : "warning";
    results.add(failed ? "check-failed" : "check-warned", check.id, "fail", level, expected_and_found(check),
                {{"check", check.id}, {"status", check.status}});
  }
}

void add_conditions(Results& results, const RunReport& report) {
  for (const ConditionOutcome& outcome : report.conditions) {
    const bool holds = outcome.finding == Finding::holds;
    if (!holds && outcome.finding != Finding::not_decided) continue;
    results.add(holds ? "condition-holds" : "condition-not-decided", outcome.condition.text,
                holds ? "fail" : "open", "error", outcome.text(), condition_json(outcome));
  }
}

void add_contradictions(Results& results, const RunReport& report) {
  if (!report.words.verifier_fault.empty())
    results.add("not-verified", "run", "fail", "error", report.words.verifier_fault + ".",
                verification_json(report.verification));
  if (!report.contradictions.empty())
    results.add(
        "records-contradict", "run", "fail", "error",
        fmt::format("{}: {}",
                    count_of(static_cast<std::int64_t>(report.contradictions.size()), "contradiction"),
                    report.contradictions.front()),
        {{"contradictions", report.contradictions}});
}

Json invocation(const RunReport& report) {
  const RunRecord& run = report.run;
  Json out = {{"executionSuccessful", report.complete() && run.status == "complete"}};
  if (!run.command.empty()) out["commandLine"] = run.command;
  if (!run.started.empty()) out["startTimeUtc"] = run.started;
  if (!run.finished.empty()) out["endTimeUtc"] = run.finished;
  if (!run.directory.empty()) out["workingDirectory"] = {{"uri", "file://" + uri_path(run.directory) + "/"}};
  return out;
}

}  // namespace

std::string sarif(const RunReport& report) {
  const RunRecord& run = report.run;
  Results results(run);
  add_attacks(results, report);
  add_checks(results, report);
  add_conditions(results, report);
  add_contradictions(results, report);

  Json artifact = {{"location", location_of(run)}, {"roles", Json::array({"analysisTarget"})}};
  artifact["location"].erase("index");
  if (!run.model_sha256.empty()) artifact["hashes"] = {{"sha-256", run.model_sha256}};
  Json driver = {{"name", "bora"},
                 {"fullName", "bora, robustness assessment of trained classifiers by counted queries"},
                 {"shortDescription", {{"text", "How few queries it takes to fool a trained classifier."}}}};
  if (!run.version.empty()) driver["version"] = driver["semanticVersion"] = run.version;
  driver["rules"] = rules();
  Json properties = {
      {"data", run.data},
      {"threat", threat_text(run)},
      {"goal", run.goal()},
      {"budget", run.budget},
      {"seed", run.seed},
      {"verdict", report.words.lead.plain()},
      {"cleanAccuracy", maybe(report.clean_accuracy)},
      {"measure", resistance_name(report.worst_case)},
      {"share", Json::array({maybe(report.worst_case.accuracy_low), maybe(report.worst_case.accuracy_high)})},
      {"shareInterval", maybe(report.worst_case.interval)}};
  Json body = {{"tool", {{"driver", std::move(driver)}}},
               {"automationDetails", {{"id", "bora/" + without_folders(run.model) + "/"}}},
               {"invocations", Json::array({invocation(report)})},
               {"artifacts", Json::array({std::move(artifact)})},
               {"columnKind", "utf16CodeUnits"},
               {"results", std::move(results).all()},
               {"properties", std::move(properties)}};
  if (!run.directory.empty())
    body["originalUriBaseIds"] = {{kRoot, {{"uri", "file://" + uri_path(run.directory) + "/"}}}};
  const Json json = {
      {"$schema",
       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({std::move(body)})}};
  return json_text(json, 2) + "\n";
}

}  // namespace bora::report
