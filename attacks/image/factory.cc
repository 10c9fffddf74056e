// Table of the attacks on images.
#include "attacks/attack_table.h"
#include "attacks/image/methods/bayesian/bayes_attack.h"
#include "attacks/image/methods/bayesian/bo.h"
#include "attacks/image/methods/bayesian/bo_l2.h"
#include "attacks/image/methods/bayesian/gp_bo.h"
#include "attacks/image/methods/bayesian/gp_bo_auto.h"
#include "attacks/image/methods/bayesian/mixed_search.h"
#include "attacks/image/methods/bayesian/p_bo.h"
#include "attacks/image/methods/bayesian/procedural.h"
#include "attacks/image/methods/gradients/apgd.h"
#include "attacks/image/methods/gradients/autozoom.h"
#include "attacks/image/methods/gradients/bandits.h"
#include "attacks/image/methods/gradients/nes.h"
#include "attacks/image/methods/gradients/p_rgf.h"
#include "attacks/image/methods/gradients/pgd.h"
#include "attacks/image/methods/gradients/zoo.h"
#include "attacks/image/methods/labels/adba.h"
#include "attacks/image/methods/labels/boundary.h"
#include "attacks/image/methods/labels/hop_skip_jump.h"
#include "attacks/image/methods/labels/label_bo.h"
#include "attacks/image/methods/labels/rays.h"
#include "attacks/image/methods/scores/genattack.h"
#include "attacks/image/methods/scores/parsimonious.h"
#include "attacks/image/methods/scores/random.h"
#include "attacks/image/methods/scores/sign_hunter.h"
#include "attacks/image/methods/scores/simba.h"
#include "attacks/image/methods/scores/simba_ods.h"
#include "attacks/image/methods/scores/sparse_rs.h"
#include "attacks/image/methods/scores/sparse_rs_patch.h"
#include "attacks/image/methods/scores/square.h"
#include "attacks/image/methods/scores/square_plus.h"

namespace bora::attacks {

// A new attack needs an entry here and a pair of files in methods/.
template <>
const std::vector<AttackEntry<Pixels>>& attack_table<Pixels>() {
  static const std::vector<AttackEntry<Pixels>> all = {
      {{"bo",
        "textures at first, then Square Attack's proposals, ranked by Gaussian processes; with substitute "
        "models, these give the first image, windows of proposals and a term of the kernel",
        AccessLevel::scores, false, PriorUse::optional, true},
       configure<Pixels, BoAttack, BoOptions>},
      {{.name = "bo",
        .text =
            "in L2: Square Attack's proposals and steps along the slope of Gaussian processes, which rank them",
        .norms = {Norm::l2}},
       configure<Pixels, BoL2Attack, BoL2Options>},
      {{.name = "bo",
        .text =
            "where labels alone are visible: a Gaussian process over directions (with linf: of +1 and -1) learns "
            "where the decision changes along them",
        .access = AccessLevel::labels,
        .leaves_ball = true,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, LabelBo, LabelBoOptions>},
      {{"gp-bo",
        "Bayesian optimisation of a low-dimensional perturbation with one Gaussian process (Ru et al. 2020)"},
       configure<Pixels, GpBoAttack, GpBoOptions>},
      {{"addgp-bo",
        "ADDGP-BO: GP-BO with an additive Gaussian process whose decomposition is learnt (Ru et al. 2020)"},
       configure<Pixels, GpBoAttack, AddGpBoOptions>},
      {{"gp-bo-auto", "GP-BO that chooses the dimension of its search space by evidence (Ru et al. 2020)"},
       configure<Pixels, GpBoAutoAttack, GpBoAutoOptions>},
      {{"casmopolitan",
        "mixed search: which pixels of a small image change, by how much, how it is enlarged (Wan et al. "
        "2021)"},
       configure<Pixels, MixedSearchAttack, CasmopolitanAttackOptions>},
      {{"cocabo",
        "CoCaBO: search of casmopolitan by bandits for pixels, a Gaussian process for magnitudes (Ru et al. 2020)"},
       configure<Pixels, MixedSearchAttack, CocaboAttackOptions>},
      {{"procedural",
        "Perlin or Gabor noise whose parameters are found by Bayesian optimisation (Co et al. 2019)"},
       configure<Pixels, ProceduralAttack, ProceduralOptions>},
      {{"square", "Square Attack: random search with squares (Andriushchenko et al. 2020)"},
       configure<Pixels, SquareAttack, SquareOptions>},
      {{.name = "square",
        .text = "Square Attack in L2: random search with bumps in windows (Andriushchenko et al. 2020)",
        .norms = {Norm::l2}},
       configure<Pixels, SquareL2Attack, SquareL2Options>},
      {{"square-plus",
        "Square+: Square Attack without proposals that the loss's smoothness rules out (Chen et al. 2021)"},
       configure<Pixels, SquarePlusAttack, SquarePlusOptions>},
      {{.name = "simba",
        .text =
            "SimBA: coordinate descent along orthonormal directions, cosines or pixels (Guo et al. 2019)"},
       configure<Pixels, SimbaAttack, SimbaOptions>},
      {{.name = "simba",
        .text =
            "SimBA in L2: coordinate descent along orthonormal directions, cosines or pixels (Guo et al. 2019)",
        .norms = {Norm::l2}},
       configure<Pixels, SimbaAttack, SimbaL2Options>},
      {{"sign-hunter",
        "SignHunter: signs flipped by halves, quarters and so on (Al-Dujaili and O'Reilly 2020)"},
       configure<Pixels, SignHunterAttack, SignHunterOptions>},
      {{"parsimonious", "Parsimonious: lazy greedy local search over blocks of +-epsilon (Moon et al. 2019)"},
       configure<Pixels, ParsimoniousAttack, ParsimoniousOptions>},
      {{.name = "hop-skip-jump",
        .text = "HopSkipJump: walks along the decision boundary (Chen et al. 2020)",
        .access = AccessLevel::labels,
        .leaves_ball = true,
        .nears = true,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, HopSkipJumpAttack, HopSkipJumpOptions>},
      {{"rays", "RayS: searches for the sign vector along which the boundary is nearest (Chen and Gu 2020)",
        AccessLevel::labels, true, PriorUse::none, false, true},
       configure<Pixels, RaysAttack, RaysOptions>},
      {{"adba",
        "ADBA: compares sign vectors without searching for the boundary along them (Wang et al. 2025)",
        AccessLevel::labels, true, PriorUse::none, false, true},
       configure<Pixels, AdbaAttack, AdbaOptions>},
      {{.name = "boundary",
        .text = "Boundary Attack: random walk along the decision boundary, Euclidean (Brendel et al. 2018)",
        .access = AccessLevel::labels,
        .leaves_ball = true,
        .nears = true,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, BoundaryAttack, BoundaryOptions>},
      {{"genattack", "GenAttack: a genetic algorithm with noise of reduced dimension (Alzantot et al. 2019)"},
       configure<Pixels, GenAttack, GenAttackOptions>},
      {{"autozoom", "AutoZOOM-BiLIN: ADAM on gradients from random directions (Tu et al. 2019)"},
       configure<Pixels, AutoZoom, AutoZoomOptions>},
      {{"zoo", "ZOO: ADAM on finite differences of single coordinates (Chen et al. 2017)"},
       configure<Pixels, Zoo, ZooOptions>},
      {{"nes", "NES: sign steps on gradients from antithetic Gaussian samples (Ilyas et al. 2018)"},
       configure<Pixels, NesAttack, NesOptions>},
      {{"bandits", "Bandits-TD: a gradient prior on tiles, learnt during the attack (Ilyas et al. 2019)"},
       configure<Pixels, BanditsAttack, BanditsOptions>},
      {{"bayes-attack",
        "Bayes Attack: Gaussian process over low frequencies, with labels only (Shukla et al. 2021)",
        AccessLevel::labels},
       configure<Pixels, BayesAttack, BayesAttackOptions>},
      {{"p-bo",
        "P-BO: Gaussian process whose mean is a substitute model's loss, weighted by evidence (Cheng et al. 2024)",
        AccessLevel::scores, false, PriorUse::required},
       configure<Pixels, PBoAttack, PBoOptions>},
      {{"gfcs",
        "GFCS: along substitute models' gradients, else diversified directions; L2 steps adapted (Lord et al. 2022)",
        AccessLevel::scores, false, PriorUse::required},
       configure<Pixels, GfcsAttack, GfcsOptions>},
      {{.name = "gfcs",
        .text =
            "GFCS in L2: along substitute models' gradients, else diversified directions (Lord et al. 2022)",
        .prior = PriorUse::required,
        .norms = {Norm::l2}},
       configure<Pixels, GfcsAttack, GfcsL2Options>},
      {{"simba-ods",
        "SimBA along diversified outputs of substitute models; L2 steps adapted (Tashiro et al. 2020)",
        AccessLevel::scores, false, PriorUse::required},
       configure<Pixels, SimbaOdsAttack, SimbaOdsOptions>},
      {{.name = "simba-ods",
        .text = "SimBA in L2 along diversified outputs of substitute models (Tashiro et al. 2020)",
        .prior = PriorUse::required,
        .norms = {Norm::l2}},
       configure<Pixels, SimbaOdsAttack, SimbaOdsL2Options>},
      {{"p-rgf",
        "P-RGF: gradients estimated from random directions and a substitute model's gradient (Cheng et al. 2019)",
        AccessLevel::scores, true, PriorUse::required},
       configure<Pixels, PRgfAttack, PRgfOptions>},
      {{.name = "p-rgf",
        .text =
            "P-RGF in L2: as in L-infinity, with steps along the estimated gradient itself (Cheng et al. 2019)",
        .leaves_ball = true,
        .prior = PriorUse::required,
        .norms = {Norm::l2}},
       configure<Pixels, PRgfAttack, PRgfL2Options>},
      {{.name = "sparse-rs",
        .text = "Sparse-RS: random search over pixels and their colours (Croce et al. 2022)",
        .norms = {Norm::l0}},
       configure<Pixels, SparseRsAttack, SparseRsOptions>},
      {{.name = "sparse-rs",
        .text =
            "Sparse-RS with patches: random search over the place of a square and its colours (Croce et al. 2022)",
        .norms = {Norm::patch}},
       configure<Pixels, SparseRsPatchAttack, SparseRsPatchOptions>},
      {{.name = "random",
        .text = "random vertices of the ball in blocks, each query drawn independently",
        .ignores_answers = true,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, RandomVertices, RandomVerticesOptions>},
      {{.name = "random",
        .text = "random pixels set to 0 or 1, each query drawn independently",
        .ignores_answers = true,
        .norms = {Norm::l0}},
       configure<Pixels, RandomSparse, RandomSparseOptions>},
      {{.name = "random",
        .text = "a patch of random colours at a random place, each query drawn independently",
        .ignores_answers = true,
        .norms = {Norm::patch}},
       configure<Pixels, RandomSparse, RandomSparseOptions>},
      {{.name = "pgd",
        .text =
            "projected gradient descent on the victim's gradients: a white-box reference (Madry et al. 2018)",
        .access = AccessLevel::gradients,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, Pgd, PgdOptions>},
      {{.name = "apgd",
        .text =
            "APGD: PGD with momentum and a step size that adapts to the losses, on cross-entropy: the white-box "
            "limit (Croce and Hein 2020)",
        .access = AccessLevel::gradients,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, Apgd, ApgdOptions>},
      {{.name = "apgd-t",
        .text =
            "APGD on the targeted difference of logits ratio, towards the 9 best other classes in turn (Croce "
            "and Hein 2020)",
        .access = AccessLevel::gradients,
        .norms = {Norm::linf, Norm::l2}},
       configure<Pixels, Apgd, ApgdTargetedOptions>},
  };
  return all;
}

}  // namespace bora::attacks
