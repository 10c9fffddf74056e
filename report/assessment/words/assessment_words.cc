#include "report/assessment/words/assessment_words.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/json.h"
#include "common/text.h"
#include "report/assessment/words/bound_text.h"
#include "report/statistics/significance.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

const std::string& name_of(const Assessment& assessment, int model) {
  return assessment.models[static_cast<std::size_t>(model)].name;
}

const BoundFigures& reference_of(const AssessmentSummary& summary, int model) {
  return *summary.at_reference(static_cast<std::size_t>(model));
}

/// Returns the model with the largest (`most`) or smallest robust accuracy at a bound; -1 if none has a run
/// there. `recommendable`: only models that are not barred are considered.
int extreme_model(const AssessmentSummary& summary, std::size_t bound, bool most,
                  bool recommendable = false) {
  int found = -1;
  double extreme = 0;
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    const auto& figures = summary.models[m].bounds[bound];
    const bool barred = std::ranges::any_of(summary.recommendation.barred, [m](const BarredModel& each) {
      return each.model == static_cast<int>(m);
    });
    if (!figures || (recommendable && barred)) continue;
    const double accuracy = figures->worst.accuracy_low.value_or(0);
    if (found >= 0 && (most ? accuracy <= extreme : accuracy >= extreme)) continue;
    found = static_cast<int>(m);
    extreme = accuracy;
  }
  return found;
}

/// Returns the share that resists: "3 of 5 images (60.0% [23.1, 88.2])".
std::string resisted_text(const WorstCase& worst, const std::string& noun) {
  return fmt::format("{} of {} ({})", grouped(worst.resisted()), count_of(worst.images, noun),
                     resistance_text(worst));
}

/// Returns a clause on the share that resists: "it classifies 3 of 5 images (60.0% [23.1, 88.2]) correctly".
std::string resists_text(const WorstCase& worst, const std::string& noun) {
  const std::string resisted = resisted_text(worst, noun);
  return worst.accuracy ? fmt::format("it classifies {} correctly", resisted)
                        : fmt::format("it assigns no target class to {}", resisted);
}

/// Returns the difference of each model from the recommended one: "b (-12.0 [-19.0, -5.0] points, p =
/// 0.0030)".
std::string against(const Assessment& assessment, const AssessmentSummary& summary,
                    const std::vector<int>& others) {
  std::vector<std::string> parts;
  for (const int other : others) {
    const ModelPair pair = summary.robust[summary.reference].of(other, *summary.recommendation.model);
    const std::string p = p_text(pair.adjusted);
    parts.push_back(fmt::format("{} ({} points, p {})", name_of(assessment, other), difference(pair),
                                p.starts_with('<') ? p : "= " + p));
  }
  return join(parts);
}

std::string tests_text(const ModelPairs& family) {
  return fmt::format("after Holm's adjustment for {}", count_of(family.tests, "test"));
}

/// Adds the models that differ from the recommended one on too few inputs for any significant result.
void add_too_few(const Assessment& assessment, const AssessmentSummary& summary,
                 std::vector<std::string>& out) {
  const Recommendation& advice = summary.recommendation;
  const ModelPairs& family = summary.robust[summary.reference];
  const int needed = smallest_significant_count(family.tests);
  std::vector<std::string> names;
  for (const int other : advice.not_shown_worse) {
    const ModelPair pair = family.of(other, *advice.model);
    if (pair.p && pair.unknown == 0 && pair.only_first + pair.only_second < needed)
      names.push_back(
          fmt::format("{} (on {})", name_of(assessment, other), pair.only_first + pair.only_second));
  }
  if (names.empty()) return;
  out.push_back(
      fmt::format("With {}, no difference can be shown between two models that differ on fewer than {} {}s. "
                  "This applies to {}: more {}s are needed.",
                  count_of(family.tests, "test"), needed, assessed_noun(assessment, summary), join(names),
                  assessed_noun(assessment, summary)));
}

void add_comparisons(const Assessment& assessment, const AssessmentSummary& summary,
                     std::vector<std::string>& out) {
  const Recommendation& advice = summary.recommendation;
  const std::string tests = tests_text(summary.robust[summary.reference]);
  if (!advice.shown_worse.empty())
    out.push_back(fmt::format("Shown to be less robust, {}: {}.", tests,
                              against(assessment, summary, advice.shown_worse)));
  if (!advice.not_shown_worse.empty())
    out.push_back(fmt::format(
        "Not shown to be less robust, {}: {}. This does not prove that they are equally robust: the interval "
        "shows how large the difference may be.",
        tests, against(assessment, summary, advice.not_shown_worse)));
  add_too_few(assessment, summary, out);
}

/// Adds reservations about a recommendation based on few inputs or weak attacks.
void add_reservations(const Assessment& assessment, const AssessmentSummary& summary,
                      std::vector<std::string>& out) {
  const BoundFigures& figures = reference_of(summary, *summary.recommendation.model);
  if (figures.worst.images < kEnoughInputs)
    out.push_back(fmt::format("This result is based on only {}, so the interval is wide.",
                              count_of(figures.worst.images, assessed_noun(assessment, summary))));
  const bool random_alone = std::ranges::all_of(summary.attacks, [&](const std::string& attack) {
    return attack == "random" || figures.references.contains(attack);
  });
  if (random_alone)
    out.push_back(
        "The only black-box attack was random changes, the weakest of all attacks. A model that resists it "
        "may not resist others.");
}

/// Adds a warning if less than half of the inputs resist on the recommended model.
void add_loss(const Assessment& assessment, const AssessmentSummary& summary, std::vector<std::string>& out) {
  const WorstCase& worst = reference_of(summary, *summary.recommendation.model).worst;
  if (*worst.accuracy_low >= 0.5) return;
  out.push_back(
      fmt::format("It still loses {} of {} at {}: the best of these models may not be robust enough.",
                  worst.images - worst.resisted(), count_of(worst.images, assessed_noun(assessment, summary)),
                  bound_text(*any_run(assessment, summary))));
}

/// Adds the models that are ahead at other bounds. Barred models are ignored, as their figures are not
/// reliable.
void add_other_bounds(const Assessment& assessment, const AssessmentSummary& summary,
                      std::vector<std::string>& out) {
  for (std::size_t b = 0; b < summary.bounds.size(); ++b) {
    if (b == summary.reference) continue;
    const int best = extreme_model(summary, b, true, true);
    if (best < 0) continue;
    const auto& mine = summary.models[static_cast<std::size_t>(*summary.recommendation.model)].bounds[b];
    const WorstCase& worst = summary.models[static_cast<std::size_t>(best)].bounds[b]->worst;
    if (mine && mine->worst.images > 0 && mine->worst.resisted() == 0)
      out.push_back(fmt::format("At {} it keeps none of {} ({}): it is not robust there.",
                                bound_text(run_at(assessment, summary, b)),
                                count_of(mine->worst.images, assessed_noun(assessment, summary)),
                                resistance_text(mine->worst)));
    if (worst.resisted() == 0 || (mine && mine->worst.accuracy_low == worst.accuracy_low)) continue;
    const ModelPair pair = summary.robust[b].of(best, *summary.recommendation.model);
    out.push_back(fmt::format("At {} another model is ahead: {}, with {}{}.",
                              bound_text(run_at(assessment, summary, b)), name_of(assessment, best),
                              resistance_text(worst),
                              !pair.p                       ? ""
                              : pair.shown == Shown::better ? ". The difference is shown"
                                                            : ". The difference is not shown"));
  }
}

void add_costs(const Assessment& assessment, const AssessmentSummary& summary,
               std::vector<std::string>& out) {
  const Recommendation& advice = summary.recommendation;
  const auto model = [&](int place) -> const AssessedModel& {
    return assessment.models[static_cast<std::size_t>(place)];
  };
  if (advice.smallest)
    out.push_back(
        fmt::format("Of those not shown to be less robust, {} is the smallest: {} weights instead of {}.",
                    name_of(assessment, *advice.smallest), weights_text(model(*advice.smallest)),
                    weights_text(model(*advice.model))));
  if (advice.fastest)
    out.push_back(fmt::format(
        "Of those not shown to be less robust, {} is the fastest: {} for one input instead of {}.",
        name_of(assessment, *advice.fastest), latency_text(model(*advice.fastest)),
        latency_text(model(*advice.model))));
}

void add_clean(const Assessment& assessment, const AssessmentSummary& summary,
               std::vector<std::string>& out) {
  const Recommendation& advice = summary.recommendation;
  if (!advice.clean_known) return;
  const std::string tests = tests_text(summary.clean);
  if (advice.cleaner.empty()) {
    out.push_back(fmt::format("No other model's clean accuracy is shown to be higher, {}.", tests));
    return;
  }
  std::vector<std::string> parts;
  for (const int other : advice.cleaner)
    parts.push_back(fmt::format("{} ({} points)", name_of(assessment, other),
                                difference(summary.clean.of(other, *advice.model))));
  out.push_back(
      fmt::format("The clean accuracy of these models is shown to be higher, {}: {}.", tests, join(parts)));
}

void add_barred(const Assessment& assessment, const AssessmentSummary& summary,
                std::vector<std::string>& out) {
  for (const BarredModel& barred : summary.recommendation.barred) {
    std::string sentence =
        fmt::format("{} cannot be recommended: {}", name_of(assessment, barred.model), barred.reason);
    if (!sentence.ends_with('.')) sentence += '.';
    out.push_back(std::move(sentence));
  }
}

/// Returns whether both runs are on the same model: the same content with the same options.
bool on_same_model(const RunRecord& first, const RunRecord& second) {
  const auto options = [](const RunRecord& run) {
    nlohmann::json config = parse_valid_json(run.config_json);
    for (const char* free : {"model", "out", "eps", "budget-edits"}) config.erase(free);
    return config;
  };
  return !first.model_sha256.empty() && first.model_sha256 == second.model_sha256 &&
         options(first) == options(second);
}

/// Adds a sentence for each model that is the same as an earlier one.
void add_same_models(const Assessment& assessment, std::vector<std::string>& out) {
  for (auto model = assessment.models.begin(); model != assessment.models.end(); ++model) {
    const auto same = std::find_if(assessment.models.begin(), model, [&](const AssessedModel& earlier) {
      return !model->runs.empty() && !earlier.runs.empty() &&
             on_same_model(earlier.runs.front(), model->runs.front());
    });
    if (same != model) out.push_back(same_model_text(same->name, model->name) + ".");
  }
}

/// Returns a phrase for the attacks: "all 3 attacks together", "both attacks together", "square".
std::string attacks_phrase(const AssessmentSummary& summary, const BoundFigures& figures) {
  std::vector<std::string> names;
  for (const std::string& attack : summary.attacks)
    if (figures.references.count(attack) == 0) names.push_back(attack);
  if (names.size() == 1) return names.front();
  return names.size() == 2 ? "both attacks together" : fmt::format("all {} attacks together", names.size());
}

}  // namespace

std::string same_model_text(const std::string& first, const std::string& second) {
  return fmt::format("{} has the same content as {}, so differences between the two are due to chance",
                     second, first);
}

std::string shown_text(Shown shown) {
  if (shown == Shown::nothing) return "not shown";
  return shown == Shown::better ? "better" : "worse";
}

std::string latency_text(const AssessedModel& model) {
  if (!model.latency) return kUnknown;
  return *model.latency < 1 ? fmt::format("{:.3g} ms", 1e3 * *model.latency) : duration(*model.latency);
}

std::string weights_text(const AssessedModel& model) {
  return model.weights ? grouped(*model.weights) : kUnknown;
}

std::string records_text(const RunRecord& run) {
  const auto [first, last] = std::ranges::minmax(run.inputs, {}, &InputRow::record);
  return fmt::format("records {} to {}", first.record, last.record);
}

std::string assessed_noun(const Assessment& assessment, const AssessmentSummary& summary) {
  const RunRecord* run = any_run(assessment, summary);
  return run == nullptr ? "image" : noun(*run);
}

std::string recommendation_rule() {
  return fmt::format(
      "The model with the highest robust accuracy over all attacks together is recommended. Ties are "
      "broken by clean accuracy, then by size. A model is considered only if its attacks are complete at "
      "the bound of the comparison, its evaluation failed no check, and its stored results are consistent. "
      "Undecided inputs count as fooled. No model is recommended with fewer than {} inputs or "
      "{} queries for each attack. A model counts as less robust only if McNemar's exact test, paired by "
      "input, rejects equality at the level {:g} after Holm's adjustment for all pairs of models.",
      kFewestInputs, kFewestQueries, kSignificance);
}

std::string recommendation_lead(const Assessment& assessment, const AssessmentSummary& summary) {
  const Recommendation& advice = summary.recommendation;
  if (!advice.ahead) return fmt::format("No model is recommended: {}.", advice.why_none);
  const BoundFigures& figures = reference_of(summary, *advice.ahead);
  const RunRecord& run = *any_run(assessment, summary);
  const std::string found = fmt::format("{} under {} at {}", resists_text(figures.worst, noun(run)),
                                        attacks_phrase(summary, figures), bound_text(run));
  if (!advice.model)
    return fmt::format("No model is recommended: {}. Ahead so far is {}: {}.", advice.why_none,
                       name_of(assessment, *advice.ahead), found);
  const auto others = advice.not_shown_worse.size() + advice.shown_worse.size();
  const std::string rank = others > 0 ? ". No other model that can be recommended does better"
                           : assessment.models.size() > 1
                               ? ". No other model can be recommended"
                               : ". It is the only model, so there is no comparison";
  return fmt::format("Deploy {}: {}{}.", name_of(assessment, *advice.model), found, rank);
}

std::vector<std::string> recommendation_grounds(const Assessment& assessment,
                                                const AssessmentSummary& summary) {
  std::vector<std::string> out;
  if (summary.recommendation.model) {
    add_reservations(assessment, summary, out);
    add_loss(assessment, summary, out);
    add_comparisons(assessment, summary, out);
    add_costs(assessment, summary, out);
    add_clean(assessment, summary, out);
    add_other_bounds(assessment, summary, out);
  }
  add_barred(assessment, summary, out);
  return out;
}

std::vector<std::string> small_budget_sentences(const Assessment& assessment,
                                                const AssessmentSummary& summary) {
  if (summary.bounds.empty()) return {};
  const int strong = summary.recommendation.model.value_or(extreme_model(summary, summary.reference, true));
  const int weak = extreme_model(summary, summary.reference, false);
  if (strong < 0) return {};
  const RunRecord& run = *any_run(assessment, summary);
  std::vector<std::string> out;
  for (const int model : strong == weak ? std::vector{strong} : std::vector{strong, weak}) {
    const BoundFigures& figures = reference_of(summary, model);
    const SuccessCurve& curve = figures.together.curve;
    const auto small = curve.at(summary.small_budget);
    const auto full = curve.at(summary.points.back());
    if (!small) continue;
    const bool one = summary.attacks.size() - figures.references.size() == 1;
    std::string sentence = fmt::format(
        "{}: with {}{} at {}, {} of the {} {}", name_of(assessment, model),
        count_of(summary.small_budget, "query", "queries"), one ? "" : " for each attack", bound_text(run),
        percent_with(small, curve.interval_at(summary.small_budget)),
        run.targeted ? "(" + noun(run) + ", target) pairs" : "correctly classified " + noun(run) + "s",
        run.targeted ? "reach the target class" : "are misclassified");
    if (full) sentence += fmt::format("; with {}, {}", grouped(summary.points.back()), percent(full));
    out.push_back(sentence + ".");
  }
  return out;
}

std::string assessment_progress(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.complete) return "complete";
  std::size_t runs = 0, begun = 0, ended = 0;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    begun += assessment.models[m].runs.size();
    runs += assessment.models[m].runs.size() + assessment.models[m].not_begun.size();
    for (const auto& of_bound : summary.models[m].bounds) ended += of_bound && of_bound->complete ? 1 : 0;
  }
  const std::string state = assessment.status == "complete" ? "not complete" : assessment.status;
  return fmt::format("{}: of {}, {} complete and {} begun", state,
                     count_of(static_cast<std::int64_t>(runs), "run"), ended, begun);
}

std::vector<std::string> assessment_warnings(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<std::string> out;
  if (!summary.complete)
    out.push_back(fmt::format("This assessment is not complete ({}), so its conclusions are preliminary.",
                              assessment_progress(assessment, summary)));
  for (const AssessedModel& model : assessment.models)
    if (!model.failure.empty())
      out.push_back(fmt::format("{} could not be attacked{}: {}.", model.name,
                                model.runs.empty() ? "" : " at one of the bounds", model.failure));
  add_same_models(assessment, out);
  if (!summary.recommendation.missing.empty())
    out.push_back(fmt::format("A recommendation needs more evidence: {}.",
                              fmt::join(summary.recommendation.missing, "; ")));
  std::set<std::string> said;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    for (const auto& of_bound : summary.models[m].bounds) {
      if (!of_bound) continue;
      const RunRecord& run = model.runs[static_cast<std::size_t>(of_bound->run)];
      for (const std::string& warning : run.warnings) {
        const std::string sentence = fmt::format("{}: {}", model.name, warning);
        if (said.insert(sentence).second) out.push_back(sentence);
      }
      const VerificationSummary& verification = of_bound->summary.verification;
      if (verification.contradicted() > 0)
        out.push_back(fmt::format(
            "{} at {}: the verifier contradicts {} of {}; they count as failures in every figure.",
            model.name, bound_text(run), verification.contradicted(),
            count_of(verification.examples, "adversarial example")));
      if (!of_bound->summary.contradictions.empty())
        out.push_back(fmt::format("{} at {}: the database contradicts itself: {}", model.name,
                                  bound_text(run), of_bound->summary.contradictions.front()));
    }
  }
  return out;
}

}  // namespace bora::report
