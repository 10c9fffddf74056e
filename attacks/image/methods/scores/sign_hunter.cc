#include "attacks/image/methods/scores/sign_hunter.h"

#include <algorithm>

#include "attacks/settings/loss_setting.h"

namespace bora::attacks {
namespace {

/// Returns the indices of an image's values in CHW order, sorted by row, column and channel (HWC).
std::vector<int> row_column_channel(const ImageShape& shape) {
  std::vector<int> order;
  order.reserve(shape.size());
  for (int pixel = 0; pixel < shape.height * shape.width; ++pixel)
    for (int c = 0; c < shape.channels; ++c) order.push_back(c * shape.height * shape.width + pixel);
  return order;
}

}  // namespace

void SignHunterOptions::read(AttackSettings& settings) {
  settings.accept_as();
  read_loss(settings, loss);
  start.read(settings);
}

SignHunterAttack::SignHunterAttack(AttackProblem problem, SignHunterOptions options)
    : ScriptedAttack(std::move(problem)), options_(options), centre_(this->problem().original) {}

Script<double> SignHunterAttack::loss_at(Eigen::RowVectorXf signs) {
  Eigen::RowVectorXf image = centre_ + static_cast<float>(problem().ball.epsilon()) * signs;
  const Reply reply = co_await query(std::move(image));
  seen_ = reply.image;
  co_return loss_value(options_.loss, problem().goal, reply.seen.log_p);
}

Script<> SignHunterAttack::script() {
  const int d = problem().shape.size();
  const std::vector<int> order = row_column_channel(problem().shape);
  Eigen::RowVectorXf first = Eigen::RowVectorXf::Ones(d);
  if (problem().start.size() > 0)
    first = signs_of(problem(), problem().start);
  else if (options_.start.from_prior)
    first = signs_of(problem(), transfer_start(problem()));
  for (;;) {
    Eigen::RowVectorXf signs = first;
    first = Eigen::RowVectorXf::Ones(d);
    double best = co_await loss_at(signs);
    Eigen::RowVectorXf best_image = seen_;
    for (int parts = 1, length = 0; length != 1; parts *= 2) {
      length = (d + parts - 1) / parts;
      for (int begin = 0; begin < d; begin += length) {
        Eigen::RowVectorXf flipped = signs;
        for (int i = begin; i < std::min(d, begin + length); ++i) flipped[order[i]] *= -1;
        const double loss = co_await loss_at(flipped);
        if (loss < best) continue;
        best = loss;
        best_image = seen_;
        signs = flipped;
      }
    }
    centre_ = best_image;
  }
}

}  // namespace bora::attacks
