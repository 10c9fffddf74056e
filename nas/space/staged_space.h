// Residual networks of three stages (Radosavovic et al. 2019).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/space/coded_space.h"

namespace bora::nas {

/// Describes a stage of a residual network: blocks of one width.
struct ResidualStage {
  int blocks = 1;
  int width = 16;  ///< channels
  int ratio = 0;   ///< channels over those of the inner convolution; 0: blocks without a bottleneck
  int groups = 1;  ///< parts of the inner convolution
};

/// Returns the weights of the convolutions of a block of the stage, without its shortcut.
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
/// The tables state ranges and numbers of values. Those of resnet are spaced here as evenly by logarithm as
/// whole numbers, and multiples of four for w, allow.
///
/// Text: "d4w32 d8w64 d2w128", with ratio and groups "d4w64r2g4 ...". Code: for each stage d, w and, if there
/// are bottlenecks, r and g. As a graph, a stage is a node for each of w, r and g, and one for each block.
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
  /// Returns binary logarithms of each choice, of the blocks in all, of the weights and of the computation.
  std::vector<double> statistics(const Architecture& architecture) const override;
  /// Returns the weights of each block times the share of pixels that its stage has; 0 for other nodes.
  std::vector<std::vector<double>> masses(const Architecture& architecture) const override;

  bool has_paths() const override { return false; }

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
