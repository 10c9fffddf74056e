// Warnings about scores of clean inputs whose kind (logits, probabilities, labels) is probably
// misinterpreted, which are rounded, or which vary between queries. No function queries the model.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "attacks/ledger/repeats.h"
#include "attacks/record/run_rows.h"
#include "attacks/threat/visibility.h"
#include "common/layers.h"
#include "models/graphs/graph_victim.h"
#include "models/victims/victim.h"

namespace bora::tools {

/// Properties of the scores of a victim on which the warnings depend.
struct ScoreProperties {
  /// Takes the properties of a VictimSpec or GraphVictimSpec, which converts to them.
  template <typename Spec>
  ScoreProperties(const Spec& spec)  // NOLINT: functions take either
      : noun(std::is_same_v<Spec, GraphVictimSpec> ? "graph" : "image"),
        kind(spec.kind),
        classes(spec.classes),
        negative(spec.negative),
        digits(spec.digits),
        top(spec.top),
        complete(!spec.labels_only && spec.top == 0) {}

  const char* noun;  ///< an input of the victim
  ScoreKind kind;
  int classes;
  bool negative;  ///< as VictimSpec::negative
  int digits;     ///< as VictimSpec::digits
  int top;        ///< as VictimSpec::top
  bool complete;  ///< whether the victim gives the scores of all classes
};

/// Returns a warning, one sentence, if scores are taken as logits although all of them lie in [0, 1], as
/// scaled probabilities or those of independent labels do. Returns "" for other scores, for scores that
/// describe_stated_logits() describes, and if fewer than two inputs have scores.
std::string describe_shares(const ScoreProperties& scores, const std::vector<InputRow>& inputs);

/// Returns a warning, one sentence, if scores are taken as logits although those of each input lie in [0, 1]
/// and sum to 1, as probabilities do. Returns "" for other scores, for scores that describe_hard_scores()
/// describes, and if fewer than two inputs have scores.
std::string describe_stated_logits(const ScoreProperties& scores, const std::vector<InputRow>& inputs);

/// Returns a warning, one sentence, if all scores are exactly 0 or 1, so that the model seems to return only
/// its class. Returns "" for other scores, and if fewer than two inputs have scores. `noun`: "image" or
/// "graph".
std::string describe_hard_scores(const std::vector<InputRow>& inputs, const std::string& noun);

/// Returns a warning, one sentence, if a two-class model gives one number in [0, 100] per input, probably a
/// probability in percent: taken as a logit (the scores are 0 and this number), it never gives class 0.
/// Returns "" for other models, if no number exceeds 1, and if fewer than two inputs or none of class 0 were
/// queried.
std::string describe_percentages(const ScoreProperties& scores, const std::vector<InputRow>& inputs);

/// Returns a warning, one sentence, if the scores of a model that gives only its best classes are taken as
/// logits although none is negative and those of most inputs sum to nearly 100, as percentages do. Returns ""
/// for other models and scores, and if fewer than two inputs have scores.
std::string describe_percentages_of_best(const ScoreProperties& scores, const std::vector<InputRow>& inputs);

/// Returns a warning, one sentence, if the probabilities of clean inputs, most of which are classified
/// correctly, lie within the bounds of a softmax of probabilities, and the largest one close to the upper
/// bound. Returns "" for other scores, for two classes, and if fewer than eight inputs have scores.
std::string describe_two_softmaxes(const ScoreProperties& scores, const std::vector<InputRow>& inputs);

/// Returns the warnings of the six functions above that apply. `stated`: whether the user or the model's
/// file states the kind of the scores, which is then not doubted unless the scores contradict it. A program
/// states its own.
std::vector<std::string> doubts_about_scores(const ScoreProperties& scores,
                                             const std::vector<InputRow>& inputs, bool stated);

/// Returns a warning, one sentence, if attacks see scores that seem to be rounded; else "". Scores of exactly
/// 0 and 1 do not count as rounded: see describe_hard_scores().
std::string describe_rounded_scores(const ScoreProperties& scores, const Visibility& visible);

/// Returns the warning, one sentence, about a victim whose scores for the same input differ between queries.
/// `noun`: "image" or "graph". `remote`: whether the victim is a program or a server.
std::string warning_of_randomness(const Repeats& repeats, const std::string& noun, bool remote = false);

}  // namespace bora::tools
