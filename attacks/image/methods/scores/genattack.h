// GenAttack (Alzantot, Sharma, Chakraborty, Zhang, Hsieh and Srivastava, GECCO 2019, algorithm 1).
//
// As in the paper: population, fitness, elitism, softmax selection, crossover weighted by fitness, uniform
// mutation, adaptive mutation, and noise of reduced dimension that is enlarged bilinearly.
//
// As in the authors' public code where it differs from the paper:
// - Every value mutates during the first 10 generations of the adaptive scheme.
// - The temperature of the selection is fixed at 0.1.
// - Only images are clipped to the ball, not the noise of the population. This matters: noise that is clipped
//   at every mutation leaves the bound as often as it reaches it, and succeeds several times less often.
//
// Differences from the code: every value of the first noise is drawn from the whole ball (algorithm 1), and a
// plateau is 100 generations without a better fitness (there 100 or 300 without a better margin). The
// defaults are the authors' for ImageNet, for images of any size; as=paper has those of their README for
// MNIST and CIFAR-10.
#pragma once

#include <memory>
#include <vector>

#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct GenAttackOptions {
  int population = 6;        ///< number of members of a generation
  double mutation = 0.10;    ///< smallest probability that a value mutates (rho_min)
  double alpha = 0.15;       ///< smallest range of mutations, as a share of epsilon (alpha_min)
  bool adaptive = true;      ///< whether mutations are larger and more frequent at first (genattack_mutation)
  double temperature = 0.1;  ///< temperature of the softmax by which parents are drawn
  int side = 0;              ///< side of the noise, channels x side x side; 0: a third of the image's side
  int through = 0;           ///< side to which the noise is enlarged first; 0: it is enlarged in one step
  std::string decoder = "bilinear";  ///< how it is enlarged to the image, see decoder_names()

  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
  /// Returns the value of `side` for images of this shape.
  int side_for(const ImageShape& shape) const;
};

struct GenAttackMutation {
  double range = 0;        ///< largest change that a value undergoes, as a share of epsilon
  double probability = 0;  ///< probability that a value changes
};

/// Returns the mutation that applies in a generation. The adaptive scheme multiplies both numbers by 0.9 at
/// every plateau, down to the options' values. generation: index from 0. plateaus: number of times that the
/// elite has not improved for 100 generations.
GenAttackMutation genattack_mutation(const GenAttackOptions& options, int generation, int plateaus);

/// Genetic algorithm over perturbations: the fittest member survives, and all others are replaced by mutated
/// offspring. Every member costs one query, except the survivor, whose answer is known.
class GenAttack : public ScriptedAttack {
 public:
  GenAttack(AttackProblem problem, GenAttackOptions options);

 private:
  struct Member {
    Eigen::VectorXd noise;  // in units of epsilon; values beyond 1 are clipped in the image only
    double fitness = 0;
    bool queried = false;
  };
  Script<> script() override;
  void mutate(Eigen::VectorXd& noise, GenAttackMutation mutation);
  /// Returns the probability of each member to become a parent: the softmax of fitness / temperature.
  std::vector<double> selection(const std::vector<Member>& population) const;
  /// Draws an index with these probabilities.
  int pick(const std::vector<double>& chances);
  /// Returns the noise of a child of two drawn parents, before mutation.
  Eigen::VectorXd child(const std::vector<Member>& population, const std::vector<double>& chances);

  GenAttackOptions options_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace bora::attacks
