// Answers of models that return their best classes only.
#pragma once

#include <optional>
#include <string>

#include "models/victims/victim.h"

namespace bora::models {

/// Throws InputError naming the model unless the number of classes is stated and is at least `top` (0: `top`
/// is not known yet).
void check_best(const std::string& name, std::optional<int> classes, int top);

/// Returns n x classes scores, kHidden for the classes that `given` does not name. given: n x 2 top: the
/// scores of the best classes, best first, followed by the numbers of these classes. Throws VictimError
/// naming the model if there are other columns, a class is no whole number in [0, classes) or is named twice,
/// or scores are not finite or rise.
Batch spread_out(const Batch& given, int top, int classes, const std::string& name);

}  // namespace bora::models
