// Files that CMake puts into the library (see embed.cmake), so that a report needs nothing beside it.
#pragma once

#include <string_view>

namespace bora {

std::string_view chart_library();   ///< Chart.js, minified
std::string_view page_style();      ///< page/report.css
std::string_view page_script();     ///< page/report.js
std::string_view summary_schema();  ///< docs/schema/summary-1.schema.json

}  // namespace bora
