#include "attacks/runner/plan_checks.h"

#include <algorithm>
#include <string_view>

#include "attacks/factory.h"
#include "common/error.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::attacks {

void check_classes(const PlanSource& source, const std::string& victim, int classes,
                   const PlanOptions& options) {
  const int known = source.classes();
  if (classes > 0 && classes != known)
    throw InputError("{}: gives {} scores of each {}, but {} has {} classes", victim, known, source.noun(),
                     source.source(), classes);
  int least = known;
  for (int i = 0; i < source.size(); ++i) least = std::min(least, source.label(i));
  for (int i = 0; i < source.size(); ++i)
    if (source.label(i) >= known)
      throw InputError(
          "{}: {} {} has label {}, but {} gives {} scores (labels 0 to {}); {}", source.source(),
          source.noun(), source.record(i), source.label(i), victim, known, known - 1,
          least != 1 || source.label(i) != known
              ? "if another output holds the scores, state which (--output)"
          : std::string_view(source.noun()) == "image"
              ? "the labels seem to begin at 1, expected 0 for the first class: subtract 1, or give a "
                "map of classes (--class-map)"
              : "the labels seem to begin at 1, expected 0 for the first class");
  if (options.target && (*options.target < 0 || *options.target >= known))
    throw SettingError("target", "got {}, but {} has classes 0 to {}", *options.target, victim, known - 1);
  if (options.random_targets >= known)
    throw SettingError("targets", "got {}, but {} has only {}", options.random_targets, victim,
                       count_of(known - 1, "other class", "other classes"));
  options.visible.check(known);
}

template <typename Input>
void refuse_missing_gradients(Oracle<Input> victim, const ImageShape& shape, const PlanOptions& options) {
  for (const auto& attack : options.attacks)
    if (make_recipe<Input>(attack, shape, options.visible, options.norm).summary.access ==
            AccessLevel::gradients &&
        !victim.has_gradients())
      throw SettingError(fmt::format("attack {}", attack), "needs gradients, which {} does not have",
                         victim.name());
}

template void refuse_missing_gradients(Oracle<Pixels>, const ImageShape&, const PlanOptions&);
template void refuse_missing_gradients(Oracle<Transformed>, const ImageShape&, const PlanOptions&);
template void refuse_missing_gradients(Oracle<Graph>, const ImageShape&, const PlanOptions&);

}  // namespace bora::attacks
