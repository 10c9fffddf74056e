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
  /// Side of the first blocks in pixels, halved at every level down to 1. The authors have an eighth of the
  /// image's side, 4 on CIFAR-10 and 32 on ImageNet. read() sets the power of two nearest to that, at
  /// least 4.
  int block = 4;
  /// Number of blocks that are searched together. The authors' 64 spend as many queries before the first
  /// block is flipped; 16 was chosen for 1,000 queries on the first images of MNIST and CIFAR-10
  /// (tools/tune).
  int batch = 16;
  int iterations = 1;  ///< number of rounds of insertion and deletion before the next batch
  /// Loss that is maximised; none: loss_or_default(). The authors' code has cross-entropy for targeted and
  /// untargeted attacks.
  std::optional<Loss> loss = std::nullopt;
  /// Image that the attack starts from. With start=prior, blocks are set to the signs of the transfer image
  /// or to the opposite ones, instead of -epsilon or +epsilon.
  StartOptions start = {};
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
  PriorUse prior() const { return start.prior(); }
};

/// Local search over the set of blocks of each channel that are at +epsilon. All other blocks are at
/// -epsilon, and at first all blocks are. Each batch of blocks, in random order, goes through lazy greedy
/// insertion (to +epsilon) and lazy greedy deletion (back to -epsilon). After all batches the blocks are
/// split in four.
///
/// Two differences from the authors' code save queries. The image at the start of a batch is not queried
/// again, nor the one of a block that leads the queue a second time. The first block of a pass is flipped
/// only if that does not reduce the loss, as in the paper. Blocks at the border of the image are cut off.
class ParsimoniousAttack : public ScriptedAttack {
 public:
  ParsimoniousAttack(AttackProblem problem, ParsimoniousOptions options);

 private:
  struct Block {
    int channel, top, left, side;
  };
  Script<> script() override;
  /// Queries the image of these flips and returns its loss.
  Script<double> loss_at(Eigen::RowVectorXf flips);
  /// Flips blocks whose value in flips_ is `from`, best first, while that does not reduce the loss.
  Script<> flip_greedily(std::vector<Block> blocks, float from);
  /// Returns the blocks of a side that cover the image, channel by channel.
  std::vector<Block> split(int side) const;
  /// Returns flips_ with a block flipped.
  Eigen::RowVectorXf flipped(const Block& block) const;
  /// Returns the value that flips_ has in a block.
  float flip_of(const Block& block) const;

  ParsimoniousOptions options_;
  Loss loss_kind_;
  Eigen::RowVectorXf first_;  // signs of the perturbation at the start, CHW
  Eigen::RowVectorXf flips_;  // -1 for values whose sign is flipped, else +1
  double loss_ = 0;           // loss with flips_
};

}  // namespace bora::attacks
