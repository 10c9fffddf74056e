#include "report/words/edit_sentences.h"

#include <fmt/format.h>

#include "report/words/format.h"

namespace bora::report {
namespace {

std::string stated_p(double p) {
  return p < 0.01 ? "p < 0.01" : fmt::format("p = {:.2f}", p);
}

std::string too_few(const char* what, const NullComparison& comparison) {
  return fmt::format("Not enough examples to test {}: {}, {} needed.", what,
                     count_of(comparison.graphs, "graph"), NullComparison::kFewestGraphs);
}

/// Returns "Added edges cross communities more often (61.0%) than random ones (43.2% [40.1, 46.0]; p = 0.01,
/// 34 graphs)."
std::string crossing_sentence(const char* kind, const NullComparison& comparison) {
  const double p = comparison.p_either();
  const char* how = p > 0.05                                    ? "about as often"
                    : comparison.observed > comparison.expected ? "more often"
                                                                : "less often";
  return fmt::format("{} edges cross communities {} ({}) {} random ones ({} {}; {}, {}).", kind, how,
                     percent(comparison.observed), p > 0.05 ? "as" : "than", percent(comparison.expected),
                     percent_interval(comparison.expected_range), stated_p(p),
                     count_of(comparison.graphs, "graph"));
}

}  // namespace

std::string clustering_sentence(const EditPatterns& patterns) {
  const NullComparison &distance = patterns.distance, &common_end = patterns.common_end;
  if (!distance.enough()) return too_few("whether edits cluster", distance);
  // Both directions are tested, so each gets half of the level.
  const bool shown = distance.p_either() <= 0.05;
  const bool near = shown && distance.p_low < distance.p_high;
  const bool far = shown && !near;
  const char* verdict = near  ? "Edits cluster"
                        : far ? "Edits keep apart"
                              : "Edits lie no nearer to each other than chance would put them";
  return fmt::format(
      "{}: two of them are {:.2f} steps apart on average, random ones {:.2f} [{:.2f}, {:.2f}] ({}, {}); {} "
      "of pairs have an end in common, of random ones {}.",
      verdict, distance.observed, distance.expected, distance.expected_range.low,
      distance.expected_range.high, stated_p(distance.p_either()), count_of(distance.graphs, "graph"),
      percent(common_end.observed), percent(common_end.expected));
}

std::string community_sentence(const EditPatterns& patterns) {
  const NullComparison &added_crossing = patterns.added_crossing,
                       &removed_crossing = patterns.removed_crossing;
  std::string text;
  if (added_crossing.enough()) text += crossing_sentence("Added", added_crossing);
  if (removed_crossing.enough()) {
    text += (text.empty() ? "" : " ") + crossing_sentence("Removed", removed_crossing);
  }
  if (!text.empty()) return text;
  return too_few("whether edits cross communities",
                 added_crossing.graphs > removed_crossing.graphs ? added_crossing : removed_crossing);
}

}  // namespace bora::report
