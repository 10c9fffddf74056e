// Files of page/ that CMake compiles into the library, as report/views/html/embedded.h.
#pragma once

#include "common/layers.h"
#include "report/views/html/embedded.h"

namespace bora::report {

EmbeddedFiles tuning_templates();  ///< page/*.html

}  // namespace bora::report
