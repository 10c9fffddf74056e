// Score-based attacks where only labels are visible: the objective from repeated labels (the label-only
// setting of Ilyas, Engstrom, Athalye and Lin, "Black-box adversarial attacks with limited queries and
// information", ICML 2018, section 2.4).
#pragma once

#include <memory>

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RepeatedLabelsOptions {
  int repeats = 10;                     ///< number of noisy copies queried per image, at least 1
  double noise = 0.5;                   ///< half-width of their uniform noise divided by epsilon, in (0, 1]
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Wrapper that queries the labels of an image and of noisy copies of it, and reports the class frequencies
/// to the driven attack as if they were scores: p_c = (n_c + 1/2) / (n + C/2) (Laplace smoothing, so that an
/// unseen class is improbable, not impossible). Every copy is a query of the attack's budget, and any of them
/// may succeed.
///
/// The paper scores the images of a batch by the rank of the target class among the k visible ones;
/// frequencies work with any loss and both goals, and with k = 1 the paper's proxy score for the target is
/// the plain frequency. The image itself is queried too, since the attack aims for its success. The label
/// frequencies of copies of the original are unknown: an attack that needs them must query them.
class RepeatedLabels : public ImageAttack {
 public:
  /// `attack`: the driven attack, made for `budget_of_driven` queries.
  RepeatedLabels(AttackProblem problem, RepeatedLabelsOptions options, std::unique_ptr<ImageAttack> attack);
  Batch ask(int q) override;
  void tell(const Batch& queried, const std::vector<Observation>& observations) override;
  std::string lesson() const override { return attack_->lesson(); }
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

 private:
  Eigen::RowVectorXf noisy_copy();
  Observation summary() const;

  AttackProblem problem_;
  RepeatedLabelsOptions options_;
  std::unique_ptr<ImageAttack> attack_;
  Rng rng_;
  Eigen::RowVectorXf pending_;  // image that was queried and not yet answered; empty: none
  Eigen::RowVectorXf centre_;   // the attack's image, as the victim saw it
  Observation seen_;            // answer for the centre
  Eigen::RowVectorXd counts_;   // answers of each class, for the current centre
};

}  // namespace bora::attacks
