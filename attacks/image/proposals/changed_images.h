// Candidates for a query that differ from a few images in small regions, with the features that models of the
// victim use.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "attacks/image/proposals/region.h"
#include "attacks/image/textures/texture_features.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// Images in a problem's ball, each a base image or a base with a few changed regions, and their features for
/// a model: pooled pixels of the perturbation and further features. A changed image costs time in proportion
/// to its regions, not to the whole image. Buffers are reused by later objects of the same thread: for 3 x
/// 224 x 224 images, page faults of new buffers took a quarter of the time.
class ChangedImages {
 public:
  using Image = Eigen::Ref<Eigen::RowVectorXf>;

  /// Features besides the pooled pixels, those of textures first.
  struct Features {
    const TextureFeatures& textures;
    bool with_textures;   ///< false: these columns are 0
    const Batch& slopes;  ///< k x d, k >= 0: each row adds a feature, its product with the perturbation
  };

  /// Everything referred to must outlive this.
  ChangedImages(const AttackProblem& problem, const PixelPooling& pooling, const Features& features);
  ~ChangedImages();
  ChangedImages(const ChangedImages&) = delete;
  ChangedImages& operator=(const ChangedImages&) = delete;

  /// Pooled perturbation of an image as a model sees it, and the values that its features follow from.
  struct Seen {
    Eigen::RowVectorXf point;  ///< pooled perturbation
    Eigen::VectorXd sums;      ///< sums for texture features; empty: not computed
    Eigen::RowVectorXd along;  ///< inner products with the slopes
  };

  /// Adds a base image, which is not a candidate itself; must be called before candidates are added. known:
  /// result of seen() for this image, from an object with the same slopes. Returns the number of the base.
  int add_base(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Seen* known = nullptr);
  /// Adds a candidate that does not derive from a base.
  void add_whole(Eigen::RowVectorXf image);
  /// Adds a candidate: a base after change(image, regions), which changes `image` (d values) in the regions
  /// that it adds to `regions`.
  template <typename Change>
  void add_changed(int base, Change&& change) {
    regions_.clear();
    std::forward<Change>(change)(Image(buffers_.bases[static_cast<std::size_t>(base)].scratch), regions_);
    add_scratch(base);
  }

  int size() const { return size_; }
  /// Returns candidate i, d values.
  Eigen::RowVectorXf image(int i) const;
  /// Returns what a model sees of candidate i.
  Seen seen(int i) const;
  /// Returns whether candidate i equals `image` up to rounding.
  bool is(int i, const Eigen::RowVectorXf& image) const;

  /// Returns the pooled perturbations of bases and whole candidates, and the coordinates in which candidates
  /// differ from them.
  Eigen::Ref<const PointRows> points() const { return buffers_.points.topRows(images_); }
  std::span<const ChangedPoint> changes() const {
    return {buffers_.changes.data(), static_cast<std::size_t>(size_)};
  }
  /// Returns the features of candidates, size() x number of features.
  auto features() const { return buffers_.features.topRows(size_); }

 private:
  struct Base {
    Eigen::RowVectorXf scratch;  // the image outside of add_changed()
    FramedImage before, after;   // perturbations of the image and of the scratch
    Eigen::VectorXd sums;        // sums from which texture features follow
    Eigen::RowVectorXd along;    // inner products with the slopes
  };
  // Rows are used in order, and those of an earlier object of the same sizes used again.
  struct Buffers {
    ImageShape shape;
    Eigen::Index margin = 0, pooled = 0, columns = 0;
    std::vector<Eigen::RowVectorXf> images;
    PointRows points;
    std::vector<Base> bases;
    Base whole;  // a candidate like no base
    std::vector<ChangedPoint> changes;
    Eigen::MatrixXd features;
    std::vector<float> pixels;  // values inside changed regions
    std::vector<float> means;   // means of a row of blocks
  };
  struct Patch {
    std::size_t first_pixel;
    std::vector<Region> regions;  // disjoint
    Eigen::VectorXd sums;
  };
  static Buffers& spare();

  // Returns the place of the next image. Add_image() adds the image that was written there.
  Eigen::RowVectorXf& next_image();
  int add_image(Base& to, const Seen* known);
  void add_scratch(int base);
  int add_candidate(int image);
  void write_features(int candidate, const Base& base);
  // Returns the image that candidate i was changed from, or the candidate itself if it derives from no base.
  const Eigen::RowVectorXf& unchanged(int i) const;
  template <typename Function>
  void for_rows(const Region& region, Function&& function) const;
  void add_change(const Base& base, const Region& region, Base& to) const;

  const AttackProblem& problem_;
  const PixelPooling& pooling_;
  Features features_;
  Buffers buffers_;
  std::vector<Region> regions_;  // changed by the last change, which may overlap
  std::vector<Patch> patches_;   // one for each candidate
  int images_ = 0, size_ = 0;
};

}  // namespace bora::attacks
