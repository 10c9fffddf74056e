// The average of a motif's gradients over the architectures that have it.
#pragma once

#include <utility>
#include <vector>

#include "common/layers.h"
#include "nas/surrogate/motifs.h"

namespace bora::nas {

/// Returns the mean and the standard deviation of a motif's gradients. counted: for each architecture that
/// has the motif, how often, and the gradient there; at least one. The weight of an architecture is with
/// MotifScore::mean the number of its occurrences, and with MotifScore::printed the share of architectures
/// with as many (eq. 7.8 of Ru 2021). For a motif that 30 architectures have once and 20 twice, eq. 7.8
/// weighs the two kinds 18 to 8, while the example in front of it weighs them 30 to 20.
std::pair<double, double> motif_average(const std::vector<std::pair<double, double>>& counted,
                                        MotifScore score);

}  // namespace bora::nas
