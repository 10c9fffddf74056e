// The images that a run attacks, from the options that name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/run_database.h"
#include "attacks/ledger/run_reader.h"
#include "attacks/runner/plan.h"
#include "attacks/threat/visibility.h"
#include "data/dataset.h"
#include "models/metadata.h"
#include "models/victim.h"
#include "models/victim_options.h"
#include "tools/attack/attack_options.h"
#include "tools/options/progress.h"

namespace bora {

/// --image, or the part of --data or of what the model's file names, as --order has them; `order`: what to
/// say of that. Throws InputError naming the option.
ImageDataset load_images(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                         std::string& order);

/// Which classes numbered folders are. All empty where both orders are one.
struct ClassOrder {
  std::string remark;    ///< the order in use, the same for every model that it is right for
  std::string evidence;  ///< what decided
  int asked = 0;         ///< queries that it took
};

/// Where folders are numbered, decides by the model's answers to at most 256 clean images whether classes
/// count in the order of the numbers or of the names as text, and numbers `data` so.
ClassOrder settle_class_order(Victim& victim, ImageDataset& data, bool label_only);

/// What to tell of the images besides where they are from: that the test part is none that anybody kept apart
/// when the model was trained, as far as its file says, but drawn here; and how they were prepared. `images`:
/// how many there are.
std::vector<std::string> remarks_on_images(const AttackOptionsText& text,
                                           const std::optional<ModelMetadata>& metadata, int images);

/// What the model's file calls classes, or else the data; empty if neither does.
std::vector<std::string> class_names(const std::optional<ModelMetadata>& metadata, const ImageDataset& data);

/// Where more images are asked for than there are: a line that says so; else "".
std::string shortage(const AttackOptionsText& text, const PlanOptions& plan, const ImageDataset& data);

/// "m.pt: 3x32x32 input, 10 classes, logits"
std::string victim_line(const VictimSpec& spec);

/// A warning where the scores seem to be rounded, or that the model gives labels where attacks are to see
/// scores is an InputError; else "".
std::string look_at_answers(const VictimSpec& spec, const Visibility& visible);

/// The values that the model is fed for black and white: as stated, or as its file says, or 0 and 1.
ValueRange range_in_force(const VictimOptions& options, const std::optional<ModelMetadata>& metadata);

/// The check of the range in force (attacks/checks/input_range.h), and what it asked of the victim.
struct RangeFound {
  EvaluationCheck check;
  std::int64_t queries = 0;
};

/// Makes that check on the images that clean accuracy is measured on, whose classes are `answers`, and where
/// the data have classes that these lack, as those of sorted data do, on some more, spread over the data.
/// Warns where another range is better.
RangeFound look_at_range(Victim& victim, const ImageDataset& data, const std::vector<CleanAnswer>& answers,
                         ValueRange range, bool label_only, Progress& progress);

/// "cifar10/ (resized to 64)"
std::string data_text(const std::string& source, const std::vector<std::string>& remarks);

/// Of the images that a stored run attacks: their shape, and the first `most` of them, one a row, to try a
/// victim on.
struct StoredImages {
  ImageShape shape;
  Batch first;
};
StoredImages stored_images(const RunDatabase& database, int most);

}  // namespace bora
