// Answers of models that name their best classes alone.
#pragma once

#include <optional>
#include <string>

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Throws InputError naming the model unless the number of classes is stated and is at least `top` (0: `top`
/// is not known yet).
void check_best(const std::string& name, std::optional<int> classes, int top);

/// given: n x 2 top: the scores of the best classes, best first, and behind them the numbers of these
/// classes. Returns n x classes, kHidden where nothing was given. Throws VictimError naming the model if
/// there are other columns, a class is no whole number in [0, classes) or is named twice, or scores are not
/// finite or rise.
Batch spread_out(const Batch& given, int top, int classes, const std::string& name);

}  // namespace bora::models
