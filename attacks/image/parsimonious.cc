#include "attacks/image/parsimonious.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace bora {

void ParsimoniousOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int side = std::min(shape.height, shape.width);
  block = std::min(block, side);
  settings.read("block", block, 1, side, "side of the first blocks, in pixels; halved at every level");
  settings.read("batch", batch, 1, 1000000, "blocks searched over together");
  settings.read("iterations", iterations, 1, 1000, "rounds of insertion and deletion a batch");
  std::string name = "auto";
  settings.read("loss", name, {"auto", "margin", "cross-entropy", "log-odds"},
                "what to raise; auto: margin untargeted, cross-entropy targeted");
  if (name != "auto") loss = parse_loss(name);
}

ParsimoniousAttack::ParsimoniousAttack(AttackProblem problem, ParsimoniousOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(options),
      loss_kind_(options.loss.value_or(this->problem().goal.targeted() ? Loss::cross_entropy : Loss::margin)),
      rng_(this->problem().seed),
      signs_(Eigen::RowVectorXf::Constant(this->problem().shape.size(), -1)) {}

std::vector<ParsimoniousAttack::Block> ParsimoniousAttack::split(int side) const {
  const auto& [channels, height, width] = problem().shape;
  std::vector<Block> blocks;
  for (int c = 0; c < channels; ++c)
    for (int top = 0; top < height; top += side)
      for (int left = 0; left < width; left += side) blocks.push_back({c, top, left, side});
  return blocks;
}

float ParsimoniousAttack::sign(const Block& block) const {
  const auto& shape = problem().shape;
  return signs_[(block.channel * shape.height + block.top) * shape.width + block.left];
}

Eigen::RowVectorXf ParsimoniousAttack::flipped(const Block& block) const {
  const auto& shape = problem().shape;
  Eigen::RowVectorXf signs = signs_;
  for (int y = block.top; y < std::min(block.top + block.side, shape.height); ++y)
    signs.segment((block.channel * shape.height + y) * shape.width + block.left,
                  std::min(block.side, shape.width - block.left)) *= -1;
  return signs;
}

Script<double> ParsimoniousAttack::loss_at(Eigen::RowVectorXf signs) {
  Eigen::RowVectorXf image = problem().original + static_cast<float>(problem().ball.epsilon()) * signs;
  const Reply reply = co_await query(std::move(image));
  co_return loss_value(loss_kind_, problem().goal, reply.seen.log_p);
}

Script<> ParsimoniousAttack::flip_greedily(std::vector<Block> blocks, float from) {
  // If the loss is submodular in the set of flipped blocks, a gain only shrinks as others are flipped. So one
  // measured earlier bounds the present one, and a block that, measured anew, still leads the queue is best.
  struct Gain {
    double value;
    int block;
    int flips;  // before it was measured
    bool operator<(const Gain& other) const {
      return std::tie(value, block) < std::tie(other.value, other.block);
    }
  };
  std::priority_queue<Gain> gains;
  for (int i = 0; i < static_cast<int>(blocks.size()); ++i) {
    if (sign(blocks[i]) != from) continue;
    const Eigen::RowVectorXf signs = flipped(blocks[i]);
    const double loss = co_await loss_at(signs);
    gains.push({loss - loss_, i, 0});
  }
  for (int flips = 0; !gains.empty();) {
    Gain best = gains.top();
    gains.pop();
    const Eigen::RowVectorXf signs = flipped(blocks[best.block]);
    if (best.flips < flips) {
      const double loss = co_await loss_at(signs);
      best = {loss - loss_, best.block, flips};
      if (!gains.empty() && best.value < gains.top().value) {
        gains.push(best);
        continue;
      }
    }
    if (best.value < 0) break;
    signs_ = signs;
    loss_ += best.value;
    ++flips;
  }
}

Script<> ParsimoniousAttack::script() {
  loss_ = co_await loss_at(signs_);
  for (int side = options_.block;; side = std::max(1, side / 2)) {
    std::vector<Block> blocks = split(side);
    rng_.shuffle(blocks);
    for (std::size_t begin = 0; begin < blocks.size(); begin += options_.batch) {
      const auto end = std::min(blocks.size(), begin + options_.batch);
      const std::vector<Block> batch(blocks.begin() + static_cast<std::ptrdiff_t>(begin),
                                     blocks.begin() + static_cast<std::ptrdiff_t>(end));
      for (int iteration = 0; iteration < options_.iterations; ++iteration) {
        co_await flip_greedily(batch, -1);
        co_await flip_greedily(batch, +1);
      }
    }
  }
}

}  // namespace bora
