#include "attacks/factory.h"

#include <algorithm>
#include <limits>

#include "attacks/attack_table.h"
#include "attacks/repeated_labels.h"
#include "common/setting_error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

// Properties of a kind of inputs. `phrase`: words after the name of an unknown attack in the error message.
// `Labels`: wrapper of score-based attacks where only labels are visible; void: no wrapper, since these
// attacks can use the predicted class.
template <typename Input>
struct InputKind;
template <>
struct InputKind<Pixels> {
  static constexpr const char* phrase = "";
  using Labels = RepeatedLabels;
};
template <>
struct InputKind<Transformed> {
  static constexpr const char* phrase = " by changes of an image";
  using Labels = void;
};
template <>
struct InputKind<Graph> {
  static constexpr const char* phrase = " on graphs";
  using Labels = RepeatedGraphLabels;
};

template <typename Input>
constexpr bool kRepeatsLabels = !std::is_void_v<typename InputKind<Input>::Labels>;

// Returns whether the attack supports the norm. Attacks on inputs other than images have no norm and support
// every value.
template <typename Input>
bool supports_norm(const AttackSummary& summary, Norm norm) {
  return !std::is_same_v<Input, Pixels> || std::ranges::find(summary.norms, norm) != summary.norms.end();
}

template <typename Input>
const AttackEntry<Input>& find_entry(const std::string& name, const Visibility& visible, Norm norm) {
  const AttackEntry<Input>* found = nullptr;
  bool known = false;
  for (const AttackEntry<Input>& entry : attack_table<Input>()) {
    if (entry.summary.name != name) continue;
    known = true;
    if (supports_norm<Input>(entry.summary, norm) && (!found || visible.label_only())) found = &entry;
  }
  if (found) return *found;
  if (known) {
    std::vector<std::string> others;
    for (const AttackSummary& summary : attack_summaries<Input>())
      if (supports_norm<Input>(summary, norm)) others.push_back(summary.name);
    throw SettingError("attack " + name, "does not support the norm {}; those that do: {}", to_string(norm),
                       join(others));
  }
  const std::vector<std::string> names = names_of(attack_summaries<Input>());
  throw SettingError("attack", "unknown attack '{}'{}{}; valid: {}", name, InputKind<Input>::phrase,
                     suggestion(name, names, kQuotedInBrackets), join(names));
}

// Returns whether the attack reads scores, but only labels are visible.
bool lacks_scores(const AttackSummary& summary, const Visibility& visible) {
  return visible.label_only() && summary.access == AccessLevel::scores && !summary.ignores_answers;
}

// Reads the setting `budget`, which every attack has. 0: no limit but the budget of the run.
int read_budget(AttackSettings& settings) {
  int own = 0;
  settings.read("budget", own, 0, std::numeric_limits<int>::max(),
                "queries of the run's budget that the attack may spend; 0: all");
  return own;
}

// Makes a score-based attack use labels only: wraps it in InputKind<Input>::Labels if there is such a
// wrapper.
template <typename Input>
void restrict_to_labels(AttackRecipe<Input>& recipe, AttackSettings& settings) {
  recipe.summary.access = AccessLevel::labels;
  if constexpr (kRepeatsLabels<Input>) {
    using Labels = typename InputKind<Input>::Labels;
    typename Labels::Options options;
    options.read(settings);
    recipe.summary.leaves_ball = recipe.summary.leaves_ball || Labels::kLeavesBall;
    recipe.summary.text += "; " + options.text();
    recipe.make = [options, make = std::move(recipe.make)](Problem<Input> problem) {
      return std::make_unique<Labels>(problem, options, make(Labels::driven(problem, options)));
    };
  }
}

template <typename Input>
std::vector<AttackSummary> summaries_of_entries() {
  std::vector<AttackSummary> all;
  for (const AttackEntry<Input>& entry : attack_table<Input>()) all.push_back(entry.summary);
  return all;
}

}  // namespace

template <typename Input>
const std::vector<AttackSummary>& attack_summaries() {
  static const std::vector<AttackSummary> summaries = [] {
    std::vector<AttackSummary> all;
    for (const AttackEntry<Input>& entry : attack_table<Input>())
      if (all.empty() || all.back().name != entry.summary.name) {
        all.push_back(entry.summary);
      } else {
        for (const Norm norm : entry.summary.norms)
          if (!supports_norm<Input>(all.back(), norm)) all.back().norms.push_back(norm);
      }
    return all;
  }();
  return summaries;
}

template <typename Input>
std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape,
                                                const Visibility& visible, Norm norm) {
  AttackSettings settings(name);
  const AttackEntry<Input>& entry = find_entry<Input>(name, visible, norm);
  entry.configure(settings, shape);
  if constexpr (kRepeatsLabels<Input>)
    if (lacks_scores(entry.summary, visible) && norm == Norm::linf)
      typename InputKind<Input>::Labels::Options().read(settings);
  read_budget(settings);
  return settings.descriptions();
}

template <typename Input>
AttackRecipe<Input> make_recipe(const std::string& spec, const ImageShape& shape, const Visibility& visible,
                                Norm norm) {
  AttackSettings settings(spec);
  const AttackEntry<Input>& entry = find_entry<Input>(settings.attack(), visible, norm);
  if (visible.label_only() && entry.summary.access == AccessLevel::gradients)
    throw SettingError(fmt::format("attack {}", spec),
                       "needs the model's gradients, but the predicted class alone is visible");
  if (norm != Norm::linf && lacks_scores(entry.summary, visible))
    throw SettingError(
        fmt::format("attack {}", spec),
        "needs scores, which it estimates from labels with norm linf alone, but the norm is {}",
        to_string(norm));
  ConfiguredAttack<Input> configured = entry.configure(settings, shape);
  AttackRecipe<Input> recipe{spec, entry.summary, std::move(configured.make)};
  recipe.summary.prior = configured.prior.value_or(entry.summary.prior);
  recipe.summary.probe_queries = std::max(entry.summary.probe_queries, configured.probe_queries);
  recipe.summary.opening_queries = configured.opening_queries;
  // With the setting prior=none, an attack uses no warm starts of earlier instances either.
  if (configured.prior == PriorUse::none) recipe.summary.learns = false;
  if (lacks_scores(entry.summary, visible)) restrict_to_labels(recipe, settings);
  if (visible.label_only() && entry.summary.ignores_answers) recipe.summary.access = AccessLevel::labels;
  read_budget(settings);
  settings.finish();
  if constexpr (std::is_same_v<Input, Pixels>)
    if (recipe.summary.prior == PriorUse::required)
      recipe.make = [spec, make = std::move(recipe.make)](AttackProblem problem) {
        if (!problem.substitutes)
          throw SettingError(fmt::format("attack {}", spec),
                             "needs substitute models, which a prior trains or names");
        return make(std::move(problem));
      };
  return recipe;
}

int budget_of(const std::string& spec, int budget) {
  AttackSettings settings(spec);
  const int own = read_budget(settings);
  return own > 0 ? std::min(own, budget) : budget;
}

const std::vector<AttackKind>& attack_kinds() {
  static const std::vector<AttackKind> kinds = {
      {"images", true, summaries_of_entries<Pixels>, attack_settings<Pixels>},
      {"images with --threat semantic", false, summaries_of_entries<Transformed>,
       attack_settings<Transformed>},
      {"graphs", false, summaries_of_entries<Graph>, attack_settings<Graph>},
  };
  return kinds;
}

template AttackRecipe<Pixels> make_recipe(const std::string&, const ImageShape&, const Visibility&, Norm);
template AttackRecipe<Transformed> make_recipe(const std::string&, const ImageShape&, const Visibility&,
                                               Norm);
template AttackRecipe<Graph> make_recipe(const std::string&, const ImageShape&, const Visibility&, Norm);

}  // namespace bora::attacks
