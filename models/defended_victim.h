// Defences that change an image before a classifier sees it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/victim.h"

namespace bora {

/// One step of a defence.
struct Defence {
  enum class Kind {
    jpeg,  ///< compression as JPEG and back (Dziugaite, Ghahramani and Roy 2016; Guo et al., ICLR 2018)
    bits   ///< fewer grey levels: "feature squeezing" (Xu, Evans and Qi, NDSS 2018)
  };
  Kind kind;
  int parameter;  ///< jpeg: quality, 1 to 100; bits: of each pixel value that are left, 1 to 7
};

/// "jpeg:75", "bits:4", or several in their order, "bits:4+jpeg:75"; "none": no step. Throws InputError
/// naming `option` and what was expected.
std::vector<Defence> parse_defences(const std::string& text, const std::string& option);

/// `victim` behind the steps: a classifier of its own, which is asked, counted and verified as one. Pixels
/// are rounded to 8 bits before a JPEG. Gradients are the victim's at the defended image, as if the steps
/// changed nothing: the way past defences that shatter gradients of Athalye, Carlini and Wagner (ICML 2018,
/// BPDA with the identity). No steps: `victim` itself. Throws InputError for JPEG of images that are neither
/// grey nor RGB.
std::unique_ptr<Victim> defended(std::unique_ptr<Victim> victim, const std::vector<Defence>& steps);

}  // namespace bora
