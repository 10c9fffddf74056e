#include "report/search/search_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/views/html/plot.h"

namespace bora::report {
namespace {

constexpr int kSide = 48;   // number of squares on each side of the grid
constexpr int kSquare = 8;  // side of a square in SVG units

// Returns a colour from red (class 0) through white to blue (class 1).
std::string shade(double difference) {
  const double d = std::clamp(difference, -1.0, 1.0);
  const int pale = static_cast<int>(255 - 155 * std::abs(d));
  return d > 0 ? fmt::format("#{:02x}{:02x}ff", pale, pale) : fmt::format("#ff{:02x}{:02x}", pale, pale);
}

}  // namespace

Json regions_values(const SigmoidNetwork& network, const LabelledPoints& training,
                    const LabelledPoints& validation) {
  if (training.inputs.rows() != 2 || training.targets.rows() != 2) return Json();
  const Eigen::Vector2d low =
      training.inputs.rowwise().minCoeff().cwiseMin(validation.inputs.rowwise().minCoeff());
  const Eigen::Vector2d high =
      training.inputs.rowwise().maxCoeff().cwiseMax(validation.inputs.rowwise().maxCoeff());
  const Eigen::Vector2d span = (high - low).cwiseMax(1e-9) * 1.1, from = (high + low - span) / 2;
  Eigen::MatrixXd grid(2, kSide * kSide);
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      grid.col(row * kSide + column) << from[0] + span[0] * (column + 0.5) / kSide,
          from[1] + span[1] * (kSide - row - 0.5) / kSide;
  const Eigen::MatrixXd answers = network.answers(grid);
  Json squares = Json::array();
  for (int i = 0; i < kSide * kSide; ++i)
    squares.push_back({{"x", i % kSide * kSquare},
                       {"y", i / kSide * kSquare},
                       {"colour", shade(answers(1, i) - answers(0, i))}});
  const auto marks = [&](const LabelledPoints& points) {
    Json out = Json::array();
    for (Eigen::Index i = 0; i < points.inputs.cols(); ++i)
      out.push_back(
          {{"x", fmt::format("{:.1f}", (points.inputs(0, i) - from[0]) / span[0] * kSide * kSquare)},
           {"y", fmt::format("{:.1f}", (1 - (points.inputs(1, i) - from[1]) / span[1]) * kSide * kSquare)},
           {"colour", points.targets(1, i) > 0 ? "#0b2a99" : "#990b1a"}});
    return out;
  };
  return {{"side", kSide * kSquare},
          {"size", kSquare},
          {"squares", std::move(squares)},
          {"crosses", marks(training)},
          {"circles", marks(validation)}};
}

std::string costs_plot(const CostCurves& curves) {
  const auto epochs = static_cast<double>(curves.training.size());
  double most = 0;
  const auto points = [&](const std::vector<double>& costs) {
    Plot::Points out;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      out.emplace_back(static_cast<double>(i + 1), costs[i]);
      most = std::max(most, costs[i]);
    }
    return out;
  };
  const Plot::Points training = points(curves.training), validation = points(curves.validation);
  Plot plot({"epoch", 1, epochs}, {"cost", 0, most * 1.05});
  plot.line(training, 0, false, "training");
  plot.line(validation, 1, false, "validation");
  return plot.svg("Cost of training and validation points by epoch");
}

}  // namespace bora::report
