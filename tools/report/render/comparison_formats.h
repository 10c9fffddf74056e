// What comparisons of runs say, verdicts first, as Markdown, as a page of its own and as JSON.
#pragma once

#include <string>
#include <vector>

#include "tools/report/figures/comparison.h"

namespace bora {

std::string comparison_markdown(const std::vector<RunComparison>& comparisons);
std::string comparison_html(const std::vector<RunComparison>& comparisons);

/// Indented, ended by a newline; keys in README.md.
std::string comparison_json(const std::vector<RunComparison>& comparisons);

}  // namespace bora
