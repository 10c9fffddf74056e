// Estimates of a network's final quality from its training losses.
#pragma once

#include <span>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

// losses: mean training loss of each epoch so far, n >= 1. A smaller sum means faster training and usually a
// better network (Ru et al. 2021, "Speedy performance estimation for neural architecture search"). Functions
// throw InputError for arguments out of range.

/// Returns the sum of the losses (TSE, eq. 8.1 of Ru 2021).
double training_speed(std::span<const double> losses);
/// Returns the sum of the last `epochs` losses (TSE-E), epochs >= 1.
double training_speed_last(std::span<const double> losses, int epochs = 1);
/// Returns the weighted sum of the losses, in which each epoch has `decay` times the weight of the one after
/// it (TSE-EMA), 0 < decay <= 1.
double training_speed_decayed(std::span<const double> losses, double decay = 0.999);

/// Returns the last epoch, >= 1, up to which TSE-E and TSE-EMA are reliable (Ru 2021, algorithm 12): 0.9
/// times the first epoch in which any network overfits, that is, has a training loss below `overfit`; if
/// none does, 0.9 times the length of the longest course. courses: losses of each network; at least one,
/// none empty.
int effective_epochs(std::span<const std::vector<double>> courses, double overfit = 0.1);

}  // namespace bora::nas
