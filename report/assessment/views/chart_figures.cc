#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/assessment/views/assessment_sections.h"
#include "report/assessment/words/assessment_tables.h"
#include "report/assessment/words/assessment_words.h"
#include "report/assessment/words/bound_text.h"
#include "report/views/html/html_text.h"
#include "report/views/html/line_style.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

using SortedJson = nlohmann::json;

/// Selection above a chart: its name and its options; the first is the default.
struct Choice {
  std::string name;
  std::vector<std::string> options;
};

std::string selects(const std::vector<Choice>& choices) {
  std::string out;
  for (const Choice& choice : choices) {
    if (choice.options.size() < 2) continue;
    out +=
        fmt::format("<label>{} <select data-choice=\"{}\">", escape(choice.name), &choice - choices.data());
    for (std::size_t o = 0; o < choice.options.size(); ++o)
      out += fmt::format("<option value=\"{}\">{}</option>", o, escape(choice.options[o]));
    out += "</select></label>\n";
  }
  return out.empty() ? "" : "<div class=\"choices\">" + out + "</div>\n";
}

std::string legend(const Assessment& assessment, bool numbered) {
  std::string out = "<ul class=\"legend\">";
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    out += fmt::format(
        "<li><button type=\"button\" data-model=\"{}\" aria-pressed=\"true\">{}{}</button></li>\n", m,
        numbered ? fmt::format("{} ", m + 1) : "", model_label(assessment, m));
  return out + "</ul>\n";
}

SortedJson models_json(const Assessment& assessment) {
  SortedJson models = SortedJson::array();
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    models.push_back(
        {{"name", assessment.models[m].name}, {"colour", line_colour(m)}, {"dash", line_dash(m)}});
  return models;
}

/// Returns a chart that page/assessment.js draws from `data`. `shows`: text for readers who cannot see it;
/// `table`: id of the table with its values.
std::string chart(const Assessment& assessment, const std::vector<Choice>& choices, SortedJson data,
                  const std::string& shows, const std::string& table, const std::string& caption) {
  data["models"] = models_json(assessment);
  data["choices"] = choices.size();
  return "<figure data-chart>\n" + selects(choices) +
         fmt::format(
             "<div class=\"chart\"><canvas role=\"img\" aria-label=\"{}\" "
             "aria-details=\"{}\"></canvas></div>\n",
             escape(shows), table) +
         legend(assessment, data["kind"] == "scatter") +
         "<noscript><p>The chart needs JavaScript; the table below gives its values.</p></noscript>\n"
         "<figcaption>" +
         caption + "</figcaption>\n<script type=\"application/json\">" +
         escape_json_for_script(data.dump(-1, ' ', false, SortedJson::error_handler_t::replace)) +
         "</script>\n</figure>\n";
}

std::string with_id(const std::string& id, const std::string& html) {
  return fmt::format("<div id=\"{}\">{}</div>\n", id, html);
}

std::string section(const std::string& id, const std::string& heading, const std::string& body) {
  return fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id,
                     heading, body);
}

double hundredths(double share) {
  return std::round(1e4 * share) / 100;
}

SortedJson empty_curve(std::size_t model) {
  return {{"model", model},
          {"x", SortedJson::array()},
          {"y", SortedJson::array()},
          {"low", SortedJson::array()},
          {"high", SortedJson::array()}};
}

void add_point(SortedJson& curve, double x, double share, const Interval& interval) {
  curve["x"].push_back(x);
  curve["y"].push_back(hundredths(share));
  curve["low"].push_back(hundredths(interval.low));
  curve["high"].push_back(hundredths(interval.high));
}

/// Returns the corners of a step curve over queries.
SortedJson steps(std::size_t model, const SuccessCurve& curve, int budget) {
  SortedJson json = empty_curve(model);
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

SortedJson queries_views(const AssessmentSummary& summary, const std::vector<std::size_t>& bounds) {
  SortedJson views = SortedJson::object();
  const auto attacks = attack_choices(summary);
  for (std::size_t b = 0; b < bounds.size(); ++b) {
    for (std::size_t a = 0; a < attacks.size(); ++a) {
      SortedJson curves = SortedJson::array();
      for (std::size_t m = 0; m < summary.models.size(); ++m) {
        const auto& figures = summary.models[m].bounds[bounds[b]];
        if (figures) curves.push_back(steps(m, curve_of(*figures, attacks[a]), summary.points.back()));
      }
      views[fmt::format("{}-{}", b, a)] = {{"curves", std::move(curves)}};
    }
  }
  return views;
}

/// Returns the success within the whole budget at each bound. Success at bound 0 is 0, since only correctly
/// classified inputs are attacked.
SortedJson success_by_bound(const Assessment& assessment, const AssessmentSummary& summary,
                            const std::string& attack) {
  SortedJson curves = SortedJson::array();
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    SortedJson curve = empty_curve(m);
    add_point(curve, 0, 0, {0, 0});
    for (const auto& figures : summary.models[m].bounds) {
      if (!figures) continue;
      const SuccessCurve& success = curve_of(*figures, attack);
      const auto rate = success.at(summary.points.back());
      const auto band = success.interval_at(summary.points.back());
      const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(figures->run)];
      if (rate && band) add_point(curve, bound_on_axis(run), *rate, *band);
    }
    curves.push_back(std::move(curve));
  }
  return {{"curves", std::move(curves)}, {"y", "success within the budget, %"}};
}

/// Returns the robust accuracy at each bound, beginning with the accuracy without an attack.
SortedJson robust_by_bound(const Assessment& assessment, const AssessmentSummary& summary,
                           const WorstCase& any) {
  SortedJson curves = SortedJson::array();
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    const ModelFigures& model = summary.models[m];
    SortedJson curve = empty_curve(m);
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

/// Figure of a model other than robust accuracy, for the horizontal axis.
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

SortedJson scatter_points(const Assessment& assessment, const AssessmentSummary& summary, std::size_t cost) {
  SortedJson points = SortedJson::array();
  for (std::size_t m = 0; m < summary.models.size(); ++m) {
    const auto& figures = summary.at_reference(m);
    const auto x = cost_of(assessment, summary, m, cost);
    if (!figures || !figures->worst.accuracy_low || !x) continue;
    SortedJson point = {{"model", m},
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

std::string queries_section(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.bounds.empty()) return "";
  const auto bounds = reference_first(summary);
  std::vector<std::string> bound_options;
  for (const std::size_t b : bounds) bound_options.push_back(bound_text(run_at(assessment, summary, b)));
  SortedJson data = {{"kind", "steps"},
                     {"x", "queries"},
                     {"y", "success, %"},
                     {"most", summary.points.back()},
                     {"views", queries_views(summary, bounds)}};
  const std::string name = assessed_noun(assessment, summary);
  std::string body = chart(
      assessment,
      {{"Bound", bound_options},
       {"Attacks", attack_options(assessment, summary)},
       {"Query axis", {"logarithmic", "linear"}}},
      std::move(data),
      "Share of instances with success against the number of queries, a step curve with a 95% band for each "
      "model. The table below gives its values.",
      "queries-values",
      fmt::format(
          "Share of the {}s a model gets right on which attacks have succeeded within so many queries "
          "(Kaplan-Meier), with pointwise 95% bands; of more than four models, "
          "the band of the one pointed at.",
          name));
  const auto choices = attack_choices(summary);
  body += with_id("queries-values",
                  html(budget_table(assessment, summary, summary.reference, {choices.front()})));
  std::string others;
  if (choices.size() > 1)
    body += "<details><summary>Each attack alone</summary>\n" +
            html(budget_table(assessment, summary, summary.reference, summary.attacks)) + "</details>\n";
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) others += html(budget_table(assessment, summary, b, choices));
  if (!others.empty()) body += "<details><summary>At the other bounds</summary>\n" + others + "</details>\n";
  return section("queries", "Success against queries", body);
}

std::string bounds_section(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.bounds.empty()) return "";
  const WorstCase& any = any_worst(summary);
  std::vector<std::string> options{resistance_name(any)};
  SortedJson views = {{"0", robust_by_bound(assessment, summary, any)}};
  for (const std::string& attack : attack_choices(summary)) {
    views[std::to_string(options.size())] = success_by_bound(assessment, summary, attack);
    options.push_back("success: " + choice_name(assessment, summary, attack));
  }
  double most = 0;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    most = std::max(most, bound_on_axis(run_at(assessment, summary, b)));
  const RunRecord& run = *any_run(assessment, summary);
  SortedJson data = {{"kind", "line"}, {"x", bound_axis(run)}, {"most", most}, {"views", std::move(views)}};
  SortedJson ticks = SortedJson::array({0.0});
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    ticks.push_back(bound_on_axis(run_at(assessment, summary, b)));
  data["ticks"] = std::move(ticks);
  std::string body = chart(
      assessment, {{"What", options}}, std::move(data),
      "Robust accuracy, or success of attacks, against the bound, a line with a 95% band for each model. The "
      "table below gives its values.",
      "bounds-values",
      fmt::format("At each bound, within {} for each attack; points are what was "
                  "measured, lines only join them. {}",
                  escape(budget_text(run)),
                  any.accuracy ? "At 0: what is right without any attack; no attack can succeed there."
                               : "At 0 no attack can succeed."));
  const auto choices = attack_choices(summary);
  body += with_id("bounds-values", html(bounds_table(assessment, summary, {choices.front()})));
  if (choices.size() > 1)
    body += "<details><summary>Each attack alone</summary>\n" +
            html(bounds_table(assessment, summary, summary.attacks)) + "</details>\n";
  return section("bounds", "Success against the bound", body);
}

std::string front_section(const Assessment& assessment, const AssessmentSummary& summary) {
  if (summary.bounds.empty() || assessment.models.size() < 2) return "";
  std::vector<std::string> options;
  SortedJson views = SortedJson::object();
  for (std::size_t c = 0; c < costs().size(); ++c) {
    SortedJson points = scatter_points(assessment, summary, c);
    if (points.empty()) continue;
    views[std::to_string(options.size())] = {{"points", std::move(points)},
                                             {"x", costs()[c].title},
                                             {"less", costs()[c].less_is_better},
                                             {"share", c == 0}};
    options.push_back(costs()[c].option);
  }
  if (options.empty()) return "";
  const RunRecord& run = *any_run(assessment, summary);
  SortedJson data = {{"kind", "scatter"},
                     {"y", fmt::format("{} at {}, %", resistance_name(any_worst(summary)), bound_text(run))},
                     {"views", std::move(views)}};
  std::string body = chart(
      assessment, {{"Against", options}}, std::move(data),
      "Robust accuracy of each model against its clean accuracy, its number of weights or its latency. "
      "The table below gives its values.",
      "front-values",
      "A point a model, numbered as below, with 95% intervals. The dashed line joins the models that no "
      "other beats in the two things shown; differences within the intervals may be chance.");
  body += with_id("front-values", html(front_table(assessment, summary)));
  return section("front", "Robustness, accuracy and cost", body);
}

}  // namespace bora::report
