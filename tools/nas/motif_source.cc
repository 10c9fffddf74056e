#include "tools/nas/motif_source.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/byte_order_mark.h"
#include "common/error.h"
#include "common/text.h"
#include "data/csv_fields.h"
#include "tools/report/render/format.h"

namespace bora {
namespace {

std::size_t place_of(const std::vector<std::string>& header, const std::vector<std::string>& names,
                     const std::string& file) {
  for (std::size_t i = 0; i < header.size(); ++i)
    if (std::ranges::find(names, header[i]) != names.end()) return i;
  throw InputError("--motifs: {} has no column {}; it has {}", file, join(names, " or "),
                   printable(join(header)));
}

}  // namespace

std::shared_ptr<const MotifSpace> motifs_from(const std::filesystem::path& path, const std::string& values,
                                              const SpacePtr& space) {
  const std::string file = path.string();
  std::ifstream in(path);
  std::string line;
  if (!in || !std::getline(in, line)) throw InputError("--motifs: {} cannot be read, or is empty", file);
  const auto header = csv_fields(without_byte_order_mark(line), file + ":1");
  const std::size_t named = place_of(header, {"cell", "arch", "architecture"}, file);
  const std::size_t valued = place_of(header, {values}, file);
  std::vector<Architecture> X;
  std::vector<double> y;
  std::set<std::string> seen;
  for (int number = 2; std::getline(in, line); ++number) {
    const std::string where = fmt::format("--motifs: {}:{}", file, number);
    const auto fields = csv_fields(line, where);
    if (fields.size() != header.size())
      throw InputError("{}: {} fields, expected {}", where, fields.size(), header.size());
    const std::string& text = fields[valued];
    if (text.empty()) continue;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
      throw InputError("{}: {} '{}' is no finite number", where, values, printable(text));
    try {
      Architecture architecture = space->parse(fields[named]);
      if (!seen.insert(architecture.text()).second) continue;
      X.push_back(std::move(architecture));
      y.push_back(value);
    } catch (const InputError& problem) {
      throw InputError("{}: {}", where, problem.what());
    }
  }
  if (X.size() < 2)
    throw InputError("--motifs: {} has {} architectures, expected at least 2", file, X.size());
  if (std::ssize(X) > kMostLearntFrom) {
    Rng rng(0);
    std::vector<int> order = rng.permutation(static_cast<int>(X.size()));
    order.resize(kMostLearntFrom);
    std::vector<Architecture> some;
    std::vector<double> worth;
    for (const int i : order) {
      some.push_back(X[static_cast<std::size_t>(i)]);
      worth.push_back(y[static_cast<std::size_t>(i)]);
    }
    X = std::move(some);
    y = std::move(worth);
  }
  return std::make_shared<const MotifSpace>(
      space,
      Motifs(*space, X, Eigen::Map<const Eigen::VectorXd>(y.data(), static_cast<Eigen::Index>(y.size()))));
}

std::string motifs_text(const MotifSpace& space, const ArchitectureSpace& whole) {
  std::vector<std::string> patterns;
  for (const Motif& motif : space.good()) patterns.push_back(motif.pattern);
  const std::string good =
      fmt::format("one of {} good patterns: {}", patterns.size(), fmt::join(patterns, "; "));
  const auto all = whole.all(), allowed = space.all();
  if (!all || !allowed) return "only architectures with " + good;
  return fmt::format("{} of {} architectures have {}", grouped(static_cast<std::int64_t>(allowed->size())),
                     grouped(static_cast<std::int64_t>(all->size())), good);
}

}  // namespace bora
