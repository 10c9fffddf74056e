#include "report/tuning/tuning_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/text.h"
#include "common/usual_goal.h"
#include "tuning/trials/failures.h"

namespace bora::report {
namespace {

// Returns the reason why there is no best trial, and the trial that comes closest to meeting the constraints.
std::string none_text(const Tuning& tuning) {
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
  if (closest == nullptr) return "none: no trial gave a value";
  std::vector<std::string> broken;
  for (std::size_t k = 0; k < tuning.bounds().size(); ++k) {
    const OutcomeBound& bound = tuning.bounds()[k];
    if (const double value = closest->values[first + k]; !bound.kept(value))
      broken.push_back(fmt::format("{} {:.6g} breaks {}", bound.name, value, bound.text()));
  }
  return fmt::format("none: no trial meets the constraints; trial {} comes closest: {}", closest->number,
                     join(broken));
}

// Returns advice if at least five trials have values and all are equal, apart from rounding; else "".
std::string same_values_text(const Tuning& tuning) {
  constexpr int kFewest = 5;
  constexpr double kRounding = 1e-12;  // relative
  const std::vector<double>* first = nullptr;
  int trials = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (number <= 0 || row.values.empty()) continue;
    if (first == nullptr) first = &row.values;
    for (std::size_t k = 0; k < tuning.objectives().size(); ++k)
      if (!(std::abs(row.values[k] - (*first)[k]) <= kRounding * std::abs((*first)[k]))) return "";
    ++trials;
  }
  if (trials < kFewest) return "";
  return fmt::format("all {} trials have the same value; check that the program uses its parameters", trials);
}

// Returns whether objective k has the same value in all of the trials.
bool is_constant(const std::vector<const TrialRow*>& trials, std::size_t k) {
  return std::ranges::all_of(
      trials, [&](const TrialRow* row) { return row->values[k] == trials.front()->values[k]; });
}

// Returns whether no trial is better than another in objective i and worse in objective j, and each of the
// two has at least `fewest` different values.
bool never_conflict(const Tuning& tuning, const std::vector<const TrialRow*>& trials, std::size_t i,
                    std::size_t j, std::size_t fewest) {
  const auto signed_value = [&](const TrialRow* row, std::size_t k) {
    return tuning.objectives()[k].maximise ? row->values[k] : -row->values[k];
  };
  std::vector<std::pair<double, double>> values;
  std::set<double> first, second;
  for (const TrialRow* row : trials) {
    values.emplace_back(signed_value(row, i), signed_value(row, j));
    first.insert(values.back().first);
    second.insert(values.back().second);
  }
  std::ranges::sort(values);
  return std::min(first.size(), second.size()) >= fewest &&
         std::ranges::is_sorted(values, {}, &std::pair<double, double>::second);
}

// Returns advice on several objectives of which one is constant or two never conflict, if at least five
// trials have values; else "".
std::string needless_objectives_text(const Tuning& tuning) {
  constexpr std::size_t kFewest = 5;
  std::vector<const TrialRow*> trials;
  for (const auto& [number, row] : tuning.trials())
    if (number > 0 && !row.values.empty()) trials.push_back(&row);
  const std::vector<Objective>& objectives = tuning.objectives();
  if (objectives.size() < 2 || trials.size() < kFewest) return "";
  for (std::size_t k = 0; k < objectives.size(); ++k)
    if (is_constant(trials, k))
      return fmt::format(
          "objective {} has the same value in all {} trials, so it does not influence the front; check that "
          "the program measures it",
          objectives[k].name, trials.size());
  for (std::size_t i = 0; i < objectives.size(); ++i)
    for (std::size_t j = i + 1; j < objectives.size(); ++j)
      if (never_conflict(tuning, trials, i, j, kFewest))
        return fmt::format(
            "objectives {} and {} do not conflict: no trial is better in one and worse in the other; check that "
            "they are different quantities",
            objectives[i].name, objectives[j].name);
  return "";
}

// Returns advice if the program was run several times for each of at least two trials with the same values
// each time; else "".
std::string same_repeats_text(const Tuning& tuning) {
  std::size_t repeats = 0;
  int trials = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (row.values.empty() || row.repeats.size() < 2) continue;
    for (const RepeatRow& repeat : row.repeats)
      if (repeat.values != row.repeats.front().values) return "";
    repeats = row.repeats.size();
    ++trials;
  }
  if (trials < 2) return "";
  return fmt::format(
      "the {} repeats of each trial have the same value, so they measure no noise; let the program take its seed from "
      "{{repeat}} or BORA_REPEAT, or run it once",
      repeats);
}

// Returns advice if each of at least two values of a warm start is better than those of all trials, at least
// five; else "". The search tries points near the best known one, whose values should be as good as some of
// them.
std::string better_warm_start_text(const Tuning& tuning) {
  constexpr int kFewest = 5;
  if (tuning.objectives().size() > 1) return "";
  const double sign = tuning.maximise() ? 1 : -1;
  double worst_known = std::numeric_limits<double>::infinity(), best = -worst_known;
  int known = 0, trials = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (row.values.empty()) continue;
    const double value = sign * row.values.front();
    if (number > 0) best = std::max(best, value);
    if (number <= 0) worst_known = std::min(worst_known, value);
    ++(number > 0 ? trials : known);
  }
  if (known < 2 || trials < kFewest || worst_known <= best) return "";
  return fmt::format(
      "each of the {} values of the warm start is better than those of all {} trials; check that they are of the "
      "same quantity, in the same unit",
      known, trials);
}

// Returns what is likely wrong with a constraint that all trials meet, whose values are `measured`; "" if
// nothing is.
std::string doubt_about_bound(const Tuning& tuning, const OutcomeBound& bound,
                              const std::vector<double>& measured) {
  constexpr double kFar = 10;  // units usually differ by at least this factor
  const auto [least, most] = std::ranges::minmax(measured);
  const auto trials = measured.size();
  if (least == most)
    return fmt::format("{} is {:g} in all {} trials; check that the program measures it", bound.name, least,
                       trials);
  const bool upper = bound.relation == Relation::at_most;
  const double nearest = upper ? most : least;
  const double ratio = nearest / bound.bound;  // not finite or not positive if no unit explains it
  const bool measured_here = bound.name == "seconds";
  if (!measured_here && std::isfinite(ratio) && ratio > 0 && (ratio >= kFar || ratio <= 1 / kFar))
    return fmt::format("all {} trials meet it by far, the nearest with {:g}; check its unit and its sign",
                       trials, nearest);
  const bool of_range = std::ranges::any_of(tuning.bounds(), [&](const OutcomeBound& other) {
    return other.name == bound.name && other.relation != bound.relation;
  });
  if (!of_range && usual_goal(bound.name) == (upper ? UsualGoal::maximise : UsualGoal::minimise))
    return fmt::format("all {} trials meet it, but the name suggests {}; check its sign", trials,
                       upper ? "a lower bound" : "an upper bound");
  return "";
}

// Returns advice on the first constraint that all trials, at least twenty, meet and that is likely a mistake;
// else "".
std::string inactive_constraint_text(const Tuning& tuning) {
  constexpr std::size_t kFewest = 20;
  for (std::size_t k = 0; k < tuning.bounds().size(); ++k) {
    const OutcomeBound& bound = tuning.bounds()[k];
    std::vector<double> measured;
    for (const auto& [number, row] : tuning.trials())
      if (number > 0 && !row.values.empty()) measured.push_back(row.values[tuning.objectives().size() + k]);
    const bool kept = std::ranges::all_of(measured, [&](double value) { return bound.kept(value); });
    if (!kept || measured.size() < kFewest) continue;
    if (const std::string doubt = doubt_about_bound(tuning, bound, measured); !doubt.empty())
      return "constraint " + bound.text() + ": " + doubt;
  }
  return "";
}

MarkedText expected_text(const RecommendedPoint::Expected& at) {
  const auto [mean, lower, upper] = texts(at);
  return strong(mean) + " " + quiet(fmt::format("[{}, {}]", lower, upper));
}

}  // namespace

TuningWords tuning_words(const Tuning& tuning, const std::optional<RecommendedPoint>& recommendation) {
  TuningWords out;
  const auto best = tuning.best();
  if (!best) {
    out.best = none_text(tuning);
    return out;
  }
  out.shown_trial = best;
  for (const auto text : {same_values_text, needless_objectives_text, same_repeats_text,
                          better_warm_start_text, inactive_constraint_text})
    if (out.warning.empty()) out.warning = text(tuning);
  if (tuning.objectives().size() > 1) {
    const std::size_t count = tuning.front().size();
    out.best = sentence("{} {} on the Pareto front",
                        {strong(fmt::to_string(count)), count == 1 ? "trial" : "trials"});
    return out;
  }
  out.best_trial = best;
  out.best =
      sentence("{} ({}), {}{}", {strong(fmt::format("{:.9g}", tuning.trials().at(*best).values.front())),
                                 tuning.maximise() ? "maximised" : "minimised", trial_name(*best),
                                 recommendation ? ": biased, as the best of noisy values" : ""});
  if (!recommendation) return out;
  out.shown_trial = recommendation->trial;
  const bool same = recommendation->trial == best;
  if (!same && recommendation->of_best)
    out.expected_of_best = "expected there " + expected_text(*recommendation->of_best);
  out.recommended = sentence("expected {}, {}{}",
                             {expected_text(recommendation->expected), trial_name(recommendation->trial),
                              same ? ", which also has the best value" : ""});
  out.noise = fmt::format("{:.3g}, standard deviation of a value; in brackets the 95% interval of the mean",
                          recommendation->noise);
  if (!tuning.bounds().empty())
    out.noise += recommendation->excess > 0
                     ? "; no trial is expected to meet all constraints, and this one comes closest"
                     : "; the trial meets the constraints, also by its expected values where these are noisy";
  return out;
}

std::string counts_text(const Tuning& tuning, int budget) {
  int done = 0, failed = 0, late = 0, known = 0, infeasible = 0, waiting = 0;
  for (const auto& [number, row] : tuning.trials()) {
    if (number <= 0) {
      ++known;
    } else {
      done += row.status == "done" ? 1 : 0;
      infeasible += row.status == "done" && !tuning.feasible(row) ? 1 : 0;
      failed += row.status == "failed" ? 1 : 0;
      late += row.status == "timed out" ? 1 : 0;
      waiting += row.status == "waiting" ? 1 : 0;
    }
  }
  std::string out = fmt::format("{}{}: {} with a value", done + failed + late,
                                budget > 0 ? fmt::format(" of {}", budget) : "", done);
  if (infeasible > 0)
    out += fmt::format(", {} of them {} the constraints", infeasible, infeasible == 1 ? "breaks" : "break");
  if (failed > 0) out += fmt::format(", {} failed", failed);
  if (late > 0) out += fmt::format(", {} timed out", late);
  if (waiting > 0) out += fmt::format("; besides {} without a result yet", waiting);
  if (known > 0) out += fmt::format("; besides {} of a warm start", known);
  return out;
}

std::string ended_text(const TuningProgress& progress) {
  if (!progress.stopped.empty()) return progress.stopped;
  if (progress.status == "interrupted") return "interrupted";
  return progress.status == "running" ? "not yet: the run goes on, or was killed" : "";
}

std::string failures_text(const Tuning& tuning) {
  const SharedReason why = commonest_reason(tuning.trials());
  if (why.trials == 0) return "";
  const auto ended_without = std::ranges::count_if(tuning.trials(), [](const auto& trial) {
    return trial.first > 0 && (trial.second.status == "failed" || trial.second.status == "timed out");
  });
  return fmt::format("{} of {}, the first of them trial {}: {}", why.trials, ended_without, why.first,
                     why.reason);
}

std::string trial_name(std::int64_t trial) {
  return trial > 0 ? fmt::format("trial {}", trial) : "of the warm start";
}

}  // namespace bora::report
