#include "attacks/image/methods/scores/parsimonious.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "attacks/settings/image_shapes.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void ParsimoniousOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int side = std::min(shape.height, shape.width);
  if (shape != kAnyShape) block = std::max(block, 1 << std::lround(std::log2(std::max(side, 8) / 8.0)));
  if (settings.read_as_paper("batch=64:loss=cross-entropy")) {
    batch = 64;
    loss = Loss::cross_entropy;
  }
  block = std::min(block, side);
  settings.read("block", block, 1, side, "side of the first blocks, in pixels; halved at every level");
  settings.read("batch", batch, 1, 1000000, "number of blocks that are searched together");
  settings.read("iterations", iterations, 1, 1000, "rounds of insertion and deletion a batch");
  read_loss(settings, loss);
  start.read(settings);
}

ParsimoniousAttack::ParsimoniousAttack(AttackProblem problem, ParsimoniousOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(options),
      loss_kind_(loss_or_default(options.loss, this->problem().goal)),
      first_(options.start.from_prior ? signs_of(this->problem(), transfer_start(this->problem()))
                                      : Eigen::RowVectorXf::Constant(this->problem().shape.size(), -1)),
      flips_(Eigen::RowVectorXf::Ones(this->problem().shape.size())) {}

std::vector<ParsimoniousAttack::Block> ParsimoniousAttack::split(int side) const {
  const auto& [channels, height, width] = problem().shape;
  std::vector<Block> blocks;
  for (int c = 0; c < channels; ++c)
    for (int top = 0; top < height; top += side)
      for (int left = 0; left < width; left += side) blocks.push_back({c, top, left, side});
  return blocks;
}

float ParsimoniousAttack::flip_of(const Block& block) const {
  const auto& shape = problem().shape;
  return flips_[(block.channel * shape.height + block.top) * shape.width + block.left];
}

Eigen::RowVectorXf ParsimoniousAttack::flipped(const Block& block) const {
  const auto& shape = problem().shape;
  Eigen::RowVectorXf flips = flips_;
  for (int y = block.top; y < std::min(block.top + block.side, shape.height); ++y)
    flips.segment((block.channel * shape.height + y) * shape.width + block.left,
                  std::min(block.side, shape.width - block.left)) *= -1;
  return flips;
}

Script<double> ParsimoniousAttack::loss_at(Eigen::RowVectorXf flips) {
  const auto epsilon = static_cast<float>(problem().ball.epsilon());
  Eigen::RowVectorXf image = problem().original + epsilon * first_.cwiseProduct(flips);
  const Reply reply = co_await query(std::move(image));
  co_return loss_value(loss_kind_, problem().goal, reply.seen.log_p);
}

Script<> ParsimoniousAttack::flip_greedily(std::vector<Block> blocks, float from) {
  // If the loss is submodular in the set of flipped blocks, a gain can only shrink as other blocks are
  // flipped. So an earlier measurement is an upper bound, and a block that still leads the queue when it is
  // measured again is the best.
  struct Gain {
    double value;
    int block;
    int kept;  // number of blocks flipped in this pass when it was measured
    bool operator<(const Gain& other) const {
      return std::tie(value, block) < std::tie(other.value, other.block);
    }
  };
  std::priority_queue<Gain> gains;
  for (int i = 0; i < static_cast<int>(blocks.size()); ++i) {
    if (flip_of(blocks[i]) != from) continue;
    const Eigen::RowVectorXf flips = flipped(blocks[i]);
    const double loss = co_await loss_at(flips);
    gains.push({loss - loss_, i, 0});
  }
  for (int kept = 0; !gains.empty();) {
    Gain best = gains.top();
    gains.pop();
    const Eigen::RowVectorXf flips = flipped(blocks[best.block]);
    if (best.kept < kept) {
      const double loss = co_await loss_at(flips);
      best = {loss - loss_, best.block, kept};
      if (!gains.empty() && best.value < gains.top().value) {
        gains.push(best);
        continue;
      }
    }
    if (best.value < 0) break;
    flips_ = flips;
    loss_ += best.value;
    ++kept;
  }
}

Script<> ParsimoniousAttack::script() {
  loss_ = co_await loss_at(flips_);
  for (int side = options_.block;; side = std::max(1, side / 2)) {
    std::vector<Block> blocks = split(side);
    rng_.shuffle(blocks);
    for (std::size_t begin = 0; begin < blocks.size(); begin += options_.batch) {
      const auto end = std::min(blocks.size(), begin + options_.batch);
      const std::vector<Block> batch(blocks.begin() + static_cast<std::ptrdiff_t>(begin),
                                     blocks.begin() + static_cast<std::ptrdiff_t>(end));
      for (int iteration = 0; iteration < options_.iterations; ++iteration) {
        co_await flip_greedily(batch, +1);
        co_await flip_greedily(batch, -1);
      }
    }
  }
}

}  // namespace bora::attacks
