#include "attacks/image/transfer/substitute_pgd.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "common/setting_error.h"
#include "surrogates/search/scalarisation.h"

namespace bora::attacks {
namespace {

// Returns a CHW image moved down and to the right. The freed pixels are 0 (black), as in data augmentation.
Eigen::RowVectorXf shifted(const Eigen::RowVectorXf& image, const ImageShape& shape, int down, int right) {
  Eigen::RowVectorXf moved = Eigen::RowVectorXf::Zero(image.size());
  const int width = shape.width - std::abs(right);
  const int first_row = std::max(down, 0), past_row = shape.height + std::min(down, 0);
  for (int c = 0; c < shape.channels; ++c)
    for (int y = first_row; y < past_row; ++y) {
      const int to = (c * shape.height + y) * shape.width + std::max(right, 0);
      const int from = (c * shape.height + y - down) * shape.width + std::max(-right, 0);
      moved.segment(to, width) = image.segment(from, width);
    }
  return moved;
}

// Returns a perturbation projected so that the image is in [0, 1] and in the L2 ball, not rounded to the
// grid.
Eigen::RowVectorXf projected_l2(const AttackProblem& problem, const Eigen::RowVectorXf& perturbation) {
  const NormBall between_grid_points(Norm::l2, problem.ball.epsilon(), true);
  Eigen::RowVectorXf image = problem.original + perturbation;
  between_grid_points.project(problem.original.data(), image.data(), static_cast<int>(image.size()));
  return image - problem.original;
}

// Returns the perturbation of a uniformly random point of the L2 ball, projected likewise.
Eigen::RowVectorXf random_perturbation(const AttackProblem& problem, Rng& rng) {
  const Eigen::Index d = problem.original.size();
  Eigen::RowVectorXf direction(d);
  for (float& value : direction) value = static_cast<float>(rng.normal());
  const double radius = problem.ball.epsilon() * std::pow(rng.uniform(), 1.0 / static_cast<double>(d));
  return projected_l2(problem, direction * (static_cast<float>(radius) / direction.norm()));
}

// Returns m random perturbations, one a row. In L-infinity they are uniform in the ball and may leave [0, 1].
Batch start_perturbations(const AttackProblem& problem, Eigen::Index m, Rng& rng) {
  Batch perturbations(m, problem.original.size());
  if (problem.ball.norm() == Norm::l2) {
    for (Eigen::Index i = 0; i < m; ++i) perturbations.row(i) = random_perturbation(problem, rng);
    return perturbations;
  }
  const auto epsilon = static_cast<float>(problem.ball.epsilon());
  for (Eigen::Index i = 0; i < perturbations.size(); ++i)
    perturbations.data()[i] = static_cast<float>(rng.uniform(-epsilon, epsilon));
  return perturbations;
}

// Returns the image of a perturbation, in L-infinity with every value moved to the ball's bound.
Eigen::RowVectorXf image_at_bound(const AttackProblem& problem, const Eigen::RowVectorXf& perturbation) {
  Eigen::RowVectorXf image = problem.original + perturbation;
  if (problem.ball.norm() != Norm::l2) {
    const auto epsilon = static_cast<float>(problem.ball.epsilon());
    image =
        problem.original + (perturbation.array() >= 0)
                               .select(epsilon, Eigen::RowVectorXf::Constant(perturbation.size(), -epsilon));
  }
  problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

}  // namespace

SubstitutePgdResult substitute_pgd(const AttackProblem& problem, const SubstitutePgdOptions& options,
                                   const Eigen::MatrixXd& weights, Rng& rng) {
  if (!problem.substitutes) throw SettingError("prior", "got none, but this attack needs substitute models");
  const ImageShape& shape = problem.shape;
  const auto epsilon = static_cast<float>(problem.ball.epsilon());
  const float step = epsilon * static_cast<float>(options.step);
  const auto momentum = static_cast<float>(options.momentum);
  const int reach = static_cast<int>(std::lround(std::min(shape.height, shape.width) * options.shift));

  // In L-infinity perturbations may leave [0, 1], and only the images shown to the networks are clipped. So
  // the perturbation of a black pixel may become negative and positive again. In L2 a part outside [0, 1]
  // would use up length without any effect.
  const bool euclidean = problem.ball.norm() == Norm::l2;
  Batch perturbations = start_perturbations(problem, weights.rows(), rng);
  Batch slopes = Batch::Zero(perturbations.rows(), perturbations.cols());
  std::vector<std::array<int, 2>> shifts(static_cast<std::size_t>(weights.rows()));
  for (int step_done = 0; step_done < options.steps; ++step_done) {
    Batch images = (perturbations.rowwise() + problem.original).cwiseMax(0.0F).cwiseMin(1.0F);
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      auto& [down, right] = shifts[static_cast<std::size_t>(i)];
      down = rng.index(2 * reach + 1) - reach;
      right = rng.index(2 * reach + 1) - reach;
      images.row(i) = shifted(images.row(i), shape, down, right);
    }
    const Batch gradients =
        problem.substitutes->weighted_gradients(images, weights, problem.goal, options.loss);
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      const auto& [down, right] = shifts[static_cast<std::size_t>(i)];
      const float size = std::max(gradients.row(i).cwiseAbs().mean(), 1e-20F);
      // The transpose of a shift is the shift back.
      slopes.row(i) = momentum * slopes.row(i) + shifted(gradients.row(i), shape, -down, -right) / size;
    }
    if (euclidean) {
      for (Eigen::Index i = 0; i < perturbations.rows(); ++i)
        perturbations.row(i) =
            projected_l2(problem, perturbations.row(i) + step * slopes.row(i).normalized());
    } else {
      perturbations = (perturbations + step * slopes.cwiseSign()).cwiseMax(-epsilon).cwiseMin(epsilon).eval();
    }
  }

  SubstitutePgdResult result{Batch(perturbations.rows(), perturbations.cols()), std::move(slopes)};
  for (Eigen::Index i = 0; i < perturbations.rows(); ++i)
    result.images.row(i) = image_at_bound(problem, perturbations.row(i));
  return result;
}

Eigen::RowVectorXf substitute_pgd(const AttackProblem& problem, const SubstitutePgdOptions& options,
                                  Rng& rng) {
  const int networks = problem.substitutes ? problem.substitutes->size() : 0;
  return substitute_pgd(problem, options, Eigen::MatrixXd::Ones(1, networks), rng).images.row(0);
}

void TransferImages::find_first() {
  Rng rng(problem_.start_seed);
  auto found = substitute_pgd(problem_, {}, Eigen::MatrixXd::Ones(1, problem_.substitutes->size()), rng);
  images_ = std::move(found.images);
  slopes_ = std::move(found.slopes);
}

void TransferImages::find_others(int count, Rng& rng) {
  Eigen::MatrixXd weights(count, problem_.substitutes->size());
  for (auto row : weights.rowwise()) row = drawn_weights(static_cast<int>(row.size()), rng).transpose();
  // Fewer, larger steps: many different images matter more than their quality.
  const auto found = substitute_pgd(problem_, {.steps = 30, .step = 0.2}, weights, rng);
  const int total = size() + count;
  images_.conservativeResize(total, Eigen::NoChange);
  images_.bottomRows(count) = found.images;
  slopes_.conservativeResize(total, Eigen::NoChange);
  slopes_.bottomRows(count) = found.slopes;
}

}  // namespace bora::attacks
