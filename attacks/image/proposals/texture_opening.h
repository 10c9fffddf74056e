// The textures that an attack asks first, and those that it draws later: what the victim minds shows in its
// first answers.
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/textures.h"

namespace bora {

/// Begins with textures of fixed families and goes on with any of texture_families(). A network that was
/// trained adversarially, on pictures in colour, hardly answers to fine textures at all; its scores move with
/// coarse changes of colour. So if the first texture left the scores nearly where they were on the clean
/// image, the second is one colour all over; and if that moved them further, all that follow are coarse.
class TextureOpening {
 public:
  /// The problem must outlive this.
  explicit TextureOpening(const AttackProblem& problem);

  /// The family of the texture to ask next, if it is a fixed one.
  std::optional<TextureFamily> fixed() const;
  /// What the victim said to the next texture; ignored from the third on. log_p: classes values.
  void tell(const Eigen::RowVectorXd& log_p);
  /// Those to draw from where none is fixed, with equal odds.
  const std::vector<TextureFamily>& families() const;
  /// Whether the victim minds coarse textures more than fine ones.
  bool coarse() const { return coarse_; }

 private:
  double moved_by(const Eigen::RowVectorXd& log_p) const;

  const AttackProblem& problem_;
  std::vector<TextureFamily> first_;
  int told_ = 0;
  double by_first_ = 0;  // how far the first texture moved the scores
  bool coarse_ = false;
};

}  // namespace bora
