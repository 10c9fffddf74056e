// Base class of optimisers over mixed spaces, and random search.
#pragma once

#include "surrogates/search/ask_tell.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

// Compiled once, in mixed_optimiser.cc.
extern template class AskTell<MixedSpace>;
extern template class UniformSearch<MixedSpace>;

using MixedOptimiser = AskTell<MixedSpace>;
using RandomSearch = UniformSearch<MixedSpace>;

}  // namespace bora::surrogates
