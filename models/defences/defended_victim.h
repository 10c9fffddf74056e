// A classifier behind a defence: a classifier of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/layers.h"
#include "models/defences/defence.h"
#include "models/victims/victim.h"

namespace bora::models {

/// `victim` behind the steps: a classifier of its own, which is asked, counted and verified as one. Pixels
/// are rounded to 8 bits before a JPEG. Gradients are the victim's at the defended image, as if the steps
/// changed nothing (behind `smooth` there are none): the way past defences that shatter gradients of Athalye,
/// Carlini and Wagner (ICML 2018, BPDA with the identity). No steps: `victim` itself.
///
/// Noise, sizes and places are drawn from `seed`, Victim::draw(), the image, and how many equal ones came
/// before it in the same call, so that it depends on no threads and no order of calls, and a run that is
/// resumed meets the same; on the rest of a batch only where two attacks ask for one image at once. An image
/// that is asked for again in another call meets the same noise, unless draw() says otherwise: repeats in a
/// call, and those that the ledger asks for, are drawn anew.
///
/// Throws InputError for JPEG of images that are neither grey nor RGB, and for a defence of the scores of a
/// victim that gives none.
std::unique_ptr<Victim> defended(std::unique_ptr<Victim> victim, const std::vector<Defence>& steps,
                                 std::uint64_t seed = 0);

}  // namespace bora::models
