// Estimates of a network's final quality from its training losses.
#pragma once

#include <span>
#include <vector>

#include "common/layers.h"

namespace bora::nas {

// `losses`: the mean training loss of each epoch so far, at least one. Smaller sums mean faster training and,
// as a rule, better networks (Ru et al. 2021, "Speedy performance estimation for neural architecture
// search").

/// Returns the sum of the losses (TSE, eq. 8.1 of Ru 2021).
double training_speed(std::span<const double> losses);
/// Returns the sum of the last `epochs` losses (TSE-E), epochs >= 1.
double training_speed_last(std::span<const double> losses, int epochs = 1);
/// Returns the weighted sum of the losses, in which each epoch has `decay` times the weight of the one after
/// it (TSE-EMA), 0 < decay <= 1.
double training_speed_decayed(std::span<const double> losses, double decay = 0.999);

/// Returns the last epoch up to which TSE-E and TSE-EMA can be trusted, >= 1 (Ru 2021, algorithm 12): nine
/// tenths of the first epoch in which a network overfits, that is, has a training loss below `overfit`; if
/// none does, of the longest course. courses: the losses of each network's epochs, at least one, none empty.
/// Throws InputError.
int effective_epochs(std::span<const std::vector<double>> courses, double overfit = 0.1);

}  // namespace bora::nas
