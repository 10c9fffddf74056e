#include "surrogates/search/mixed_optimiser.h"

namespace bora {

template class AskTell<MixedSpace>;
template class UniformSearch<MixedSpace>;

}  // namespace bora
