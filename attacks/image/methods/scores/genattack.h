// GenAttack (Alzantot, Sharma, Chakraborty, Zhang, Hsieh and Srivastava, GECCO 2019, algorithm 1).
//
// As the paper: population, fitness, elitism, softmax selection, crossover weighted by fitness, uniform
// mutation, adaptive mutation, noise of reduced dimension enlarged bilinearly. As the authors' public code,
// where it differs: mutation touches every value during the first 10 generations of the adaptive scheme, the
// selection temperature is fixed at 0.1, and only images are clipped to the ball, not the noise that is bred.
// The last matters much: noise clipped at every mutation leaves the bound as often as it gets there, and
// succeeds several times less often.
//
// Unlike in the code, the first noise has every value drawn from the whole ball (algorithm 1), and a plateau
// is 100 generations without a better fitness (there 100 or 300 without a better margin). The defaults are
// the authors' for ImageNet, on images of any size; as=paper has those of their README for MNIST and
// CIFAR-10.
#pragma once

#include <memory>
#include <vector>

#include "attacks/image/proposals/decoder.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct GenAttackOptions {
  int population = 6;
  double mutation = 0.10;    ///< smallest probability that a value mutates (rho_min)
  double alpha = 0.15;       ///< smallest range of mutations, as a share of epsilon (alpha_min)
  bool adaptive = true;      ///< start with more and larger mutations and shrink them at every plateau
  double temperature = 0.1;  ///< temperature of the softmax by which parents are drawn
  int side = 0;              ///< noise of side x side values per channel; 0: a third of the image's
  int through = 0;           ///< enlarge it in two steps through this side; 0: in one
  std::string decoder = "bilinear";

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

/// Returns the mutation of the adaptive scheme, which shrinks both numbers by a tenth at every plateau, down
/// to the options' values. generation: 0, 1, ...; plateaus: how often the elite has not improved for 100
/// generations.
GenAttackMutation genattack_mutation(const GenAttackOptions& options, int generation, int plateaus);

/// Population of perturbations, of which the fittest survives and all others are replaced by mutated
/// offspring. Every member costs one query, except a surviving elite, whose answer is known.
class GenAttack : public ScriptedAttack {
 public:
  GenAttack(AttackProblem problem, GenAttackOptions options);

 private:
  struct Member {
    Eigen::VectorXd noise;  // 1 is epsilon; values beyond stay at the ball's surface for a while
    double fitness = 0;
    bool queried = false;
  };
  Script<> script() override;
  void mutate(Eigen::VectorXd& noise, GenAttackMutation mutation);
  /// Returns the probabilities of becoming a parent, by softmax of fitness / temperature.
  std::vector<double> selection(const std::vector<Member>& population) const;
  int pick(const std::vector<double>& chances);
  Eigen::VectorXd child(const std::vector<Member>& population, const std::vector<double>& chances);

  GenAttackOptions options_;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace bora::attacks
