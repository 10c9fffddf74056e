#include "data/images/part_kind.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "common/text.h"

namespace bora::data {

std::optional<PartKind> kind_by_name(const std::string& name) {
  struct Spelling {
    std::string_view name;
    PartKind kind;
  };
  constexpr Spelling kSpellings[] = {
      {"train", PartKind::train},
      {"training", PartKind::train},
      {"train_set", PartKind::train},
      {"training_set", PartKind::train},
      {"test", PartKind::test},
      {"testing", PartKind::test},
      {"test_set", PartKind::test},
      {"testing_set", PartKind::test},
      {"val", PartKind::validation},
      {"valid", PartKind::validation},
      {"validation", PartKind::validation},
      {"validation_set", PartKind::validation},
      {"dev", PartKind::validation},
      {"eval", PartKind::validation},
  };
  const std::string lower = lower_case(name);
  const auto found = std::ranges::find(kSpellings, std::string_view(lower), &Spelling::name);
  return found == std::end(kSpellings) ? std::nullopt : std::optional(found->kind);
}

}  // namespace bora::data
