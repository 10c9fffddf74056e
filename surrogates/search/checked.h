// Options that are good, before anything is made of them.
#pragma once

#include <utility>

namespace bora::surrogates {

/// The same, for initialiser lists. Throws InputError as options.check() does.
template <typename Options>
Options checked(Options options) {
  options.check();
  return options;
}

}  // namespace bora::surrogates
