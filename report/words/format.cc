#include "report/words/format.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "attacks/record/semantic/rules.h"
#include "common/text.h"

namespace bora::report {

std::string percent_number(std::optional<double> share) {
  return share ? fmt::format("{:.1f}", 100 * *share) : kUnknown;
}

std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.1f}%", 100 * *share) : kUnknown;
}

std::string percent_interval(const std::optional<Interval>& interval) {
  return interval ? fmt::format("[{:.1f}, {:.1f}]", 100 * interval->low, 100 * interval->high) : "";
}

std::string percent_with(std::optional<double> share, const std::optional<Interval>& interval) {
  return share && interval ? percent(share) + " " + percent_interval(interval) : percent(share);
}

std::string difference(const PairedDifference& difference) {
  if (!difference.difference) return kUnknown;
  // Without the 0.0 a difference that rounds to zero would print as -0.0.
  const auto points = [](double share) {
    const double rounded = std::round(1000 * share) / 10 + 0.0;
    return rounded == 0 ? std::string("0.0") : fmt::format("{:+.1f}", rounded);
  };
  std::string text = points(*difference.difference);
  if (difference.interval) {
    text += fmt::format(" [{}, {}]", points(difference.interval->low), points(difference.interval->high));
  }
  return text;
}

std::string p_text(std::optional<double> p) {
  if (!p) return kUnknown;
  return *p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", *p);
}

std::string median_ratio_text(const MedianRatio& medians) {
  if (!medians.ratio) return kUnknown;
  std::string text = fmt::format("{:.2f}", *medians.ratio);
  if (!medians.low) return text;
  return text + fmt::format(" [{:.2f}, {}]", *medians.low,
                            medians.high ? fmt::format("{:.2f}", *medians.high) : "no bound");
}

std::string reached(std::optional<int> queries) {
  return queries ? grouped(*queries) : kNotReached;
}

std::string quantile_text(const QueryQuantile& quantile) {
  if (!quantile.queries && !quantile.interval.low) return kNotReached;
  return fmt::format("{} [{}, {}]", reached(quantile.queries), reached(quantile.interval.low),
                     reached(quantile.interval.high));
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int i = static_cast<int>(digits.size()) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

std::string duration(double seconds) {
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string count_of(std::int64_t number, const std::string& noun, const std::string& plural) {
  const std::string& word = number == 1 ? noun : plural;
  return grouped(number) + " " + (number != 1 && plural.empty() ? noun + "s" : word);
}

std::string short_number(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string noun(const RunRecord& run) {
  return run.on_graphs() ? "graph" : "image";
}

namespace {

/// Returns a description of one edit for readers.
std::string edit_text(const EditFacts& edits) {
  static const std::map<std::string, std::string> kTexts{
      {"flip", "an edge added or removed"},
      {"add", "an edge added"},
      {"remove", "an edge removed"},
      {"rewire", "an edge (u, v) moved to (u, w)"},
      {"swap", "two edges that swap ends, degrees kept"},
      {"inject", "an edge of an injected node added or removed"},
      {"reweight", "an edge given another weight"}};
  const auto it = kTexts.find(edits.mode);
  std::string text = edits.mode + (it == kTexts.end() ? "" : ": " + it->second);
  if (edits.hops > 0)
    text += fmt::format("; new edges between nodes at most {} apart", count_of(edits.hops, "step"));
  if (edits.keep_connected) text += "; no component falls apart";
  if (edits.mode == "inject") {
    text += fmt::format("; at most {}, each with at most {}", count_of(edits.most_injected, "injected node"),
                        count_of(edits.injected_degree, "edge"));
  }
  return text;
}

}  // namespace

std::string budget_text(const RunRecord& run) {
  if (!run.edits) return count_of(run.budget, "query", "queries");
  std::string text = count_of(run.edits->queries_per_edit, "query", "queries") + " for each edit allowed";
  if (run.edits->query_cap > 0) text += ", at most " + grouped(run.edits->query_cap);
  return text;
}

std::string threat_text(const RunRecord& run) {
  if (run.edits) {
    std::string text = fmt::format("at most round({} n^2) edits of a graph of n nodes, one at least",
                                   short_number(run.edits->ratio));
    if (run.edits->most_edits > 0)
      text += fmt::format(" and no more than {}", grouped(run.edits->most_edits));
    return text + " (" + edit_text(*run.edits) + ")";
  }
  if (run.semantic())
    return "an image changed as light, lens and camera change it: " +
           readable(parse_semantic_rules(run.changes, run.channels));
  const std::string norm = run.threat == "linf" ? "L-infinity" : run.threat;
  if (run.continuous)
    return fmt::format("{} at most {} (continuous pixels)", norm, short_number(run.epsilon));
  const double levels = run.epsilon * 255;
  return fmt::format("{} at most {:.0f}/255 = {} (asked: {})", norm, std::round(levels),
                     short_number(run.epsilon), short_number(run.epsilon_asked));
}

std::string sight_text(const RunRecord& run) {
  const std::string kind = run.score_kind.empty() ? "" : " (" + run.score_kind + ")";
  if (run.visible == "label") return "only the class the model predicts, no scores";
  if (run.visible.rfind("top-", 0) == 0) {
    return fmt::format("only the {} highest of the model's {} scores{}", run.visible.substr(4),
                       grouped(run.classes), kind);
  }
  return fmt::format("the model's {} scores{}", grouped(run.classes), kind);
}

std::string repeats_text(const RunRecord& run) {
  if (run.repeats == 1) return "";
  return fmt::format("{} of up to {} answers, each of them a query{}", run.success_in, run.repeats,
                     run.average > 1 ? fmt::format("; attacks see the mean of {}", run.average) : "");
}

std::string display_name(const std::string& attack, const RunRecord& run) {
  const auto facts = run.attack_facts.find(attack);
  const bool white_box = facts != run.attack_facts.end() && facts->second.sight == "gradients";
  if (white_box) return attack + " (white box)";
  return run.with_prior(attack) ? attack + " (prior)" : attack;
}

namespace {

std::string substitute_text(const SubstituteRecord& substitute) {
  std::string text = substitute.architecture.empty()
                         ? std::filesystem::path(substitute.file).filename().string()
                         : substitute.architecture;
  if (substitute.accuracy) text += fmt::format(", {} accurate", percent(substitute.accuracy));
  return text + (substitute.set_aside ? ", no better than guessing: set aside" : "");
}

// "yes (20,000 of 20,000 images)"
std::string same_data_text(const PriorFacts& prior) {
  if (prior.same_data != "yes") return prior.same_data;
  return fmt::format("yes ({} of {} images)", grouped(prior.shared), grouped(prior.images));
}

std::string substitutes_text(const PriorFacts& prior) {
  const auto number = static_cast<std::int64_t>(prior.substitutes.size());
  std::string text = count_of(number, "classifier") + " of its own (" +
                     (number == 1 ? "substitute model" : "substitute models");
  double seconds = 0;
  for (const SubstituteRecord& substitute : prior.substitutes) {
    text += (&substitute == &prior.substitutes.front() ? ": " : "; ") + substitute_text(substitute);
    seconds += substitute.training_seconds.value_or(0);
  }
  text += ")";
  if (prior.source == "data") {
    text += ", trained on the training part of " + prior.data;
    if (seconds > 0) text += " in " + duration(seconds);
  } else {
    text += ", brought along ready-made";
    if (prior.images == 0) text += ": what they were trained on is not known here";
  }
  if (!prior.same_data.empty()) text += "; same data as the victim: " + same_data_text(prior);
  if (!prior.screened_on.empty()) text += "; accuracies on " + prior.screened_on;
  return text;
}

}  // namespace

std::string knowledge_text(const RunRecord& run) {
  std::vector<std::string> with;
  for (const std::string& attack : run.attacks)
    if (run.with_prior(attack)) with.push_back(attack);
  if (run.prior.substitutes.empty() && !run.prior.learn)
    return "nothing else: no training data, no substitute models, no gradients, no weights";
  std::string text;
  if (!run.prior.substitutes.empty()) text = substitutes_text(run.prior);
  if (run.prior.learn)
    text += (text.empty() ? "" : "; and ") + std::string("what the run's earlier instances taught");
  text += "; no gradients and no weights of the model. ";
  return text + (with.empty() ? "No attack of this run made use of it"
                              : "Attacks that made use of it are marked (prior): " + join(with));
}

std::string facts_text(const AttackFacts& facts) {
  std::string text;
  if (facts.sight == "gradients") text = "sees gradients: a white-box reference";
  if (facts.sight == "labels") text = "sees labels only";
  if (facts.leaves_ball) text += (text.empty() ? "" : "; ") + std::string("queries outside the ball, too");
  return text;
}

std::string shards_text(const RunRecord& run) {
  if (run.shard) return fmt::format("{} of {}", run.shard->number, run.shard->count);
  if (run.merged.empty()) return "";
  const auto unfinished =
      std::ranges::count_if(run.merged, [](const MergedShard& shard) { return shard.status != "complete"; });
  return fmt::format("{} of {}, merged{}", run.merged.size(), run.of_shards,
                     unfinished > 0 ? fmt::format("; {} of them had not ended", unfinished) : "");
}

std::string spent_text(const RunRecord& run, const RunSummary& summary) {
  return grouped(summary.attack_queries) + " on attacked inputs, each counted" +
         (run.keeps_queries ? " and stored" : std::string("; kept are ") + kSummaryStored);
}

std::string progress_text(const RunRecord& run, const RunSummary& summary) {
  if (summary.complete() && run.status == "complete") return "complete";
  return fmt::format("{}: {} of {} ended", run.status, grouped(summary.ended),
                     count_of(summary.instances, "instance"));
}

std::string resistance_name(const WorstCase& worst) {
  return worst.accuracy ? "robust accuracy" : "not moved to a class asked for";
}

std::string resistance_counts(const WorstCase& worst, const RunRecord& run) {
  std::vector<std::string> parts;
  if (worst.misclassified > 0) parts.push_back(grouped(worst.misclassified) + " misclassified to begin with");
  parts.push_back(grouped(worst.fooled) + (worst.accuracy ? " fooled" : " moved there"));
  const int open = worst.undecided - worst.unconfirmed;
  if (open > 0) parts.push_back(grouped(open) + " not tried to the end");
  if (worst.unconfirmed > 0)
    parts.push_back(grouped(worst.unconfirmed) + " with adversarial examples that were not confirmed");
  if (worst.safe > 0)
    parts.push_back(grouped(worst.safe) +
                    (run.on_graphs() ? " that cannot be edited" : " that cannot be changed"));
  return join(parts);
}

std::string share_text(const WorstCase& worst) {
  std::string text = percent(worst.accuracy_low);
  if (worst.undecided > 0) text += " to " + percent(worst.accuracy_high);
  return text;
}

std::string resistance_text(const WorstCase& worst) {
  if (worst.images == 0) return kUnknown;
  return share_text(worst) + " " + percent_interval(worst.interval);
}

std::string verdict_text(const VerificationSummary& verification, const RunRecord& run) {
  const char* bounds = run.on_graphs() || run.semantic() ? "threat model" : "ball";
  if (verification.examples == 0) return "no adversarial example was found, so there is none to verify";
  if (verification.checked == 0) {
    return fmt::format("none of {} verified yet: they are counted as successes so far",
                       count_of(verification.examples, "adversarial example"));
  }
  std::string text =
      fmt::format("{} of {} read back from their files, inside the {}{} and fooling the victim again",
                  grouped(verification.passed), grouped(verification.checked), bounds,
                  run.on_graphs() ? " (edits, mode, constraints)" : "");
  if (verification.within < verification.checked) {
    text += fmt::format("; {} OUTSIDE the {}", grouped(verification.checked - verification.within), bounds);
  }
  if (verification.confirmed < verification.checked) {
    text += fmt::format("; {} NOT fooling it again", grouped(verification.checked - verification.confirmed));
  }
  if (verification.contradicted() > 0) text += "; what did not pass counts as a failure in every figure";
  if (verification.open() > 0)
    text +=
        fmt::format("; {} not verified yet and counted as successes so far", grouped(verification.open()));
  return text;
}

}  // namespace bora::report
