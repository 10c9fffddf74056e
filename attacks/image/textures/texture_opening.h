// Choice of the textures that an attack queries first and draws later, by the victim's first answers.
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/textures/textures.h"

namespace bora::attacks {

/// Returns the families of textures that are most likely to fool the victim, the most likely first. They
/// depend on the original: its number of channels and, if it is grey, the share of its background.
std::vector<TextureFamily> first_families(const AttackProblem& problem);

/// Policy that begins with textures of fixed families and continues with any of texture_families(). A network
/// that was trained adversarially on colour images is nearly insensitive to fine textures, but its scores
/// change with coarse changes of colour. So if the first texture hardly changes the scores of a colour image,
/// the second texture is one colour all over, and if that changes them more, all later textures are coarse.
class TextureOpening {
 public:
  /// The problem must outlive this.
  explicit TextureOpening(const AttackProblem& problem);

  /// Returns the fixed family of the texture to query next; nothing if it is drawn from families().
  std::optional<TextureFamily> fixed() const;
  /// Records the victim's answer to the next texture; ignored from the third on. log_p: classes values.
  void tell(const Eigen::RowVectorXd& log_p);
  /// Returns the families from which further textures are drawn with equal probability.
  const std::vector<TextureFamily>& families() const;
  /// Returns whether the victim is more sensitive to coarse textures than to fine ones.
  bool coarse() const { return coarse_; }

 private:
  /// Returns the Euclidean distance of scores from those of the clean image, both centred.
  double moved_by(const Eigen::RowVectorXd& log_p) const;

  const AttackProblem& problem_;
  std::vector<TextureFamily> first_;
  int told_ = 0;         // number of answers
  double by_first_ = 0;  // distance by which the first texture moved the scores
  bool coarse_ = false;
};

}  // namespace bora::attacks
