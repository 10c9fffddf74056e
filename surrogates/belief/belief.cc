#include "surrogates/belief/belief.h"

#include <stdexcept>

namespace bora::surrogates {

void throw_not_smooth() {
  throw std::logic_error("belief: gradients asked of one that has none; look at smooth() first");
}

}  // namespace bora::surrogates
