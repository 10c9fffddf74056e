#include "surrogates/search/mixed/mixed_optimiser.h"

namespace bora::surrogates {

template class AskTell<MixedSpace>;
template class UniformSearch<MixedSpace>;

}  // namespace bora::surrogates
