// Names of the parts of a data set.
#pragma once

#include <optional>
#include <string>

namespace bora::data {

/// Kinds of parts.
enum class PartKind { train, test, validation };

/// Returns the kind of part that has this name, in upper or lower case; nullopt for other names. Names:
/// - of the train part: train, training, train_set, training_set;
/// - of the test part: test, testing, test_set, testing_set;
/// - of the part for validation: val, valid, validation, validation_set, dev, eval.
std::optional<PartKind> kind_by_name(const std::string& name);

}  // namespace bora::data
