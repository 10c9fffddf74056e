// A classifier behind a defence: a classifier of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/defences/defence.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Returns `victim` behind the steps, as a classifier that is queried, counted and verified like any other;
/// without steps `victim` itself. Pixels are rounded to 8 bits before a JPEG. Gradients are the victim's at
/// the defended image, as if the steps changed nothing (BPDA with the identity; Athalye, Carlini and Wagner,
/// ICML 2018); behind `smooth` there are none.
///
/// Noise, sizes and places are drawn from `seed`, Victim::draw(), the image, and the number of equal images
/// before it in the same call. They do not depend on threads or on the order of calls, so a resumed run gets
/// the same. They depend on the rest of a batch only where two attacks ask for the same image at once. The
/// same image in another call gets the same noise unless draw() has selected another sequence; repetitions in
/// one call, and those that the ledger asks for, get new noise.
///
/// Throws InputError for JPEG of images that are neither grey nor RGB, and for a defence of the scores of a
/// victim that gives none.
std::unique_ptr<Victim> defended(std::unique_ptr<Victim> victim, const std::vector<Defence>& steps,
                                 std::uint64_t seed = 0);

}  // namespace bora::models
