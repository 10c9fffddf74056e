// Randomised smoothing: a classifier that counts the votes of another on noisy copies.
#pragma once

#include <cstdint>
#include <memory>

#include "models/victims/victim.h"

namespace bora::models {

/// Returns `victim` under Gaussian noise (Cohen, Rosenfeld and Kolter, ICML 2019): each image is shown to it
/// `copies` times with noise of standard deviation `deviation`, and each class's score is the share of copies
/// that were classified as it (ScoreKind::probabilities). Noise is drawn as models/defences/random_images.h
/// says, so that the answer depends on `seed`, Victim::draw() and the image alone. Unlike in the paper, noisy
/// images are clipped to [0, 1], since a victim takes no others. There are no gradients, since shares of
/// votes are piecewise constant. An image is one query, whatever the number of copies, and passes() counts
/// every copy that the victim was sent, answered or not.
std::unique_ptr<Victim> smoothed(std::unique_ptr<Victim> victim, double deviation, int copies,
                                 std::uint64_t seed);

}  // namespace bora::models
