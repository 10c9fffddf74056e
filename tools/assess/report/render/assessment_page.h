// Files of page/ that CMake compiles into the library, as tools/report/render/embedded.h.
#pragma once

#include "tools/report/render/embedded.h"

namespace bora {

std::string_view assessment_script();  ///< page/assessment.js
EmbeddedFiles assessment_templates();  ///< page/*.html

}  // namespace bora
