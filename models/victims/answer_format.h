// Format of the answers of a model: what their columns mean, determined by probing, and checks of answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/victims/victim.h"

namespace bora::models {

/// Properties of the answers of a model that are known before its first query.
struct StatedAnswers {
  std::optional<ScoreKind> kind = {};  ///< default: determined by probing
  std::optional<int> classes = {};     ///< default: determined by probing
  bool labels_only = false;  ///< whether answers are one column of predicted classes; needs `classes`
  bool best_only = false;    ///< whether answers are as in models/victims/best_classes.h; needs `classes`
  int top = 0;               ///< number of best classes in an answer; 0: determined by probing
  std::optional<std::int64_t> columns = {};  ///< declared number of values for each input
  bool may_be_one_column = true;  ///< whether one number for each input is accepted where scores are expected
};

/// Format of the answers of a model, n x columns values for n inputs. A single number for each input belongs
/// to two classes: for a probability p the scores are 1 - p and p, for a logit z they are 0 and z
/// (meaning_of_column()). If more than two classes are stated, it is the predicted class.
class AnswerFormat {
 public:
  /// name: of the model, for messages. input: "image" or "graph". Throws InputError if labels or best classes
  /// are stated and their number of classes is not.
  AnswerFormat(std::string name, std::string input, const StatedAnswers& stated);

  /// Determines the format by two answers to the same probes, and returns whether they differ (bit by bit if
  /// `exact`, else by more than rounding). again: function that returns the second one; it is called once.
  /// Throws InputError with a one-line message if an answer is no n x columns scores or labels, not finite,
  /// or contradicts what was stated: an invalid second answer is no sign of a random model.
  bool probe(const Batch& first, const std::function<Batch()>& again, bool exact);

  /// Writes the format into a VictimSpec or GraphVictimSpec.
  template <typename Spec>
  void write_to(Spec& spec) const {
    spec.classes = classes_;
    spec.kind = kind_;
    spec.labels_only = labels_only_;
    spec.top = top_;
    spec.negative = negative_;
    spec.digits = digits_;
  }
  bool labels_only() const { return labels_only_; }
  bool best_only() const { return best_only_; }
  bool one_column() const { return one_column_; }
  bool percent() const { return percent_; }  ///< whether scores are probabilities in percent

  /// Returns the scores in an answer, inputs x classes. Throws VictimError naming the model if it has another
  /// shape, is not finite or is no probability.
  Scores scores_in(Batch given, Eigen::Index inputs) const;
  /// Returns the labels in an answer, inputs x 1. Throws VictimError naming the model if it has another shape
  /// or holds anything but whole numbers in [0, classes).
  std::vector<int> labels_in(const Batch& given, Eigen::Index inputs) const;

  /// Returns the scores in the answer that `query` returns. Converts the answers in a PartlyAnswered that it
  /// throws.
  template <typename Query>
  Scores scores(Eigen::Index inputs, const Query& query) const {
    if (labels_only_) throw VictimError(name_ + ": gives labels and no scores");
    try {
      return scores_in(query(), inputs);
    } catch (PartlyAnswered& partly) {
      partly.convert([&](const Batch& given) { return scores_in(given, std::ssize(partly.rows)).values; });
      throw;
    }
  }
  /// Returns the labels in the answer that `query` returns, as scores() does.
  template <typename Query>
  std::vector<int> labels(Eigen::Index inputs, const Query& query) const {
    try {
      return labels_in(query(), inputs);
    } catch (PartlyAnswered& partly) {
      partly.convert([&](const Batch& given) {
        labels_in(given, std::ssize(partly.rows));
        return given;
      });
      throw;
    }
  }

 private:
  bool holds_classes(const Batch& given) const;
  bool probe_scores(const Batch& first, const std::function<Batch()>& again, bool exact);
  void read_scores(const Batch& first);
  void read_best(const Batch& first);
  Batch comparable(const Batch& given) const;

  std::string name_, input_;
  StatedAnswers stated_;
  int classes_ = 0, digits_ = -1, top_ = 0;
  ScoreKind kind_ = ScoreKind::logits;
  bool labels_only_ = false, best_only_ = false, one_column_ = false, percent_ = false, negative_ = false;
};

/// Error for probes whose scores are not finite.
class NotFiniteProbe : public InputError {
 public:
  NotFiniteProbe(const std::string& message, Eigen::Index place) : InputError(message), input(place) {}
  const Eigen::Index input;  ///< row of the first one
};

/// Throws NotFiniteProbe unless all scores of victim `name` for the probes are finite. The message says how
/// many probes have others. input: what a probe is, "image" or "graph".
void refuse_not_finite(const Batch& scores, const std::string& name, const std::string& input);

/// Error for inputs whose scores are not finite.
class NotFiniteScores : public VictimError {
 public:
  NotFiniteScores(const std::string& message, Eigen::Index place) : VictimError(message), input(place) {}
  const Eigen::Index input;  ///< row of the first one
};

/// Throws NotFiniteScores unless all scores (n x classes) of victim `name` are finite. hidden: whether
/// kHidden is allowed, too.
void check_finite(const Batch& scores, const std::string& name, bool hidden = false);

/// Throws VictimError if scores of victim `name` are probabilities (kind) but not in [-0.01, 1.01], which
/// allows for rounding. Ignores scores that are not finite, which check_finite() finds.
void check_probabilities(const Batch& scores, ScoreKind kind, const std::string& name);

}  // namespace bora::models
