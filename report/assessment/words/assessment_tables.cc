#include "report/assessment/words/assessment_tables.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "common/text.h"
#include "report/assessment/words/assessment_words.h"
#include "report/assessment/words/bound_text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

std::string rate_cell(const SuccessCurve& curve, int queries) {
  return percent_number_with(curve.at(queries), curve.interval_at(queries));
}

std::string without_percent_sign(std::string text) {
  std::erase(text, '%');
  return text;
}

std::string robust_cell(const std::optional<BoundFigures>& figures) {
  return figures ? without_percent_sign(resistance_text(figures->worst)) : kUnknown;
}

std::string clean_cell(const ModelFigures& model) {
  return without_percent_sign(percent_with(model.clean_accuracy, model.clean_interval));
}

std::string median_cell(const std::optional<BoundFigures>& figures) {
  return figures ? quantile_text(figures->together.quantiles[1]) : kUnknown;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string lower(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

std::string measure(const AssessmentSummary& summary) {
  for (const ModelFigures& model : summary.models)
    for (const auto& of_bound : model.bounds)
      if (of_bound) return capital(resistance_name(of_bound->worst));
  return "Robust accuracy";
}

/// Returns the worst status of the checks; warnings and failures with the ids of up to two checks: "warn:
/// as-claimed".
std::string checks_word(const ModelFigures& figures) {
  constexpr std::size_t kShown = 2;
  if (figures.checks.empty()) return "not made";
  if (figures.checks != "warn" && figures.checks != "fail") return figures.checks;
  std::vector<std::string> ids;
  for (const auto& of_bound : figures.bounds) {
    if (!of_bound) continue;
    for (const EvaluationCheck& check : of_bound->summary.checks)
      if (check.status == figures.checks && std::ranges::find(ids, check.id) == ids.end())
        ids.push_back(check.id);
  }
  if (ids.size() > kShown) {
    const std::size_t more = ids.size() - kShown;
    ids.resize(kShown);
    ids.push_back(fmt::format("{} more", more));
  }
  return figures.checks + ": " + join(ids);
}

std::vector<std::string> pair_row(const Assessment& assessment, const ModelPair& pair) {
  return {assessment.models[static_cast<std::size_t>(pair.first)].name,
          assessment.models[static_cast<std::size_t>(pair.second)].name};
}

void add_tests(const ModelPair& pair, std::vector<std::string>& row) {
  row.push_back(difference(pair));
  row.push_back(p_text(pair.p));
  row.push_back(p_text(pair.adjusted));
  row.push_back(pair.p ? shown_text(pair.shown) : "not compared");
}

struct CheckResult {
  std::string status, bound;
};

/// Returns the status if it is the same at all bounds; otherwise all statuses but "pass" with their bounds:
/// "fail at 8/255".
std::string results_text(const std::vector<CheckResult>& results) {
  const bool alike = std::ranges::all_of(
      results, [&](const CheckResult& each) { return each.status == results.front().status; });
  if (alike) return results.front().status;
  std::string text;
  for (const CheckResult& each : results)
    if (each.status != "pass") text += (text.empty() ? "" : ", ") + each.status + " at " + each.bound;
  return text;
}

}  // namespace

const SuccessFigures& success_of(const BoundFigures& figures, const std::string& attack) {
  static const SuccessFigures kNone = success_figures({}, std::vector{1}, 0);
  if (attack.empty()) return figures.together;
  const AttackResult* result = attack_of(figures.summary, attack);
  return result == nullptr ? kNone : *result;
}

std::vector<std::string> attack_choices(const AssessmentSummary& summary) {
  if (summary.attacks.size() == 1) return summary.attacks;
  std::vector<std::string> out{""};
  out.insert(out.end(), summary.attacks.begin(), summary.attacks.end());
  return out;
}

std::string choice_name(const Assessment& assessment, const AssessmentSummary& summary,
                        const std::string& attack) {
  return attack.empty() ? "all together" : display_name(attack, *any_run(assessment, summary));
}

std::string model_of_network(const Assessment& assessment, const SearchedNetwork& network) {
  if (!network.finalist) return "";
  for (const AssessedModel& model : assessment.models)
    if (model.origin == "searched" && model.architecture == network.architecture) return model.name;
  return "";
}

ReportTable models_table(const Assessment& assessment, const AssessmentSummary& summary) {
  ReportTable table;
  table.columns = {"Model", "Origin", "Clean accuracy, %"};
  table.spans = {{"", 3}};
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    table.columns.push_back(bound_text(run_at(assessment, summary, b)));
  if (!summary.bounds.empty())
    table.spans.emplace_back(measure(summary) + ", %, at", static_cast<int>(summary.bounds.size()));
  const std::vector<std::string> rest{"Median queries", "Weights",    "Latency",
                                      "Training",       "Not beaten", "Checks"};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  table.spans.emplace_back("", static_cast<int>(rest.size()));
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    std::vector<std::string>& row = table.add({model.name, model.origin, clean_cell(summary.models[m])});
    for (const auto& of_bound : summary.models[m].bounds) row.push_back(robust_cell(of_bound));
    row.insert(row.end(), {median_cell(summary.at_reference(m)), weights_text(model), latency_text(model),
                           model.seconds ? duration(*model.seconds) : kUnknown,
                           summary.front[m] ? "yes" : "no", checks_word(summary.models[m])});
  }
  const RunRecord* run = any_run(assessment, summary);
  table.caption = "In brackets 95% intervals.";
  if (run != nullptr)
    table.caption = fmt::format(
        "In brackets 95% intervals. Median queries: within which any attack fools the model on half of the "
        "{0}s it gets right, at {1}. Not beaten: no other model is at least as good in {2} at {1}, clean "
        "accuracy, weights and latency, and better in one; intervals are not taken into account, and latencies "
        "within {3:.0f}% of each other count as equal. "
        "Checks: the worst result of all checks, and which checks have it.",
        noun(*run), bound_text(*run),
        measure(summary) == "Robust accuracy" ? "robust accuracy" : "resistance", 100 * (kSameLatency - 1));
  return table;
}

ReportTable budget_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound,
                         const std::vector<std::string>& attacks) {
  const RunRecord& run = run_at(assessment, summary, bound);
  ReportTable table;
  table.columns = {"Model", "Attacks"};
  for (const int queries : summary.points) table.columns.push_back(grouped(queries));
  table.columns.emplace_back("Median queries");
  table.spans = {{"", 2},
                 {"success in % within the given number of queries", static_cast<int>(summary.points.size())},
                 {"", 1}};
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const auto& figures = summary.models[m].bounds[bound];
    if (!figures) continue;
    for (const std::string& attack : attacks) {
      const SuccessFigures& success = success_of(*figures, attack);
      std::vector<std::string>& row =
          table.add({assessment.models[m].name, choice_name(assessment, summary, attack)});
      for (const int queries : summary.points) row.push_back(rate_cell(success.curve, queries));
      row.push_back(quantile_text(success.quantiles[1]));
    }
  }
  table.caption = fmt::format(
      "At {}: the share of {} on which the attack has succeeded, with 95% intervals. All together: any "
      "attack, each with this number of queries.",
      bound_text(run),
      run.targeted ? "instances, of " + noun(run) + "s the model gets right,"
                   : noun(run) + "s the model gets right");
  return table;
}

ReportTable bounds_table(const Assessment& assessment, const AssessmentSummary& summary,
                         const std::vector<std::string>& attacks) {
  ReportTable table;
  table.columns = {"Model", "Figure", "none"};
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    table.columns.push_back(bound_text(run_at(assessment, summary, b)));
  table.spans = {{"", 2}, {"in %, at a bound of", 1 + static_cast<int>(summary.bounds.size())}};
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const ModelFigures& model = summary.models[m];
    std::vector<std::string> robust{assessment.models[m].name, lower(measure(summary)), kUnknown};
    if (measure(summary) == "Robust accuracy" && model.inputs > 0) {
      const double share = static_cast<double>(model.inputs_correct) / model.inputs;
      robust.back() = percent_number_with(share, wilson_interval(share, model.inputs));
    }
    for (const auto& figures : model.bounds) robust.push_back(robust_cell(figures));
    table.rows.push_back(std::move(robust));
    for (const std::string& attack : attacks) {
      std::vector<std::string>& row = table.add(
          {assessment.models[m].name, "success: " + choice_name(assessment, summary, attack), "0.0"});
      for (const auto& figures : model.bounds)
        row.push_back(figures ? rate_cell(success_of(*figures, attack).curve, summary.points.back())
                              : kUnknown);
    }
  }
  table.caption = fmt::format(
      "Within {}, with 95% intervals. Success is a share of correctly classified inputs, so it is 0 without a "
      "perturbation.",
      summary.points.empty() ? "the budget" : budget_text(*any_run(assessment, summary)));
  return table;
}

ReportTable front_table(const Assessment& assessment, const AssessmentSummary& summary) {
  ReportTable table;
  table.columns = {"No. and model", measure(summary) + ", %", "Clean accuracy, %", "Weights", "Latency",
                   "Not beaten"};
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    table.rows.push_back({fmt::format("{} {}", m + 1, model.name), robust_cell(summary.at_reference(m)),
                          clean_cell(summary.models[m]), weights_text(model), latency_text(model),
                          summary.front[m] ? "yes" : "no"});
  }
  const RunRecord* run = any_run(assessment, summary);
  table.caption = fmt::format(
      "At {}. Latency: the median time of a query with one input on the machine of the assessment.",
      run == nullptr ? "no bound yet" : bound_text(*run));
  return table;
}

ReportTable pairs_table(const Assessment& assessment, const AssessmentSummary& summary, std::size_t bound) {
  const RunRecord& run = run_at(assessment, summary, bound);
  const ModelPairs& family = summary.robust[bound];
  ReportTable table;
  table.columns = {"First",      "Second", noun(run) + "s", "Only the first", "Only the second",
                   "Difference", "p",      "p, Holm",       "The first is"};
  table.columns[2] = capital(table.columns[2]);
  table.spans = {{"", 3}, {"resisted on", 2}, {"", 4}};
  int undecided = 0;
  for (const ModelPair& pair : family.pairs) {
    std::vector<std::string>& row = table.add(pair_row(assessment, pair));
    row.insert(row.end(), {grouped(pair.inputs), grouped(pair.only_first), grouped(pair.only_second)});
    add_tests(pair, row);
    undecided = std::max(undecided, pair.unknown);
  }
  table.caption = fmt::format(
      "At {}: number of the same {}s that only one of two models classifies correctly under all attacks together; "
      "those misclassified without an attack count as not resisted. Difference: in percentage points, first minus "
      "second, with its 95% interval (bootstrap over {}s). p: McNemar's exact test; p, Holm: adjusted for all {} at "
      "this bound; better or worse: it is below 0.05.",
      bound_text(run), noun(run), noun(run), count_of(family.tests, "test"));
  if (undecided > 0)
    table.caption +=
        fmt::format(" Up to {} of a pair are undecided. They are assumed to favour the model that is behind.",
                    count_of(undecided, noun(run)));
  return table;
}

ReportTable clean_pairs_table(const Assessment& assessment, const AssessmentSummary& summary) {
  ReportTable table;
  table.columns = {"First", "Second", "Difference", "p", "p, Holm", "The first is"};
  for (const ModelPair& pair : summary.clean.pairs) add_tests(pair, table.add(pair_row(assessment, pair)));
  table.caption = fmt::format(
      "Clean accuracy: difference in percentage points, first minus second, with Newcombe's 95% interval; "
      "Fisher's exact test, adjusted by Holm's method for {}. Both treat the test inputs of the models as independent "
      "although they are the same, so the tests are conservative.",
      count_of(summary.clean.tests, "test"));
  return table;
}

ReportTable search_table(const Assessment& assessment) {
  const SearchRecord& search = *assessment.search;
  const bool robust = std::ranges::any_of(
      search.networks, [](const SearchedNetwork& each) { return each.robustness.has_value(); });
  ReportTable table;
  table.names = 1;
  table.columns = {"Network", "Architecture", "Validation accuracy, %"};
  if (robust) table.columns.emplace_back("Resisted in the search, %");
  table.columns.insert(table.columns.end(), {"Weights", "Training", "Finalist"});
  std::vector<const SearchedNetwork*> order;
  for (const SearchedNetwork& each : search.networks) order.push_back(&each);
  const bool by_robustness = search.objective == "robust";
  const auto worth = [by_robustness](const SearchedNetwork* each) {
    return std::pair(each->finalist,
                     by_robustness ? each->robustness.value_or(-1) : each->accuracy.value_or(-1));
  };
  std::ranges::stable_sort(order, [&](const auto* a, const auto* b) { return worth(a) > worth(b); });
  for (const SearchedNetwork* each : order) {
    std::vector<std::string>& row = table.add({std::to_string(each->number), each->architecture,
                                               each->accuracy ? percent_number(each->accuracy) : "failed"});
    if (robust) row.push_back(percent_number(each->robustness));
    const std::string name = model_of_network(assessment, *each);
    row.insert(row.end(), {grouped(each->weights), duration(each->seconds),
                           each->finalist ? (name.empty() ? "yes" : name) : ""});
  }
  table.caption =
      "Finalists were trained in full and attacked. Validation accuracies are those of the search, which trains "
      "for a shorter time.";
  return table;
}

ReportTable checks_table(const Assessment& assessment, const AssessmentSummary& summary) {
  ReportTable table;
  table.columns = {"Check"};
  for (const AssessedModel& model : assessment.models) table.columns.push_back(model.name);
  std::vector<std::pair<std::string, std::string>> checks;          // id and title, in order of appearance
  using Results = std::map<std::string, std::vector<CheckResult>>;  // by id
  std::vector<Results> results(assessment.models.size());
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    for (const auto& of_bound : summary.models[m].bounds) {
      if (!of_bound) continue;
      const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(of_bound->run)];
      for (const EvaluationCheck& check : of_bound->summary.checks) {
        if (std::ranges::find(checks, check.id, &std::pair<std::string, std::string>::first) == checks.end())
          checks.emplace_back(check.id, check.title);
        results[m][check.id].push_back({check.status, bound_text(run)});
      }
    }
  }
  for (const auto& [id, title] : checks) {
    std::vector<std::string>& row = table.add({title});
    for (const Results& of_model : results) {
      const auto at = of_model.find(id);
      row.push_back(at == of_model.end() ? "not made" : results_text(at->second));
    }
  }
  table.caption =
      "pass, warn, fail, or open (not made, or not decided). If bounds are named, the check passed at all others.";
  return table;
}

}  // namespace bora::report
