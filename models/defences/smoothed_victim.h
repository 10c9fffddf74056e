// Randomised smoothing: a classifier that counts another classifier's votes on noisy copies of an image.
#pragma once

#include <cstdint>
#include <memory>

#include "models/victims/victim.h"

namespace bora::models {

/// Returns `victim` with randomised smoothing (Cohen, Rosenfeld and Kolter, ICML 2019). It classifies
/// `copies` copies of each image with Gaussian noise of standard deviation `deviation`. The score of a class
/// is the share of copies that were classified as this class (ScoreKind::probabilities). The noise is drawn
/// as in models/defences/random_images.h, so that the answer depends only on `seed`, Victim::draw() and the
/// image. Unlike in the paper, noisy images are clipped to [0, 1], since victims accept no others. There are
/// no gradients, since shares of votes are piecewise constant. An image is one query, whatever the number of
/// copies; passes() counts every copy that was sent to the victim, whether it was answered or not.
std::unique_ptr<Victim> smoothed(std::unique_ptr<Victim> victim, double deviation, int copies,
                                 std::uint64_t seed);

}  // namespace bora::models
