// Templates of pages: files in the language of Mustache (page/*.html), filled in when a report is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "common/layers.h"
#include "report/views/html/embedded.h"

namespace bora::report {

/// Fills in the template `name` of `files` or, if it is not there, of page_templates(). Any other template of
/// both can be included: {{> name}}. Values are those of `data`: {{value}} inserts a text, escaped for HTML;
/// {{{value_html}}} inserts HTML that the program made, such as MarkedText::html(). Sections, {{#value}}, are
/// left out where the value is false, null, an empty list or "". Throws std::logic_error if a template is
/// missing or not valid, or a value that it names is missing.
std::string fill_template(std::string_view name, const nlohmann::ordered_json& data,
                          EmbeddedFiles files = {});

/// Fills in a template of plain text (page/*.txt), without escaping, and returns its paragraphs, each as one
/// line.
std::vector<std::string> fill_paragraphs(std::string_view name, const nlohmann::ordered_json& data,
                                         EmbeddedFiles files = {});

}  // namespace bora::report
