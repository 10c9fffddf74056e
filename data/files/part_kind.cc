#include "data/files/part_kind.h"

#include <algorithm>

#include "common/text.h"

namespace bora::data {

const std::vector<std::string>& part_names(PartKind kind) {
  static const std::vector<std::string> kTrain{"train", "training", "train_set", "training_set"};
  static const std::vector<std::string> kTest{"test", "testing", "test_set", "testing_set"};
  static const std::vector<std::string> kValidation{"val", "validation", "valid",
                                                    "dev", "eval",       "validation_set"};
  if (kind == PartKind::train) return kTrain;
  return kind == PartKind::test ? kTest : kValidation;
}

std::optional<PartKind> kind_by_name(const std::string& name) {
  for (const PartKind kind : {PartKind::train, PartKind::test, PartKind::validation})
    if (std::ranges::count(part_names(kind), lower_case(name)) > 0) return kind;
  return std::nullopt;
}

}  // namespace bora::data
