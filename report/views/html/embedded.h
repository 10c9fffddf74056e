// Files that CMake compiles into the library (cmake/BoraEmbed.cmake), so that reports are written without
// files beside the program.
#pragma once

#include <span>
#include <string_view>

#include "common/layers.h"

namespace bora::report {

/// File that is compiled in.
struct EmbeddedFile {
  std::string_view name;  ///< name of the file, which has neither folder nor extension
  std::string_view content;
};
using EmbeddedFiles = std::span<const EmbeddedFile>;

std::string_view chart_library();   ///< Chart.js, minified
std::string_view page_style();      ///< page/report.css
std::string_view page_script();     ///< page/report.js
std::string_view summary_schema();  ///< docs/schema/summary-1.schema.json
EmbeddedFiles page_templates();     ///< templates: page/*.html and page/*.txt

}  // namespace bora::report
