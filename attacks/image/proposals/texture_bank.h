// Textures kept for a whole run: which of them a victim minds most is learnt from one instance to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora {

/// A bandit over textures that are the same in every instance of a run. What texture j did on instance k is
/// taken for a_k + b_j + noise, an effect of the instance and one of the texture, found by alternating least
/// squares; b_j is shrunk to the mean of its family, a_k to 0. The next texture is that of the highest b_j
/// plus one residual deviation over sqrt(times tried + 1). An effect is measured on the score of the target
/// less the mean score of all classes, or untargeted on the margin.
class TextureBank {
 public:
  /// A texture that was asked for and what the victim said.
  struct Trial {
    int texture = 0;
    Eigen::RowVectorXf log_p;  ///< classes values, log-probabilities
  };

  static constexpr int kTextures = 96;

  /// `seed`: of the textures. The problem must outlive this.
  TextureBank(const AttackProblem& problem, std::uint64_t seed);

  /// Takes in what an earlier instance, of label `label`, tried.
  void learn(int label, const std::vector<Trial>& trials);

  /// The texture to ask next, none of this instance's so far; 0 <= index < kTextures.
  int pick(Rng& rng) const;
  /// Its signs: d values of +1 or -1.
  Eigen::RowVectorXf signs(int texture) const;
  /// What the victim said to it on this instance. log_p: classes values.
  void tell(int texture, const Eigen::RowVectorXd& log_p);

  /// What this instance tried, for learn() of later ones.
  const std::vector<Trial>& trials() const { return own_; }

  /// Trials as bytes, and back. Throws std::runtime_error for what write() cannot have written: another
  /// length, a texture that is not there, values that are not finite.
  static std::string write(const std::vector<Trial>& trials);
  static std::vector<Trial> read(const std::string& bytes, int classes);

 private:
  struct Effect {
    int instance, texture;
    double value;
  };
  double value(int label, const Eigen::RowVectorXf& log_p) const;

  const AttackProblem& problem_;
  std::uint64_t seed_;
  std::vector<Effect> effects_;  // of all instances; this one's is number 0
  int instances_ = 1;
  std::vector<Trial> own_;
};

}  // namespace bora
