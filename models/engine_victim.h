// A victim of images made of an engine: what all of them check and find out alike.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/engine.h"
#include "models/victim.h"

namespace bora {

/// What is known of a model before it is asked anything.
struct StatedModel {
  std::string name;  ///< file or address
  ImageShape input;
  std::optional<ScoreKind> kind = {};
  std::optional<int> classes = {};
  bool may_differ = false;   ///< whether equal questions may get other answers
  bool labels_only = false;  ///< its engine gives one column: classes. `classes` must be stated
  bool best_only = false;    ///< its engine gives what models/best_classes.h reads. `classes` must be stated
  int top = 0;               ///< of these so many; 0: found out
  std::optional<std::int64_t> columns = {};  ///< numbers that its output declares for each image
};

/// Tries `engine` on `probes` (n x input.size(); none: on generated images), to learn the number of classes
/// and, where nobody states it, whether its scores are probabilities (rows that are not negative and sum to 1
/// within 1e-3) or logits. A model that gives one number an image tells two classes apart: of a probability
/// (all in [0, 1], or so stated) p the scores are 1 - p and p, of a logit z they are 0 and z. Where more than
/// two classes are stated that number is the class, and the victim gives labels only.
///
/// A model that gives labels only (VictimSpec::labels_only) or its best classes only (VictimSpec::top) is
/// tried likewise; the latter's scores are probabilities if none is negative and no row's sum exceeds 1 by
/// 1e-3.
///
/// Throws InputError, one line, if the model rejects images of the shape, its output is not n x classes or
/// not finite or contradicts what was stated. One that answers the same images in another way when they are
/// asked again is VictimSpec::randomised, or, unless `may_differ`, refused likewise.
std::unique_ptr<Victim> make_engine_victim(std::unique_ptr<Engine> engine, const StatedModel& stated,
                                           const Batch& probes = {});

/// Images to try a model on when there are no real ones: greys and noise, 4 x size.
Batch generated_probes(int size);

/// Whether two answers (the same rows) are as wide, and equal within kRemoteTolerance.
bool within_rounding(const Batch& some, const Batch& others);

/// An answer of one column as labels of so many inputs. Throws VictimError naming the model unless they are
/// whole numbers in [0, classes).
std::vector<int> labels_in(const Batch& given, Eigen::Index inputs, int classes, const std::string& name);

/// Digits after the point that the scores seem to be rounded to, 0 (whole numbers) to 5; -1 if they are not,
/// or there are fewer than eight.
int rounded_digits(const Batch& scores);

/// What scores are, and how they have to be read.
struct ScoreMeaning {
  ScoreKind kind = ScoreKind::logits;
  bool percent = false;  ///< probabilities in percent: a victim divides them by 100
  int digits = -1;       ///< VictimSpec::digits, of what the victim gives then
};

/// Returns what was stated, else probabilities if no row of `scores` has a negative value and all sum to 1
/// within 1e-3, or to 100, or within what rounding to the digits found takes from or adds to a sum; where
/// some are hidden, to no more than 1. Logarithms of probabilities are logits, whose softmax they equal.
/// Throws InputError naming the model, a value and what is valid if probabilities were stated and a score is
/// neither in 0 to 1 nor a percentage.
ScoreMeaning meaning_of(const Batch& scores, std::optional<ScoreKind> stated, const std::string& name);

/// Returns "nan for class 2" for the first score that is not finite, else "". `hidden`: kHidden is allowed.
std::string first_not_finite(const Batch& scores, bool hidden = false);

/// The checks that Victim::scores promises: InputError unless images are n x spec.input.size() with n >= 1,
/// VictimError unless the scores are n x spec.classes and finite, but for hidden ones of a victim that hides
/// some.
void check_batch(const Batch& images, const VictimSpec& spec);
void check_scores(const Scores& scores, const VictimSpec& spec);

}  // namespace bora
