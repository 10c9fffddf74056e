#include "attacks/graph/factory.h"

#include "attacks/graph/methods/genetic.h"
#include "attacks/graph/methods/grabnel.h"
#include "attacks/graph/methods/gradient.h"
#include "attacks/graph/methods/random.h"
#include "attacks/graph/methods/repeated_labels.h"
#include "attacks/settings/named_entries.h"
#include "attacks/threat/label_frequencies.h"
#include "common/error.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

struct Entry {
  AttackSummary summary;
  GraphAttackMaker (*configure)(AttackSettings&);  ///< reads and checks the settings
};

/// A maker for an attack with an options struct that reads itself from settings.
template <typename Attack, typename Options>
GraphAttackMaker configure(AttackSettings& settings) {
  Options options;
  options.read(settings);
  return
      [options](GraphAttackProblem problem) { return std::make_unique<Attack>(std::move(problem), options); };
}

bool goes_by_repeated_labels(const Entry& entry, const Visibility& visible) {
  return visible.label_only() && entry.summary.sight == AttackSight::scores;
}

// A score-based attack in a run where only labels are visible.
GraphAttackRecipe from_labels(GraphAttackRecipe recipe, RepeatedGraphLabelsOptions options) {
  recipe.summary.sight = AttackSight::labels;
  recipe.summary.leaves_ball = true;
  recipe.summary.text += fmt::format(
      "; loss from repeated labels, {} copies a graph with further edits (after Ilyas et al. 2018)",
      options.repeats);
  recipe.make = [options, make = std::move(recipe.make)](GraphAttackProblem problem) {
    GraphAttackProblem driven = problem;
    driven.budget = budget_of_driven(problem.budget, options.repeats);
    driven.clean_log_p = unanimous_labels(problem, options);
    return std::make_unique<RepeatedGraphLabels>(std::move(problem), options, make(std::move(driven)));
  };
  return recipe;
}

// To add an attack: one line here, one file pair beside this one.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"grabnel",
        "Bayesian optimisation of edits, one a stage, on Weisfeiler-Lehman features (Wan et al. 2021)"},
       configure<Grabnel, GrabnelOptions>},
      {{"random", "random edits, each query drawn afresh", AttackSight::labels},
       configure<RandomEdits, RandomEditsOptions>},
      {{"genetic", "a genetic algorithm over lists of edits that spend the whole budget (Dai et al. 2018)"},
       configure<Genetic, GeneticOptions>},
      {{"gradient",
        "greedy edits along the gradient of the victim's loss: a white-box reference (Dai et al. 2018)",
        AttackSight::gradients},
       configure<GradientEdits, GradientEditsOptions>},
  };
  return all;
}

const Entry& find_entry(const std::string& name) {
  return bora::attacks::find_entry(entries(), name, " on graphs");
}

}  // namespace

const std::vector<AttackSummary>& graph_attack_summaries() {
  static const std::vector<AttackSummary> summaries = summaries_of(entries());
  return summaries;
}

std::vector<SettingDescription> graph_attack_settings(const std::string& name, const Visibility& visible) {
  AttackSettings settings(name);
  const Entry& entry = find_entry(name);
  entry.configure(settings);
  if (goes_by_repeated_labels(entry, visible)) RepeatedGraphLabelsOptions().read(settings);
  return settings.descriptions();
}

GraphAttackRecipe make_graph_recipe(const std::string& spec, const Visibility& visible) {
  AttackSettings settings(spec);
  const Entry& entry = find_entry(settings.attack());
  if (visible.label_only() && entry.summary.sight == AttackSight::gradients)
    throw SettingError(fmt::format("attack {}", spec),
                       "needs the model's gradients, but the predicted class alone is visible");
  GraphAttackRecipe recipe{spec, entry.summary, entry.configure(settings)};
  if (goes_by_repeated_labels(entry, visible)) {
    RepeatedGraphLabelsOptions options;
    options.read(settings);
    recipe = from_labels(std::move(recipe), options);
  }
  settings.finish();
  return recipe;
}

}  // namespace bora::attacks
