// The Parsimonious attack (Moon, An and Song, "Parsimonious black-box adversarial attacks via efficient
// combinatorial optimization", ICML 2019).
#pragma once

#include <optional>
#include <vector>

#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct ParsimoniousOptions {
  /// Side of the first blocks, pixels; halved at every level down to 1. The authors have 4 on CIFAR-10 and 32
  /// on ImageNet, which read() takes for large images.
  int block = 4;
  /// Blocks searched over together. The authors' 64 spend as many queries before the first block is flipped;
  /// 16 was chosen for 1,000 queries on the first images of MNIST and CIFAR-10 (tools/tune).
  int batch = 16;
  int iterations = 1;  ///< rounds of insertion and deletion before the next batch
  /// Empty: margin untargeted and cross-entropy targeted. The authors' code has cross-entropy for both.
  std::optional<Loss> loss = std::nullopt;
  /// Image that the attack starts from. If it comes from a prior, its blocks are flipped instead of being set
  /// to +-epsilon.
  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Local search over which blocks of the image, a channel, are at +epsilon; all others are at -epsilon, where
/// it starts. Each batch of blocks, in random order, goes through lazy greedy insertion (to +epsilon) and
/// lazy greedy deletion (back); after all batches the blocks are split in four.
///
/// It departs from the authors' code where that spends needless queries: no image is asked for again whose
/// loss is known (at the start of a batch; when a block leads the queue a second time), and the first block
/// of a pass is flipped only if that does not lower the loss, as in the paper. Blocks at the border are cut
/// off.
class ParsimoniousAttack : public ScriptedAttack {
 public:
  ParsimoniousAttack(AttackProblem problem, ParsimoniousOptions options);

 private:
  struct Block {
    int channel, top, left, side;
  };
  Script<> script() override;
  Script<double> loss_at(Eigen::RowVectorXf flips);
  /// Changes the sign of blocks whose present sign is `flip`, best first, while that does not lower the loss.
  Script<> flip_greedily(std::vector<Block> blocks, float flip);
  std::vector<Block> split(int side) const;
  Eigen::RowVectorXf flipped(const Block& block) const;  // flips_ with a block flipped
  float flip(const Block& block) const;

  ParsimoniousOptions options_;
  Loss loss_kind_;
  Eigen::RowVectorXf first_;  // signs of the perturbation that it starts from, CHW
  Eigen::RowVectorXf flips_;  // +1 where that stands, -1 where it is flipped
  double loss_ = 0;           // with flips_
};

}  // namespace bora::attacks
