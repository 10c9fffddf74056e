// Check of options in initialiser lists.
#pragma once

#include <utility>

namespace bora::surrogates {

/// Calls options.check(), which throws InputError for invalid options, and returns the options.
template <typename Options>
Options checked(Options options) {
  options.check();
  return options;
}

}  // namespace bora::surrogates
