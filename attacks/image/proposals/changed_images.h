// Candidates for a query that differ from a few base images in small regions, and their features for models
// of the victim.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/pixel_pooling.h"
#include "attacks/image/proposals/region.h"
#include "attacks/image/textures/texture_features.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::attacks {

/// Writes row y of a channel of an image to `out`, shape.width values. An image in this form takes no memory.
using ImageRows = std::function<void(int channel, int y, float* out)>;
/// Returns the rows of an image of this shape, d values, which must outlive the result.
ImageRows rows_of(const ImageShape& shape, const float* image);
/// Returns the image that has these rows, d values.
Eigen::RowVectorXf image_of(const ImageShape& shape, const ImageRows& rows);

/// Candidates in a problem's ball, each a base image with a few changed regions or a whole image of its own,
/// and their features for a model: the pooled pixels of the perturbation and further features. A candidate
/// made from a base takes time in proportion to its regions, not to the whole image. Images are not copied.
/// Buffers are reused by later objects of the same thread: for 3 x 224 x 224 images, page faults of new
/// buffers took a quarter of the time.
class ChangedImages {
 public:
  using Image = Eigen::Ref<Eigen::RowVectorXf>;

  /// Features besides the pooled pixels: those of textures, then one for each slope.
  struct Features {
    const TextureFeatures& textures;
    bool with_textures;   ///< false: these columns are 0
    const Batch& slopes;  ///< k x d, or empty: each row adds a feature, its product with the perturbation
  };

  /// All arguments, and what `features` refers to, must outlive this.
  ChangedImages(const AttackProblem& problem, const PixelPooling& pooling, const Features& features);
  ~ChangedImages();
  ChangedImages(const ChangedImages&) = delete;
  ChangedImages& operator=(const ChangedImages&) = delete;

  /// Model input of an image: its pooled perturbation and the values from which its features are computed.
  struct Seen {
    Eigen::RowVectorXf point;  ///< pooled perturbation
    Eigen::VectorXd sums;      ///< sums for texture features; empty: not computed
    Eigen::RowVectorXd along;  ///< inner products with the slopes
  };

  /// Adds a base image, which is not a candidate itself; must be called before candidates are added. image: d
  /// values, which later calls read. known: result of seen() for this image, from an object with the same
  /// slopes, which saves its computation; null: none. Returns the number of the base.
  int add_base(const Eigen::Ref<const Eigen::RowVectorXf>& image, const Seen* known = nullptr);
  /// Adds a candidate that is not made from a base. Later calls read its rows again.
  void add_whole(ImageRows rows);
  /// Adds a candidate: a base after change(image, regions), which changes `image` (d values) and appends the
  /// regions in which it did so to `regions`.
  template <typename Change>
  void add_changed(int base, Change&& change) {
    regions_.clear();
    std::forward<Change>(change)(Image(buffers_.bases[static_cast<std::size_t>(base)].scratch), regions_);
    add_scratch(base);
  }

  int size() const { return size_; }
  /// Writes candidate i to `out`, d values.
  void write(int i, Image out) const;
  /// Returns candidate i, d values.
  Eigen::RowVectorXf image(int i) const;
  /// Returns the model input of candidate i.
  Seen seen(int i) const;
  /// Returns whether candidate i equals `image` up to 1e-7 in every value.
  bool is(int i, const Eigen::RowVectorXf& image) const;

  /// Returns the pooled perturbations of bases and whole candidates, one a row.
  Eigen::Ref<const PointRows> points() const {
    return buffers_.points.topRows(static_cast<Eigen::Index>(images_.size()));
  }
  /// Returns for each candidate the row of points() that it was made from and the values in which it differs.
  std::span<const ChangedPoint> changes() const {
    return {buffers_.changes.data(), static_cast<std::size_t>(size_)};
  }
  /// Returns the features of the candidates, size() x number of features.
  auto features() const { return buffers_.features.topRows(size_); }

 private:
  struct Base {
    const float* image = nullptr;
    Eigen::RowVectorXf scratch;  // copy of the image, which add_changed() changes and restores
    FramedImage before;          // perturbation of the image
    Eigen::VectorXd sums;        // sums from which texture features follow
    Eigen::RowVectorXd along;    // inner products with the slopes
  };
  // Storage that outlives this object. Rows are filled in order. An object of the same sizes overwrites those
  // of an earlier one.
  struct Buffers {
    ImageShape shape;
    Eigen::Index margin = 0, pooled = 0, columns = 0;
    PointRows points;
    std::vector<Base> bases;
    Base whole;  // values of the candidate that is being added
    // Perturbation of the candidate that is being added, around the regions in which it differs from its
    // base.
    FramedImage after;
    std::vector<ChangedPoint> changes;
    Eigen::MatrixXd features;
    std::vector<float> pixels;  // values inside changed regions
    std::vector<float> means;   // means of a row of blocks
  };
  // Regions in which a candidate differs from its base.
  struct Patch {
    std::size_t first_pixel;      // index of their values in Buffers::pixels
    std::vector<Region> regions;  // disjoint
    Eigen::VectorXd sums;         // as in Base
  };
  // Returns the buffers that this thread keeps for its next object.
  static Buffers& spare();

  // Adds an image. Sets its perturbation, sums and inner products in `to`. Returns its index.
  int add_image(ImageRows rows, Base& to, const Seen* known);
  // Adds the scratch of a base as a candidate, and restores the scratch.
  void add_scratch(int base);
  // Adds a candidate made from an image, without differences so far. Returns its number.
  int add_candidate(int image);
  void write_features(int candidate, const Base& base);
  // Returns the image that candidate i was made from, or the candidate itself if it is a whole image.
  const ImageRows& unchanged(int i) const;
  template <typename Function>
  void for_rows(const Region& region, Function&& function) const;
  // Writes the perturbation of the scratch of a base to Buffers::after, in regions_ and where the features of
  // changes in these regions read it.
  void write_after(const Base& base);
  // Adds to the sums and inner products in `to` what changes from base.before to Buffers::after in a region.
  void add_change(const Base& base, const Region& region, Base& to) const;

  const AttackProblem& problem_;
  const PixelPooling& pooling_;
  Features features_;
  Buffers buffers_;
  std::vector<Region> regions_;    // regions of the last change, which may overlap
  std::vector<Patch> patches_;     // one for each candidate
  std::vector<ImageRows> images_;  // bases and whole candidates
  int size_ = 0;                   // number of candidates
};

}  // namespace bora::attacks
