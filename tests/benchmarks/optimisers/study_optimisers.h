// Optimisers of the studies by name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/layers.h"
#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::tools {

/// Makes an optimiser that is written NAME[:SETTING]... (the message for an unknown name lists them), for a
/// number of evaluations and of constraints. Throws InputError.
std::unique_ptr<MixedOptimiser> make_study_optimiser(const std::string& name, const MixedSpace& space,
                                                     int budget, std::uint64_t seed, int constraints = 0);

}  // namespace bora::tools
