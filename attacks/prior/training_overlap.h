// Overlap of the training images of the attacker's classifiers with those of the victim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/images/content_set.h"

namespace bora::attacks {

/// Answer to whether the attacker's classifiers and the victim were trained on common images. Classifiers
/// that share training images with the victim agree with it more often than those of an attacker who has
/// other images of the same kind.
enum class SameData { yes, no, unknown };
std::string to_string(SameData same);  ///< "yes", "no", "unknown"

struct TrainingOverlap {
  SameData same = SameData::unknown;
  int images = 0;  ///< number of distinct training images of the attacker's classifiers; 0 if unknown
  int shared = 0;  ///< number of these on which the victim was trained; 0 if unknown
};

/// Compares the training images of the victim with those of each of the attacker's classifiers; no set: not
/// stated. Images are compared by content, so the same images in other files are found; images that were
/// scaled, cropped or stored with losses are not. One shared image among those known gives `yes`; `no`
/// requires that all sets are known.
TrainingOverlap training_overlap(const std::optional<ContentSet>& victim,
                                 const std::vector<std::optional<ContentSet>>& attackers);

/// Returns how many of `images` are in `set`. Images are strings of 8-bit pixels, CHW.
int count_known(const ContentSet& set, const std::vector<std::string>& images);

}  // namespace bora::attacks
