#include "models/victims/engine_victim.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "models/victims/best_classes.h"

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

class EngineVictim final : public Victim {
 public:
  EngineVictim(std::unique_ptr<Engine> engine, const StatedModel& stated) : engine_(std::move(engine)) {
    spec_.name = stated.name;
    spec_.input = stated.input;
    spec_.notices = stated.notices;
    spec_.doubt = stated.doubt;
    if (!stated.best_only) return;
    check_best(stated.name, stated.classes, stated.top);
    best_only_ = true;
    spec_.top = stated.top;
    spec_.classes = *stated.classes;
  }

  const VictimSpec& spec() const override { return spec_; }
  std::vector<int> passes() const override { return engine_->passes(); }
  std::unique_ptr<Victim> new_connection() override {
    auto engine = engine_->new_connection();
    if (!engine) return nullptr;
    auto victim = std::make_unique<EngineVictim>(std::move(engine), StatedModel{spec_.name, spec_.input});
    victim->spec_ = spec_;
    victim->one_column_ = one_column_;
    victim->best_only_ = best_only_;
    victim->percent_ = percent_;
    return victim;
  }

  Scores scores(const Batch& images) override {
    if (spec_.labels_only) throw VictimError(fmt::format("{}: gives labels and no scores", spec_.name));
    check_batch(images, spec_);
    try {
      return scores_in(engine_->forward(images), images.rows());
    } catch (PartlyAnswered& partly) {
      const auto answered = static_cast<Eigen::Index>(partly.rows.size());
      partly.convert([&](const Batch& given) { return scores_in(given, answered).values; });
      throw;
    }
  }

  std::vector<int> labels(const Batch& images) override {
    if (!spec_.labels_only) return Victim::labels(images);
    check_batch(images, spec_);
    try {
      return labels_in(engine_->forward(images), images.rows(), spec_.classes, spec_.name);
    } catch (PartlyAnswered& partly) {
      const auto answered = static_cast<Eigen::Index>(partly.rows.size());
      partly.convert([&](const Batch& given) {
        labels_in(given, answered, spec_.classes, spec_.name);
        return given;
      });
      throw;
    }
  }

  bool has_gradients() override {
    if (spec_.labels_only) return false;
    try {
      pullback(Batch::Constant(1, spec_.input.size(), 0.5F), Batch::Ones(1, spec_.classes));
      return true;
    } catch (const VictimError&) {
      return false;
    }
  }

  Batch pullback(const Batch& images, const Batch& cotangents) override {
    if (spec_.labels_only) return Victim::pullback(images, cotangents);
    check_batch(images, spec_);
    if (best_only_)
      throw VictimError(fmt::format("{}: gives its best classes only, no gradients", spec_.name));
    if (!one_column_)
      return engine_->pullback(images, percent_ ? Batch(cotangents.array() / kPercent) : cotangents);
    // d(1 - p, p)/dp or d(0, z)/dz.
    Batch of_the_column = cotangents.col(1);
    if (spec_.kind == ScoreKind::probabilities) of_the_column -= cotangents.col(0);
    if (percent_) of_the_column.array() /= kPercent;
    return engine_->pullback(images, of_the_column);
  }

  // Determines classes and score kind, and refuses a model that cannot be a victim.
  void probe(const Batch& images, const StatedModel& stated) {
    if (stated.labels_only) return probe_labels(images, stated);
    if (images.cols() != spec_.input.size())
      throw InputError("{}: takes images of {} ({} values), the probes have {} values", spec_.name,
                       to_string(spec_.input), spec_.input.size(), images.cols());
    const Batch first = query_first(images);
    refuse_not_finite(first, spec_.name, "images");
    check_columns(best_only_ ? first.cols() / 2 : first.cols(), stated.columns);
    if (best_only_) {
      probe_best(images, first, stated);
      return;
    }
    one_column_ = first.cols() == 1;
    if (one_column_ && holds_classes(first, stated)) return probe_labels(images, stated);
    spec_.negative = first.minCoeff() < 0;
    if (one_column_) {
      set_meaning(meaning_of_column(first, stated.kind, spec_.name));
      spec_.classes = 2;
    } else {
      set_meaning(meaning_of(first, stated.kind, spec_.name));
      spec_.classes = static_cast<int>(first.cols());
    }
    if (spec_.classes < 2) throw InputError("{}: gives no scores", spec_.name);
    if (one_column_ && stated.classes && *stated.classes != spec_.classes)
      throw InputError("{}: classes is {}, but a model with one score for each image has 2", spec_.name,
                       *stated.classes);
    if (stated.classes && *stated.classes != spec_.classes)
      throw InputError("{}: states {} classes but gives {} scores", spec_.name, *stated.classes,
                       spec_.classes);
    set_randomised(first, query_again(images), stated);
  }

 private:
  // Returns the scores in the model's output for this number of images.
  Scores scores_in(Batch given, Eigen::Index images) const {
    if (given.rows() != images)
      throw VictimError(fmt::format("{}: gave {} of scores for {}", spec_.name, count_of(given.rows(), "row"),
                                    count_of(images, "image")));
    if (one_column_ && given.cols() != 1)
      throw VictimError(fmt::format("{}: gave {} scores an image, expected 1", spec_.name, given.cols()));
    if (best_only_) given = spread(given);
    if (percent_) given.array() /= kPercent;
    check_probabilities(given, spec_.kind, spec_.name);
    Scores scores{one_column_ ? both_classes(given) : std::move(given), spec_.kind};
    check_scores(scores, spec_);
    return scores;
  }

  // Throws InputError if the output has another number of scores per image than the file or server declares.
  void check_columns(Eigen::Index given, std::optional<std::int64_t> declared) const {
    if (declared && *declared != given)
      throw InputError("{}: declares {} score{} for each image and gives {}", spec_.name, *declared,
                       *declared == 1 ? "" : "s", given);
  }

  // Returns the first number that is not a class, for an error message; 0 if all are classes.
  static float no_class(const Batch& given) {
    for (Eigen::Index i = 0; i < given.rows(); ++i)
      if (given(i, 0) < 0 || given(i, 0) != std::round(given(i, 0))) return given(i, 0);
    return 0;
  }

  // Returns whether the only number given for each image is its predicted class, not a score. Throws
  // InputError if that contradicts what was stated, or if it is likely but was not stated.
  bool holds_classes(const Batch& given, const StatedModel& stated) const {
    const bool whole = (given.array() == given.array().round()).all() && given.minCoeff() >= 0;
    if (stated.classes && *stated.classes > 2) {
      if (whole) return true;
      throw InputError(
          "{}: {} classes were stated, but the one number that it gives for each image is not a class: {}",
          spec_.name, *stated.classes, no_class(given));
    }
    if (whole && given.maxCoeff() > 1 && !stated.kind && !stated.classes)
      throw InputError(
          "{}: gives one whole number for each image (up to {}), as a model does that names classes; if it does, "
          "state its number of classes (classes) and that attacks see labels (visible=label); if it is a "
          "probability in percent, state that (scores=probabilities); "
          "else state which output has its scores (output)",
          spec_.name, given.maxCoeff());
    return false;
  }

  void set_meaning(const ScoreMeaning& meaning) {
    spec_.kind = meaning.kind;
    spec_.digits = meaning.digits;
    percent_ = meaning.percent;
  }

  // Queries a model that returns only the class, to determine whether it repeats its answers.
  void probe_labels(const Batch& images, const StatedModel& stated) {
    if (!stated.classes || *stated.classes < 2)
      throw InputError("{}: gives labels only, so that its number of classes must be stated (classes)",
                       spec_.name);
    spec_.classes = *stated.classes;
    spec_.labels_only = true;
    try {
      spec_.randomised = labels(images) != labels(images);
    } catch (const VictimError& error) {
      throw InputError("{}", error.what());
    }
    if (spec_.randomised && !stated.may_differ)
      throw InputError("{}: labels of the same images differ between two calls; {}", spec_.name,
                       engine_->advice_on_repeats());
  }

  // Determines the number of best classes and the kind of scores of a model that returns only its best
  // classes.
  void probe_best(const Batch& images, const Batch& first, const StatedModel& stated) {
    if (spec_.top == 0) spec_.top = static_cast<int>(first.cols() / 2);
    check_best(spec_.name, spec_.classes, spec_.top);
    try {
      const Batch scores = spread(first);
      set_meaning(meaning_of(scores, stated.kind, spec_.name));
      const int digits = rounded_digits(first.leftCols(first.cols() / 2));
      spec_.digits = percent_ && digits >= 0 ? digits + 2 : digits;
      const Batch again = spread(query(images));
      check_probabilities(percent_ ? Batch(again / kPercent) : again, spec_.kind, spec_.name);
      set_randomised(at_most(scores), at_most(again), stated);
    } catch (const VictimError& error) {
      throw InputError("{}", error.what());
    }
    if (top() == spec_.classes) spec_.top = 0;
  }

  // Sets spec_.randomised by two answers to the same images. Throws InputError if it is not accepted.
  void set_randomised(const Batch& first, const Batch& again, const StatedModel& stated) {
    spec_.randomised =
        again.cols() != first.cols() || !(engine_->exact() ? again == first : within_rounding(again, first));
    if (spec_.randomised && (!stated.may_differ || again.cols() != first.cols()))
      throw InputError("{}: scores of the same images differ between two calls; {}", spec_.name,
                       engine_->advice_on_repeats());
  }

  // Returns the number of best classes in an answer. A model that returns all classes has spec_.top 0.
  int top() const { return spec_.top > 0 ? spec_.top : spec_.classes; }
  Batch spread(const Batch& given) const { return spread_out(given, top(), spec_.classes, spec_.name); }

  // Returns the scores of both classes, n x 2, for the single score of a model of two classes, n x 1.
  Batch both_classes(const Batch& given) const {
    Batch both(given.rows(), 2);
    both.col(1) = given.col(0);
    if (spec_.kind == ScoreKind::probabilities)
      both.col(0) = 1 - given.col(0).array();
    else
      both.col(0).setZero();
    return both;
  }

  Batch query(const Batch& images) {
    Batch given = engine_->forward(images);
    if (given.rows() != images.rows())
      throw VictimError(fmt::format("the output for {} has {}", count_of(images.rows(), "image"),
                                    count_of(given.rows(), "row")));
    return given;
  }

  // Returns the second answer to the probes. Throws InputError if it is invalid: it must not count as a sign
  // that the model is random.
  Batch query_again(const Batch& images) {
    Batch again = query(images);
    refuse_not_finite(again, spec_.name, "images");
    try {
      check_probabilities(percent_ ? Batch(again / kPercent) : again, spec_.kind, spec_.name);
    } catch (const VictimError& error) {
      throw InputError("{}", error.what());
    }
    return again;
  }

  // Returns the first answer to the probes. If the model fails on several images, tries one image per call.
  Batch query_first(const Batch& images) {
    try {
      return query(images);
    } catch (const ProtocolError& error) {
      throw InputError("{}: {}", spec_.name, error.what());
    } catch (const OutputError& error) {
      throw InputError("{}: {}", spec_.name, error.what());
    } catch (const VictimError& error) {
      const std::string why = error.what();
      // Models are often exported for the batch of one image that they were traced with.
      try {
        if (images.rows() > 1 && query(images.topRows(1)).cols() > 0 && engine_->use_single_images())
          return query(images);
      } catch (const VictimError&) {
        // The failure with all images is more informative than that with one.
      }
      // LibTorch's message for a model of another device. It fails for any images.
      if (why.starts_with("Could not run '")) throw InputError("{}: {}", spec_.name, why);
      throw InputError(
          "{}: fails on images of {}: {}{}; if these are not what it takes, state that (input-shape, layout) "
          "or change them (resize, crop, channels)",
          spec_.name, to_string(spec_.input), why,
          images.rows() > 1
              ? fmt::format(" (queried with {} images in one call, and with one per call)", images.rows())
              : "");
    }
  }

  VictimSpec spec_;
  std::unique_ptr<Engine> engine_;
  bool one_column_ = false, best_only_ = false, percent_ = false;
};

}  // namespace

Batch Engine::pullback(const Batch& /*images*/, const Batch& /*cotangents*/) {
  throw VictimError("the model gives no gradients");
}

std::unique_ptr<Victim> make_engine_victim(std::unique_ptr<Engine> engine, const StatedModel& stated,
                                           const Batch& probes) {
  auto victim = std::make_unique<EngineVictim>(std::move(engine), stated);
  victim->probe(probes.rows() > 0 ? probes : generated_probes(stated.input.size()), stated);
  return victim;
}

Batch generated_probes(int size) {
  constexpr int kProbes = 4;
  Batch probes(kProbes, size);
  Rng rng(0);
  for (int i = 0; i < kProbes; ++i)
    for (int j = 0; j < size; ++j)
      probes(i, j) = i % 2 == 0 ? static_cast<float>(i + 1) / kProbes : static_cast<float>(rng.uniform());
  return probes;
}

bool within_rounding(const Batch& some, const Batch& others) {
  return some.cols() == others.cols() &&
         (some - others).cwiseAbs().maxCoeff() <= kRemoteTolerance * (1 + some.cwiseAbs().maxCoeff());
}

std::vector<int> labels_in(const Batch& given, Eigen::Index inputs, int classes, const std::string& name) {
  if (given.rows() != inputs || given.cols() != 1)
    throw VictimError(fmt::format("{}: gave {} x {} labels for {}, expected {} x 1", name, given.rows(),
                                  given.cols(), count_of(inputs, "input"), inputs));
  std::vector<int> labels;
  for (Eigen::Index i = 0; i < given.rows(); ++i) {
    const float label = given(i, 0);
    if (!(label >= 0 && label < static_cast<float>(classes)) || label != std::floor(label))
      throw VictimError(fmt::format("{}: gave the label {}, expected 0 to {}", name, label, classes - 1));
    labels.push_back(static_cast<int>(label));
  }
  return labels;
}

void refuse_not_finite(const Batch& scores, const std::string& name, const char* nouns) {
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
    throw NotFiniteProbe(fmt::format("{}: gives NaN or infinite scores: {}, in {} of the first {} {}", name,
                                     first, count, scores.rows(), nouns),
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

void check_batch(const Batch& images, const VictimSpec& spec) {
  if (images.rows() < 1 || images.cols() != spec.input.size())
    throw InputError("{}: queried with a batch of {}x{}, expected n x {} ({})", spec.name, images.rows(),
                     images.cols(), spec.input.size(), to_string(spec.input));
}

void check_scores(const Scores& scores, const VictimSpec& spec) {
  if (scores.values.cols() != spec.classes)
    throw VictimError(fmt::format("{}: gave {} scores an image, expected {}", spec.name, scores.values.cols(),
                                  spec.classes));
  check_finite(scores.values, spec.name, spec.top > 0);
}

}  // namespace bora::models
