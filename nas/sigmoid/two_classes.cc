#include "nas/sigmoid/two_classes.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::nas {
namespace {

// Returns the numbers of a line; nullopt if a field is not a finite number.
std::optional<std::vector<double>> numbers_of(const std::string& line) {
  std::vector<double> numbers;
  for (std::string cell : split(line, ',')) {
    std::erase_if(cell, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    const auto value = to_finite(cell);
    if (!value) return std::nullopt;
    numbers.push_back(*value);
  }
  return numbers;
}

}  // namespace

LabelledPoints two_class_points(int count, double flipped, Rng& rng) {
  if (count < 1) throw InputError("points: {} is below 1", count);
  if (!(flipped >= 0 && flipped <= 1)) throw InputError("flipped: {} is not in [0, 1]", flipped);
  LabelledPoints out{Eigen::MatrixXd(2, count), Eigen::MatrixXd::Zero(2, count)};
  for (int i = 0; i < count; ++i) {
    const double x = rng.uniform(), y = rng.uniform();
    out.inputs.col(i) << x, y;
    const bool above = y > 0.5 + 0.25 * std::sin(2 * M_PI * x);
    out.targets(above != (rng.uniform() < flipped) ? 1 : 0, i) = 1;
  }
  return out;
}

LabelledPoints read_labelled_points(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw InputError("{}: cannot be read", file.string());
  std::vector<std::vector<double>> rows;
  std::string line;
  int most = 0;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    auto row = numbers_of(line);
    if (!row && number == 1) continue;
    constexpr double kMostClasses = 1000;
    if (!row || row->size() < 2 || (!rows.empty() && row->size() != rows.front().size()))
      throw InputError("{}: line {}: expected {} numbers, x_1,...,x_d,class", file.string(), number,
                       rows.empty() ? "at least 2" : std::to_string(rows.front().size()));
    if (row->back() < 0 || row->back() >= kMostClasses || row->back() != std::floor(row->back()))
      throw InputError("{}: line {}: class {} is not one of 0, 1, ...", file.string(), number, row->back());
    most = std::max(most, static_cast<int>(row->back()));
    rows.push_back(std::move(*row));
  }
  if (rows.empty()) throw InputError("{}: no points", file.string());
  if (most == 0)
    throw InputError("{}: all points are of class 0, expected at least 2 classes", file.string());
  const auto n = static_cast<Eigen::Index>(rows.size());
  const auto d = static_cast<Eigen::Index>(rows.front().size()) - 1;
  LabelledPoints out{Eigen::MatrixXd(d, n), Eigen::MatrixXd::Zero(most + 1, n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < d; ++j) out.inputs(j, i) = row[static_cast<std::size_t>(j)];
    out.targets(static_cast<Eigen::Index>(row.back()), i) = 1;
  }
  return out;
}

std::pair<LabelledPoints, LabelledPoints> split_points(const LabelledPoints& points, int count, Rng& rng) {
  const int n = points.size();
  if (count < 1 || count >= n) throw InputError("validation: {} points leave {} of {}", n - count, count, n);
  const auto order = rng.permutation(n);
  const auto part = [&](int from, int to) {
    LabelledPoints out{Eigen::MatrixXd(points.inputs.rows(), to - from),
                       Eigen::MatrixXd(points.targets.rows(), to - from)};
    for (int i = from; i < to; ++i) {
      out.inputs.col(i - from) = points.inputs.col(order[static_cast<std::size_t>(i)]);
      out.targets.col(i - from) = points.targets.col(order[static_cast<std::size_t>(i)]);
    }
    return out;
  };
  return {part(0, count), part(count, n)};
}

}  // namespace bora::nas
