#include "models/victims/answer_format.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/text.h"
#include "models/victims/best_classes.h"
#include "models/victims/engine.h"
#include "models/victims/score_meaning.h"

namespace bora::models {
namespace {

// Returns "nan for class 2" for the first score that is not finite, else "". `hidden`: kHidden is allowed.
std::string first_not_finite(const Batch& scores, bool hidden = false) {
  for (Eigen::Index i = 0; i < scores.rows(); ++i)
    for (Eigen::Index j = 0; j < scores.cols(); ++j)
      if (const float score = scores(i, j); !std::isfinite(score) && !(hidden && score == kHidden))
        return fmt::format("{} for class {}", score, j);
  return "";
}

// Returns whether two answers to the same inputs are equal within kRemoteTolerance.
bool within_rounding(const Batch& some, const Batch& others) {
  return (some - others).cwiseAbs().maxCoeff() <= kRemoteTolerance * (1 + some.cwiseAbs().maxCoeff());
}

// Returns the first number that is not a class, for an error message; 0 if all are classes.
float no_class(const Batch& given) {
  for (Eigen::Index i = 0; i < given.rows(); ++i)
    if (given(i, 0) < 0 || given(i, 0) != std::round(given(i, 0))) return given(i, 0);
  return 0;
}

}  // namespace

AnswerFormat::AnswerFormat(std::string name, std::string input, const StatedAnswers& stated)
    : name_(std::move(name)),
      input_(std::move(input)),
      stated_(stated),
      labels_only_(stated.labels_only),
      best_only_(stated.best_only && !stated.labels_only) {
  if (best_only_) check_best(name_, stated.classes, stated.top);
  if (best_only_) top_ = stated.top;
  if (labels_only_ && (!stated.classes || *stated.classes < 2))
    throw InputError("{}: gives labels only, so that its number of classes must be stated (--classes)",
                     name_);
  classes_ = stated.classes.value_or(0);
}

bool AnswerFormat::probe(const Batch& first, const std::function<Batch()>& again, bool exact) {
  if (!labels_only_) {
    refuse_not_finite(first, name_, input_);
    const Eigen::Index given = best_only_ ? first.cols() / 2 : first.cols();
    if (stated_.columns && *stated_.columns != given)
      throw InputError("{}: declares {} score{} for each {} and gives {}", name_, *stated_.columns,
                       *stated_.columns == 1 ? "" : "s", input_, given);
    labels_only_ = !best_only_ && stated_.may_be_one_column && first.cols() == 1 && holds_classes(first);
  }
  const auto second = [&] {
    try {
      return again();
    } catch (const VictimInterrupted&) {
      throw;
    } catch (const VictimError& error) {
      throw InputError("{}: {}", name_, error.what());
    }
  };
  try {
    if (!labels_only_) return probe_scores(first, second, exact);
    // Exact, unlike for scores: numbers of classes may be so large that they differ within the tolerance.
    const std::vector<int> labels = labels_in(first, first.rows());
    return labels_in(second(), first.rows()) != labels;
  } catch (const VictimInterrupted&) {
    throw;
  } catch (const VictimError& error) {
    throw InputError("{}", error.what());
  }
}

// Returns whether the only number given for each input is its predicted class, not a score. Throws InputError
// if that contradicts what was stated, or if it is likely but was not stated.
bool AnswerFormat::holds_classes(const Batch& given) const {
  const bool whole = (given.array() == given.array().round()).all() && given.minCoeff() >= 0;
  if (stated_.classes && *stated_.classes > 2) {
    if (whole) return true;
    throw InputError(
        "{}: {} classes were stated, but the one number that it gives for each {} is not a class: {}", name_,
        *stated_.classes, input_, no_class(given));
  }
  if (whole && given.maxCoeff() > 1 && !stated_.kind && !stated_.classes)
    throw InputError(
        "{}: gives one whole number for each {} (up to {}), as a model does that names classes; if it does, "
        "state its number of classes (--classes) and that attacks see labels (--visible label); if it is a "
        "probability in percent, state that (--scores probabilities); "
        "else state which output has its scores (--output)",
        name_, input_, given.maxCoeff());
  return false;
}

bool AnswerFormat::probe_scores(const Batch& first, const std::function<Batch()>& again, bool exact) {
  best_only_ ? read_best(first) : read_scores(first);
  const Batch second = again();
  if (!best_only_) refuse_not_finite(second, name_, input_);
  scores_in(second, first.rows());
  const Batch some = comparable(first), others = comparable(second);
  if (top_ == classes_) top_ = 0;
  return exact ? some != others : !within_rounding(some, others);
}

void AnswerFormat::read_scores(const Batch& first) {
  one_column_ = first.cols() == 1;
  negative_ = first.minCoeff() < 0;
  if (one_column_ && !stated_.may_be_one_column)
    throw InputError("{}: gives one score for each {}, expected one for each class", name_, input_);
  const ScoreMeaning meaning =
      one_column_ ? meaning_of_column(first, stated_.kind, name_) : meaning_of(first, stated_.kind, name_);
  kind_ = meaning.kind;
  digits_ = meaning.digits;
  percent_ = meaning.percent;
  classes_ = one_column_ ? 2 : static_cast<int>(first.cols());
  if (classes_ < 2) throw InputError("{}: gives no scores", name_);
  if (!stated_.classes || *stated_.classes == classes_) return;
  if (one_column_)
    throw InputError("{}: classes is {}, but a model with one score for each {} has 2", name_,
                     *stated_.classes, input_);
  throw InputError("{}: states {} classes but gives {} scores", name_, *stated_.classes, classes_);
}

void AnswerFormat::read_best(const Batch& first) {
  if (top_ == 0) top_ = static_cast<int>(first.cols() / 2);
  check_best(name_, classes_, top_);
  const ScoreMeaning meaning = meaning_of(spread_out(first, top_, classes_, name_), stated_.kind, name_);
  kind_ = meaning.kind;
  percent_ = meaning.percent;
  const int digits = rounded_digits(first.leftCols(first.cols() / 2));
  digits_ = percent_ && digits >= 0 ? digits + 2 : digits;
}

// Returns a valid answer in the form in which two are compared.
Batch AnswerFormat::comparable(const Batch& given) const {
  return best_only_ ? at_most(spread_out(given, top_, classes_, name_)) : given;
}

Scores AnswerFormat::scores_in(Batch given, Eigen::Index inputs) const {
  if (given.rows() != inputs)
    throw VictimError(fmt::format("{}: gave {} of scores for {}", name_, count_of(given.rows(), "row"),
                                  count_of(inputs, input_)));
  // A model that returns all classes in the order of their scores has top_ 0.
  if (best_only_) given = spread_out(given, top_ > 0 ? top_ : classes_, classes_, name_);
  const Eigen::Index expected = one_column_ ? 1 : classes_;
  if (given.cols() != expected)
    throw VictimError(fmt::format("{}: gave {} scores a{} {}, expected {}", name_, given.cols(),
                                  input_ == "image" ? "n" : "", input_, expected));
  if (percent_) given.array() /= kPercent;
  check_probabilities(given, kind_, name_);
  if (one_column_) {
    Batch both(given.rows(), 2);
    both.col(1) = given.col(0);
    if (kind_ == ScoreKind::probabilities)
      both.col(0) = 1 - given.col(0).array();
    else
      both.col(0).setZero();
    given = std::move(both);
  }
  check_finite(given, name_, top_ > 0);
  return {std::move(given), kind_};
}

std::vector<int> AnswerFormat::labels_in(const Batch& given, Eigen::Index inputs) const {
  if (given.rows() != inputs || given.cols() != 1)
    throw VictimError(fmt::format("{}: gave {} x {} labels for {}, expected {} x 1", name_, given.rows(),
                                  given.cols(), count_of(inputs, "input"), inputs));
  std::vector<int> labels;
  for (Eigen::Index i = 0; i < given.rows(); ++i) {
    const float label = given(i, 0);
    if (!(label >= 0 && label < static_cast<float>(classes_)) || label != std::floor(label))
      throw VictimError(fmt::format("{}: gave the label {}, expected 0 to {}", name_, label, classes_ - 1));
    labels.push_back(static_cast<int>(label));
  }
  return labels;
}

void refuse_not_finite(const Batch& scores, const std::string& name, const std::string& input) {
  std::string first;
  int count = 0;
  Eigen::Index place = 0;
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    const std::string wrong = first_not_finite(scores.row(i));
    if (wrong.empty()) continue;
    if (count++ > 0) continue;
    first = wrong;
    place = i;
  }
  if (count > 0)
    throw NotFiniteProbe(fmt::format("{}: gives NaN or infinite scores: {}, in {} of the first {} {}s", name,
                                     first, count, scores.rows(), input),
                         place);
}

void check_finite(const Batch& scores, const std::string& name, bool hidden) {
  for (Eigen::Index i = 0; i < scores.rows(); ++i)
    if (const std::string wrong = first_not_finite(scores.row(i), hidden); !wrong.empty())
      throw NotFiniteScores(fmt::format("{}: gave scores that are not finite: {}", name, wrong), i);
}

void check_probabilities(const Batch& scores, ScoreKind kind, const std::string& name) {
  if (kind != ScoreKind::probabilities) return;
  constexpr float kRounding = 0.01F;
  for (const float score : scores.reshaped())
    if (std::isfinite(score) && (score < -kRounding || score > 1 + kRounding))
      throw VictimError(
          fmt::format("{}: gave the score {}, though its scores are probabilities: expected 0 to 1; "
                      "scores=logits accepts any numbers",
                      name, score));
}

}  // namespace bora::models
