// Options that an attack reads from its text.
#pragma once

#include <string>

#include "attacks/settings/attack_settings.h"
#include "support/layers.h"

namespace bora::testing {

/// Returns the options that an attack reads from `spec`, such as "nes:as=paper". `shape`: shape of the
/// images, if the options depend on it. Throws InputError for unknown settings.
template <typename Options, typename... Shape>
Options read_options(const std::string& spec, const Shape&... shape) {
  AttackSettings settings(spec);
  Options options;
  options.read(settings, shape...);
  settings.finish();
  return options;
}

}  // namespace bora::testing
