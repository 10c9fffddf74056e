// Bandit over textures that learns from all instances of a run which textures change the victim's answers
// most.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Bandit over kTextures textures, the same in every instance of a run. It models the effect of texture j on
/// instance k as a_k + b_j + noise and fits both terms by alternating least squares; b_j is shrunk to the
/// mean of its family of textures, a_k to 0. The texture queried next has the largest b_j + s / sqrt(t_j +
/// 1), where s is the standard deviation of the residuals and t_j counts the queries of texture j. The effect
/// of a query is a score of the perturbed image: for a targeted attack the target's score minus the mean
/// score of all classes, otherwise the margin.
class TextureBank {
 public:
  /// Texture that was queried, and the victim's answer.
  struct Trial {
    int texture = 0;
    Eigen::RowVectorXf log_p;  ///< log-probability of each class
  };

  static constexpr int kTextures = 96;

  /// `seed`: seed of the textures, the same in all instances. The problem must outlive this.
  TextureBank(const AttackProblem& problem, std::uint64_t seed);

  /// Adds the trials of an earlier instance, of label `label`.
  void learn(int label, const std::vector<Trial>& trials);

  /// Returns the index of the texture to query next, in [0, kTextures), not yet queried on this instance.
  int pick(Rng& rng) const;
  /// Returns the signs of a texture: d values of +1 or -1.
  Eigen::RowVectorXf signs(int texture) const;
  /// Records the victim's answer to a texture on this instance. log_p: one value per class.
  void tell(int texture, const Eigen::RowVectorXd& log_p);

  /// Returns the trials of this instance, for learn() of later ones.
  const std::vector<Trial>& trials() const { return own_; }

  /// Converts trials to bytes and back. Throws std::runtime_error for bytes that write() cannot have written:
  /// another length, a texture that does not exist, values that are not finite.
  static std::string write(const std::vector<Trial>& trials);
  static std::vector<Trial> read(const std::string& bytes, int classes);

 private:
  struct Effect {
    int instance, texture;
    double value;
  };
  /// Model of the effects: kTextures values each.
  struct Fit {
    Eigen::ArrayXd effect;  // b_j
    Eigen::ArrayXd tried;   // t_j
    double deviation = 1;   // s
  };
  Fit fit() const;
  /// Returns the effect that an answer shows on an image of this label.
  double value(int label, const Eigen::RowVectorXf& log_p) const;

  const AttackProblem& problem_;
  std::uint64_t seed_;
  std::vector<Effect> effects_;  // effects on all instances; this one is number 0
  int instances_ = 1;
  std::vector<Trial> own_;  // trials of this instance
};

}  // namespace bora::attacks
