// Suggestion for a mistyped option name.
#pragma once

#include <string>
#include <vector>

namespace bora::tools {

/// Returns the member of `names` (without dashes) that `word` (with or without its leading dashes) most
/// probably means, or "" if none is like it. The first of these rules that finds a name decides:
/// 1. nearest_name(): a typing error;
/// 2. the usual name of the same option in other programs: learning-rate for lr, queries for budget;
/// 3. a name with a part (between dashes) that begins with a part of `word`, or the reverse: epsilon for eps,
///    batch-size for batch. The shorter part has at least three letters; the longest one decides, then the
///    first.
std::string nearest_option(const std::string& word, const std::vector<std::string>& names);

}  // namespace bora::tools
