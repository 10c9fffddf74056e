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
  std::optional<ScoreKind> kind = {};
  std::optional<int> classes = {};
  bool may_differ = false;   ///< whether equal queries may get different answers
  bool labels_only = false;  ///< one output column, of classes. `classes` must be stated
  bool best_only = false;    ///< output as models/victims/best_classes.h reads it. `classes` must be stated
  int top = 0;               ///< number of best classes; 0: determined by probing
  std::optional<std::int64_t> columns = {};  ///< numbers per image that its output declares
  std::vector<std::string> notices = {};     ///< VictimSpec::notices
  std::string doubt = {};                    ///< VictimSpec::doubt
};

/// Tries `engine` on `probes` (n x input.size(); none: on generated images), to determine the number of
/// classes and, unless stated, whether its scores are probabilities (rows that are not negative and sum to 1
/// within 1e-3) or logits. A model that gives one number per image distinguishes two classes: for a
/// probability p (all in [0, 1], or so stated, then also in percent) the scores are 1 - p and p, for a logit
/// z they are 0 and z. If more than two classes are stated, that number is the class, and the victim gives
/// labels only.
///
/// A model that gives labels only (VictimSpec::labels_only) or its best classes only (VictimSpec::top) is
/// tried likewise; the latter's scores are probabilities if none is negative and no row's sum exceeds 1 by
/// 1e-3.
///
/// Throws InputError, one line, if the model rejects images of the shape, its output is not n x classes or
/// not finite or contradicts what was stated. A model that gives another answer when the same images are
/// queried again is VictimSpec::randomised, or, unless `may_differ`, refused likewise.
std::unique_ptr<Victim> make_engine_victim(std::unique_ptr<Engine> engine, const StatedModel& stated,
                                           const Batch& probes = {});

/// Returns images to try a model on when there are no real ones: greys and noise, 4 x size.
Batch generated_probes(int size);

/// Returns whether two answers (the same rows) have the same width, and are equal within kRemoteTolerance.
bool within_rounding(const Batch& some, const Batch& others);

/// Returns an answer of one column as labels of `inputs` inputs. Throws VictimError naming the model unless
/// they are whole numbers in [0, classes).
std::vector<int> labels_in(const Batch& given, Eigen::Index inputs, int classes, const std::string& name);

/// Scores that are not finite, of one of the inputs that a victim is tried on.
class NotFiniteProbe : public InputError {
 public:
  NotFiniteProbe(const std::string& message, Eigen::Index place) : InputError(message), input(place) {}
  const Eigen::Index input;  ///< place of the first such input among those
};

/// Throws NotFiniteProbe unless all scores for the first inputs (`nouns`) that victim `name` is tried on are
/// finite. The message says for how many of the inputs they are not.
void refuse_not_finite(const Batch& scores, const std::string& name, const char* nouns);

/// Scores that are not finite, of one of several inputs.
class NotFiniteScores : public VictimError {
 public:
  NotFiniteScores(const std::string& message, Eigen::Index place) : VictimError(message), input(place) {}
  const Eigen::Index input;  ///< place of the first such input, counted in its batch
};

/// Throws NotFiniteScores unless all scores (n x classes) of victim `name` are finite.
void check_finite(const Batch& scores, const std::string& name, bool hidden = false);

/// Throws VictimError if scores of victim `name` that are to be probabilities are not in [0, 1], within the
/// rounding of coarse numbers. Leaves scores that are not finite to check_finite().
void check_probabilities(const Batch& scores, ScoreKind kind, const std::string& name);

/// Checks the shapes and values that Victim::scores promises. Throws InputError unless images are
/// n x spec.input.size() with n >= 1, VictimError unless the scores are n x spec.classes and finite, except
/// for hidden scores of a victim that hides some.
void check_batch(const Batch& images, const VictimSpec& spec);
void check_scores(const Scores& scores, const VictimSpec& spec);

}  // namespace bora::models
