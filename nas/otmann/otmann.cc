#include "nas/otmann/otmann.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "common/error.h"
#include "nas/otmann/transport.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool convolves(Kind kind) {
  return kind == Kind::convolution || kind == Kind::residual;
}
bool activates(Kind kind) {
  return kind == Kind::rectifier || kind == Kind::sigmoid;
}

// Returns an entry of otmann_mismatches().
double mismatch(const Operation& a, const Operation& b) {
  if (convolves(a.kind) && convolves(b.kind)) {
    const double kernels = 0.1 * std::sqrt(2.0 * std::abs(a.kernel - b.kernel));
    constexpr double kShare = 0.9;
    return a.kind == b.kind ? kernels : kShare * kernels + (1 - kShare);
  }
  // Strides are ignored. Names distinguish mean pooling from max pooling.
  if (a.kind == Kind::pooling && b.kind == Kind::pooling) return a.name == b.name ? 0 : 0.25;
  if (activates(a.kind) && activates(b.kind)) {
    if (a.name == b.name) return 0;
    return a.kind == b.kind ? 0.1 : 0.25;
  }
  if (a.kind != b.kind) return kInfinite;
  return a.kind == Kind::other && a.name != b.name ? kInfinite : 0;
}

// Returns the length over several neighbours: the shortest, the longest or the mean one, for join 0, 1 or 2.
constexpr int kJoins = 3;
double joined(int join, const Eigen::MatrixXd& lengths, const std::vector<int>& nodes, Eigen::Index column) {
  double sum = 0, least = kInfinite, most = 0;
  for (const int v : nodes) {
    const double length = lengths(v, column);
    sum += length;
    least = std::min(least, length);
    most = std::max(most, length);
  }
  const double joins[kJoins] = {least, most, sum / static_cast<double>(nodes.size())};
  return joins[join];
}

}  // namespace

void OtmannOptions::check() const {
  if (!(structure >= 0) || std::isinf(structure))
    throw InputError("structure: {} is not 0 or more", structure);
  if (lengths != 6 && lengths != 24) throw InputError("lengths: {} is not one of 6, 24", lengths);
}

Eigen::MatrixXd otmann_positions(const LabelledDag& graph, const std::vector<Operation>& operations,
                                 int lengths) {
  std::vector<std::function<bool(Kind)>> groups{
      [](Kind) { return true; }, convolves, [](Kind kind) { return kind == Kind::pooling; },
      [](Kind kind) { return kind == Kind::dense || activates(kind); }};
  groups.resize(static_cast<std::size_t>(lengths / (2 * kJoins)));
  const int n = graph.nodes();
  const DagNeighbours around(graph);
  Eigen::MatrixXd to_last = Eigen::MatrixXd::Zero(n, kJoins * static_cast<Eigen::Index>(groups.size()));
  Eigen::MatrixXd to_first = to_last;
  const auto walk = [&](int v, const std::vector<int>& next, Eigen::MatrixXd& along) {
    if (next.empty()) return;
    const Kind kind = operations[static_cast<std::size_t>(graph.labels[static_cast<std::size_t>(v)])].kind;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (int join = 0; join < kJoins; ++join) {
        const Eigen::Index column = kJoins * static_cast<Eigen::Index>(g) + join;
        along(v, column) = joined(join, along, next, column) + (groups[g](kind) ? 1 : 0);
      }
  };
  for (int v = n - 1; v >= 0; --v) walk(v, around.after[static_cast<std::size_t>(v)], to_last);
  for (int v = 0; v < n; ++v) walk(v, around.before[static_cast<std::size_t>(v)], to_first);
  Eigen::MatrixXd positions(n, to_last.cols() + to_first.cols());
  positions << to_first, to_last;
  return positions;
}

Eigen::MatrixXd otmann_mismatches(const std::vector<Operation>& operations) {
  const auto n = static_cast<Eigen::Index>(operations.size());
  Eigen::MatrixXd M(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      M(i, j) = mismatch(operations[static_cast<std::size_t>(i)], operations[static_cast<std::size_t>(j)]);
  return M;
}

Otmann::Otmann(const ArchitectureSpace& space, OtmannOptions options)
    : options_(options), operations_(space.operations()), mismatches_(otmann_mismatches(operations_)) {
  options_.check();
}

std::vector<OtmannProfile> Otmann::profiles(const ArchitectureSpace& space,
                                            const Architecture& architecture) const {
  const auto masses = space.masses(architecture);
  std::vector<OtmannProfile> out;
  for (std::size_t cell = 0; cell < architecture.cells().size(); ++cell) {
    const LabelledDag& graph = architecture.cells()[cell].pruned;
    OtmannProfile profile;
    profile.labels = graph.labels;
    profile.masses = Eigen::Map<const Eigen::VectorXd>(masses[cell].data(), graph.nodes());
    // Mass of the input layer, of the output layer, and of all decision layers together.
    constexpr double kEnds = 0.1;
    const double ends = kEnds * profile.masses.sum();
    const auto kind = [&](int v) {
      return operations_[static_cast<std::size_t>(graph.labels[static_cast<std::size_t>(v)])].kind;
    };
    int decisions = 0;
    for (int v = 0; v < graph.nodes(); ++v) decisions += kind(v) == Kind::decision ? 1 : 0;
    for (int v = 0; v < graph.nodes(); ++v) {
      if (kind(v) == Kind::input || kind(v) == Kind::output) profile.masses[v] = ends;
      if (kind(v) == Kind::decision) profile.masses[v] = ends / decisions;
    }
    profile.positions = otmann_positions(graph, operations_, options_.lengths);
    out.push_back(std::move(profile));
  }
  return out;
}

OtmannDistances Otmann::distances(const std::vector<OtmannProfile>& a,
                                  const std::vector<OtmannProfile>& b) const {
  OtmannDistances sum;
  double mass = 0;
  for (std::size_t cell = 0; cell < a.size(); ++cell) {
    const OtmannProfile &p = a[cell], &q = b[cell];
    Eigen::MatrixXd C(p.masses.size(), q.masses.size());
    for (Eigen::Index i = 0; i < C.rows(); ++i)
      for (Eigen::Index j = 0; j < C.cols(); ++j)
        C(i, j) = mismatches_(p.labels[static_cast<std::size_t>(i)], q.labels[static_cast<std::size_t>(j)]) +
                  options_.structure * (p.positions.row(i) - q.positions.row(j)).cwiseAbs().mean();
    sum.absolute += partial_transport(p.masses, q.masses, C);
    mass += p.masses.sum() + q.masses.sum();
  }
  sum.normalised = mass > 0 ? sum.absolute / mass : 0;
  return sum;
}

}  // namespace bora::nas
