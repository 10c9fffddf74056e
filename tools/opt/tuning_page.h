// Files of page/ that CMake compiles into the library, as tools/report/render/embedded.h.
#pragma once

#include "tools/report/render/embedded.h"

namespace bora {

EmbeddedFiles tuning_templates();  ///< page/*.html

}  // namespace bora
