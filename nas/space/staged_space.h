// Search spaces of residual networks of three stages (Radosavovic et al. 2019).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Stage of a residual network: blocks of equal width.
struct ResidualStage {
  int blocks = 1;  ///< number of blocks
  int width = 16;  ///< channels of the output of each block
  int ratio = 0;   ///< bottleneck ratio: width / channels of the inner convolution; 0: no bottleneck
  int groups = 1;  ///< groups of the inner convolution
};

/// Returns the number of weights of the convolutions of one block of the stage, without its shortcut.
double block_weights(const ResidualStage& stage);

/// Space of residual networks of three stages, each with a number d of blocks of w channels. resnet: blocks
/// of two 3x3 convolutions. resnext-a, resnext-b: bottlenecks of a 1x1, a 3x3 and a 1x1 convolution, the
/// inner one with w / r channels in g groups (Radosavovic et al. 2019, table 1; Ru 2021, table B.1).
///
/// | space     | d          | w               | r       | g        |
/// | resnet    | 9 in 1..24 | 12 in 16..256   |         |          |
/// | resnext-a | 1 2 .. 16  | 16 32 .. 256    | 1, 2, 4 | 1, 2, 4  |
/// | resnext-b | 1 2 .. 16  | 64 128 .. 1,024 | 1, 2, 4 | 1 2 .. 16|
///
/// The published tables state the range and the number of values. The values of resnet are spaced as evenly
/// on a logarithmic scale as whole numbers (for w: multiples of four) allow.
///
/// Text: "d4w32 d8w64 d2w128"; with bottlenecks "d4w64r2g4 ...". Code: for each stage the choices of d, w
/// and, with bottlenecks, r and g. In the graph a stage has a node for each of w, r and g, then one for each
/// block.
class StagedSpace final : public CodedSpace {
 public:
  static constexpr int kStages = 3;
  struct Choices {
    std::string name;
    std::vector<int> blocks, widths, ratios, groups;  ///< ratios and groups empty: no bottlenecks
  };
  explicit StagedSpace(Choices choices);

  Architecture parse(const std::string& text) const override;
  std::optional<Architecture> decode(const std::vector<int>& code) const override { return make(code); }
  /// Returns binary logarithms of each choice, of the total number of blocks, of the number of weights and of
  /// the computation.
  std::vector<double> statistics(const Architecture& architecture) const override;
  /// Returns for each block its number of weights times the fraction of the image's pixels that its stage
  /// has; 0 for other nodes.
  std::vector<std::vector<double>> masses(const Architecture& architecture) const override;

  bool has_paths() const override { return false; }

  /// Returns the kStages stages of an architecture.
  std::vector<ResidualStage> stages(const Architecture& architecture) const;

 private:
  std::size_t choices_a_stage() const { return choices_.ratios.empty() ? 2 : 4; }
  std::vector<ResidualStage> stages_of(const std::vector<int>& code) const;
  Architecture make(const std::vector<int>& code) const;
  Choices choices_;
};

SpacePtr make_resnet_space();
SpacePtr make_resnext_a_space();
SpacePtr make_resnext_b_space();

}  // namespace bora::nas
