// Victim of images that uses an engine: the checks and probes that all engines share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/victims/engine.h"
#include "models/victims/score_meaning.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Properties of a model that are known before its first query.
struct StatedModel {
  std::string name;  ///< file or address
  ImageShape input;
  std::optional<ScoreKind> kind = {};  ///< default: determined by probing
  std::optional<int> classes = {};     ///< default: determined by probing
  bool may_differ = false;   ///< whether a model is accepted that answers equal queries in different ways
  bool labels_only = false;  ///< whether its output is one column of predicted classes; needs `classes`
  bool best_only = false;    ///< whether its output is as in models/victims/best_classes.h; needs `classes`
  int top = 0;               ///< number of best classes in its output; 0: determined by probing
  std::optional<std::int64_t> columns = {};  ///< declared number of output values per image
  std::vector<std::string> notices = {};     ///< VictimSpec::notices
  std::string doubt = {};                    ///< VictimSpec::doubt
};

/// Makes a victim that runs `engine`. Queries it twice with `probes` (n x input.size(); none: generated
/// images) to determine the number of classes and, unless stated, whether its scores are probabilities or
/// logits (meaning_of() in models/victims/score_meaning.h).
///
/// A model that gives one number per image has two classes: for a probability p the scores are 1 - p and p,
/// for a logit z they are 0 and z (meaning_of_column()). If more than two classes are stated, the number is
/// the predicted class, and the victim gives labels only.
///
/// Throws InputError with a one-line message if the model rejects images of the shape, or if its output is
/// not n x classes, not finite, or contradicts what was stated. A model whose two answers differ becomes
/// VictimSpec::randomised if `may_differ` is set, else it is an InputError, too.
std::unique_ptr<Victim> make_engine_victim(std::unique_ptr<Engine> engine, const StatedModel& stated,
                                           const Batch& probes = {});

/// Returns images for probing a model when there are no real ones, 4 x size: two grey ones, two of noise.
Batch generated_probes(int size);

/// Returns whether two answers to the same inputs have the same number of columns and are equal within
/// kRemoteTolerance.
bool within_rounding(const Batch& some, const Batch& others);

/// Returns the labels in an answer, inputs x 1. Throws VictimError naming the model if it has another shape
/// or holds anything but whole numbers in [0, classes).
std::vector<int> labels_in(const Batch& given, Eigen::Index inputs, int classes, const std::string& name);

/// Error for probes whose scores are not finite.
class NotFiniteProbe : public InputError {
 public:
  NotFiniteProbe(const std::string& message, Eigen::Index place) : InputError(message), input(place) {}
  const Eigen::Index input;  ///< row of the first one
};

/// Throws NotFiniteProbe unless all scores of victim `name` for the probes are finite. The message says how
/// many probes have others. nouns: what the probes are, "images" or "graphs".
void refuse_not_finite(const Batch& scores, const std::string& name, const char* nouns);

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

/// Throws InputError unless `images` is n x spec.input.size() with n >= 1.
void check_batch(const Batch& images, const VictimSpec& spec);
/// Throws VictimError unless `scores` is n x spec.classes and finite; kHidden is allowed if spec.top > 0.
void check_scores(const Scores& scores, const VictimSpec& spec);

}  // namespace bora::models
