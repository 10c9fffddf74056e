// A file that CMake puts into the library, as render/embedded.h of tools/report.
#pragma once

#include <string_view>

namespace bora {

std::string_view assessment_script();  ///< page/assessment.js

}  // namespace bora
