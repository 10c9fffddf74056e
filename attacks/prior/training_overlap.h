// Whether an attacker's own classifiers have learnt from images that they should not know.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/content_set.h"

namespace bora {

/// Whether the attacker's classifiers were trained on images that the victim was trained on too: they then
/// agree with it more than an attacker's would who holds other images of the kind.
enum class SameData { yes, no, unknown };
std::string to_string(SameData same);  ///< "yes", "no", "unknown"

struct TrainingOverlap {
  SameData same = SameData::unknown;
  // As far as is known; 0 where it is not.
  int images = 0;  ///< different ones that the attacker's classifiers were trained on
  int shared = 0;  ///< of those, how many the victim was trained on
};

/// `victim`, `attackers`: what the victim and each of the attacker's classifiers were trained on, nothing
/// where nobody says. What is shared is told by content, so the same images in other files are found; images
/// that were scaled, cut or stored with losses are not. A shared image among those known settles it; that
/// there is none is only said if all are known.
TrainingOverlap training_overlap(const std::optional<ContentSet>& victim,
                                 const std::vector<std::optional<ContentSet>>& attackers);

/// How many of `images`, pixels of 8 bits, are in `set`.
int count_known(const ContentSet& set, const std::vector<std::string>& images);

}  // namespace bora
