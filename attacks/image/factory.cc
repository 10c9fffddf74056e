#include "attacks/image/factory.h"

#include <optional>

#include "attacks/image/methods/bayesian/bayes_attack.h"
#include "attacks/image/methods/bayesian/bo.h"
#include "attacks/image/methods/bayesian/gp_bo.h"
#include "attacks/image/methods/bayesian/gp_bo_auto.h"
#include "attacks/image/methods/bayesian/mixed_search.h"
#include "attacks/image/methods/bayesian/p_bo.h"
#include "attacks/image/methods/gradients/autozoom.h"
#include "attacks/image/methods/gradients/bandits.h"
#include "attacks/image/methods/gradients/gfcs.h"
#include "attacks/image/methods/gradients/nes.h"
#include "attacks/image/methods/gradients/p_rgf.h"
#include "attacks/image/methods/gradients/pgd.h"
#include "attacks/image/methods/gradients/zoo.h"
#include "attacks/image/methods/labels/adba.h"
#include "attacks/image/methods/labels/boundary.h"
#include "attacks/image/methods/labels/hop_skip_jump.h"
#include "attacks/image/methods/labels/rays.h"
#include "attacks/image/methods/scores/genattack.h"
#include "attacks/image/methods/scores/parsimonious.h"
#include "attacks/image/methods/scores/random_vertices.h"
#include "attacks/image/methods/scores/sign_hunter.h"
#include "attacks/image/methods/scores/simba.h"
#include "attacks/image/methods/scores/simba_ods.h"
#include "attacks/image/methods/scores/square.h"
#include "attacks/image/methods/scores/square_plus.h"
#include "attacks/image/wrappers/repeated_labels.h"
#include "attacks/settings/named_entries.h"
#include "attacks/threat/label_frequencies.h"
#include "common/error.h"
#include "common/setting_error.h"
#include "common/text.h"

namespace bora::attacks {
namespace {

struct Configured {
  AttackMaker make;
  std::optional<PriorUse> prior;  ///< use of substitute models with these settings; none: as in the summary
};

struct Entry {
  AttackSummary summary;
  /// Reads and checks the settings for images of a shape.
  Configured (*configure)(AttackSettings&, const ImageShape&);
};

/// For an attack with an options struct that reads itself from settings. Where it depends on these whether
/// substitute models are used, the struct has a member `PriorUse prior() const`.
template <typename Attack, typename Options>
Configured configure(AttackSettings& settings, const ImageShape& shape) {
  Options options;
  options.read(settings, shape);
  Configured configured{
      [options](AttackProblem problem) { return std::make_unique<Attack>(std::move(problem), options); }, {}};
  if constexpr (requires { options.prior(); }) configured.prior = options.prior();
  return configured;
}

bool goes_by_repeated_labels(const Entry& entry, const Visibility& visible) {
  return visible.label_only() && entry.summary.sight == AttackSight::scores;
}

// A score-based attack in a run where only labels are visible.
AttackRecipe from_labels(AttackRecipe recipe, RepeatedLabelsOptions options) {
  recipe.summary.sight = AttackSight::labels;
  recipe.summary.text += fmt::format(
      "; objective from repeated labels, {} noisy copies an image, noise {} eps (Ilyas et al. 2018)",
      options.repeats, options.noise);
  recipe.make = [options, make = std::move(recipe.make)](AttackProblem problem) {
    AttackProblem driven = problem;
    driven.budget = budget_of_driven(problem.budget, options.repeats);
    driven.clean.reset();  // a label, where frequencies of labels stand for scores
    return std::make_unique<RepeatedLabels>(std::move(problem), options, make(std::move(driven)));
  };
  return recipe;
}

// Refuses problems that hold no substitute models.
AttackMaker with_substitutes_alone(const AttackRecipe& recipe) {
  return [label = recipe.label, make = recipe.make](AttackProblem problem) {
    if (!problem.substitutes)
      throw SettingError(fmt::format("attack {}", label),
                         "needs classifiers of the attacker's own, a prior that names or trains some");
    return make(std::move(problem));
  };
}

// To add an attack: one line here, one file pair beside this one.
const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"bo",
        "textures at first, then Square Attack's own proposals, ranked by Gaussian processes; substitute "
        "models give the start, windows to take over and a term of the kernel",
        AttackSight::scores, false, PriorUse::optional, true},
       configure<BoAttack, BoOptions>},
      {{"gp-bo",
        "Bayesian optimisation of a low-dimensional perturbation with one Gaussian process (Ru et al. 2020)"},
       configure<GpBoAttack, GpBoOptions>},
      {{"addgp-bo",
        "the same with an additive Gaussian process whose decomposition is learnt (Ru et al. 2020)"},
       configure<GpBoAttack, AddGpBoOptions>},
      {{"gp-bo-auto", "GP-BO that chooses the dimension of its search space by evidence (Ru et al. 2020)"},
       configure<GpBoAutoAttack, GpBoAutoOptions>},
      {{"casmopolitan",
        "mixed search: which pixels of a small image change, by how much, how it is enlarged (Wan et al. "
        "2021)"},
       configure<MixedSearchAttack, CasmopolitanAttackOptions>},
      {{"cocabo",
        "the same search by CoCaBO: bandits choose pixels, a Gaussian process magnitudes (Ru et al. 2020)"},
       configure<MixedSearchAttack, CocaboAttackOptions>},
      {{"square", "Square Attack: random search with squares (Andriushchenko et al. 2020)"},
       configure<SquareAttack, SquareOptions>},
      {{"square-plus",
        "Square+: Square Attack without proposals that the loss's smoothness rules out (Chen et al. 2021)"},
       configure<SquarePlusAttack, SquarePlusOptions>},
      {{"simba",
        "SimBA: coordinate descent along orthonormal directions, cosines or pixels (Guo et al. 2019)"},
       configure<SimbaAttack, SimbaOptions>},
      {{"sign-hunter",
        "SignHunter: signs flipped by halves, quarters and so on (Al-Dujaili and O'Reilly 2020)"},
       configure<SignHunterAttack, SignHunterOptions>},
      {{"parsimonious", "Parsimonious: lazy greedy local search over blocks of +-epsilon (Moon et al. 2019)"},
       configure<ParsimoniousAttack, ParsimoniousOptions>},
      {{"hop-skip-jump", "HopSkipJump: walks along the decision boundary (Chen et al. 2020)",
        AttackSight::labels, true},
       configure<HopSkipJumpAttack, HopSkipJumpOptions>},
      {{"rays", "RayS: searches for the sign vector along which the boundary is nearest (Chen and Gu 2020)",
        AttackSight::labels, true},
       configure<RaysAttack, RaysOptions>},
      {{"adba",
        "ADBA: compares sign vectors without searching for the boundary along them (Wang et al. 2025)",
        AttackSight::labels, true},
       configure<AdbaAttack, AdbaOptions>},
      {{"boundary",
        "Boundary Attack: random walk along the decision boundary, Euclidean (Brendel et al. 2018)",
        AttackSight::labels, true},
       configure<BoundaryAttack, BoundaryOptions>},
      {{"genattack", "GenAttack: a genetic algorithm with noise of reduced dimension (Alzantot et al. 2019)"},
       configure<GenAttack, GenAttackOptions>},
      {{"autozoom", "AutoZOOM-BiLIN: ADAM on gradients from random directions (Tu et al. 2019)"},
       configure<AutoZoom, AutoZoomOptions>},
      {{"zoo", "ZOO: ADAM on finite differences of single coordinates (Chen et al. 2017)"},
       configure<Zoo, ZooOptions>},
      {{"nes", "NES: sign steps on gradients from antithetic Gaussian samples (Ilyas et al. 2018)"},
       configure<NesAttack, NesOptions>},
      {{"bandits", "Bandits-TD: a gradient prior on tiles, learnt as it goes (Ilyas et al. 2019)"},
       configure<BanditsAttack, BanditsOptions>},
      {{"bayes-attack",
        "Bayes Attack: Gaussian process over low frequencies, seeing labels alone (Shukla et al. 2021)",
        AttackSight::labels},
       configure<BayesAttack, BayesAttackOptions>},
      {{"p-bo",
        "P-BO: Gaussian process whose mean is a substitute model's loss, weighted by evidence (Cheng et al. 2024)",
        AttackSight::scores, false, PriorUse::required},
       configure<PBoAttack, PBoOptions>},
      {{"gfcs",
        "GFCS: along substitute models' gradients, else diversified directions; L2 steps adapted (Lord et al. 2022)",
        AttackSight::scores, false, PriorUse::required},
       configure<GfcsAttack, GfcsOptions>},
      {{"simba-ods",
        "SimBA along diversified outputs of substitute models; L2 steps adapted (Tashiro et al. 2020)",
        AttackSight::scores, false, PriorUse::required},
       configure<SimbaOdsAttack, SimbaOdsOptions>},
      {{"p-rgf",
        "P-RGF: gradients estimated from random directions and a substitute model's gradient (Cheng et al. 2019)",
        AttackSight::scores, true, PriorUse::required},
       configure<PRgfAttack, PRgfOptions>},
      {{"random", "random vertices of the ball in blocks, each query drawn afresh"},
       configure<RandomVertices, RandomVerticesOptions>},
      {{"pgd",
        "projected gradient descent on the victim's gradients: a white-box reference (Madry et al. 2018)",
        AttackSight::gradients},
       configure<Pgd, PgdOptions>},
  };
  return all;
}

const Entry& find_entry(const std::string& name) {
  return bora::attacks::find_entry(entries(), name, "");
}

}  // namespace

const std::vector<AttackSummary>& attack_summaries() {
  static const std::vector<AttackSummary> summaries = summaries_of(entries());
  return summaries;
}

std::vector<SettingDescription> attack_settings(const std::string& name, const ImageShape& shape,
                                                const Visibility& visible) {
  AttackSettings settings(name);
  const Entry& entry = find_entry(name);
  entry.configure(settings, shape);
  if (goes_by_repeated_labels(entry, visible)) RepeatedLabelsOptions().read(settings);
  return settings.descriptions();
}

AttackRecipe make_recipe(const std::string& spec, const ImageShape& shape, const Visibility& visible) {
  AttackSettings settings(spec);
  const Entry& entry = find_entry(settings.attack());
  if (visible.label_only() && entry.summary.sight == AttackSight::gradients)
    throw SettingError(fmt::format("attack {}", spec),
                       "needs the model's gradients, but the predicted class alone is visible");
  Configured configured = entry.configure(settings, shape);
  AttackRecipe recipe{spec, entry.summary, std::move(configured.make)};
  recipe.summary.prior = configured.prior.value_or(entry.summary.prior);
  // Told to use no prior, an attack does not learn either.
  if (configured.prior == PriorUse::none) recipe.summary.learns = false;
  if (goes_by_repeated_labels(entry, visible)) {
    RepeatedLabelsOptions options;
    options.read(settings);
    recipe = from_labels(std::move(recipe), options);
  }
  settings.finish();
  if (recipe.summary.prior == PriorUse::required) recipe.make = with_substitutes_alone(recipe);
  return recipe;
}

AttackSummary check_attack_spec(const std::string& spec, const Visibility& visible) {
  // Larger than any setting that is bounded by the image.
  return make_recipe(spec, {3, 4096, 4096}, visible).summary;
}

}  // namespace bora::attacks
