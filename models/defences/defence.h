// Defences around a classifier, by name.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::models {

/// One step of a defence.
struct Defence {
  enum class Kind {
    jpeg,    ///< compressed and decompressed as JPEG (Dziugaite, Ghahramani and Roy 2016; Guo et al., ICLR
             ///< 2018)
    bits,    ///< reduced number of grey levels: "feature squeezing" (Xu, Evans and Qi, NDSS 2018)
    noise,   ///< Gaussian noise on every image queried (RND; Qin et al., NeurIPS 2021)
    resize,  ///< a smaller image placed at random on black (Xie et al., ICLR 2018;
             ///< models/defences/random_images.h)
    smooth,  ///< votes on noisy copies (Cohen et al., ICML 2019; see models/defences/smoothed_victim.h)
    scores   ///< misleading scores (AAA; see models/defences/misleading_scores.h)
  };
  Kind kind;
  double parameter;  ///< jpeg: quality, 1 to 100; bits: bits kept of each pixel value, 1 to 7; noise and
                     ///< smooth: standard deviation, of pixels in [0, 1]; resize: smallest share of a
                     ///< side; scores: width of an interval, in logits
  int copies = 0;    ///< smooth: number of noisy copies
};

/// Returns whether the last of `steps` replaces the victim's scores, of whatever kind, by shares of votes.
inline bool makes_scores(const std::vector<Defence>& steps) {
  return !steps.empty() && steps.back().kind == Defence::Kind::smooth;
}

/// Returns the step as text that parses to it, such as "jpeg:75".
std::string to_string(const Defence& step);

/// Parses "jpeg:75", "bits:4", "rnd:0.02", "resize-pad:0.9", "smooth:0.25" or "smooth:0.25:100", "aaa" or
/// "aaa:4", or several in their order, "bits:4+jpeg:75"; smooth and aaa come last. "none": no step. Throws
/// InputError naming `option` and what was expected.
std::vector<Defence> parse_defences(const std::string& text, const std::string& option);

}  // namespace bora::models
