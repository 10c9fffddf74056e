// Texture features for models of the victim: correlations of neighbouring pixels and of channels.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "attacks/image/proposals/region.h"

namespace bora::attacks {

/// Features of a perturbation that do not depend on the position in the image. For each of texture_scales()
/// and each of the offsets (0,1), (1,0), (1,1), (1,-1), (0,2) and (2,0) (down, right) times the scale: the
/// mean product of two pixels at this offset. For each pair of channels: the mean product of the two. All are
/// divided by the mean square of the perturbation.
///
/// They are computed from sums of products, which are updated for the regions in which an image changes.
/// Neighbouring scales share offsets, (0,2) of one being (0,1) of the next, so there are fewer sums than
/// features.
class TextureFeatures {
 public:
  /// `used`: if false, there are no features, and sums() must not be called.
  explicit TextureFeatures(const ImageShape& shape, bool used = true);

  int size() const { return scales_ * kLagsOfScale + pairs_; }
  /// Returns the margin of zeros that perturbations must have, in pixels.
  int margin() const { return margin_; }

  /// Returns the sums of products for a perturbation with a margin of margin().
  Eigen::VectorXd sums(const FramedImage& perturbation) const;
  /// Updates the sums for the change from one perturbation to another inside `region`. Must be called for
  /// every region in which they differ.
  void add_change(const FramedImage& before, const FramedImage& after, const Region& region,
                  Eigen::VectorXd& sums) const;
  /// Returns the features, size() values; all 0 for no perturbation.
  Eigen::RowVectorXd features(const Eigen::VectorXd& sums) const;

 private:
  struct Lag {
    int down, right;
  };
  static constexpr int kLagsOfScale = 6;
  static constexpr int kNewLags = 4;  // number of these that are not offsets of the scale before

  // Adds the change of the sums from `before` to `after` inside a region. Without kBefore, `before` is not
  // read and counts as 0.
  template <bool kBefore>
  void add_products(const FramedImage* before, const FramedImage& after, const Region& region,
                    Eigen::VectorXd& sums) const;

  ImageShape shape_;
  int scales_ = 0;  // number of scales
  // Offsets of the sums: kNewLags for each scale, then (0,2) and (2,0) of the last scale, then (0,0). So lag
  // k of scale i is number kNewLags i + k. The sums of the pairs of channels follow them.
  std::vector<Lag> lags_;
  int pairs_ = 0;  // number of pairs of channels
  int margin_ = 0;
};

}  // namespace bora::attacks
