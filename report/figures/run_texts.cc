#include "report/figures/run_texts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "attacks/record/semantic/rules.h"
#include "common/json.h"
#include "common/text.h"
#include "report/figures/observations.h"
#include "report/statistics/number_text.h"

namespace bora::report {

std::string noun(const RunRecord& run) {
  return run.on_graphs() ? "graph" : "image";
}

std::string noun_with_part(const RunRecord& run) {
  const nlohmann::json config = parse_valid_json(run.config_json);
  const auto text = [&](const char* option) {
    const auto it = config.find(option);
    return it != config.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  if (!text("image").empty() || !text("graph").empty()) return noun(run);
  const std::string part = text("part");
  if (part == "all") return noun(run);
  return (part == "train" ? "train " : "test ") + noun(run);
}

namespace {

/// Returns a description of the edits that the threat model allows.
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
  if (edits.mode == "inject")
    text += fmt::format("; at most {}, each with at most {}", count_of(edits.most_injected, "injected node"),
                        count_of(edits.injected_degree, "edge"));
  return text;
}

// Returns a description of the changes that the threat model allows to one input.
std::string change_text(const RunRecord& run) {
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
  const std::string norm = norm_text(run);
  if (run.threat == "l0")
    return fmt::format("{} at most {}{}", norm, count_of(std::llround(run.epsilon), "pixel"),
                       run.continuous ? " (continuous values)" : "");
  if (run.threat == "patch")
    return measured_distance(run, run.epsilon) + (run.continuous ? " (continuous values)" : "");
  if (run.continuous)
    return fmt::format("{} at most {} (continuous pixels)", norm, short_number(run.epsilon));
  if (run.threat == "l2") return fmt::format("{} at most {}", norm, short_number(run.epsilon));
  const double levels = run.epsilon * 255;
  return fmt::format("{} at most {:.0f}/255 = {} (asked: {})", norm, std::round(levels),
                     short_number(run.epsilon), short_number(run.epsilon_asked));
}

}  // namespace

std::string budget_text(const RunRecord& run) {
  if (!run.edits) return count_of(run.budget, "query", "queries");
  std::string text = count_of(run.edits->queries_per_edit, "query", "queries") + " for each edit allowed";
  if (run.edits->query_cap > 0) text += ", at most " + grouped(run.edits->query_cap);
  return text;
}

std::string search_text(const RunRecord& run) {
  if (run.searched == 0) return "";
  std::string text;
  const auto n = static_cast<std::size_t>(run.searched);
  for (const std::string& attack : run.attacks) {
    std::vector<const SearchRow*> answers;
    for (const SearchRow& row : run.searches)
      if (row.attack == attack) answers.push_back(&row);
    std::size_t most = 0;
    for (std::size_t first = 0; first + n <= answers.size(); first += n) {
      std::size_t fooled = 0;
      for (std::size_t i = first; i < first + n; ++i) fooled += answers[i]->success ? 1 : 0;
      most = std::max(most, fooled);
    }
    if (answers.empty()) continue;
    text += fmt::format("{}{}: {} of {}, the most of {} ({})", text.empty() ? "" : "; ", attack, most,
                        count_of(run.searched, "image"), count_of(answers.size() / n, "perturbation"),
                        count_of(answers.size(), "query", "queries"));
  }
  return text;
}

bool in_pixels(const RunRecord& run) {
  return run.threat == "l0" || run.threat == "patch";
}

std::string norm_text(const RunRecord& run) {
  if (run.on_graphs() || run.semantic()) return "";
  if (run.threat == "l2") return "L2";
  if (run.threat == "l0") return "L0";
  if (run.threat == "patch") return "patch side";
  return "L-infinity";
}

std::string square_text(double side) {
  return fmt::format("{0} x {0} pixels", std::llround(side));
}

std::string measured_distance(const RunRecord& run, double distance) {
  if (run.threat == "patch") return "within one square of " + square_text(distance);
  if (run.threat == "l0") return count_of(std::llround(distance), "pixel") + " changed";
  return fmt::format("{} {:.3f}", norm_text(run), distance);
}

std::string threat_text(const RunRecord& run) {
  if (run.searched == 0) return change_text(run);
  return fmt::format("{}, one perturbation for all images, found on {} with {}", change_text(run),
                     count_of(run.searched, "other"), count_of(run.search_budget, "query", "queries"));
}

std::string access_text(const RunRecord& run) {
  const std::string kind = run.score_kind.empty() ? "" : " (" + run.score_kind + ")";
  if (run.visible == "label") return "the predicted class alone";
  if (run.visible.rfind("top-", 0) == 0) {
    const std::string top = run.visible == "top-1" ? "" : run.visible.substr(4) + " ";
    return fmt::format("only the {}highest of the model's {} scores{}", top, grouped(run.classes), kind);
  }
  return fmt::format("the model's {} scores{}", grouped(run.classes), kind);
}

std::string repeats_text(const RunRecord& run) {
  if (run.repeats == 1) return "";
  return fmt::format("{} of up to {} answers, each of them a query{}", run.success_in, run.repeats,
                     run.average > 1 ? fmt::format("; attacks see the mean of {}", run.average) : "");
}

std::string display_name(const std::string& attack, const RunRecord& run) {
  if (is_white_box(run, attack)) return attack + " (white box)";
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

// Returns whether the substitutes were trained on the victim's data: "yes (20,000 of 20,000 images)".
std::string same_data_text(const PriorFacts& prior) {
  if (prior.same_data != "yes") return prior.same_data;
  return fmt::format("yes ({} of {})", grouped(prior.shared), count_of(prior.images, "image"));
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
  if (facts.access == "gradients") text = "sees gradients: a white-box reference";
  if (facts.access == "labels") text = kSeesLabels;
  if (facts.leaves_ball) text += (text.empty() ? "" : "; ") + std::string("queries outside the ball, too");
  return text;
}

std::string path_of_data(const std::string& data) {
  if (data.ends_with(')')) {
    int open = 0;
    for (std::size_t at = data.size(); at-- > 1;) {
      if (data[at] == ')') ++open;
      if (data[at] == '(' && --open == 0)
        return data.substr(0, data[at - 1] == ' ' ? at - 1 : std::string::npos);
    }
    return data.substr(0, data.find(" ("));
  }
  const std::size_t folders = data.rfind('/');
  return data.substr(0, data.find(',', folders == std::string::npos ? 0 : folders));
}

std::string without_folders(const std::string& data) {
  std::string path = path_of_data(data);
  const std::string notes = data.substr(path.size());
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const std::size_t range = path.find("/:");  // as in mnist/:train=0-99
  const std::size_t folders = path.rfind('/', range == std::string::npos || range == 0 ? range : range - 1);
  return (folders == std::string::npos ? path : path.substr(folders + 1)) + notes;
}

std::string shards_text(const RunRecord& run) {
  if (run.shard) return fmt::format("{} of {}", run.shard->number, run.shard->count);
  if (run.merged.empty()) return "";
  const auto unfinished =
      std::ranges::count_if(run.merged, [](const MergedShard& shard) { return shard.status != "complete"; });
  return fmt::format("{} of {}, merged{}", run.merged.size(), run.of_shards,
                     unfinished > 0 ? fmt::format("; {} of them had not ended", unfinished) : "");
}

}  // namespace bora::report
