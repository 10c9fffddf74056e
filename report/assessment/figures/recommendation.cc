#include "report/assessment/figures/recommendation.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "report/assessment/words/bound_text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

const WorstCase& worst_of(const std::vector<ModelFigures>& models, int model, std::size_t bound) {
  return models[static_cast<std::size_t>(model)].bounds[bound]->worst;
}

std::string failed_check(const AssessedModel& model, const ModelFigures& figures) {
  for (const auto& of_bound : figures.bounds) {
    if (!of_bound) continue;
    const RunRecord& run = model.runs[static_cast<std::size_t>(of_bound->run)];
    for (const EvaluationCheck& check : of_bound->summary.checks)
      if (check.status == "fail")
        return fmt::format("a check of its evaluation failed at {}: \"{}\": {}", bound_text(run), check.title,
                           check.text);
  }
  return "";
}

std::string contradiction(const AssessedModel& model, const ModelFigures& figures) {
  for (const auto& of_bound : figures.bounds) {
    if (!of_bound || of_bound->summary.contradictions.empty()) continue;
    return fmt::format("the database of its run at {} contradicts itself: {}",
                       bound_text(model.runs[static_cast<std::size_t>(of_bound->run)]),
                       of_bound->summary.contradictions.front());
  }
  return "";
}

/// Returns the candidate with the smallest value, if its value is below that of the first candidate, which is
/// the recommended model. Returns none if not, or if the value of a candidate is unknown.
template <typename Value>
std::optional<int> least(const Assessment& assessment, const std::vector<int>& candidates, Value value) {
  int best = candidates.front();
  for (const int each : candidates) {
    const auto mine = value(assessment.models[static_cast<std::size_t>(each)]);
    if (!mine) return std::nullopt;
    if (*mine < *value(assessment.models[static_cast<std::size_t>(best)])) best = each;
  }
  return best == candidates.front() ? std::nullopt : std::optional(best);
}

/// Returns the evidence that a recommendation needs and the run does not have.
std::vector<std::string> missing_evidence(const RunRecord& run, const WorstCase& worst) {
  std::vector<std::string> out;
  if (worst.images < kFewestInputs)
    out.push_back(fmt::format("at least {} {}s (this assessment has {}; --range selects more)", kFewestInputs,
                              noun(run), worst.images));
  if (run.budget < kFewestQueries)
    out.push_back(fmt::format("at least {} queries for each attack (they had {}; {} allows more)",
                              kFewestQueries, run.budget, run.edits ? "--edits" : "--budget"));
  return out;
}

/// Returns the reason why the model cannot be recommended; "" if it can. `bound`: index of the reference
/// bound.
std::string barred_because(const AssessedModel& model, const ModelFigures& figures, std::size_t bound) {
  const auto& of_bound = figures.bounds[bound];
  if (!of_bound && !model.failure.empty()) return "it could not be attacked: " + model.failure;
  if (!of_bound) return "it has not been attacked at the reference bound";
  if (std::string reason = failed_check(model, figures); !reason.empty()) return reason;
  if (std::string reason = contradiction(model, figures); !reason.empty()) return reason;
  const RunRecord& run = model.runs[static_cast<std::size_t>(of_bound->run)];
  if (!of_bound->complete)
    return fmt::format("its run is not complete ({})", progress_text(run, of_bound->summary));
  if (of_bound->worst.images == 0) return "no input was looked at";
  return "";
}

}  // namespace

Recommendation recommend(const Assessment& assessment, const std::vector<ModelFigures>& models,
                         std::size_t bound, const ModelPairs& robust, const ModelPairs& clean) {
  Recommendation out;
  std::vector<int> candidates;
  for (int m = 0; m < static_cast<int>(models.size()); ++m) {
    const auto place = static_cast<std::size_t>(m);
    std::string reason = barred_because(assessment.models[place], models[place], bound);
    if (reason.empty()) {
      candidates.push_back(m);
    } else {
      out.barred.push_back({m, std::move(reason)});
    }
  }
  if (candidates.empty()) {
    out.why_none = models.empty() ? "there is no model" : "no model meets the conditions of a recommendation";
    return out;
  }
  const auto order_key = [&](int m) {
    const AssessedModel& model = assessment.models[static_cast<std::size_t>(m)];
    return std::tuple(-worst_of(models, m, bound).accuracy_low.value_or(0),
                      -models[static_cast<std::size_t>(m)].clean_accuracy.value_or(0),
                      model.weights.value_or(std::numeric_limits<std::int64_t>::max()));
  };
  const int best = *std::ranges::min_element(candidates, {}, order_key);
  if (worst_of(models, best, bound).resisted() == 0) {
    out.why_none = "at the reference bound, no model classifies any input correctly under attack";
    return out;
  }
  out.ahead = best;
  const int run = models[static_cast<std::size_t>(best)].bounds[bound]->run;
  out.missing =
      missing_evidence(assessment.models[static_cast<std::size_t>(best)].runs[static_cast<std::size_t>(run)],
                       worst_of(models, best, bound));
  if (!out.missing.empty()) {
    out.why_none = "there is too little evidence";
    return out;
  }
  out.model = best;
  std::vector<int> not_worse{best};
  for (const int each : candidates) {
    if (each == best) continue;
    const bool worse = robust.of(best, each).shown == Shown::better;
    (worse ? out.shown_worse : out.not_shown_worse).push_back(each);
    if (!worse) not_worse.push_back(each);
  }
  out.smallest = least(assessment, not_worse, [](const AssessedModel& model) { return model.weights; });
  const auto latency = [](const AssessedModel& model) { return model.latency; };
  out.fastest = least(assessment, not_worse, latency);
  if (out.fastest && *latency(assessment.models[static_cast<std::size_t>(best)]) <=
                         kSameLatency * *latency(assessment.models[static_cast<std::size_t>(*out.fastest)]))
    out.fastest.reset();
  for (int each = 0; each < static_cast<int>(models.size()); ++each) {
    if (each == best) continue;
    const ModelPair pair = clean.of(best, each);
    out.clean_known = out.clean_known || pair.p.has_value();
    if (pair.shown == Shown::worse) out.cleaner.push_back(each);
  }
  return out;
}

}  // namespace bora::report
