#include "attacks/semantic/factory.h"

#include "attacks/semantic/methods/bo.h"
#include "attacks/semantic/methods/evolution.h"
#include "attacks/semantic/methods/grid.h"
#include "attacks/semantic/methods/random.h"
#include "attacks/settings/named_entries.h"

namespace bora::attacks {
namespace {

using Maker = std::function<std::unique_ptr<SemanticAttack>(const SemanticProblem&)>;

struct Entry {
  AttackSummary summary;
  Maker (*configure)(AttackSettings&);
};

template <typename Attack, typename Options>
Maker configure(AttackSettings& settings) {
  Options options;
  options.read(settings);
  return [options](const SemanticProblem& problem) { return std::make_unique<Attack>(problem, options); };
}

// To add an attack: one line here, one file pair in methods/.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"bo",
        "Bayesian optimisation over the mixed space of changes: of the goal until it is reached, then of "
        "mildness times the probability of reaching it"},
       configure<SemanticBo, SemanticBoOptions>},
      {{"evolution", "regularised evolution of combinations (Real et al. 2019)"},
       configure<SemanticEvolution, SemanticEvolutionOptions>},
      {{"grid",
        "every combination of a grid as fine as the budget allows, in random order (Engstrom et al. 2019)",
        AttackSight::labels},
       configure<SemanticGrid, SemanticGridOptions>},
      {{"random", "combinations drawn uniformly (the worst of k of Engstrom et al. 2019)",
        AttackSight::labels},
       configure<SemanticRandom, SemanticRandomOptions>},
  };
  return all;
}

}  // namespace

const std::vector<AttackSummary>& semantic_attack_summaries() {
  static const std::vector<AttackSummary> summaries = summaries_of(entries());
  return summaries;
}

std::vector<SettingDescription> semantic_attack_settings(const std::string& name) {
  AttackSettings settings(name);
  find_entry(entries(), name, " by changes of an image").configure(settings);
  return settings.descriptions();
}

SemanticRecipe make_semantic_recipe(const std::string& spec, const Visibility& visible) {
  AttackSettings settings(spec);
  const Entry& entry = find_entry(entries(), settings.attack(), " by changes of an image");
  SemanticRecipe recipe{spec, entry.summary, entry.configure(settings)};
  if (visible.label_only()) recipe.summary.sight = AttackSight::labels;
  settings.finish();
  return recipe;
}

}  // namespace bora::attacks
