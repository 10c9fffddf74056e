// Loading of the images that a run attacks, and remarks and warnings about them and the victim's answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attacks/checks/input_range.h"
#include "attacks/record/run_database.h"
#include "attacks/record/run_reader.h"
#include "attacks/runner/plan.h"
#include "attacks/threat/norm_ball.h"
#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/victims/metadata.h"
#include "models/victims/victim.h"
#include "models/victims/victim_options.h"
#include "tools/attack/attack_config.h"
#include "tools/options/progress.h"

namespace bora::tools {

/// Loads --image, or --part of --data or else of the data named in the model's file, in the order of --order.
/// Sets `order` to a remark on that order, if there is one. Throws InputError naming the option.
ImageDataset load_images(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                         std::string& order);

/// Order in which numbered folders are assigned to the model's classes. All fields are empty if the order by
/// number and the order by name as text are the same.
struct ClassOrder {
  std::string remark;    ///< order that is used, for the description of the data
  std::string evidence;  ///< states the accuracy in both orders
  int asked = 0;         ///< number of queries
};

/// Chooses for numbered folders between the order by number and the order by name as text, whichever makes
/// the model right on more of at most 256 clean images, and renumbers the classes of `data` accordingly.
ClassOrder settle_class_order(Victim& victim, ImageDataset& data, bool label_only);

/// Returns the remarks on the images other than their source: that --part was drawn at random here, because
/// neither the data nor the model's file define it, and how they were prepared. `images`: number of images.
std::vector<std::string> remarks_on_images(const AttackConfig& config,
                                           const std::optional<ModelMetadata>& metadata, int images);

/// Returns a warning if the model was trained or validated on images that the plan attacks, according to the
/// hashes in the model's file; else "".
std::string describe_trained_on(const std::string& model, const Plan& plan);

/// Returns the class names of the model's file, or else of the data; empty if neither has names.
std::vector<std::string> class_names(const std::optional<ModelMetadata>& metadata, const ImageDataset& data);

/// Returns a remark if more images are requested than exist; else "".
std::string shortage(const AttackConfig& config, const ImageDataset& data);

/// Returns a line that describes the victim, such as "m.pt: 3x32x32 input, 10 classes, logits".
std::string victim_line(const VictimSpec& spec);

/// Returns the bound in force, such as "L-infinity bound 12/255 = 0.0471 (asked: 0.05)".
std::string describe_bound(const NormBall& ball);

/// Returns a sentence about an L-infinity bound that the 8-bit grid reduces by at least 10%; "" for others.
std::string describe_rounding(const NormBall& ball);

/// Returns a sentence about a bound within which every image of this shape lies; "" for smaller ones.
std::string describe_whole_range(const NormBall& ball, const ImageShape& shape);

/// Returns a sentence about a bound that may be in another unit: an L-infinity or L2 bound below half a grey
/// level, or an L2 bound below a tenth of the default one; "" for others.
std::string describe_tiny_bound(const NormBall& ball, const ImageShape& shape);

/// Returns a sentence if the L-infinity or L2 ball of more than 5% of the attacked images holds an image of
/// the data that has another label; "" otherwise and for other norms. Compares at most 200 attacked images,
/// and at most 10^9 values, so that not all images of large data are compared.
std::string describe_other_classes_within(const NormBall& ball, const ImageDataset& data, const Plan& plan);

/// Returns the format that the model's input has. The values for black and white are those of --input-range,
/// else of the model's file, else 0 and 1.
InputFormat format_in_force(const VictimSpec& spec, const VictimOptions& options,
                            const std::optional<ModelMetadata>& metadata);

/// Result of the check of the input range in use (attacks/checks/input_range.h).
struct RangeFound {
  EvaluationCheck check;
  std::int64_t queries = 0;
  std::string warning = {};  ///< "": the range is probably right
};

/// Returns whether options give the range of values, mean or deviation of the model's input.
bool states_format(const VictimOptions& options);

/// Checks the input range `fed` on the images in `answers`, which were queried for clean accuracy. If these
/// lack classes of the data, e.g. because the data are sorted, adds images spread over the data.
RangeFound check_range_in_use(Victim& victim, const ImageDataset& data,
                              const std::vector<CleanAnswer>& answers, const InputFormat& fed,
                              const RangeCheck& options);

/// Images that a stored run attacks.
struct StoredImages {
  ImageShape shape;
  Batch first;  ///< the first ones, one per row
};

/// Returns the first `most` images of a stored run, with which its victim is probed.
StoredImages stored_images(const RunDatabase& database, int most);

}  // namespace bora::tools
