#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/json.h"
#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/assessment/words/assessment_words.h"
#include "report/assessment/words/bound_text.h"
#include "report/views/html/html_text.h"
#include "report/views/html/line_style.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

/// Selection above a chart.
struct Choice {
  std::string name;
  std::vector<std::string> options;  // the first is selected by default
};

Json models_json(const Assessment& assessment) {
  Json models = Json::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    models.push_back(
        {{"name", assessment.models[m].name}, {"colour", line_colour(m)}, {"dash", line_dash(m)}});
  return models;
}

/// Returns the values of chart.html: a chart that page/assessment.js draws from `data`. The caller adds the
/// tables of its values. `id`: id of the section; `shows`: text alternative.
Json chart(const std::string& id, const std::string& heading, const Assessment& assessment,
           const std::vector<Choice>& choices, Json data, const std::string& shows,
           const std::string& caption) {
  data["models"] = models_json(assessment);
  data["choices"] = choices.size();
  Json selects = Json::array(), models = Json::array();
  for (std::size_t c = 0; c < choices.size(); ++c) {
    if (choices[c].options.size() < 2) continue;
    Json options = Json::array();
    for (std::size_t o = 0; o < choices[c].options.size(); ++o)
      options.push_back({{"value", o}, {"option", choices[c].options[o]}});
    selects.push_back({{"place", c}, {"name", choices[c].name}, {"options", std::move(options)}});
  }
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    models.push_back({{"place", m},
                      {"number", data["kind"] == "scatter" ? fmt::format("{} ", m + 1) : ""},
                      {"label_html", model_label(assessment, m)}});
  return {{"id", id},
          {"heading", heading},
          {"choices", selects.empty() ? Json() : Json{{"selects", std::move(selects)}}},
          {"shows", shows},
          {"models", std::move(models)},
          {"caption", caption},
          {"data_html", escape_json_for_script(json_text(data))},
          {"values_html", ""},
          {"alone_html", ""},
          {"others_html", ""}};
}

double hundredths(double share) {
  return std::round(1e4 * share) / 100;
}

Json empty_curve(std::size_t model) {
  return {{"model", model},
          {"x", Json::array()},
          {"y", Json::array()},
          {"low", Json::array()},
          {"high", Json::array()}};
}

void add_point(Json& curve, double x, double share, const Interval& interval) {
  curve["x"].push_back(x);
  curve["y"].push_back(hundredths(share));
  curve["low"].push_back(hundredths(interval.low));
  curve["high"].push_back(hundredths(interval.high));
}

/// Returns the points at which a curve over queries steps, and its ends.
Json steps(std::size_t model, const SuccessCurve& curve, int budget) {
  Json json = empty_curve(model);
  std::vector<int> corners = curve.event_queries();
  corners.push_back(1);
  corners.push_back(curve.at(budget) ? budget : std::min(budget, std::max(1, curve.last_observed())));
  std::ranges::sort(corners);
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  for (const int queries : corners) {
    const auto rate = curve.at(queries);
    const auto band = curve.interval_at(queries);
    if (queries <= budget && rate && band) add_point(json, queries, *rate, *band);
  }
  return json;
}

/// Returns the bounds, the reference bound first, since a chart shows its first option by default.
std::vector<std::size_t> reference_first(const AssessmentSummary& summary) {
  std::vector<std::size_t> order{summary.reference};
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) order.push_back(b);
  return order;
}

std::vector<std::string> attack_options(const Assessment& assessment, const AssessmentSummary& summary) {
  std::vector<std::string> out;
  for (const std::string& attack : attack_choices(summary))
    out.push_back(choice_name(assessment, summary, attack));
  return out;
}

Json queries_views(const AssessmentSummary& summary, const std::vector<std::size_t>& bounds) {
  Json views = Json::object();
  const auto attacks = attack_choices(summary);
  for (std::size_t b = 0; b < bounds.size(); ++b) {
    for (std::size_t a = 0; a < attacks.size(); ++a) {
      Json curves = Json::array();
      for (std::size_t m = 0; m < summary.models.size(); ++m) {
        const auto& figures = summary.models[m].bounds[bounds[b]];
        if (figures)
          curves.push_back(steps(m, success_of(*figures, attacks[a]).curve, summary.points.back()));
      }
      views[fmt::format("{}-{}", b, a)] = {{"curves", std::move(curves)}};
    }
  }
  return views;
}

/// Returns the success within the budget at each bound, for each model. Success at bound 0 is 0, since only
/// correctly classified inputs are attacked.
Json success_by_bound(const Assessment& assessment, const AssessmentSummary& summary,
                      const std::string& attack) {
  Json curves = Json::array();
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    Json curve = empty_curve(m);
    add_point(curve, 0, 0, {0, 0});
    for (const auto& figures : summary.models[m].bounds) {
      if (!figures) continue;
      const SuccessCurve& success = success_of(*figures, attack).curve;
      const auto rate = success.at(summary.points.back());
      const auto band = success.interval_at(summary.points.back());
      const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(figures->run)];
      if (rate && band) add_point(curve, bound_on_axis(run), *rate, *band);
    }
    curves.push_back(std::move(curve));
  }
  return {{"curves", std::move(curves)}, {"y", "success within the budget, %"}};
}

/// Returns the robust accuracy at each bound, beginning with the accuracy without an attack, for each model.
/// `any`: worst case of any model, which names the measure.
Json robust_by_bound(const Assessment& assessment, const AssessmentSummary& summary, const WorstCase& any) {
  Json curves = Json::array();
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    const ModelFigures& model = summary.models[m];
    Json curve = empty_curve(m);
    if (any.accuracy && model.inputs > 0) {
      const double share = static_cast<double>(model.inputs_correct) / model.inputs;
      add_point(curve, 0, share, wilson_interval(share, model.inputs));
    }
    for (const auto& figures : model.bounds) {
      if (!figures || !figures->worst.accuracy_low) continue;
      const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(figures->run)];
      add_point(curve, bound_on_axis(run), *figures->worst.accuracy_low, *figures->worst.interval);
    }
    curves.push_back(std::move(curve));
  }
  return {{"curves", std::move(curves)}, {"y", resistance_name(any) + ", %"}};
}

const WorstCase& any_worst(const AssessmentSummary& summary) {
  for (const ModelFigures& model : summary.models)
    for (const auto& figures : model.bounds)
      if (figures) return figures->worst;
  static const WorstCase kNone;
  return kNone;
}

/// Figure of a model for the horizontal axis of the Pareto chart.
struct Cost {
  std::string option, title;
  bool less_is_better = true;
};
const std::vector<Cost>& costs() {
  static const std::vector<Cost> kCosts{{"clean accuracy", "clean accuracy, %", false},
                                        {"weights", "weights", true},
                                        {"latency", "latency of one input, ms", true}};
  return kCosts;
}

std::optional<double> cost_of(const Assessment& assessment, const AssessmentSummary& summary, std::size_t m,
                              std::size_t cost) {
  const AssessedModel& model = assessment.models[m];
  if (cost == 0)
    return summary.models[m].clean_accuracy ? std::optional(hundredths(*summary.models[m].clean_accuracy))
                                            : std::nullopt;
  if (cost == 1) return model.weights ? std::optional(static_cast<double>(*model.weights)) : std::nullopt;
  return model.latency ? std::optional(1e3 * *model.latency) : std::nullopt;
}

Json scatter_points(const Assessment& assessment, const AssessmentSummary& summary, std::size_t cost) {
  Json points = Json::array();
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    const auto& figures = summary.at_reference(m);
    const auto x = cost_of(assessment, summary, m, cost);
    if (!figures || !figures->worst.accuracy_low || !x) continue;
    Json point = {{"model", m},
                  {"x", *x},
                  {"y", hundredths(*figures->worst.accuracy_low)},
                  {"low", hundredths(figures->worst.interval->low)},
                  {"high", hundredths(figures->worst.interval->high)}};
    if (const auto& interval = summary.models[m].clean_interval; cost == 0 && interval) {
      point["left"] = hundredths(interval->low);
      point["right"] = hundredths(interval->high);
    }
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace

Json queries_values(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.bounds.empty()) return Json();
  const auto bounds = reference_first(summary);
  std::vector<std::string> bound_options;
  for (const std::size_t b : bounds) bound_options.push_back(bound_text(run_at(assessment, summary, b)));
  Json data = {{"kind", "steps"},
               {"x", "queries"},
               {"y", "success, %"},
               {"most", summary.points.back()},
               {"views", queries_views(summary, bounds)}};
  const std::string name = assessed_noun(assessment, summary);
  Json out = chart(
      "queries", "Success against queries", assessment,
      {{"Bound", bound_options},
       {"Attacks", attack_options(assessment, summary)},
       {"Query axis", {"logarithmic", "linear"}}},
      std::move(data),
      "Share of instances with success against the number of queries, a step curve with a 95% band for each "
      "model. The table below gives its values.",
      fmt::format(
          "Share of the {}s that a model classifies correctly on which attacks have succeeded within the given "
          "number of queries (Kaplan-Meier), with pointwise 95% bands. With more than four models, only the "
          "model under the pointer has a band.",
          name));
  const auto choices = attack_choices(summary);
  out["values_html"] = html(budget_table(assessment, summary, summary.reference, {choices.front()}));
  if (choices.size() > 1)
    out["alone_html"] = html(budget_table(assessment, summary, summary.reference, summary.attacks));
  std::string others;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) others += html(budget_table(assessment, summary, b, choices));
  out["others_html"] = others;
  return out;
}

Json bounds_values(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.bounds.empty()) return Json();
  const WorstCase& any = any_worst(summary);
  std::vector<std::string> options{resistance_name(any)};
  Json views = {{"0", robust_by_bound(assessment, summary, any)}};
  for (const std::string& attack : attack_choices(summary)) {
    views[std::to_string(options.size())] = success_by_bound(assessment, summary, attack);
    options.push_back("success: " + choice_name(assessment, summary, attack));
  }
  double most = 0;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    most = std::max(most, bound_on_axis(run_at(assessment, summary, b)));
  const RunRecord& run = *any_run(assessment, summary);
  Json data = {{"kind", "line"}, {"x", bound_axis(run)}, {"most", most}, {"views", std::move(views)}};
  Json ticks = Json::array({0.0});
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    ticks.push_back(bound_on_axis(run_at(assessment, summary, b)));
  data["ticks"] = std::move(ticks);
  Json out = chart(
      "bounds", "Success against the bound", assessment, {{"What", options}}, std::move(data),
      "Robust accuracy, or success of attacks, against the bound, a line with a 95% band for each model. The "
      "table below gives its values.",
      fmt::format(
          "At each bound, within {} for each attack. Points are measurements; lines only connect them. {}",
          budget_text(run),
          any.accuracy ? "At 0: accuracy without an attack; no attack can succeed there."
                       : "At 0 no attack can succeed."));
  const auto choices = attack_choices(summary);
  out["values_html"] = html(bounds_table(assessment, summary, {choices.front()}));
  if (choices.size() > 1) out["alone_html"] = html(bounds_table(assessment, summary, summary.attacks));
  return out;
}

Json front_values(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.bounds.empty() || assessment.models.size() < 2) return Json();
  std::vector<std::string> options;
  Json views = Json::object();
  for (std::size_t c = 0; c < costs().size(); ++c) {
    Json points = scatter_points(assessment, summary, c);
    if (points.empty()) continue;
    views[std::to_string(options.size())] = {{"points", std::move(points)},
                                             {"x", costs()[c].title},
                                             {"less", costs()[c].less_is_better},
                                             {"share", c == 0}};
    options.push_back(costs()[c].option);
  }
  if (options.empty()) return Json();
  const RunRecord& run = *any_run(assessment, summary);
  Json data = {{"kind", "scatter"},
               {"y", fmt::format("{} at {}, %", resistance_name(any_worst(summary)), bound_text(run))},
               {"views", std::move(views)}};
  Json out = chart(
      "front", "Robustness, accuracy and cost", assessment, {{"Against", options}}, std::move(data),
      "Robust accuracy of each model against its clean accuracy, its number of weights or its latency. "
      "The table below gives its values.",
      "One point for each model, numbered as below, with 95% intervals. The dashed line connects the models on the "
      "Pareto front of the two figures shown; differences within the intervals may be due to chance.");
  out["values_html"] = html(front_table(assessment, summary));
  return out;
}

}  // namespace bora::report
