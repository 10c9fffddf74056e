// Victim of images that uses an engine: the checks and probes that all engines share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/victims/answer_format.h"
#include "models/victims/engine.h"
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
/// images) to determine the format of its answers (AnswerFormat): the number of classes and, unless stated,
/// whether its scores are probabilities or logits.
///
/// Throws InputError with a one-line message if the model rejects images of the shape, and as
/// AnswerFormat::probe() does. A model whose two answers differ becomes VictimSpec::randomised if
/// `may_differ` is set, else it is an InputError, too.
std::unique_ptr<Victim> make_engine_victim(std::unique_ptr<Engine> engine, const StatedModel& stated,
                                           const Batch& probes = {});

/// Returns images for probing a model when there are no real ones, 4 x size: two grey ones, two of noise.
Batch generated_probes(int size);

/// Throws InputError unless `images` is n x spec.input.size() with n >= 1.
void check_batch(const Batch& images, const VictimSpec& spec);
/// Throws VictimError unless `scores` is n x spec.classes and finite; kHidden is allowed if spec.top > 0.
void check_scores(const Scores& scores, const VictimSpec& spec);

}  // namespace bora::models
