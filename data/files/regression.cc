#include "data/files/regression.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/hash.h"
#include "common/text.h"
#include "data/files/file.h"
#include "data/files/number_lines.h"
#include "data/files/places.h"

namespace bora::data {
namespace {

namespace fs = std::filesystem;

// Reads whole numbers from 0 to end - 1. NumPy may have written them as 3.0. of: what they number, for
// messages.
std::vector<int> indices(const fs::path& file, int end, const char* of) {
  std::vector<int> all;
  const std::string text = read_text_file(file);
  for (NumberLines lines(text, file.string()); lines.next();)
    while (!lines.at_line_end()) {
      const double value = lines.real("a number");
      if (value != std::floor(value) || value < 0 || value >= end)
        lines.fail("{} {}, expected a whole number from 0 to {}", of, value, end - 1);
      all.push_back(static_cast<int>(value));
    }
  if (all.empty()) throw InputError("{}: is empty, expected {}s", file.string(), of);
  return all;
}

Eigen::MatrixXd table(const fs::path& file) {
  std::vector<std::vector<double>> rows;
  const std::string text = read_text_file(file);
  for (NumberLines lines(text, file.string()); lines.next();) {
    std::vector<double> row;
    while (!lines.at_line_end()) row.push_back(lines.real("a finite number"));
    if (row.empty()) continue;
    if (!rows.empty() && row.size() != rows[0].size())
      lines.fail("{}, expected {} as in the lines before",
                 count_of(static_cast<std::int64_t>(row.size()), "number"), rows[0].size());
    rows.push_back(std::move(row));
  }
  if (rows.size() < 2 || rows[0].size() < 2)
    throw InputError("{}: {} of {}, expected at least 2 of 2", file.string(),
                     count_of(static_cast<std::int64_t>(rows.size()), "row"),
                     count_of(rows.empty() ? 0 : static_cast<std::int64_t>(rows[0].size()), "number"));
  Eigen::MatrixXd out(rows.size(), rows[0].size());
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    out.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows[static_cast<std::size_t>(i)].data(), out.cols());
  return out;
}

// Returns the folder that load_uci() reads for this name; an empty path if there is none.
fs::path found_folder(const std::string& name) {
  std::vector<fs::path> candidates{name};
  for (const fs::path& place : places(name, {})) candidates.push_back(place);
  for (const fs::path& candidate : candidates)
    for (const fs::path& folder : {candidate, candidate / "data"}) {
      std::error_code error;
      if (fs::is_regular_file(folder / "data.txt", error)) return folder;
    }
  return {};
}

fs::path folder_of(const std::string& name) {
  if (fs::path found = found_folder(name); !found.empty()) return found;
  throw InputError("{}: no folder with a data.txt, neither here nor in $BORA_DATA_DIR", name);
}

}  // namespace

bool looks_like_regression(const std::string& name) {
  return !found_folder(name).empty();
}

RegressionSet load_uci(const std::string& name) {
  const fs::path folder = folder_of(name);
  const Eigen::MatrixXd all = table(folder / "data.txt");
  const auto columns = static_cast<int>(all.cols());
  std::vector<int> features, target{columns - 1};
  for (int i = 0; i + 1 < columns; ++i) features.push_back(i);
  const fs::path features_file = folder / "index_features.txt", target_file = folder / "index_target.txt";
  if (fs::exists(features_file)) features = indices(features_file, columns, "column");
  if (fs::exists(target_file)) target = indices(target_file, columns, "column");
  if (target.size() != 1)
    throw InputError("{}: {} columns, expected one", target_file.string(), target.size());
  if (std::ranges::find(features, target[0]) != features.end())
    throw InputError("{}: column {} is the target, too", features_file.string(), target[0]);
  return {all(Eigen::all, features), all.col(target[0]), folder.string()};
}

RegressionSplit published_split(int n, int number) {
  if (number < 0 || number >= kPublishedSplits)
    throw InputError("split: got {}, expected 0 to {}", number, kPublishedSplits - 1);
  std::mt19937 engine(1);
  std::vector<int> order(static_cast<std::size_t>(n));
  for (int split = 0; split <= number; ++split) {
    for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
    // Shuffles as NumPy's legacy generator does, which draws indices by masked rejection.
    for (int i = n - 1; i > 0; --i) {
      std::uint32_t mask = 1;
      while (mask < static_cast<std::uint32_t>(i)) mask = 2 * mask + 1;
      std::uint32_t j = 0;
      do j = static_cast<std::uint32_t>(engine()) & mask;
      while (j > static_cast<std::uint32_t>(i));
      std::swap(order[static_cast<std::size_t>(i)], order[j]);
    }
  }
  const auto end = order.begin() + std::lround(n * 9.0 / 10);
  return {{order.begin(), end}, {end, order.end()}};
}

RegressionSplit split_of(const RegressionSet& set, int number) {
  const auto n = static_cast<int>(set.y.size());
  const fs::path folder = set.source;
  const fs::path train = folder / fmt::format("index_train_{}.txt", number);
  const fs::path test = folder / fmt::format("index_test_{}.txt", number);
  if (!fs::exists(train) || !fs::exists(test)) return published_split(n, number);
  RegressionSplit split{indices(train, n, "row"), indices(test, n, "row")};
  std::vector<bool> seen(static_cast<std::size_t>(n));
  for (const int row : split.train) seen[static_cast<std::size_t>(row)] = true;
  for (const int row : split.test)
    if (seen[static_cast<std::size_t>(row)])
      throw InputError("{}: row {} is in {}, too", test.string(), row, train.filename().string());
  return split;
}

Whitening::Whitening(const Eigen::MatrixXd& rows) : mean(rows.colwise().mean()) {
  deviation = (rows.rowwise() - mean).array().square().colwise().mean().sqrt();
  // The deviation of equal values is the rounding error of their mean, not exactly 0.
  constexpr double kRounding = 1e-9;
  for (Eigen::Index j = 0; j < deviation.size(); ++j)
    if (!(deviation[j] > kRounding * std::abs(mean[j]))) deviation[j] = 1;
}

Eigen::MatrixXd Whitening::apply(const Eigen::MatrixXd& rows) const {
  return (rows.rowwise() - mean).array().rowwise() / deviation.array();
}

std::string content_hash(const RegressionSet& set) {
  std::string bytes(static_cast<std::size_t>(set.X.size() + set.y.size()) * sizeof(double), '\0');
  std::memcpy(bytes.data(), set.X.data(), static_cast<std::size_t>(set.X.size()) * sizeof(double));
  std::memcpy(bytes.data() + set.X.size() * sizeof(double), set.y.data(),
              static_cast<std::size_t>(set.y.size()) * sizeof(double));
  return sha256(bytes);
}

}  // namespace bora::data
