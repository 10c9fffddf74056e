#include "attacks/image/methods/bayesian/bo_l2.h"

#include <algorithm>
#include <cmath>

#include "attacks/image/proposals/pixel_pooling.h"
#include "attacks/image/textures/textures.h"
#include "common/stopwatch.h"

namespace bora::attacks {

void BoL2Options::read(AttackSettings& settings) {
  settings.read("p", p, 1e-4, 1, "share of pixels that the first windows cover");
  schedule.read(settings);
  CompositeOptions::read(settings);
  settings.read("ascent", ascent, 0, 1, "share of proposals that step along the slope of the model");
  settings.read("fresh", fresh, 0, 1, "share of proposals that add a fresh perturbation of the whole image");
  settings.read("textures", textures, 0, 1,
                "share of the fresh perturbations that are textures; the others are grids of bumps");
}

namespace {

Eigen::RowVectorXf of_length_1(const Eigen::RowVectorXf& values) {
  const float length = values.norm();
  return length > 0 ? Eigen::RowVectorXf(values / length) : values;
}

}  // namespace

BoL2Attack::BoL2Attack(AttackProblem problem, const BoL2Options& options)
    : problem_(std::move(problem)),
      options_(options),
      proposals_(problem_, options.p, options.schedule),
      rng_(problem_.seed),
      pooling_(problem_.shape),
      ranker_(pooling_.pooled_shape().size(), problem_.classes, {},
              pixel_windows(problem_.original, pooling_)) {}

Eigen::RowVectorXf BoL2Attack::draw_perturbation() {
  if (rng_.uniform() >= options_.textures) return of_length_1(proposals_.start(rng_) - problem_.original);
  return of_length_1(draw_any_texture(problem_.shape, texture_families(), rng_).signs());
}

std::optional<Pixels> BoL2Attack::ask() {
  if (told_ >= options_.warm_up) return best_proposal();
  if (told_ == 0 && problem_.start.size() > 0) return problem_.start;
  Eigen::RowVectorXf image(problem_.original.size());
  proposals_.show(draw_perturbation(), image);
  return image;
}

void BoL2Attack::change(Eigen::Ref<Eigen::RowVectorXf> image, const Eigen::RowVectorXf& slope) {
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  constexpr double kShortest = 0.1, kLongest = 10;  // steps, as shares of epsilon
  if (rng_.uniform() < options_.ascent) {
    const double step = kShortest * std::pow(kLongest / kShortest, rng_.uniform());
    proposals_.show(image - problem_.original + static_cast<float>(step) * epsilon * slope, image);
  }
  if (rng_.uniform() < options_.fresh) {
    const double step = kShortest * std::pow(1 / kShortest, rng_.uniform());
    proposals_.show(image - problem_.original + static_cast<float>(step) * epsilon * draw_perturbation(),
                    image);
  } else {
    proposals_.move_change(image, proposals_.side(told_), rng_);
  }
}

Eigen::RowVectorXf BoL2Attack::slope_of_model() const {
  const Eigen::RowVectorXf of_scores = slope_of(options_.loss, problem_.goal, best_.log_p).cast<float>();
  return of_length_1(pooling_.expand(of_scores * ranker_.trend()));
}

Eigen::VectorXd BoL2Attack::upper_bounds_of(const PointRows& images) {
  const ScopedTimer timer(rank_seconds_);
  const PointRows perturbations = images.rowwise() - problem_.original;
  PointRows buffer;
  const PointRows& points = pooling_.pool(perturbations, buffer);
  return upper_bounds(ranker_, ranker_.rank(points, Eigen::MatrixXd(points.rows(), 0)), options_.loss,
                      problem_.goal, {options_.beta, options_.last_beta});
}

Eigen::RowVectorXf BoL2Attack::best_proposal() {
  {
    const ScopedTimer timer(fit_seconds_);
    ranker_.fit();
  }
  const Eigen::RowVectorXf slope = slope_of_model();
  PointRows bases = best_.image;
  Eigen::VectorXd bounds;  // upper confidence bounds of the bases; empty for the incumbent
  PointRows images(options_.candidates, problem_.shape.size());
  for (int round = 0; round < options_.rounds; ++round) {
    {
      const ScopedTimer timer(propose_seconds_);
      for (auto image : images.rowwise()) {
        image = bases.row(rng_.index(static_cast<int>(bases.rows())));
        change(image, slope);
      }
    }
    // The bases compete with the images made from them.
    const Eigen::Index earlier = bounds.size();
    const auto best = choose_bases(bounds, upper_bounds_of(images), options_.bases);
    PointRows next(static_cast<Eigen::Index>(best.size()), problem_.shape.size());
    for (Eigen::Index i = 0; i < next.rows(); ++i) {
      const Eigen::Index from = best[static_cast<std::size_t>(i)];
      if (from < earlier) {
        next.row(i) = bases.row(from);
      } else {
        next.row(i) = images.row(from - earlier);
      }
    }
    bases = std::move(next);
  }
  return bases.row(0);
}

void BoL2Attack::tell(const Pixels& queried, const Observation& seen) {
  best_.offer(queried, seen.log_p, loss_value(options_.loss, problem_.goal, seen.log_p), told_);
  // Centred log-probabilities, see BoAttack::learn().
  const PointRows perturbation = queried - problem_.original;
  PointRows buffer;
  ranker_.append(pooling_.pool(perturbation, buffer).row(0), Eigen::RowVectorXd(0),
                 seen.log_p.array() - seen.log_p.mean());
  ++told_;
}

std::map<std::string, double> BoL2Attack::seconds() const {
  return {{"fit", fit_seconds_}, {"proposals", propose_seconds_}, {"ranking", rank_seconds_}};
}

}  // namespace bora::attacks
