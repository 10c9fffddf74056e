// Random dropping of paths of a network in training (Larsson, Maire and Shakhnarovich, ICLR 2017), as in
// DARTS.
#pragma once

#include <span>

#include "common/layers.h"
#include "common/random.h"

namespace bora::models {

/// Returns the probability of dropping a path in epoch `epoch`, counted from 0, of `epochs` epochs: it grows
/// linearly, from 0 in the first epoch towards `largest` (published code of Liu, Simonyan and Yang 2019).
double drop_probability(double largest, int epoch, int epochs);

/// Draws the factors by which the outputs of an image's paths are multiplied: 0 with this probability, in
/// [0, 1), otherwise 1 / (1 - probability), so that their mean is 1.
void draw_factors(Rng& rng, double probability, std::span<float> factors);

}  // namespace bora::models
