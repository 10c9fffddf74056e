// Templates of pages: Mustache files (page/*.html) that are filled in when a report is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "common/layers.h"
#include "report/views/html/embedded.h"

namespace bora::report {

/// Fills in the template `name` of `files` or, if `files` has none, of page_templates(). {{> name}} includes
/// another template of either. {{value}} inserts a text of `data`, escaped for HTML; {{{value_html}}} inserts
/// HTML that the program made. A section {{#value}} is left out if the value is false, null, an empty list or
/// "". Throws std::logic_error if a template is missing or invalid, or a value that it names is missing.
std::string fill_template(std::string_view name, const nlohmann::ordered_json& data,
                          EmbeddedFiles files = {});

/// Fills in a template of plain text (page/*.txt), without escaping, and returns its paragraphs, each as one
/// line.
std::vector<std::string> fill_paragraphs(std::string_view name, const nlohmann::ordered_json& data,
                                         EmbeddedFiles files = {});

}  // namespace bora::report
