// Overlap of the training images of the attacker's classifiers with those of the victim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/images/content_set.h"

namespace bora::attacks {

/// Answer to whether the attacker's classifiers and the victim were trained on common images. Such
/// classifiers agree with the victim more than those of an attacker who has other images of the kind.
enum class SameData { yes, no, unknown };
std::string to_string(SameData same);  ///< "yes", "no", "unknown"

struct TrainingOverlap {
  SameData same = SameData::unknown;
  // Numbers; 0 if unknown.
  int images = 0;  ///< distinct training images of the attacker's classifiers
  int shared = 0;  ///< number of these that the victim was trained on
};

/// Compares the training images of the victim with those of each of the attacker's classifiers; no set: not
/// stated. Images are compared by content, so the same images in other files are found; images that were
/// scaled, cropped or stored with losses are not. One shared image among those known gives `yes`; `no`
/// requires that all sets are known.
TrainingOverlap training_overlap(const std::optional<ContentSet>& victim,
                                 const std::vector<std::optional<ContentSet>>& attackers);

/// Returns how many of `images`, pixels of 8 bits, are in `set`.
int count_known(const ContentSet& set, const std::vector<std::string>& images);

}  // namespace bora::attacks
