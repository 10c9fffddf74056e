// Check of options in initialiser lists.
#pragma once

#include <utility>

namespace bora::surrogates {

/// Returns the options after options.check(), which may throw InputError.
template <typename Options>
Options checked(Options options) {
  options.check();
  return options;
}

}  // namespace bora::surrogates
