// Parts of a data set and their names.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bora::data {

/// Part of a data set: if the source has parts, `all` is train followed by test. Otherwise, `all` is the
/// unchanged source, and train and test are drawn by take_part() (data/files/split.h).
enum class Part { train, test, all };

/// Kinds of parts.
enum class PartKind { train, test, validation };

/// Returns the names of a kind of part, in lower case, the commonest first:
/// - of the train part: train, training, train_set, training_set;
/// - of the test part: test, testing, test_set, testing_set;
/// - of the part for validation: val, validation, valid, dev, eval, validation_set.
const std::vector<std::string>& part_names(PartKind kind);

/// Returns the kind of part that has this name (part_names()), in upper or lower case; nullopt for other
/// names.
std::optional<PartKind> kind_by_name(const std::string& name);

}  // namespace bora::data
