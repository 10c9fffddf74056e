#include "report/words/run_words.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "common/text.h"
#include "report/figures/checks.h"
#include "report/words/cost.h"
#include "report/words/format.h"
#include "report/words/run_tables.h"

namespace bora::report {
namespace {

MarkedText name_of(const AttackResult& attack) {
  return {attack.display_name(), Mark::name};
}

std::vector<Alarm> alarms_of(const RunRecord& run, const RunSummary& summary) {
  std::vector<Alarm> alarms;
  for (const std::string& warning : run.warnings) alarms.push_back({true, "", warning});
  const VerificationSummary& seen = summary.verification;
  if (seen.contradicted() > 0)
    alarms.push_back(
        {true,
         fmt::format("The verifier contradicts {} of {}", grouped(seen.contradicted()),
                     count_of(seen.examples, "adversarial example")),
         "read back and shown to the model again, they do not reach their goal. They count as failures in "
         "every figure. The model may answer at random, or its answers may depend on the rest of a batch."});
  if (seen.open() > 0)
    alarms.push_back({false, count_of(seen.open(), "adversarial example") + " not verified yet",
                      "figures count them as successes until the verifier has checked them."});
  if (const int failed = instances_of(summary.failures); failed > 0)
    alarms.push_back(
        {false, count_of(failed, "instance") + " failed",
         "what the attacks would have found is not known: these instances count up to their last "
         "answer, and the figures are estimates."});
  if (const int broken = instances_of(summary.broken_off); broken > 0)
    alarms.push_back(
        {false, count_of(broken, "instance") + " ended by a fault after the first success",
         "smaller changes might succeed, too. These instances count as successes. Quantiles and shares of "
         "smallest changes leave them out; means of distances have the changes found so far."});
  if (!summary.complete() || run.status != "complete")
    alarms.push_back({false, "This run is not complete",
                      progress_text(run, summary) +
                          ". Instances that were cut short count up to the query they reached; "
                          "the figures are estimates."});
  if (!summary.contradictions.empty()) {
    constexpr std::ptrdiff_t kShown = 10;
    const auto found = std::ssize(summary.contradictions);
    Alarm alarm{true,
                "The database contradicts itself",
                fmt::format("{}. Do not rely on this report.", count_of(found, "contradiction")),
                {summary.contradictions.begin(), summary.contradictions.begin() + std::min(found, kShown)}};
    if (found > kShown) alarm.items.push_back(fmt::format("{} more, all in summary.json", found - kShown));
    alarms.push_back(std::move(alarm));
  }
  return alarms;
}

MarkedText lead_of_graphs(const RunRecord& run, const RunSummary& summary, const AttackResult& best) {
  const auto& attacks = summary.graphs->attacks;
  const WorstCase& after = std::ranges::find(attacks, best.name, &GraphAttackResult::name)->after;
  const MarkedText attacker = fmt::format(
      "An attacker who sees {} and may make {} edits to a graph of n nodes, with {}, ", access_text(run),
      run.edits ? short_number(run.edits->ratio) + " n\u00b2" : "some", budget_text(run));
  const SuccessPoint& last = best.points.back();
  if (!after.accuracy)
    return attacker +
           sentence("made it answer with the target class in {} {} of cases (best attack: {}).",
                    {strong(percent(last.rate)), quiet(percent_interval(last.interval)), name_of(best)});
  return attacker + sentence("brings its accuracy from {} to {} {} (best attack: {}).",
                             {percent(summary.graphs->accuracy_before), strong(share_text(after)),
                              quiet(percent_interval(after.interval)), name_of(best)});
}

void add(Facts& facts, std::string name, MarkedText value, std::string label = "") {
  if (!value.empty()) facts.push_back({std::move(name), std::move(value), std::move(label)});
}

Facts attacked_of(const RunRecord& run, const RunSummary& summary) {
  Facts facts;
  MarkedText clean;
  if (summary.clean_accuracy)
    clean = sentence("{} {} ({} of {})",
                     {percent(summary.clean_accuracy), quiet(percent_interval(summary.clean_interval)),
                      grouped(*run.clean_correct), count_of(*run.clean_inputs, noun_with_part(run))});
  std::string access = access_text(run);
  if (summary.with_white_box)
    access += summary.preset.empty() ? "; white-box attacks see gradients, too, and are a reference only"
                                     : "; white-box attacks see gradients, too";
  std::string protocol = summary.protocol;
  if (summary.published != nullptr) protocol += " (" + summary.published->source + ")";
  if (!summary.departures.empty()) protocol += "; departures: " + join(summary.departures, "; ");
  add(facts, "State", progress_text(run, summary));
  const std::string hash = run.model_sha256.empty() ? "" : ", sha256 " + run.model_sha256.substr(0, 12);
  add(facts, "Model", code(run.victim()) + hash, "model");
  add(facts, "Data", run.data, "data");
  add(facts, "Threat", threat_text(run), "threat");
  add(facts, "Goal", run.goal(), "threat");
  add(facts, "Budget", budget_text(run) + " an instance", "threat");
  add(facts, "Fooled in the search", search_text(run), "search");
  add(facts, "Clean accuracy", std::move(clean), "clean");
  add(facts, "Attacker sees", access, "sees");
  add(facts, "A success holds in", repeats_text(run), "success");
  add(facts, "Attacker knows", knowledge_text(run), "knows");
  add(facts, "Protocol", protocol, "protocol");
  add(facts, "Preset", summary.preset, "preset");
  add(facts, "Attacked", count_of(summary.attacked_images, noun(run)), "attacked");
  return facts;
}

/// Adds the share of inputs that resist. Its name includes `attacks`, the attacks that it is under.
void add_resistance(Facts& facts, const RunRecord& run, const WorstCase& worst, const std::string& attacks) {
  if (worst.images == 0) return;
  std::string name = resistance_name(worst) + ", " + attacks;
  name.front() = static_cast<char>(std::toupper(name.front()));
  add(facts, std::move(name),
      sentence("{} {} ({} of {}; {})",
               {strong(share_text(worst)), quiet(percent_interval(worst.interval)), grouped(worst.resisted()),
                worst.accuracy ? count_of(worst.images, noun(run)) + " looked at"
                               : count_of(worst.images, "attacked " + noun(run)),
                resistance_counts(worst, run)}));
}

Facts resisted_of(const RunRecord& run, const RunSummary& summary) {
  Facts facts;
  const bool preset = !summary.preset.empty();
  add_resistance(facts, run, summary.worst_case,
                 preset                   ? "all attacks of the preset " + summary.preset
                 : summary.with_white_box ? "black-box attacks together"
                                          : "all attacks together");
  if (summary.without_prior)
    add_resistance(facts, run, *summary.without_prior, "attacks without a prior together");
  if (summary.with_white_box && !preset)
    add_resistance(facts, run, *summary.with_white_box, "white-box attacks included");
  const SemanticAttackResult* mildest = summary.semantic ? mildest_attack(summary) : nullptr;
  if (mildest != nullptr)
    add(facts, "Mildest combinations",
        fmt::format("median severity {} (1: one change up to its bound); most of it is {}",
                    severity_text(mildest->severity.quantiles[1]), weakness_text(summary)));
  if (summary.smallest) add(facts, "Smallest perturbations", smallest_text(run, summary));
  return facts;
}

Facts spent_of(const RunRecord& run, const RunSummary& summary) {
  Facts facts;
  for (const auto& [reason, count] : summary.skipped)
    add(facts, "Skipped", count_of(count, noun(run)) + ": " + reason, "skipped");
  add(facts, "Instances",
      fmt::format("{} ({}, target, attack), {} ended", grouped(summary.instances), noun(run),
                  grouped(summary.ended)));
  for (const FailureCount& failure : summary.failures) {
    const std::string failed = count_of(failure.instances, "instance");
    add(facts, "Failed", fmt::format("{} of {}: {}", failed, failure.attack, failure.reason), "failed");
  }
  for (const FailureCount& fault : summary.broken_off)
    add(facts, "Ended by a fault after a success",
        fmt::format("{} of {}: {}", count_of(fault.instances, "instance"), fault.attack, fault.reason));
  add(facts, "Queries", spent_text(run, summary));
  if (summary.attack_attempts != summary.attack_queries)
    add(facts, "Attempts",
        fmt::format(
            "{} forward passes on attacked inputs: the queries{}, passes without an answer, and passes "
            "that were open when a process died",
            grouped(summary.attack_attempts),
            run.defence.find("smooth:") == std::string::npos ? "" : ", one for each noisy copy"));
  if (run.clean_queries > 0)
    add(facts, "Clean queries",
        count_of(run.clean_queries, "query", "queries") +
            " on unchanged inputs, e.g. for the clean accuracy; outside every budget");
  if (const auto cost = cost_of(run, summary)) add(facts, "Cost", cost_text(*cost), "cost");
  if (!run.keeps_queries) add(facts, "Stored", kSummaryStored, "stored");
  return facts;
}

/// Returns the shards of a run, with the folders from which it was merged.
MarkedText shards_of(const RunRecord& run) {
  MarkedText text = shards_text(run);
  for (const MergedShard& shard : run.merged) {
    text += &shard == &run.merged.front() ? ": " : ", ";
    text += code(shard.folder);
    if (shard.status != "complete") text += " (" + shard.status + ")";
  }
  return text;
}

Facts made_of(const RunRecord& run) {
  Facts facts;
  std::vector<std::string> libraries;
  for (const auto& [name, version] : run.libraries) libraries.push_back(name + " " + version);
  std::string input = fmt::format("{} x {} x {} (channels, height, width), {} classes", run.channels,
                                  run.height, run.width, run.classes);
  if (run.on_graphs()) {
    input = count_of(run.classes, "class", "classes");
    if (!run.features.empty()) input += ", node features " + run.features;
  }
  add(facts, "Command", code(run.command));
  add(facts, "Run in", code(run.directory));
  add(facts, "Model SHA-256", code(run.model_sha256));
  add(facts, "Model version", run.model_version);
  add(facts, "Seed", run.seed);
  add(facts, "Input", input);
  add(facts, "Shards", shards_of(run), "shards");
  add(facts, "Started", run.started);
  add(facts, "Finished", run.finished);
  add(facts, "Wall time", run.wall_seconds > 0 ? duration(run.wall_seconds) : "");
  add(facts, "Device", run.device.empty() ? "" : run.device + ", " + count_of(run.threads, "thread"));
  add(facts, "bora", run.version);
  add(facts, "Libraries", join(libraries));
  return facts;
}

std::vector<Judgement> conditions_of(const std::vector<ConditionOutcome>& conditions) {
  std::vector<Judgement> out;
  for (const ConditionOutcome& outcome : conditions) {
    Judgement said{"neutral", to_string(outcome.finding), outcome.condition.text, outcome.measured_text()};
    if (outcome.finding == Finding::holds) said.kind = "bad";
    if (outcome.finding == Finding::does_not_hold) said.kind = "good";
    out.push_back(std::move(said));
  }
  return out;
}

Judgement verifier_of(const RunRecord& run, const VerificationSummary& seen) {
  Judgement said{"neutral", "Open", "", verdict_text(seen, run)};
  if (seen.passed < seen.checked) {
    said.kind = "bad";
    said.word = "Failed";
  } else if (seen.checked == seen.examples && seen.examples > 0) {
    said.kind = "good";
    said.word = "Passed";
  }
  return said;
}

std::vector<Judgement> checks_of(const RunSummary& summary) {
  std::vector<Judgement> out;
  for (const EvaluationCheck& check : summary.checks) {
    Judgement said{"neutral", status_word(check), check.title, check.text};
    if (check.status == "pass") said.kind = "good";
    if (check.status == "fail") said.kind = "bad";
    if (check.status == "warn") said.kind = "caution";
    out.push_back(std::move(said));
  }
  return out;
}

/// Returns the outcome of one attack: "success on 90.0% [69.9, 97.2] of instances within 300 queries (18 of
/// 20), median 17 queries [12, 35]".
MarkedText outcome_of(const RunRecord& run, const AttackResult& attack) {
  if (attack.instances == 0) return "nothing to attack";
  const SuccessPoint& last = attack.points.back();
  const int failed = attack.count(InstanceStatus::failed);
  std::string counts =
      attack.ended() == attack.instances
          ? fmt::format("{} of {}{}", grouped(attack.successes()), grouped(attack.instances),
                        failed > 0 ? fmt::format(", {} failed", grouped(failed)) : "")
          : fmt::format("{} so far; {} of {} ended", count_of(attack.successes(), "success", "successes"),
                        grouped(attack.ended()), grouped(attack.instances));
  if (const int open = attack.verification.open(); open > 0)
    counts += fmt::format("; {} of them not verified yet", grouped(open));
  if (const int contradicted = attack.verification.contradicted(); contradicted > 0)
    counts += fmt::format("; {} more not confirmed by the verifier and not counted", grouped(contradicted));
  if (!last.rate) return "no instance was followed to the budget (" + counts + ")";
  const QueryQuantile& median = attack.quantiles[1];
  MarkedText queries = median.beyond ? "median not reached" : "median not known";
  if (median.queries)
    queries = sentence("median {} {} {}",
                       {strong(grouped(*median.queries)), *median.queries == 1 ? "query" : "queries",
                        quiet(fmt::format("[{}, {}]", reached(median.interval.low, median.followed),
                                          reached(median.interval.high, median.followed)))});
  return sentence("success on {} {} of instances within {} ({}), {}",
                  {strong(percent(last.rate)), quiet(percent_interval(last.interval)),
                   count_of(run.budget, "query", "queries"), counts, queries});
}

/// Returns a sentence that states the robust accuracy under a preset.
MarkedText lead_of_preset(const RunRecord& run, const RunSummary& summary) {
  const WorstCase& worst = summary.worst_case;
  std::vector<std::string> names;
  for (const AttackResult& attack : summary.attacks) names.push_back(attack.name);
  return sentence("{} {} of {} resist every attack of the preset {} ({}), {}.",
                  {strong(share_text(worst)), quiet(percent_interval(worst.interval)),
                   count_of(worst.images, noun(run)), summary.preset, join(names), threat_text(run)});
}

/// Writes the sentence with which a report begins. It states the success of the strongest black-box attack,
/// or the robust accuracy if the run has a preset or no input is classified correctly. If no black-box attack
/// was observed up to the budget, it says so.
MarkedText lead_of(const RunRecord& run, const RunSummary& summary) {
  if (const WorstCase& worst = summary.worst_case;
      summary.nothing_to_attack && worst.images > 0 && worst.misclassified == worst.images)
    return sentence(
        "The model classifies none of the {} correctly: its robust accuracy is {} without any attack.",
        {count_of(worst.images, noun(run)), strong(fmt::format("0 of {}", grouped(worst.images)))});
  if (!summary.preset.empty() && summary.worst_case.images > 0) return lead_of_preset(run, summary);
  const AttackResult* best = strongest(summary, run.budget);
  if (best == nullptr) return "No black-box attack was followed to the budget: no verdict yet.";
  if (summary.graphs) return lead_of_graphs(run, summary, *best);
  const SuccessPoint& last = best->points.back();
  if (run.searched > 0)
    return sentence(
        "One perturbation for all images ({}) made it answer {} in {} {} of cases. An attacker who sees {} found it "
        "on {} with {} (best attack: {}).",
        {"at most " + short_number(run.epsilon) + " a pixel",
         run.targeted ? "with the target class" : "wrongly", strong(percent(last.rate)),
         quiet(percent_interval(last.interval)), access_text(run), count_of(run.searched, "other image"),
         count_of(run.search_budget, "query", "queries"), name_of(*best)});
  const std::string means = run.semantic() ? "changes such as light, lens and camera make"
                            : run.threat == "linf"
                                ? "no pixel changed by more than " + short_number(run.epsilon)
                            : run.threat == "patch" ? "a change " + threat_text(run)
                                                    : "a change of " + threat_text(run);
  return sentence(
      "With up to {} for an input and {}, an attacker who sees {} made it answer {} in {} {} of cases (best attack: {}).",
      {count_of(run.budget, "query", "queries"), means, access_text(run),
       run.targeted ? "with the target class" : "wrongly", strong(percent(last.rate)),
       quiet(percent_interval(last.interval)), name_of(*best)});
}

}  // namespace

RunReport report_of(const RunRecord& run, RunSummary figures) {
  RunReport report{std::move(figures), run, {}, {}};
  const RunSummary& summary = report;
  report.conditions = decide_conditions(run, summary);
  RunWords& words = report.words;
  words.alarms = alarms_of(run, summary);
  words.lead = lead_of(run, summary);
  for (const AttackResult& attack : summary.attacks) words.attacks.push_back(outcome_of(run, attack));
  words.attacked = attacked_of(run, summary);
  words.resisted = resisted_of(run, summary);
  words.spent = spent_of(run, summary);
  words.made = made_of(run);
  words.conditions = conditions_of(report.conditions);
  const VerificationSummary& seen = summary.verification;
  words.verifier = verifier_of(run, seen);
  if (seen.at_fault(run.repeats))
    words.verifier_fault = fmt::format("{} of {} did not pass verification", seen.contradicted(),
                                       count_of(seen.examples, "adversarial example"));
  words.checks = checks_of(summary);
  if (summary.checks.empty()) return report;
  words.check_counts = check_counts(summary.checks);
  if (run.check_queries > 0)
    words.check_queries = count_of(run.check_queries, "query", "queries") + " for them, outside every budget";
  return report;
}

RunReport report_of(const RunRecord& run) {
  return report_of(run, summarise(run));
}

}  // namespace bora::report
