// Optimisers over spaces of categories and numbers.
#pragma once

#include "surrogates/search/ask_tell.h"
#include "surrogates/space/mixed_space.h"

namespace bora {

using MixedOptimiser = AskTell<MixedSpace>;
using RandomSearch = UniformSearch<MixedSpace>;

}  // namespace bora
