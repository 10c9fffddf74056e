#include "report/tuning/results.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/text.h"
#include "common/whole_file.h"
#include "report/tuning/tuning_report.h"
#include "tuning/trials/failures.h"
#include "tuning/trials/repeats.h"

namespace bora::report {
namespace {

namespace fs = std::filesystem;

// Why there is no best trial, and which trial comes closest to being one.
std::string infeasible_text(const Tuning& tuning) {
  const std::size_t first = tuning.objectives().size();
  const TrialRow* closest = nullptr;
  double least = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (row.values.empty()) continue;
    double most = 0;
    for (std::size_t k = 0; k < tuning.bounds().size(); ++k)
      most = std::max(most, -tuning.bounds()[k].slack(row.values[first + k]));
    if (closest == nullptr || most < least) {
      closest = &row;
      least = most;
    }
  }
  if (closest == nullptr) return "best       none: no trial gave a value\n";
  std::vector<std::string> broken;
  for (std::size_t k = 0; k < tuning.bounds().size(); ++k) {
    const OutcomeBound& bound = tuning.bounds()[k];
    if (const double value = closest->values[first + k]; !bound.kept(value))
      broken.push_back(fmt::format("{} {:.6g} breaks {}", bound.name, value, bound.text()));
  }
  return fmt::format("best       none: no trial meets the constraints; trial {} comes closest: {}\n",
                     closest->number, join(broken));
}

}  // namespace

std::string summary_text(const Tuning& tuning, int budget, const std::string& stopped,
                         const std::optional<RecommendedPoint>& recommendation) {
  int done = 0, failed = 0, late = 0, known = 0, infeasible = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (number <= 0) {
      ++known;
    } else {
      done += row.status == "done" ? 1 : 0;
      infeasible += row.status == "done" && !tuning.feasible(row) ? 1 : 0;
      failed += row.status == "failed" ? 1 : 0;
      late += row.status == "timed out" ? 1 : 0;
    }
  }
  std::string out;
  const auto words_of = [&](std::int64_t trial) {
    std::vector<std::string> words;
    const Assignment values = tuning.assignment(trial);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]) words.push_back(tuning.space().parameters()[i].name + " " + short_text(*values[i]));
    return join(words);
  };
  const auto name_of = [](std::int64_t trial) {
    return trial > 0 ? fmt::format("trial {}", trial) : std::string("of the warm start");
  };
  const auto& objectives = tuning.objectives();
  if (objectives.size() > 1 && tuning.best()) {
    out += fmt::format("best       {} trials that no other beats in everything:\n", tuning.front().size());
    constexpr std::size_t kMost = 10;
    for (std::size_t f = 0; f < std::min(kMost, tuning.front().size()); ++f) {
      const std::int64_t trial = tuning.front()[f];
      std::vector<std::string> words;
      for (std::size_t k = 0; k < objectives.size(); ++k)
        words.push_back(fmt::format("{} {:.6g}", objectives[k].name, tuning.trials().at(trial).values[k]));
      out += fmt::format("           {}: {}; {}\n", name_of(trial), join(words), words_of(trial));
    }
    if (tuning.front().size() > kMost) out += "           ... (all in the report)\n";
  } else if (const auto best = tuning.best()) {
    out +=
        fmt::format("best       {:.9g} ({}), {}{}\n           {}\n", tuning.trials().at(*best).values.front(),
                    tuning.maximise() ? "maximised" : "minimised", name_of(*best),
                    recommendation ? ": the luckiest of noisy values" : "", words_of(*best));
    const auto expected = [](const RecommendedPoint::Expected& at) {
      const auto [mean, lower, upper] = texts(at);
      return fmt::format("{} [{}, {}]", mean, lower, upper);
    };
    if (recommendation) {
      const bool same = recommendation->trial == best;
      if (!same && recommendation->of_best)
        out += fmt::format("           expected there {}\n", expected(*recommendation->of_best));
      out += fmt::format("recommend  expected {}, {}{}\n", expected(recommendation->expected),
                         name_of(recommendation->trial), same ? ", too" : "");
      if (!same) out += fmt::format("           {}\n", words_of(recommendation->trial));
      out += fmt::format(
          "noise      {:.3g}, standard deviation of a value; in brackets the 95% interval of the mean\n",
          recommendation->noise);
    }
  } else {
    out += infeasible_text(tuning);
  }
  out += fmt::format("trials     {} of {}: {} with a value", done + failed + late, budget, done);
  if (infeasible > 0)
    out += fmt::format(", {} of them {} the constraints", infeasible, infeasible == 1 ? "breaks" : "break");
  if (failed > 0) out += fmt::format(", {} failed", failed);
  if (late > 0) out += fmt::format(", {} timed out", late);
  if (known > 0) out += fmt::format("; besides {} of a warm start", known);
  out += '\n';
  if (!stopped.empty()) out += "ended      " + stopped + "\n";
  if (const SharedReason why = commonest_reason(tuning.trials()); why.trials > 0)
    out += fmt::format("failures   {} of {}, the first of them trial {}: {}\n", why.trials, failed + late,
                       why.first, why.reason);
  return out;
}

std::string summary_json(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation) {
  using Json = nlohmann::ordered_json;
  const auto of_trial = [&](std::int64_t trial) {
    const TrialRow& row = tuning.trials().at(trial);
    Json out{{"trial", trial}, {"values", Json::object()}, {"point", Json::parse(row.point)}};
    const std::size_t objectives = tuning.objectives().size();
    for (std::size_t k = 0; k < row.values.size(); ++k)
      out["values"][k < objectives ? tuning.objectives()[k].name : tuning.bounds()[k - objectives].name] =
          row.values[k];
    return out;
  };
  Json out{{"format", 1}, {"objectives", Json::object()}};
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
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_results(const Tuning& tuning, const fs::path& folder, const std::string& command,
                   const std::optional<RecommendedPoint>& recommendation) {
  write_tables(tuning, folder);
  write_whole_file(folder / "summary.json", summary_json(tuning, recommendation));
  write_whole_file(folder / "report.html",
                   tuning_report(tuning, folder.filename().string(), command, recommendation));
}

}  // namespace bora::report
