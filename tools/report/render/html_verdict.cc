#include <algorithm>
#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "common/text.h"
#include "tools/report/render/format.h"
#include "tools/report/render/html_sections.h"
#include "tools/report/render/html_text.h"
#include "tools/report/render/semantic_tables.h"

namespace bora {
namespace {

std::string median_phrase(const AttackResult& attack) {
  const QueryQuantile& median = attack.quantiles[1];
  if (!median.queries) return "median not reached";
  return fmt::format("median <strong>{}</strong> queries <span class=\"quiet\">[{}, {}]</span>",
                     reached(median.queries), reached(median.interval.low), reached(median.interval.high));
}

std::string attack_sentence(const RunSummary& summary, const AttackResult& attack) {
  const SuccessPoint& last = attack.points.back();
  const std::string facts = facts_text(attack.facts);
  const std::string label =
      attack_label(summary, attack.name) +
      (facts.empty() ? "" : " <span class=\"badge neutral\">" + escape(facts) + "</span>");
  std::string counts =
      attack.ended() == attack.instances
          ? fmt::format("{} of {}", grouped(attack.successes()), grouped(attack.instances))
          : fmt::format("{} so far; {} of {} ended", count_of(attack.successes(), "success", "successes"),
                        grouped(attack.ended()), grouped(attack.instances));
  if (const int open = attack.verification.open(); open > 0)
    counts += fmt::format("; {} of them not verified yet", grouped(open));
  if (const int contradicted = attack.verification.contradicted(); contradicted > 0)
    counts += fmt::format("; {} more not confirmed by the verifier and not counted", grouped(contradicted));
  if (!last.rate) {
    return fmt::format("<li>{}: {}; none of the others was followed to the budget.</li>\n", label, counts);
  }
  return fmt::format(
      "<li>{} succeeded on <strong>{}</strong> <span class=\"quiet\">{}</span> of instances ({}), {}.</li>\n",
      label, percent(last.rate), percent_interval(last.interval), counts, median_phrase(attack));
}

std::string graph_lead(const RunRecord& run, const RunSummary& summary, const AttackResult& best) {
  const auto& attacks = summary.graphs->attacks;
  const auto of_best =
      std::find_if(attacks.begin(), attacks.end(), [&](const auto& each) { return each.name == best.name; });
  const WorstCase& after = of_best->after;
  std::string fell = percent(after.accuracy_low);
  if (after.undecided > 0) fell += " to " + percent(after.accuracy_high);
  const std::string attacker =
      fmt::format("An attacker who sees {} and may make {} edits to a graph of n nodes, with {}, ",
                  escape(sight_text(run)), run.edits ? short_number(run.edits->ratio) + " n\u00b2" : "some",
                  budget_text(run));
  const std::string name = breakable(best.name) + best.mark();
  if (!after.accuracy) {
    return fmt::format(
        "<p class=\"lead\">{}made it answer with the class asked for in <strong>{}</strong> <span "
        "class=\"quiet\">{}</span> of cases (best attack: {}).</p>\n",
        attacker, percent(best.points.back().rate), percent_interval(best.points.back().interval), name);
  }
  return fmt::format(
      "<p class=\"lead\">{}brings its accuracy from {} to <strong>{}</strong> <span "
      "class=\"quiet\">{}</span> "
      "(best attack: {}).</p>\n",
      attacker, percent(summary.graphs->accuracy_before), fell, percent_interval(after.interval), name);
}

std::string lead_sentence(const RunRecord& run, const RunSummary& summary) {
  const AttackResult* best = strongest(summary, run.budget);
  if (best == nullptr) return "<p class=\"lead\">No attack was followed to the budget: no verdict yet.</p>\n";
  if (summary.graphs) return graph_lead(run, summary, *best);
  const std::string means = run.semantic() ? "changes such as light, lens and camera make"
                                           : "no pixel changed by more than " + short_number(run.epsilon);
  return fmt::format(
      "<p class=\"lead\">With up to {} for an input and {}, an attacker who "
      "sees {} made it answer {} in <strong>{}</strong> <span class=\"quiet\">{}</span> of "
      "cases (best attack: {}).</p>\n",
      count_of(run.budget, "query", "queries"), means, escape(sight_text(run)),
      run.targeted ? "with the class asked for" : "wrongly", percent(best->points.back().rate),
      percent_interval(best->points.back().interval), breakable(best->name) + best->mark());
}

/// Returns the share of inputs that resist, with a name that states the attacks.
std::pair<std::string, std::string> resistance_entry(const RunRecord& run, const WorstCase& worst,
                                                     const std::string& attacks) {
  std::string name = resistance_name(worst);
  name.front() = static_cast<char>(std::toupper(name.front()));
  if (worst.images == 0) return {name + attacks, ""};
  std::string share = percent(worst.accuracy_low);
  if (worst.undecided > 0) share += " to " + percent(worst.accuracy_high);
  const std::string stayed = worst.accuracy
                                 ? " looked at stayed classified correctly under every attack on them"
                                 : " attacked stayed clear of every class asked for, though they may have "
                                   "become wrong in other ways";
  return {name + attacks,
          fmt::format("<strong>{}</strong> <span class=\"quiet\">{}</span>: {} of {}{}; {}", share,
                      percent_interval(worst.interval), grouped(worst.resisted()),
                      count_of(worst.images, noun(run)), stayed, resistance_counts(worst, run))};
}

/// Returns the severity that fools the model, and the changes that weigh most in it; "" for other runs.
std::string mildest_entry(const RunSummary& summary) {
  const SemanticAttackResult* mildest = summary.semantic ? mildest_attack(summary) : nullptr;
  if (mildest == nullptr) return "";
  return fmt::format("median severity {} (1: one change as far as it may go); most of it is {}",
                     severity_text(mildest->severity.quantiles[1]), escape(weakness_text(summary)));
}

std::string protocol_text(const RunSummary& summary) {
  std::string text = summary.protocol;
  if (summary.published != nullptr) text += " (" + summary.published->source + ")";
  if (!summary.departures.empty()) text += "; departing from it: " + join(summary.departures, "; ");
  return text;
}

/// Returns the outcomes of the run's conditions; "" where it has none.
std::string conditions_entry(const RunSummary& summary) {
  std::string out;
  for (const ConditionOutcome& outcome : summary.conditions) {
    const char* kind = outcome.finding == Finding::holds           ? "bad"
                       : outcome.finding == Finding::does_not_hold ? "good"
                                                                   : "neutral";
    out += fmt::format("<div><span class=\"badge {}\">{}</span> <code>{}</code>: {}</div>", kind,
                       to_string(outcome.finding), escape(outcome.condition.text),
                       escape(outcome.measured_text()));
  }
  return out;
}

std::string verdict_badge(const RunRecord& run, const VerificationSummary& verification) {
  const bool checked = verification.checked == verification.examples && verification.examples > 0;
  const char* kind = verification.passed < verification.checked ? "bad" : checked ? "good" : "neutral";
  const char* word = verification.passed < verification.checked ? "Failed" : checked ? "Passed" : "Open";
  return fmt::format("<span class=\"badge {}\">{}</span> {}", kind, word,
                     escape(verdict_text(verification, run)));
}

}  // namespace

std::string warnings_section(const RunRecord& run, const RunSummary& summary) {
  std::string out;
  for (const std::string& warning : run.warnings) {
    out +=
        "<div role=\"note\" class=\"warning bad\"><strong>Warning</strong>: " + escape(warning) + "</div>\n";
  }
  if (const int contradicted = summary.verification.contradicted(); contradicted > 0) {
    out += fmt::format(
        "<div role=\"note\" class=\"warning bad\"><strong>The verifier contradicts {} of {}</strong>: read "
        "back and "
        "shown to the "
        "model again, they do not do what was found. They count as failures in every figure. A model whose "
        "answers depend on what else is in a batch does this.</div>\n",
        grouped(contradicted), count_of(summary.verification.examples, "adversarial example"));
  }
  if (const int open = summary.verification.open(); open > 0) {
    out += fmt::format(
        "<div role=\"note\" class=\"warning\"><strong>{} not verified yet</strong>: figures count what the "
        "attacks found "
        "as a success until the verifier has looked at it.</div>\n",
        count_of(open, "adversarial example"));
  }
  if (!summary.complete() || run.status != "complete") {
    out += fmt::format(
        "<div role=\"note\" class=\"warning\"><strong>This run is not complete</strong> ({}). Instances that "
        "were cut "
        "count as not followed further than they got; the figures are estimates from what is "
        "there.</div>\n",
        escape(progress_text(run, summary)));
  }
  if (!summary.findings.empty()) {
    out += fmt::format(
        "<div role=\"note\" class=\"warning bad\"><strong>The database contradicts itself</strong> in {}: do "
        "not rely on "
        "this report.<ul>",
        count_of(static_cast<std::int64_t>(summary.findings.size()), "place"));
    constexpr std::size_t kShown = 10;
    for (std::size_t i = 0; i < summary.findings.size() && i < kShown; ++i) {
      out += "<li>" + escape(summary.findings[i]) + "</li>";
    }
    if (summary.findings.size() > kShown) out += "<li>and others; all are in summary.json</li>";
    out += "</ul></div>\n";
  }
  return out;
}

std::string verdict_section(const RunRecord& run, const RunSummary& summary) {
  std::string out =
      "<section aria-label=\"Verdict\">\n" + lead_sentence(run, summary) + "<ul class=\"attacks\">\n";
  for (const AttackResult& attack : summary.attacks) out += attack_sentence(summary, attack);
  out += "</ul>\n";
  const std::string goal = run.targeted
                               ? "targeted: each instance asks for one class that is not the input's own"
                               : "untargeted: any class but the input's own";
  const bool white_box = summary.with_white_box.has_value();
  const std::string sight = fmt::format(
      "{}, for each input it is shown{}", escape(sight_text(run)),
      white_box ? ". White-box attacks see gradients, too: they are set apart as a yardstick" : "");
  const std::string clean =
      summary.clean_accuracy
          ? fmt::format("{} <span class=\"quiet\">{}</span> ({} of {})", percent(summary.clean_accuracy),
                        percent_interval(summary.clean_interval), grouped(*run.clean_correct),
                        count_of(*run.clean_inputs, "test " + noun(run)))
          : "";
  return out +
         definition_list(
             {{"Model", "<code>" + escape(run.victim()) + "</code>"},
              {"Data", escape(run.data)},
              {"Threat", escape(threat_text(run))},
              {"Goal", goal},
              {"Budget", budget_text(run) + " an instance"},
              {"Attacker sees", sight},
              {"A success holds in", repeats_text(run)},
              {"Attacker knows", escape(knowledge_text(run))},
              {"Clean accuracy", clean},
              resistance_entry(run, summary.worst_case, white_box ? ", black box" : ""),
              resistance_entry(run, summary.without_prior.value_or(WorstCase()),
                               ", attacks without a prior alone"),
              resistance_entry(run, summary.with_white_box.value_or(WorstCase()), ", white box included"),
              {"Mildest combinations", mildest_entry(summary)},
              {"Must not hold", conditions_entry(summary)},
              {"Protocol", escape(protocol_text(summary))},
              {"Verifier", verdict_badge(run, summary.verification)},
              {"Checks", checks_entry(summary)}}) +
         "</section>\n";
}

}  // namespace bora
