#include "tools/assess/report/render/assessment_html.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "common/text.h"
#include "tools/assess/report/render/assessment_script.h"
#include "tools/assess/report/render/assessment_sections.h"
#include "tools/assess/report/render/assessment_tables.h"
#include "tools/assess/report/render/assessment_words.h"
#include "tools/assess/report/render/bound_text.h"
#include "tools/report/render/embedded.h"
#include "tools/report/render/format.h"
#include "tools/report/render/line_style.h"
#include "tools/report/render/html_text.h"

namespace bora {
namespace {

std::string section(const std::string& id, const std::string& heading, const std::string& body) {
  return body.empty()
             ? ""
             : fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id,
                           heading, body);
}

std::string list(const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  std::string out = "<ul>\n";
  for (const std::string& sentence : sentences) out += "<li>" + escape(sentence) + "</li>\n";
  return out + "</ul>\n";
}

std::string warnings(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string out;
  for (const std::string& warning : assessment_warnings(assessment, summary))
    out += "<aside class=\"warning bad\"><strong>Warning</strong>: " + escape(warning) + "</aside>\n";
  return out;
}

std::string advice(const Assessment& assessment, const AssessmentSummary& summary) {
  return "<section aria-label=\"Recommendation\" class=\"advice\">\n<p class=\"lead\"><strong>" +
         escape(recommendation_lead(assessment, summary)) + "</strong></p>\n" +
         list(recommendation_grounds(assessment, summary)) +
         "<details><summary>By which rule</summary>\n<p>" + escape(recommendation_rule()) +
         "</p></details>\n</section>\n";
}

/// "3 searched, 1 given"
std::string origins(const Assessment& assessment) {
  std::vector<std::string> parts;
  for (const char* origin : {"searched", "trained", "given"}) {
    const auto count = std::ranges::count(assessment.models, origin, &AssessedModel::origin);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, origin));
  }
  return join(parts);
}

std::string what_was_attacked(const Assessment& assessment, const RunRecord& run) {
  return fmt::format("{} ({}), all on the same {} of <code>{}</code>, records {} to {}",
                     count_of(static_cast<std::int64_t>(assessment.models.size()), "model"),
                     origins(assessment), count_of(static_cast<std::int64_t>(run.inputs.size()), noun(run)),
                     escape(run.data), run.inputs.front().record, run.inputs.back().record);
}

std::string threat(const Assessment& assessment, const AssessmentSummary& summary, const RunRecord& run) {
  std::string text = escape(threat_text(run));
  std::vector<std::string> others;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) others.push_back(bound_text(run_at(assessment, summary, b)));
  if (!others.empty()) text += "; also attacked at " + escape(join(others));
  return text;
}

std::string attacks(const AssessmentSummary& summary, const RunRecord& run) {
  std::string out;
  for (const std::string& attack : summary.attacks) {
    const auto facts = run.attack_facts.find(attack);
    const std::string about = facts == run.attack_facts.end() ? "" : facts->second.text;
    out += fmt::format("{}<span class=\"attack\">{}</span>{}", out.empty() ? "" : "<br>",
                       breakable(display_name(attack, run)), about.empty() ? "" : ": " + escape(about));
  }
  return out;
}

std::string paragraphs(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences) out += (out.empty() ? "" : "<br>") + escape(sentence);
  return out;
}

/// How many inputs fell on every model, and how many on none.
std::string worst_case_text(const Assessment& assessment, const AssessmentSummary& summary,
                            const RunRecord& run) {
  int everywhere = 0, nowhere = 0, models = 0;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) models += summary.at_reference(m) ? 1 : 0;
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    int resisted = 0, fell = 0;
    for (std::size_t m = 0; m < assessment.models.size(); ++m) {
      const auto& figures = summary.at_reference(m);
      if (!figures) continue;
      const Fate fate = figures->fates[i];
      resisted += fate == Fate::resisted || fate == Fate::safe ? 1 : 0;
      fell += fate == Fate::fooled || fate == Fate::misclassified ? 1 : 0;
    }
    everywhere += fell == models ? 1 : 0;
    nowhere += resisted == models ? 1 : 0;
  }
  std::string text =
      fmt::format("A model has lost {} as soon as any attack succeeds on it, or it is wrong to begin with.",
                  run.on_graphs() ? "a graph" : "an image");
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const auto& figures = summary.at_reference(m);
    if (!figures) continue;
    const WorstCase& worst = figures->worst;
    std::string left = percent(worst.accuracy_low);
    if (worst.undecided > 0) left += " to " + percent(worst.accuracy_high);
    text += fmt::format("<br>{}: <strong>{}</strong> <span class=\"quiet\">{}</span> stay right; {}",
                        model_label(assessment, m), left, percent_interval(worst.interval),
                        escape(resistance_counts(worst, run)));
  }
  if (models > 1)
    text +=
        fmt::format("<br>Of {}, {} are lost on every model and {} on none.",
                    count_of(static_cast<std::int64_t>(run.inputs.size()), noun(run)), everywhere, nowhere);
  return text;
}

std::string badge(const std::string& status) {
  const char* kind = status == "pass" ? "good" : status == "fail" ? "bad" : "neutral";
  return fmt::format("<span class=\"badge {}\">{}</span>", kind,
                     escape(status.empty() ? "not made" : status));
}

std::string checks_line(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string out;
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    out += fmt::format("{}{} {}", out.empty() ? "" : "<br>", badge(summary.models[m].checks),
                       model_label(assessment, m));
  return out;
}

std::string verifier_line(const Assessment& assessment, const RunRecord& run) {
  VerificationSummary verification;
  for (const AssessedModel& model : assessment.models)
    for (const RunRecord& each : model.runs)
      for (const InstanceRecord& instance : each.instances) verification.add(instance);
  return escape(verdict_text(verification, run));
}

std::string glance(const Assessment& assessment, const AssessmentSummary& summary) {
  const RunRecord* run = any_run(assessment, summary);
  if (run == nullptr) return "";
  const std::string goal = run->targeted
                               ? "targeted: each instance asks for one class that is not the input's own"
                               : "untargeted: any class but the input's own";
  return section("glance", "At a glance",
                 definition_list({{"What was attacked", what_was_attacked(assessment, *run)},
                                  {"Threat", threat(assessment, summary, *run)},
                                  {"Goal", goal},
                                  {"Attacks", attacks(summary, *run)},
                                  {"Budget", budget_text(*run) + " for each attack on each " + noun(*run)},
                                  {"Attacker sees", escape(sight_text(*run))},
                                  {"Attacker knows", escape(knowledge_text(*run))},
                                  {"A small budget", paragraphs(small_budget_sentences(assessment, summary))},
                                  {"Worst case at " + escape(bound_text(*run)),
                                   worst_case_text(assessment, summary, *run)},
                                  {"Checks", checks_line(assessment, summary)},
                                  {"Verifier", verifier_line(assessment, *run)}}));
}

std::string models(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string out = html(models_table(assessment, summary));
  std::vector<std::pair<std::string, std::string>> entries;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    const AssessedModel& model = assessment.models[m];
    std::string is;
    for (const std::string& text : {model.architecture, model.file.generic_string()})
      if (!text.empty()) is += (is.empty() ? "<code>" : "<br><code>") + breakable(text) + "</code>";
    entries.emplace_back(model_label(assessment, m), is);
  }
  out += "<details><summary>Architectures and files</summary>\n" + definition_list(entries) + "</details>\n";
  return section("models", "The models", out);
}

std::string comparisons(const Assessment& assessment, const AssessmentSummary& summary) {
  if (assessment.models.size() < 2 || summary.bounds.empty()) return "";
  std::string out = html(pairs_table(assessment, summary, summary.reference));
  std::string others;
  for (std::size_t b = 0; b < summary.bounds.size(); ++b)
    if (b != summary.reference) others += html(pairs_table(assessment, summary, b));
  if (!others.empty())
    out +=
        "<details><summary>At the other bounds</summary>\n<p>Each bound has its own adjustment; the "
        "recommendation rests on the table above alone.</p>\n" +
        others + "</details>\n";
  if (summary.clean.tests > 0)
    out += "<h3>Clean accuracy</h3>\n" + html(clean_pairs_table(assessment, summary));
  return section("comparisons", "Model against model", out);
}

/// The results of all checks, and what was found by those that did not simply pass.
std::string checks(const Assessment& assessment, const AssessmentSummary& summary) {
  const ReportTable table = checks_table(assessment, summary);
  if (table.rows.empty())
    return section(
        "checks", "Checks of the evaluation",
        "<p>None were made: nothing here says whether a stronger attack would have been noticed.</p>\n");
  std::string found;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    for (const auto& of_bound : summary.models[m].bounds) {
      if (!of_bound) continue;
      const RunRecord& run = assessment.models[m].runs[static_cast<std::size_t>(of_bound->run)];
      for (const EvaluationCheck& check : of_bound->summary.checks)
        if (check.status != "pass")
          found +=
              fmt::format("<li>{} {} at {}: {}. {}</li>\n", badge(check.status), model_label(assessment, m),
                          escape(bound_text(run)), escape(check.title), escape(check.text));
    }
  }
  if (!found.empty())
    found = "<h3>What did not simply pass</h3>\n<ul class=\"attacks\">\n" + found + "</ul>\n";
  return section(
      "checks", "Checks of the evaluation",
      "<p>Whether the attacks were strong enough to be believed and the runs measure what they say, "
      "after Carlini et al. (2019) and Croce et al. (2020).</p>\n" +
          html(table) + found);
}

std::string provenance(const Assessment& assessment, const AssessmentSummary& summary) {
  std::string runs;
  for (std::size_t m = 0; m < assessment.models.size(); ++m) {
    for (const RunRecord& run : assessment.models[m].runs)
      runs += fmt::format("{}{} at {}: <code>{}</code>", runs.empty() ? "" : "<br>",
                          model_label(assessment, m), escape(bound_text(run)),
                          breakable(run.folder.lexically_relative(assessment.folder).generic_string()));
    for (const std::string& folder : assessment.models[m].not_begun)
      runs += fmt::format("{}{}: <code>{}</code>, not begun", runs.empty() ? "" : "<br>",
                          model_label(assessment, m), breakable(folder));
  }
  std::string hashes;
  for (std::size_t m = 0; m < assessment.models.size(); ++m)
    if (!assessment.models[m].runs.empty())
      hashes += fmt::format("{}{} <code>{}</code>", hashes.empty() ? "" : "<br>", model_label(assessment, m),
                            escape(assessment.models[m].runs.front().model_sha256));
  const RunRecord* run = any_run(assessment, summary);
  return section(
      "provenance", "How this was made",
      definition_list(
          {{"Command", assessment.command.empty() ? "" : "<code>" + escape(assessment.command) + "</code>"},
           {"State", escape(assessment_progress(assessment, summary))},
           {"Started", escape(assessment.started)},
           {"Finished", escape(assessment.finished)},
           {"Seed of the attacks", run == nullptr ? "" : escape(run->seed)},
           {"Device", run == nullptr || run->device.empty()
                          ? ""
                          : fmt::format("{}, {}", escape(run->device), count_of(run->threads, "thread"))},
           {"bora", escape(assessment.version)},
           {"SHA-256 of models", hashes},
           {"Runs", runs}}) +
          "<p>Every figure comes from the runs' databases: <code>bo-report</code> on this folder makes the "
          "page "
          "again, and on a run's folder that run's own report, with each attack in detail. "
          "<code>assessment.json</code> and <code>assessment.csv</code> hold the figures.</p>\n");
}

std::string reading(const Assessment& assessment, const AssessmentSummary& summary) {
  const std::string name = assessed_noun(assessment, summary);
  return section(
             "limits", "What the figures do not show",
             "<ul>\n<li>That a model resisted is no proof of robustness: another attack, more queries or "
             "knowledge of the gradients may succeed. Robust accuracy is an upper bound of what is left "
             "under every attack there is.</li>\n"
             "<li>They hold for this threat model, these attacks and this budget alone, and for inputs like "
             "these.</li>\n"
             "<li>Each model was trained once and attacked once, with one seed: another training of the same "
             "architecture may do better or worse.</li>\n"
             "<li>That no difference between two models is shown does not mean that they are alike: the "
             "interval of the difference says how far apart they may be.</li>\n</ul>\n") +
         section(
             "words", "Words used",
             definition_list(
                 {{"Robust accuracy",
                   "Share of " + name +
                       "s, those misclassified to begin with included, that stay classified "
                       "correctly under every attack here. The " +
                       name + "s are the same for every model."},
                  {"Success", "Share of the " + name +
                                  "s that the model gets right on which the attack reached "
                                  "its goal: a model that gets fewer right is attacked on fewer."},
                  {"All together", "Each " + name +
                                       " counts as soon as any of the attacks succeeds, each of "
                                       "them given the same number of queries."},
                  {"Query",
                   "One forward pass of the model on an attacked input. First designs and retries "
                   "count."},
                  {"Interval in brackets", "95% confidence interval: Wilson's of shares, by resampling of " +
                                               name + "s for differences in robust accuracy."},
                  {"Shown",
                   "By a test whose p, adjusted by Holm (1979) for all tests of its table, is below "
                   "0.05. Among all findings of a table, the chance that even one is due to chance "
                   "alone is then at most 5%."},
                  {"Not beaten",
                   "On the Pareto front: no other model is at least as good in everything "
                   "that is known of all and better in something. It takes the figures as they "
                   "are, without their intervals."}}));
}

}  // namespace

std::string model_label(const Assessment& assessment, std::size_t model) {
  return fmt::format(
      "<span class=\"attack\"><svg class=\"line colour-{} dash-{}\" width=\"26\" height=\"8\" "
      "aria-hidden=\"true\"><path d=\"M0 4H26\"/></svg>{}</span>",
      line_colour(model), line_dash(model), breakable(assessment.models[model].name));
}

std::string assessment_html(const Assessment& assessment, const AssessmentSummary& summary) {
  const std::string body = warnings(assessment, summary) + advice(assessment, summary) +
                           glance(assessment, summary) + models(assessment, summary) +
                           queries_section(assessment, summary) + bounds_section(assessment, summary) +
                           front_section(assessment, summary) + same_images_section(assessment, summary) +
                           comparisons(assessment, summary) + search_section(assessment) +
                           checks(assessment, summary) + provenance(assessment, summary) +
                           reading(assessment, summary);
  return html_page(
      "Robustness assessment", "Which model to deploy", body,
      fmt::format("<script>\n{}\n</script>\n<script>\n{}</script>\n", chart_library(), assessment_script()));
}

}  // namespace bora
