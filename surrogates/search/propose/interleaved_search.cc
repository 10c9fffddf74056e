#include "surrogates/search/propose/interleaved_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "surrogates/acquisition/maximise.h"
#include "surrogates/search/propose/border_ascent.h"

namespace bora::surrogates {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

// Ascent of interleaved_search() from one start.
class Climb {
 public:
  Climb(const MixedSpace& space, const PointAcquisition& score, const SearchRegion& region,
        const InterleavedOptions& options)
      : space_(space), score_(score), region_(region), options_(options), d_h_(space.categories()) {
    for (int j = 0; j < space.numbers(); ++j) (space.real(j) ? real_ : whole_).push_back(d_h_ + j);
  }

  void start(const Eigen::VectorXd& point, double value) {
    move(point, value);
    record(point, value);
  }
  /// Records a scored point as the result if it is new and better than the result so far.
  void record(const Eigen::VectorXd& point, double value) {
    if (!(value > best_value_) || (region_.taken && region_.taken(point))) return;
    best_ = point;
    best_value_ = value;
  }
  /// Returns the best new point scored by all ascents so far, if any.
  const std::optional<Eigen::VectorXd>& best() const { return best_; }
  const Eigen::VectorXd& point() const { return point_; }
  double value() const { return value_; }
  /// Returns whether further rounds would gain little: all variables are real numbers, and their ascent has
  /// converged.
  bool ended() const { return climbed_ && d_h_ == 0 && whole_.empty(); }

  void step_to_neighbour(Rng& rng) {
    if (d_h_ == 0 && whole_.empty()) return;
    // Adds the neighbours in one random variable after another until there are enough.
    std::vector<Eigen::VectorXd> neighbours;
    for (const int at : rng.permutation(d_h_ + static_cast<int>(whole_.size()))) {
      if (at < d_h_) {
        add_categories(at, neighbours);
      } else {
        add_whole(whole_[static_cast<std::size_t>(at - d_h_)], neighbours);
      }
      if (static_cast<int>(neighbours.size()) >= options_.neighbours) break;
    }
    if (options_.single_neighbour && neighbours.size() > 1)
      neighbours = {neighbours[static_cast<std::size_t>(rng.index(static_cast<int>(neighbours.size())))]};
    go_to_best(neighbours);
  }

  void step_over_numbers(Rng& rng) {
    if (real_.empty()) return;
    if (space_.sparse()) return step_inside(rng);
    if (score_.smooth()) return step_along_gradient();
    constexpr int kSteps = 4;
    constexpr double kDeviation = 0.2;
    std::vector<Eigen::VectorXd> neighbours;
    for (const int at : real_)
      for (int step = 0; step < kSteps; ++step) {
        Eigen::VectorXd neighbour = point_;
        neighbour[at] = std::clamp(point_[at] + kDeviation * rng.normal(), region_.numbers.lower[at - d_h_],
                                   region_.numbers.upper[at - d_h_]);
        add(std::move(neighbour), neighbours);
      }
    go_to_best(neighbours);
  }

 private:
  void move(const Eigen::VectorXd& point, double value) {
    point_ = point;
    value_ = value;
    climbed_ = false;
  }

  // Moves to the best of the neighbours if it is better than the current point.
  void go_to_best(const std::vector<Eigen::VectorXd>& neighbours) {
    if (neighbours.empty()) return;
    Eigen::MatrixXd Z(static_cast<Eigen::Index>(neighbours.size()), point_.size());
    for (std::size_t k = 0; k < neighbours.size(); ++k)
      Z.row(static_cast<Eigen::Index>(k)) = neighbours[k].transpose();
    Eigen::Index largest = 0;
    const Eigen::VectorXd values = score_.values(Z);
    for (std::size_t k = 0; k < neighbours.size(); ++k)
      record(neighbours[k], values[static_cast<Eigen::Index>(k)]);
    if (const double found = values.maxCoeff(&largest); found > value_)
      move(neighbours[static_cast<std::size_t>(largest)], found);
  }

  // Step over numbers in a sparse space.
  void step_inside(Rng& rng) {
    constexpr int kHalvings = 8, kNeighbours = 24;
    std::vector<Eigen::VectorXd> candidates;
    const auto consider = [&](const Eigen::VectorXd& point) {
      Eigen::VectorXd unit = space_.to_unit(point);
      if (space_.allows(point) && space_.allows_unit(unit) && (!region_.holds || region_.holds(unit)))
        candidates.push_back(std::move(unit));
    };
    if (score_.smooth()) {
      const Eigen::VectorXd way = polish(score_, point_, box(), options_.evaluations).point - point_;
      for (int halving = 0; halving < kHalvings && !way.isZero(0); ++halving) {
        Eigen::VectorXd on_way = space_.from_unit(point_ + std::ldexp(1.0, -halving) * way);
        if (!space_.allows(on_way)) on_way = space_.nearest(std::move(on_way), rng);
        consider(on_way);
      }
    }
    for (const Eigen::VectorXd& near : space_.neighbours(space_.from_unit(point_), kNeighbours, rng))
      consider(near);
    go_to_best(candidates);
  }

  // Returns the bounds of an ascent over the real numbers, with all other coordinates fixed.
  Bounds box() const {
    Bounds of{point_, point_};
    for (const int j : real_) {
      of.lower[j] = std::min(region_.numbers.lower[j - d_h_], point_[j]);
      of.upper[j] = std::max(region_.numbers.upper[j - d_h_], point_[j]);
    }
    return of;
  }

  void step_along_gradient() {
    const auto polished = polish(score_, point_, box(), options_.evaluations);
    climbed_ = polished.evaluations < options_.evaluations;
    if (!(polished.value > value_)) return;
    if (!space_.ruled()) {
      point_ = polished.point;
      value_ = polished.value;
      return record(point_, value_);
    }
    // Settling resets numbers that are inactive at the point, so the score is computed again.
    const Eigen::VectorXd settled = space_.settled_unit(polished.point);
    if (!space_.allows_unit(settled)) return step_along_border(settled);
    if (const double value = score_.values(settled.transpose())[0]; value > value_) start(settled, value);
  }
  // outside: end of the ascent, which is not allowed.
  void step_along_border(const Eigen::VectorXd& outside) {
    const BorderPoint found = border_ascent(space_, score_, point_, outside, real_, options_.evaluations);
    if (found.value > value_) start(found.point, found.value);
  }
  // Adds a neighbour, settled, if it is allowed, inside the region and not the current point.
  void add(Eigen::VectorXd neighbour, std::vector<Eigen::VectorXd>& out) const {
    if (region_.holds && !region_.holds(neighbour)) return;
    if (space_.ruled()) {
      neighbour = space_.settled_unit(neighbour);
      if (neighbour == point_ || !space_.allows_unit(neighbour)) return;
    }
    out.push_back(std::move(neighbour));
  }
  void add_categories(int i, std::vector<Eigen::VectorXd>& out) const {
    for (int level = 0; level < space_.levels()[static_cast<std::size_t>(i)]; ++level) {
      if (level == point_[i]) continue;
      Eigen::VectorXd neighbour = point_;
      neighbour[i] = level;
      add(std::move(neighbour), out);
    }
  }
  // Adds the points whose whole number is one smaller or larger, or a third of the way to either bound, since
  // steps of one take long over a wide range.
  void add_whole(int at, std::vector<Eigen::VectorXd>& out) const {
    const int j = at - d_h_;
    const double low = region_.numbers.lower[j], high = region_.numbers.upper[j];
    for (const double wanted : {space_.stepped_unit(j, point_[at], -1), space_.stepped_unit(j, point_[at], 1),
                                point_[at] - (point_[at] - low) / 3, point_[at] + (high - point_[at]) / 3}) {
      Eigen::VectorXd neighbour = point_;
      neighbour[at] = wanted;
      constexpr double kRounding = 1e-9;
      if (wanted >= low - kRounding && wanted <= high + kRounding) {
        neighbour[at] = std::clamp(wanted, 0.0, 1.0);
        add(std::move(neighbour), out);
      }
    }
  }

  const MixedSpace& space_;
  const PointAcquisition& score_;
  const SearchRegion& region_;
  const InterleavedOptions& options_;
  int d_h_;
  std::vector<int> whole_, real_;  // coordinates of whole and of real numbers
  Eigen::VectorXd point_;
  double value_ = 0;
  std::optional<Eigen::VectorXd> best_;
  double best_value_ = kNone;
  bool climbed_ = false;  // whether the last gradient ascent converged within its evaluations
};

// Replaces the first drawn points by the known points that are allowed and inside the region. Returns whether
// there are any.
bool take_known(const MixedSpace& space, const PointAcquisition& score, const SearchRegion& region,
                Eigen::MatrixXd& drawn, Eigen::VectorXd& scores) {
  Eigen::Index taken = 0;
  for (const Eigen::VectorXd& point : region.known) {
    const Eigen::VectorXd unit = space.settled_unit(point);
    if (taken == drawn.rows() || !space.allows_unit(unit) || (region.holds && !region.holds(unit))) continue;
    drawn.row(taken) = unit.transpose();
    scores[taken] = score.values(drawn.row(taken))[0];
    ++taken;
  }
  return taken > 0;
}

// Replaces the first drawn point by the first allowed one of up to 2,000 further draws.
void draw_until_allowed(const MixedSpace& space, const PointAcquisition& score, const SearchRegion& region,
                        Rng& rng, Eigen::MatrixXd& drawn, Eigen::VectorXd& scores) {
  constexpr int kTries = 2000;
  for (int draw = 0; draw < kTries; ++draw) {
    const Eigen::VectorXd unit = space.settled_unit(region.draw(rng));
    if (!space.allows_unit(unit)) continue;
    drawn.row(0) = unit.transpose();
    scores[0] = score.values(drawn.row(0))[0];
    return;
  }
}

// Replaces those of the 40 best drawn points that are not allowed by allowed points near them.
void move_to_allowed(const MixedSpace& space, const PointAcquisition& score, const SearchRegion& region,
                     Eigen::MatrixXd& drawn, Eigen::VectorXd& scores, Rng& rng) {
  constexpr int kMoved = 40;
  Eigen::VectorXd left = scores;
  for (int moved = 0; moved < kMoved && moved < left.size(); ++moved) {
    Eigen::Index at = 0;
    if (left.maxCoeff(&at) == kNone) break;
    left[at] = kNone;
    Eigen::VectorXd point = space.from_unit(drawn.row(at).transpose());
    if (space.allows(point)) continue;
    point = space.to_unit(space.nearest(std::move(point), rng));
    if (region.holds && !region.holds(point)) continue;
    drawn.row(at) = point.transpose();
    scores[at] = score.values(drawn.row(at))[0];
  }
}

}  // namespace

Eigen::VectorXd interleaved_search(const MixedSpace& space, const PointAcquisition& score,
                                   const SearchRegion& region, Rng& rng, const InterleavedOptions& options) {
  Eigen::MatrixXd drawn(options.drawn, space.dimension());
  for (auto row : drawn.rowwise()) row = space.settled_unit(region.draw(rng)).transpose();
  Eigen::VectorXd scores = score.values(drawn);
  if (space.sparse()) move_to_allowed(space, score, region, drawn, scores, rng);
  if (space.ruled()) {
    bool any = false;
    for (Eigen::Index i = 0; i < scores.size(); ++i)
      if (space.allows_unit(drawn.row(i).transpose()))
        any = true;
      else
        scores[i] = kNone;
    if (!any && !take_known(space, score, region, drawn, scores))
      draw_until_allowed(space, score, region, rng, drawn, scores);
  }
  Climb climb(space, score, region, options);
  Eigen::VectorXd highest = drawn.row(0).transpose();
  double highest_score = kNone;
  for (int start = 0; start < options.starts; ++start) {
    Eigen::Index at = 0;
    const double value = scores.maxCoeff(&at);
    if (start > 0 && value == kNone) break;
    scores[at] = kNone;
    climb.start(drawn.row(at).transpose(), value);
    for (int round = 0; round < options.rounds; ++round) {
      const double before = climb.value();
      climb.step_to_neighbour(rng);
      climb.step_over_numbers(rng);
      constexpr double kGain = 1e-6;
      if (climb.ended() || !(options.single_neighbour || climb.value() > before + kGain)) break;
    }
    if (climb.value() > highest_score) {
      highest_score = climb.value();
      highest = climb.point();
    }
  }
  return climb.best().value_or(highest);
}

}  // namespace bora::surrogates
