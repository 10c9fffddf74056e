// Files of page/ that CMake compiles into the library, as report/views/html/embedded.h.
#pragma once

#include "common/layers.h"
#include "report/views/html/embedded.h"

namespace bora::report {

std::string_view assessment_script();  ///< page/assessment.js
EmbeddedFiles assessment_templates();  ///< page/*.html

}  // namespace bora::report
