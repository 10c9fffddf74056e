// Conclusions from where attacks edit graphs, in words.
#pragma once

#include <string>

#include "common/layers.h"
#include "report/statistics/edit_analysis.h"

namespace bora::report {

/// Returns the conclusion from the distance of edits and their common ends.
std::string clustering_sentence(const EditPatterns& patterns);

/// Returns the conclusion from the figures on communities.
std::string community_sentence(const EditPatterns& patterns);

}  // namespace bora::report
