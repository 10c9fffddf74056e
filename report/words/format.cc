#include "report/words/format.h"

#include <iterator>

#include <fmt/format.h>

#include "common/text.h"

namespace bora::report {

std::string quantile_text(const QueryQuantile& quantile) {
  return quantile_text(quantile, [](int queries) { return grouped(queries); });
}

std::string quartiles_text(const std::vector<QueryQuantile>& quartiles) {
  return reached(quartiles[0].queries, quartiles[0].beyond) + " / " +
         reached(quartiles[2].queries, quartiles[2].beyond);
}

std::string spent_text(const RunRecord& run, const RunSummary& summary) {
  return grouped(summary.attack_queries) + " on attacked inputs, each counted" +
         (run.keeps_queries ? " and stored" : std::string("; stored: ") + kSummaryStored);
}

std::string progress_text(const RunRecord& run, const RunSummary& summary) {
  if (summary.complete() && run.status == "complete") {
    const bool partial = !run.merged.empty() && std::ssize(run.merged) < run.of_shards;
    return partial ? fmt::format("complete, {} of {} shards", run.merged.size(), run.of_shards) : "complete";
  }
  return fmt::format("{}: {} of {} ended", run.status, grouped(summary.ended),
                     count_of(summary.instances, "instance"));
}

std::string resistance_name(const WorstCase& worst) {
  return worst.accuracy ? "robust accuracy" : "not moved to a class asked for";
}

std::string resistance_counts(const WorstCase& worst, const RunRecord& run) {
  std::vector<std::string> parts;
  if (worst.misclassified > 0) parts.push_back(grouped(worst.misclassified) + " misclassified to begin with");
  parts.push_back(grouped(worst.fooled) + (worst.accuracy ? " fooled" : " moved"));
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
  if (verification.checked == 0)
    return fmt::format("none of {} verified yet: they are counted as successes so far",
                       count_of(verification.examples, "adversarial example"));
  std::string text =
      fmt::format("{} of {} read back from their files, inside the {}{} and fooling the victim again",
                  grouped(verification.passed), grouped(verification.checked), bounds,
                  run.on_graphs() ? " (edits, mode, constraints)" : "");
  if (verification.within < verification.checked)
    text += fmt::format("; {} OUTSIDE the {}", grouped(verification.checked - verification.within), bounds);
  if (verification.confirmed < verification.checked)
    text += fmt::format("; {} NOT fooling it again", grouped(verification.checked - verification.confirmed));
  if (verification.contradicted() > 0) text += "; what did not pass counts as a failure in every figure";
  if (verification.open() > 0)
    text +=
        fmt::format("; {} not verified yet and counted as successes so far", grouped(verification.open()));
  return text;
}

}  // namespace bora::report
