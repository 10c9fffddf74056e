// Classifier behind a defence.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/defences/defence.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Returns a victim that applies the steps to images and scores around `victim`; without steps, `victim`
/// itself. Pixels are rounded to 8 bits before JPEG compression. Gradients are those of `victim` at the
/// defended image, as if the steps were the identity (BPDA; Athalye, Carlini and Wagner, ICML 2018). Behind
/// `smooth` there are none.
///
/// Noise, sizes and positions are drawn from `seed`, the sequence that Victim::draw() selects, the image, and
/// the number of equal images before it in the same call. They do not depend on threads or the order of
/// calls, so a resumed run draws the same. Equal images in one call get different noise. An image in another
/// call gets the same noise, unless draw() has selected another sequence, which the ledger does for repeated
/// queries. Gradients of equal images in one call are the same, with the noise of an image without equal
/// ones, so that a gradient does not depend on the other images.
///
/// Throws InputError for JPEG compression of images that are neither grey nor RGB, and for a defence of
/// scores if the victim does not give all scores.
std::unique_ptr<Victim> defended(std::unique_ptr<Victim> victim, const std::vector<Defence>& steps,
                                 std::uint64_t seed = 0);

}  // namespace bora::models
