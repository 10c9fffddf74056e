// Checks of the options of bo-assess.
#pragma once

#include "tools/assess/assess_options.h"

namespace bora::tools {

/// Checks the options against each other and sets the values derived from them. Throws InputError.
void check_and_derive(AssessOptions& options);

}  // namespace bora::tools
