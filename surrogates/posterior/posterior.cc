#include "surrogates/posterior/posterior.h"

#include <stdexcept>

namespace bora::surrogates {

void throw_not_smooth() {
  throw std::logic_error("posterior: gradients asked of one that has none; look at smooth() first");
}

}  // namespace bora::surrogates
