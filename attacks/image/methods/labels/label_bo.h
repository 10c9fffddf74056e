// Attack `bo` if only labels are visible: Bayesian optimisation over directions.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "attacks/image/methods/labels/adba.h"
#include "attacks/image/methods/labels/direction_model.h"
#include "attacks/image/textures/textures.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Settings, whose defaults were chosen on images 1-100 of MNIST (epsilon 0.3) and CIFAR-10 (0.05 and
/// 8/255), untargeted, in L-infinity. They were not tuned for L2.
struct LabelBoOptions {
  int opening = 6;       ///< number of textures that are queried before the model chooses, >= 1
  double p = 0.3;        ///< share of pixels that the first squares cover, in (0, 1]
  int candidates = 60;   ///< number of proposals in a round
  int rounds = 2;        ///< number of rounds of proposals, each made from the best of the one before
  double beta = 2;       ///< number of posterior standard deviations in the upper confidence bound
  double certain = 0.1;  ///< probability of success from which one of the first 12 queries is at the bound
  double later_certain = 0.25;  ///< the same for later queries
  /// L-infinity: number of queries before blocks of the best direction are flipped. Chosen among 200, 300 and
  /// 400 on the networks of DirectionPrior::deviation, untargeted on images 1-60 and targeted on images 1-20.
  int model = 400;
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Search over directions, in L-infinity of +-1, for one along which the decision changes within epsilon. A
/// Gaussian process (DirectionModel) models t = epsilon / r, where r is the radius of the change. A query of
/// the image at radius epsilon / c along a direction shows whether t exceeds the threshold c. In L2 the
/// clipped change is scaled to the length epsilon / c (stretched()).
///
/// The first directions are textures, of first_families() and then of any family. Each later one is the best
/// of a few rounds of proposals by an upper confidence bound. A proposal is a new texture, or the
/// direction of largest posterior mean with one or two new squares. A square is filled by a new texture, by
/// the slope of the posterior mean, by another good direction or by one sign per channel. A direction is
/// queried at the bound (c = 1) if it is likely enough to succeed there, else at a threshold a little above
/// the posterior mean of t.
///
/// In L2 a proposal may first step along the slope; then it adds a new texture to the whole direction or
/// fills squares. Directions keep the mean square 1.
///
/// In a targeted attack the first queries are along the direction towards the example of the target class: at
/// the radius epsilon, 2 epsilon and so on, until one reaches the class. In L-infinity the direction is 0
/// where the example differs by less than epsilon / 2. If the class is reached, this direction also fills
/// squares. An example farther away than 10 epsilon is not used.
///
/// In L-infinity the squares become so small that the model gains little after some hundred queries. From
/// then on blocks of the best direction are flipped (BlockDescent).
class LabelBo : public BlockDescent {
 public:
  LabelBo(AttackProblem problem, LabelBoOptions options);
  std::map<std::string, double> seconds() const override;

 private:
  /// Query that consists of a direction and a threshold.
  struct Aim {
    Eigen::RowVectorXf direction;  ///< d values
    double threshold = 1;          ///< c, in (0, 1]
  };
  struct Bases;

  Script<> script() override;
  /// Queries an aim and adds the answer to the model. Returns whether t exceeds the threshold.
  Script<bool> ask(Aim aim);
  /// Queries the direction towards the example at growing radii. Clears example_ if none reaches the class.
  Script<> ask_towards_example();
  /// Returns the next query: a texture at the bound while there are fewer than options_.opening answers, then
  /// the best direction of options_.rounds rounds of proposals.
  Aim choose();
  /// Fits the model and sets the sources of squares. Returns the direction of largest posterior mean, d
  /// values.
  Eigen::RowVectorXf fit_model();
  /// Returns a round of proposals made from the bases (m x d), then fresh textures if wanted, one a row.
  Batch propose(const Batch& bases, bool with_textures);
  /// Returns the bases of the next round: those bases and proposals with the highest upper confidence bounds.
  Bases best_of(const Bases& bases, const Batch& proposals);
  /// Returns the threshold at which to query a direction whose t has this posterior: 1 if it is likely enough
  /// to succeed at the bound, else a little above the mean.
  double threshold_for(double mean, double deviation) const;
  /// Returns the image that an aim describes.
  Eigen::RowVectorXf image_at(const Aim& aim) const;
  /// Draws a texture of the next first family, or of any family if all were used.
  Eigen::RowVectorXf first_texture();
  /// Draws a texture whose family is random.
  Eigen::RowVectorXf fresh_texture();
  /// Replaces a direction by a proposal that is made from it.
  void change(Eigen::Ref<Eigen::RowVectorXf> direction);
  /// Fills one or two squares.
  void fill_squares(Eigen::Ref<Eigen::RowVectorXf> direction);
  /// Fills a square, whose place and source are random.
  void fill_square(Eigen::Ref<Eigen::RowVectorXf> direction);

  LabelBoOptions options_;
  Eigen::RowVectorXf example_;  ///< direction towards the example, d values; empty: not used
  DirectionModel model_;
  std::vector<TextureFamily> first_families_;  // families of the first textures
  std::size_t opened_ = 0;                     // number of first textures so far
  int queries_ = 0;                            // number of answers in the model so far
  Aim best_aim_{{}, 0};  // adversarial one with the largest threshold; threshold 0: none yet
  // Sources from which the squares of proposals are filled: textures, other good directions and the slope.
  std::vector<Eigen::RowVectorXf> textures_, parents_;
  Eigen::RowVectorXf slope_;
  double fit_seconds_ = 0, rank_seconds_ = 0;
};

}  // namespace bora::attacks
