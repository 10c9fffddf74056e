// Renders comparisons of runs, verdicts first, as Markdown, as an HTML page and as JSON.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/figures/comparisons/comparison.h"

namespace bora::report {

std::string comparison_markdown(const std::vector<RunComparison>& comparisons);
std::string comparison_html(const std::vector<RunComparison>& comparisons);

/// Returns indented JSON that ends with a newline; docs/reference/run-files.md describes the keys.
std::string comparison_json(const std::vector<RunComparison>& comparisons);

}  // namespace bora::report
