// Choice of the textures that an attack queries first and draws later, by the victim's first answers.
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/textures/textures.h"

namespace bora::attacks {

/// Returns the families of textures that are most likely to fool the victim, the most likely first, according
/// to the look of the original.
std::vector<TextureFamily> first_families(const AttackProblem& problem);

/// Policy that begins with textures of fixed families and continues with any of texture_families(). A network
/// that was trained adversarially on colour images is nearly insensitive to fine textures, but its scores
/// change with coarse changes of colour. So if the first texture left the scores nearly as on the clean
/// image, the second is one colour all over; and if that moved them further, all that follow are coarse.
class TextureOpening {
 public:
  /// The problem must outlive this.
  explicit TextureOpening(const AttackProblem& problem);

  /// Returns the family of the texture to query next, if it is a fixed one.
  std::optional<TextureFamily> fixed() const;
  /// Records the victim's answer to the next texture; ignored from the third on. log_p: classes values.
  void tell(const Eigen::RowVectorXd& log_p);
  /// Returns the families to draw from where none is fixed, with equal probability.
  const std::vector<TextureFamily>& families() const;
  /// Returns true if the victim is more sensitive to coarse textures than to fine ones.
  bool coarse() const { return coarse_; }

 private:
  double moved_by(const Eigen::RowVectorXd& log_p) const;

  const AttackProblem& problem_;
  std::vector<TextureFamily> first_;
  int told_ = 0;
  double by_first_ = 0;  // distance by which the first texture moved the scores
  bool coarse_ = false;
};

}  // namespace bora::attacks
