#include "report/search/sigmoid_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/views/html/plot.h"

namespace bora::report {
namespace {

constexpr int kSide = 48, kSquare = 8;  // squares per side of the grid of regions, SVG units per square

// Returns a colour from red (class 0) through white to blue (class 1).
std::string shade(double difference) {
  const double d = std::clamp(difference, -1.0, 1.0);
  const int pale = static_cast<int>(255 - 155 * std::abs(d));
  return d > 0 ? fmt::format("#{:02x}{:02x}ff", pale, pale) : fmt::format("#ff{:02x}{:02x}", pale, pale);
}

}  // namespace

std::string regions_figure(const SigmoidNetwork& network, const LabelledPoints& training,
                           const LabelledPoints& validation) {
  if (training.inputs.rows() != 2 || training.targets.rows() != 2) return "";
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
  std::string svg = fmt::format(
      "<figure><svg viewBox=\"0 0 {0} {0}\" width=\"{0}\" role=\"img\" aria-label=\"Regions of the two "
      "classes\">\n",
      kSide * kSquare);
  for (int i = 0; i < kSide * kSide; ++i)
    svg +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", i % kSide * kSquare,
                    i / kSide * kSquare, kSquare, kSquare, shade(answers(1, i) - answers(0, i)));
  const auto draw = [&](const LabelledPoints& points, bool circles) {
    for (Eigen::Index i = 0; i < points.inputs.cols(); ++i) {
      const double x = (points.inputs(0, i) - from[0]) / span[0] * kSide * kSquare;
      const double y = (1 - (points.inputs(1, i) - from[1]) / span[1]) * kSide * kSquare;
      const char* colour = points.targets(1, i) > 0 ? "#0b2a99" : "#990b1a";
      svg += circles ? fmt::format(
                           "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"none\" stroke=\"{}\" "
                           "stroke-width=\"2\"/>\n",
                           x, y, colour)
                     : fmt::format(
                           "<path d=\"M{:.1f} {:.1f}l8 8m0 -8l-8 8\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                           x - 4, y - 4, colour);
    }
  };
  draw(training, false);
  draw(validation, true);
  return svg +
         "</svg><figcaption>Red: class 0, blue: class 1, pale: both answers alike. Crosses: training points, "
         "circles: validation points.</figcaption></figure>\n";
}

std::string costs_figure(const CostCurves& curves) {
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
  Plot plot({"epoch", 1, epochs, {}, false}, {"cost", 0, most * 1.05, {}, false});
  plot.line(training, 0, false, "training");
  plot.line(validation, 1, false, "validation");
  return plot.svg("Cost of training and validation points by epoch") +
         "<ul class=\"key\"><li><span class=\"swatch\" "
         "style=\"--colour:var(--attack-0)\"></span>training</li>\n"
         "<li><span class=\"swatch\" style=\"--colour:var(--attack-1)\"></span>validation</li></ul>\n";
}

}  // namespace bora::report
