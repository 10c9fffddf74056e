// Bayesian optimisation that sees the predicted class alone.
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

// Constants were chosen on images 1-100 of MNIST (0.3) and CIFAR-10 (0.05, 8/255), untargeted, in L-infinity.
// Those of L2 are first guesses.
struct LabelBoOptions {
  int opening = 6;       ///< textures that are queried before the model chooses, at least 1
  double p = 0.3;        ///< share of pixels that the first squares cover, in (0, 1]
  int candidates = 60;   ///< proposals of a round
  int rounds = 2;        ///< rounds of proposals, each around the best of the one before
  double beta = 2;       ///< exploration: posterior deviations added to the mean
  double certain = 0.1;  ///< probability of success from which the first 12 queries are made at the bound
  double later_certain = 0.25;  ///< the same probability for the queries that follow the twelfth
  /// Number of queries before blocks of the best direction are flipped; L-infinity alone. Chosen among 200,
  /// 300 and 400 on the networks of DirectionPrior::deviation, untargeted on images 1-60, targeted on images
  /// 1-20.
  int model = 400;
  void read(AttackSettings& settings);  ///< throws InputError
  PriorUse prior() const { return PriorUse::none; }
};

/// Searches the directions, in L-infinity those of +-1, for one along which the decision changes within
/// epsilon. A Gaussian process (DirectionModel) models t = epsilon / radius of the change. Each query tells
/// whether t exceeds a threshold c, by an image at the radius epsilon / c along a direction. In L2 the change
/// is stretched to that length after [0, 1] has clipped it.
///
/// Directions are textures at first, of first_families() and then of any family. Then each is the best of a
/// few rounds of proposals by an upper confidence bound: squares in the direction of largest posterior mean,
/// filled by a fresh texture, along the slope of the posterior mean, from another good direction, or by one
/// sign a channel; and fresh textures. A direction is queried at the bound (c = 1) if it is likely enough to
/// succeed there, else at the radius where the model is least certain of the answer.
///
/// In L2 a proposal may first step along the slope, and then adds a fresh texture to the whole direction or
/// fills squares; directions keep the mean square 1.
///
/// Targeted, the first queries go towards the example of the target class: at the bound, at twice its radius
/// and so on, until one reaches the class. In L-infinity values that differ from the example by less than
/// epsilon / 2 stay as they are. If the class is reached, the direction also fills squares. An example
/// farther away than 10 epsilon is not used.
///
/// In L-infinity the squares become so small that the model gains little after some hundred queries. From
/// then on blocks of the best direction are flipped (BlockDescent).
class LabelBo : public BlockDescent {
 public:
  LabelBo(AttackProblem problem, LabelBoOptions options);
  std::map<std::string, double> seconds() const override;

 private:
  struct Aim {
    Eigen::RowVectorXf direction;  ///< d
    double threshold = 1;          ///< c, in (0, 1]
  };
  struct Bases;

  Script<> script() override;
  /// Spends one query, which the model learns from. Returns whether t exceeds the threshold.
  Script<bool> ask(Aim aim);
  Script<> ask_towards_example();
  /// Returns the next query: a texture at the bound while there are fewer than options_.opening answers, then
  /// the best direction of options_.rounds rounds of proposals.
  Aim choose();
  /// Fits the model, and sets the sources of squares. Returns the direction of largest posterior mean, d.
  Eigen::RowVectorXf fit_model();
  /// Returns a round of proposals made from the bases (m x d), then fresh textures if wanted, one a row.
  Batch propose(const Batch& bases, bool with_textures);
  /// Returns the bases of the next round: the bases and proposals with the highest upper confidence bounds.
  Bases best_of(const Bases& bases, const Batch& proposals);
  /// Returns the threshold to query a direction at, whose t has this posterior: 1 if it is likely enough to
  /// succeed at the bound, else a little above the mean.
  double threshold_for(double mean, double deviation) const;
  Eigen::RowVectorXf image_at(const Aim& aim) const;
  Eigen::RowVectorXf first_texture();
  Eigen::RowVectorXf fresh_texture();
  /// Makes a proposal of a direction: fills one or two squares; in L2 see above.
  void change(Eigen::Ref<Eigen::RowVectorXf> direction);
  void fill_squares(Eigen::Ref<Eigen::RowVectorXf> direction);
  void fill_square(Eigen::Ref<Eigen::RowVectorXf> direction);

  LabelBoOptions options_;
  Eigen::RowVectorXf example_;  ///< direction towards the example, d values; empty: not used
  DirectionModel model_;
  std::vector<TextureFamily> first_families_;  // families of the first textures
  std::size_t opened_ = 0;                     // number of first textures so far
  int queries_ = 0;
  Aim best_aim_{{}, 0};  // adversarial, with the largest threshold; 0: none yet
  // Sources that squares of the current proposals are filled from:
  std::vector<Eigen::RowVectorXf> textures_, parents_;
  Eigen::RowVectorXf slope_;
  double fit_seconds_ = 0, rank_seconds_ = 0;
};

}  // namespace bora::attacks
