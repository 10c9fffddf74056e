// Names and parameters of defences around a classifier.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::models {

/// One step of a defence.
struct Defence {
  enum class Kind {
    jpeg,    ///< images compressed as JPEG (Dziugaite, Ghahramani and Roy 2016; Guo et al., ICLR 2018)
    bits,    ///< reduced number of grey levels: "feature squeezing" (Xu, Evans and Qi, NDSS 2018)
    noise,   ///< Gaussian noise on every queried image (RND; Qin et al., NeurIPS 2021)
    resize,  ///< random resizing and padding (Xie et al., ICLR 2018; models/defences/random_images.h)
    smooth,  ///< randomised smoothing (Cohen et al., ICML 2019; models/defences/smoothed_victim.h)
    scores   ///< misleading scores (AAA; Chen et al., NeurIPS 2022; models/defences/misleading_scores.h)
  };
  Kind kind;
  double parameter;  ///< jpeg: quality, 1 to 100; bits: bits kept of each pixel value, 1 to 7; noise and
                     ///< smooth: standard deviation, for pixels in [0, 1]; resize: smallest size of the
                     ///< image as a share of its side; scores: width of an interval, in logits
  int copies = 0;    ///< smooth: number of noisy copies
};

/// Returns whether the last of `steps` replaces the victim's scores or labels by shares of votes.
inline bool makes_scores(const std::vector<Defence>& steps) {
  return !steps.empty() && steps.back().kind == Defence::Kind::smooth;
}

/// Returns the text that parse_defences() parses to this step, such as "jpeg:75".
std::string to_string(const Defence& step);

/// Parses a defence, one of "none", "jpeg:75", "bits:4", "rnd:0.02", "resize-pad:0.9", "smooth:0.25",
/// "smooth:0.25:100", "aaa" and "aaa:4", or several steps in order, as in "bits:4+jpeg:75". smooth and aaa
/// must be the last step. Throws InputError naming `option` and what was expected.
std::vector<Defence> parse_defences(const std::string& text, const std::string& option);

}  // namespace bora::models
