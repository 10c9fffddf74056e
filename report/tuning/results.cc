#include "report/tuning/results.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/files/atomic_write.h"
#include "common/json.h"
#include "common/text.h"
#include "report/tuning/tuning_words.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

// Returns the parameters of a trial: "lr 0.02, batch 32".
std::string point_text(const Tuning& tuning, std::int64_t trial) {
  std::vector<std::string> words;
  const Assignment values = tuning.assignment(trial);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]) words.push_back(tuning.space().parameters()[i].name + " " + short_text(*values[i]));
  return join(words);
}

// Returns a line for each trial of the front, at most ten, and a hint if there are more.
std::vector<std::string> front_lines(const Tuning& tuning) {
  constexpr std::size_t kMost = 10;
  std::vector<std::string> lines;
  for (const std::int64_t trial : tuning.front()) {
    if (lines.size() == kMost) {
      lines.emplace_back("... (all in the report)");
      break;
    }
    std::vector<std::string> words;
    for (std::size_t k = 0; k < tuning.objectives().size(); ++k)
      words.push_back(
          fmt::format("{} {:.6g}", tuning.objectives()[k].name, tuning.trials().at(trial).values[k]));
    lines.push_back(fmt::format("{}: {}; {}", trial_name(trial), join(words), point_text(tuning, trial)));
  }
  return lines;
}

}  // namespace

std::string summary_text(const Tuning& tuning, const TuningProgress& progress,
                         const std::optional<RecommendedPoint>& recommendation) {
  std::string out;
  const auto add = [&](const char* label, const std::string& text) {
    if (!text.empty()) out += fmt::format("{:<11}{}\n", label, text);
  };
  const TuningWords words = tuning_words(tuning, recommendation);
  const bool several = tuning.best() && !words.best_trial;
  add("best", words.best.plain() + (several ? ":" : ""));
  if (several)
    for (const std::string& line : front_lines(tuning)) add("", line);
  if (words.best_trial) add("", point_text(tuning, *words.best_trial));
  add("", words.expected_of_best.plain());
  add("recommend", words.recommended.plain());
  if (words.shown_trial != words.best_trial && !several) add("", point_text(tuning, *words.shown_trial));
  add("noise", words.noise);
  add("warning", words.warning);
  for (const std::string& warning : progress.warnings) add("warning", warning);
  add("trials", counts_text(tuning, progress.budget));
  add("ended", ended_text(progress));
  add("failures", failures_text(tuning));
  return out;
}

std::string summary_json(const Tuning& tuning, const TuningProgress& progress,
                         const std::optional<RecommendedPoint>& recommendation) {
  using Json = nlohmann::ordered_json;
  const auto of_trial = [&](std::int64_t trial) {
    const TrialRow& row = tuning.trials().at(trial);
    Json out{{"trial", trial}, {"values", Json::object()}, {"point", parse_valid_json<Json>(row.point)}};
    const std::size_t objectives = tuning.objectives().size();
    for (std::size_t k = 0; k < row.values.size(); ++k)
      out["values"][k < objectives ? tuning.objectives()[k].name : tuning.bounds()[k - objectives].name] =
          row.values[k];
    return out;
  };
  const auto known = [](bool is, const Json& value) { return is ? value : Json(); };
  Json out{{"format", 1},
           {"status", known(!progress.status.empty(), progress.status)},
           {"stopped", known(!progress.stopped.empty(), progress.stopped)},
           {"budget", known(progress.budget > 0, progress.budget)},
           {"objectives", Json::object()}};
  for (const Objective& objective : tuning.objectives())
    out["objectives"][objective.name] = objective.maximise ? "maximise" : "minimise";
  std::map<std::string, int> statuses;
  int infeasible = 0;
  for (const auto& [number, row] : tuning.trials()) {
    ++statuses[number > 0 ? row.status : "warm start"];
    infeasible += number > 0 && !row.values.empty() && !tuning.feasible(row) ? 1 : 0;
  }
  out["trials"] = statuses;
  if (!tuning.bounds().empty()) {
    out["constraints"] = Json::array();
    for (const OutcomeBound& bound : tuning.bounds()) out["constraints"].push_back(bound.text());
    out["infeasible"] = infeasible;
  }
  const bool several = tuning.objectives().size() > 1;
  out["best"] = tuning.best() && !several ? of_trial(*tuning.best()) : Json();
  out["front"] = Json::array();
  if (several)
    for (const std::int64_t trial : tuning.front()) out["front"].push_back(of_trial(trial));
  out["recommendation"] = nullptr;
  if (recommendation) {
    const auto interval = [](const RecommendedPoint::Expected& at) {
      return Json::array({at.lower, at.upper});
    };
    Json said = of_trial(recommendation->trial);
    said["expected"] = recommendation->expected.mean;
    said["interval"] = interval(recommendation->expected);
    said["noise"] = recommendation->noise;
    const auto& at_best = recommendation->of_best;
    said["expected_of_best"] = at_best ? Json(at_best->mean) : Json();
    said["interval_of_best"] = at_best ? interval(*at_best) : Json();
    out["recommendation"] = std::move(said);
  }
  return json_text(out, 2) + "\n";
}

void write_results(const Tuning& tuning, const fs::path& folder, const std::string& command,
                   const TuningProgress& progress, const std::optional<RecommendedPoint>& recommendation) {
  write_tables(tuning, folder);
  write_atomically(folder / "summary.json", summary_json(tuning, progress, recommendation),
                   Durability::unsynced);
  write_atomically(folder / "report.html",
                   tuning_report(tuning, folder.filename().string(), command, progress, recommendation),
                   Durability::unsynced);
}

}  // namespace bora::report
