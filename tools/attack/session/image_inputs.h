// The images that a run attacks, from the options that name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_database.h"
#include "attacks/record/run_reader.h"
#include "attacks/runner/plan.h"
#include "attacks/threat/norm_ball.h"
#include "attacks/threat/visibility.h"
#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/victims/metadata.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"
#include "tools/attack/attack_config.h"
#include "tools/options/progress.h"

namespace bora::tools {

/// Loads --image, or the part of --data or of the data named in the model's file, in the order of --order;
/// `order`: set to a remark on that order. Throws InputError naming the option.
ImageDataset load_images(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                         std::string& order);

/// Assignment of numbered folders to classes. All fields are empty if both orders are the same.
struct ClassOrder {
  std::string remark;    ///< the order in use, the same for every model that it fits
  std::string evidence;  ///< reason for the choice
  int asked = 0;         ///< number of queries
};

/// Decides for numbered folders, by the model's answers to at most 256 clean images, whether the classes are
/// ordered by number or by name as text, and renumbers `data` accordingly.
ClassOrder settle_class_order(Victim& victim, ImageDataset& data, bool label_only);

/// Returns the remarks on the images other than their source: that the test part was drawn here rather than
/// held out when the model was trained, as far as its file tells; and how they were prepared. `images`:
/// number of images.
std::vector<std::string> remarks_on_images(const AttackConfig& config,
                                           const std::optional<ModelMetadata>& metadata, int images);

/// Returns a warning if images that the plan attacks are images that the model was trained or validated on,
/// according to the model's file; else "".
std::string describe_trained_on(const std::string& model, const Plan& plan);

/// Returns the class names of the model's file, or else of the data; empty if neither has names.
std::vector<std::string> class_names(const std::optional<ModelMetadata>& metadata, const ImageDataset& data);

/// Returns a remark if more images are requested than exist; else "".
std::string shortage(const AttackConfig& config, const ImageDataset& data);

/// Returns a line that describes the victim, such as "m.pt: 3x32x32 input, 10 classes, logits".
std::string victim_line(const VictimSpec& spec);

/// Returns a warning if attacks see scores that seem to be rounded, else "". Throws InputError if the model
/// returns labels or its best classes only, but the attacks need more.
std::string look_at_answers(const VictimSpec& spec, const Visibility& visible);

/// Returns a sentence about a bound that the 8-bit grid makes at least a tenth smaller than asked; "" else.
std::string describe_rounding(const NormBall& ball);

/// Returns the format in which the model is fed: black and white are as the options say, else its file, else
/// 0 and 1.
InputFormat format_in_force(const VictimSpec& spec, const VictimOptions& options,
                            const std::optional<ModelMetadata>& metadata);

/// Check of the range in force (attacks/checks/input_range.h), the number of its queries, and a warning if
/// another range is better.
struct RangeFound {
  EvaluationCheck check;
  std::int64_t queries = 0;
  std::string warning = {};
};

/// Makes that check on the images used for clean accuracy, with their classes in `answers`. If these lack
/// classes of the data, e.g. because the data are sorted, it adds images spread over the data.
RangeFound look_at_range(Victim& victim, const ImageDataset& data, const std::vector<CleanAnswer>& answers,
                         const InputFormat& fed, bool label_only);

/// Returns text that describes the data, such as "cifar10/ (resized to 64)".
std::string data_text(const std::string& source, const std::vector<std::string>& remarks);

/// Shape of the images that a stored run attacks, and the first `most` of them, one per row, to probe a
/// victim with.
struct StoredImages {
  ImageShape shape;
  Batch first;
};
StoredImages stored_images(const RunDatabase& database, int most);

}  // namespace bora::tools
