#include "attacks/image/methods/bayesian/mixed_search.h"

#include <algorithm>
#include <array>

#include "common/error.h"
#include "common/setting_error.h"

namespace bora::attacks {
namespace {

constexpr std::array kDecoders{"nearest", "bilinear", "bicubic"};

MixedSpace search_space(const ImageShape& shape, int side) {
  const int rows = shape.channels * side;
  std::vector<int> levels(static_cast<std::size_t>(rows), side);
  levels.push_back(static_cast<int>(kDecoders.size()));
  return {levels, Eigen::VectorXd::Constant(rows, -1), Eigen::VectorXd::Ones(rows)};
}

}  // namespace

void MixedSearchOptions::read_space(AttackSettings& settings, const ImageShape& shape) {
  const int largest = std::min(shape.height, shape.width);
  if (largest < 2)
    throw SettingError(fmt::format("attack {}", settings.attack()),
                       "images are {} (channels x height x width), expected at least 2 rows and 2 columns",
                       to_string(shape));
  side = std::min(side, largest);
  settings.read("side", side, 2, largest,
                "side of a small image, in which one pixel of each row and channel is changed");
  read_range(settings, range);
}

MixedSearchAttack::MixedSearchAttack(const AttackProblem& problem, const MixedSearchOptions& options,
                                     const std::function<std::unique_ptr<MixedOptimiser>(MixedSpace)>& make)
    : rows_(problem.shape.channels * options.side),
      side_(options.side),
      optimiser_(make(search_space(problem.shape, options.side))) {
  for (const char* decoder : kDecoders) {
    GpBoOptions of_decoder;
    of_decoder.decoder = decoder;
    of_decoder.range = options.range;
    decoders_.emplace_back(problem, of_decoder, options.side);
  }
}

Eigen::RowVectorXf MixedSearchAttack::image(const Eigen::VectorXd& point) const {
  Eigen::VectorXd small = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(rows_) * side_);
  for (int row = 0; row < rows_; ++row)
    small[row * side_ + static_cast<Eigen::Index>(point[row])] = point[rows_ + 1 + row];
  return decoders_[static_cast<std::size_t>(point[rows_])].image(small);
}

std::optional<Pixels> MixedSearchAttack::ask() {
  const auto trial = optimiser_->ask(1).front();
  asked_ = trial.number;
  return image(trial.point);
}

void MixedSearchAttack::tell(const Pixels& /*queried*/, const Observation& seen) {
  optimiser_->tell(asked_, seen.objective);
}

}  // namespace bora::attacks
