// Randomised smoothing: a classifier that asks another about noisy copies and counts.
#pragma once

#include <cstdint>
#include <memory>

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::models {

/// `victim` under Gaussian noise (Cohen, Rosenfeld and Kolter, ICML 2019): each image is shown to it `copies`
/// times with noise of standard deviation `deviation`, and each class's score is the share of copies that
/// were taken for it (ScoreKind::probabilities). Noise is drawn as models/defences/random_images.h says, so
/// that the answer depends on `seed`, Victim::draw() and the image alone. It has no gradients: shares of
/// votes are piecewise constant. A question is one question, however many copies it takes.
std::unique_ptr<Victim> smoothed(std::unique_ptr<Victim> victim, double deviation, int copies,
                                 std::uint64_t seed);

}  // namespace bora::models
