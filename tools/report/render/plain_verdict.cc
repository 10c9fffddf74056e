#include "tools/report/render/plain_verdict.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "tools/report/render/format.h"

namespace bora {
namespace {

std::string graph_lead(const RunRecord& run, const RunSummary& summary, const AttackResult& best) {
  const auto& attacks = summary.graphs->attacks;
  const WorstCase& after = std::ranges::find(attacks, best.name, &GraphAttackResult::name)->after;
  const std::string attacker = fmt::format("An attacker who sees {}, with {} and {}, ", sight_text(run),
                                           threat_text(run), budget_text(run));
  if (!after.accuracy) {
    return fmt::format("{}made it answer with the class asked for in {} of cases (best attack: {}{}).",
                       attacker, percent_with(best.points.back().rate, best.points.back().interval),
                       best.name, best.mark());
  }
  return fmt::format("{}brings its accuracy from {} to {} (best attack: {}{}).", attacker,
                     percent_with(summary.graphs->accuracy_before, summary.graphs->before_interval),
                     resistance_text(after), best.name, best.mark());
}

}  // namespace

std::string attack_sentence_text(const RunRecord& run, const AttackResult& attack) {
  const SuccessPoint& last = attack.points.back();
  const std::string ended =
      attack.ended() == attack.instances
          ? fmt::format("{} of {}", grouped(attack.successes()), grouped(attack.instances))
          : fmt::format("{}; {} of {} ended", count_of(attack.successes(), "success", "successes"),
                        grouped(attack.ended()), grouped(attack.instances));
  if (!last.rate) return "no instance was followed to the budget (" + ended + ")";
  return fmt::format("success on {} of instances within {} ({}), median queries {}",
                     percent_with(last.rate, last.interval), count_of(run.budget, "query", "queries"), ended,
                     quantile_text(attack.quantiles[1]));
}

std::string lead_text(const RunRecord& run, const RunSummary& summary) {
  const AttackResult* best = strongest(summary, run.budget);
  if (best == nullptr) return "No black-box attack was followed to the budget: no verdict yet.";
  if (summary.graphs) return graph_lead(run, summary, *best);
  const std::string means = run.semantic() ? "changes such as light, lens and camera make"
                                           : "no pixel changed by more than " + short_number(run.epsilon);
  return fmt::format(
      "With up to {} for an input and {}, an attacker who sees {} made it "
      "answer {} in {} of cases (best attack: {}{}).",
      count_of(run.budget, "query", "queries"), means, sight_text(run),
      run.targeted ? "with the class asked for" : "wrongly",
      percent_with(best->points.back().rate, best->points.back().interval), best->name, best->mark());
}

std::string resistance_title(const WorstCase& worst) {
  std::string name = resistance_name(worst);
  name.front() = static_cast<char>(std::toupper(name.front()));
  return name;
}

std::vector<std::pair<std::string, std::string>> resistance_entries(const RunRecord& run,
                                                                    const RunSummary& summary) {
  std::vector<std::pair<std::string, std::string>> entries;
  const auto add = [&](const WorstCase& worst, const char* attacks) {
    if (worst.images == 0) return;
    entries.emplace_back(
        resistance_title(worst) + attacks,
        fmt::format("{} ({} of {} {}; {})", resistance_text(worst), grouped(worst.resisted()),
                    count_of(worst.images, noun(run)), worst.accuracy ? "looked at" : "attacked",
                    resistance_counts(worst, run)));
  };
  add(summary.worst_case, summary.with_white_box ? ", black box" : "");
  if (summary.without_prior) add(*summary.without_prior, ", attacks without a prior alone");
  if (summary.with_white_box) add(*summary.with_white_box, ", white box included");
  return entries;
}

std::vector<std::pair<std::string, std::string>> run_facts(const RunRecord& run, const RunSummary& summary) {
  return {{"State", progress_text(run, summary)},
          {"Shards", shards_text(run)},
          {"Data", run.data},
          {"Attacked", count_of(summary.attacked_images, noun(run))},
          {"Threat", threat_text(run)},
          {"Goal", run.goal()},
          {"Budget", budget_text(run) + " an instance"},
          {"Attacker sees", sight_text(run)},
          {"Attacker knows", knowledge_text(run)},
          {"Protocol", summary.protocol}};
}

}  // namespace bora
