// Answers of models that return only their best classes, e.g. the five with the largest scores.
#pragma once

#include <optional>
#include <string>

#include "models/victims/victim.h"

namespace bora::models {

/// Throws InputError naming the model unless its number of classes is stated, is at least 2 and is not less
/// than `top`, the number of best classes that it returns (0: not known yet).
void check_best(const std::string& name, std::optional<int> classes, int top);

/// Returns n x classes scores, kHidden for the classes that `given` does not name. given: n x 2 top; each row
/// has the scores of the best classes, best first, followed by the numbers of these classes. Throws
/// VictimError naming the model if the number of columns is wrong, if a class is not a whole number in
/// [0, classes) or is named twice, or if scores are not finite or increase within a row.
Batch spread_out(const Batch& given, int top, int classes, const std::string& name);

}  // namespace bora::models
