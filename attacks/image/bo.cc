#include "attacks/image/bo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/stopwatch.h"
#include "surrogates/search/ranking.h"

namespace bora {

void BoOptions::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  std::string name = to_string(loss);
  settings.read("loss", name, {"margin", "cross-entropy", "log-odds"}, "what is modelled and raised");
  loss = parse_loss(name);
  settings.read("model", model, "no: every query is Square's, as if there were no Gaussian process");
  settings.read("warm-up", warm_up, 2, 1000, "queries before the model chooses");
  settings.read("candidates", candidates, 1, 100000, "proposals of a round");
  settings.read("rounds", rounds, 1, 100, "rounds of proposals, each around the best of the one before");
  settings.read("bases", bases, 1, 1000, "proposals that the next round starts from");
  settings.read("composite", composite, 0, 1, "share of proposals that are two squares at once");
  settings.read("beta", beta, 0, 100, "exploration: posterior deviations added to the mean, at first ...");
  settings.read("last-beta", last_beta, 0, 100, "... and in the end");
  settings.read("window", window, 0, 100,
                "width of the window that pixels are weighed by in the model, in sides; 0: all alike");
  settings.read("prior", uses_prior, "no: uses neither surrogates nor lessons, should there be some");
  settings.read("prior-beta", prior_beta, 0, 100, "beta where there are some");
  settings.read("transfers", transfers, 1, 1000, "with surrogates: further images that fool them, to cross");
  settings.read("crossover", crossover, 0, 1, "with surrogates: share of proposals with a window of those");
  settings.read("prior-p", prior_p, 1e-4, 1, "with surrogates: p of half of the squares");
  settings.read("learnt-fill", learnt_fill, 0, 1, "with lessons: share filled along the slopes learnt");
}

namespace {

constexpr int kStripes = 2;  // with surrogates: queries before stripes are asked for

// Square roots of the window's weights: points are multiplied by them, squared distances by their squares.
Eigen::RowVectorXf window_weights(const ImageShape& shape, double width) {
  Eigen::RowVectorXf weights = Eigen::RowVectorXf::Ones(shape.size());
  if (width == 0) return weights;
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        const double down = (y + 0.5) / shape.height - 0.5;
        const double across = (x + 0.5) / shape.width - 0.5;
        weights[(c * shape.height + y) * shape.width + x] =
            static_cast<float>(std::exp(-(down * down + across * across) / (4 * width * width)));
      }
  return weights;
}

// The gradient of a loss w.r.t. scores of which log_p are the log-probabilities.
Eigen::RowVectorXd slope_of(Loss loss, const Goal& goal, const Eigen::RowVectorXd& log_p) {
  const Eigen::RowVectorXd slope = loss_gradient(loss, goal, log_p);
  return slope - slope.sum() * log_p.array().exp().matrix();  // through the normalisation
}

}  // namespace

BoAttack::BoAttack(AttackProblem problem, const BoOptions& options)
    : problem_(std::move(problem)),
      options_(options),
      proposals_(problem_, options.p),
      small_proposals_(problem_, options.prior_p),
      transfers_(problem_),
      rng_(problem_.seed),
      learnt_(options.uses_prior && problem_.lessons ? *problem_.lessons : std::vector<Lesson>(),
              problem_.classes, problem_.shape.size()),
      weights_(window_weights(problem_.shape, options.window)),
      ranker_(problem_.shape.size(), problem_.classes,
              learnt_.size() + (options.uses_prior && problem_.surrogates ? 1 + options.transfers : 0)) {
  if (!options_.uses_prior) problem_.surrogates = nullptr;
}

bool BoAttack::trusts_surrogates() const {
  constexpr int kEnough = 8;
  return has_surrogates() && !beaten_ &&
         (!ranker_.fitted() || ranker_.size() < kEnough || ranker_.hyperparameters().features > 0);
}

PointRows BoAttack::points(const PointRows& images) const {
  return ((images.rowwise() - problem_.original).array().rowwise() * weights_.array()).matrix();
}

Eigen::MatrixXd BoAttack::features(const PointRows& images) const {
  const PointRows perturbations = images.rowwise() - problem_.original;
  Eigen::MatrixXd features(images.rows(), learnt_.size() + transfers_.size());
  if (!learnt_.empty()) features.leftCols(learnt_.size()) = learnt_.values(perturbations);
  if (has_surrogates()) features.rightCols(transfers_.size()) = transfers_.values(perturbations);
  return features;
}

Eigen::RowVectorXf BoAttack::first() {
  if (has_surrogates()) {
    const ScopedTimer timer(prior_seconds_);
    transfers_.find_first();
    return transfers_.image(0);
  }
  // Drawn in any case: where the slopes say nothing it remains.
  Eigen::RowVectorXf image = proposals_.stripes(rng_);
  if (learnt_.empty()) return image;
  Eigen::RowVectorXd towards = Eigen::RowVectorXd::Zero(problem_.classes);
  towards[problem_.goal.label] = -1;
  if (problem_.goal.target) towards[*problem_.goal.target] = 1;
  const Eigen::RowVectorXf slope = learnt_.direction(towards);
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  for (Eigen::Index i = 0; i < image.size(); ++i)
    if (slope[i] != 0) image[i] = problem_.original[i] + (slope[i] > 0 ? epsilon : -epsilon);
  return image;
}

Batch BoAttack::ask(int /*q*/) {
  if (told_ == 0) return first();
  if (has_surrogates() && told_ == 1) {
    // Only now, since the first often succeeds and then nobody needs them.
    const ScopedTimer timer(prior_seconds_);
    transfers_.find_others(options_.transfers, rng_);
    learn(best_, best_log_p_);
  }
  if (!learnt_.empty() && direction_.size() == 0)
    direction_ = learnt_.direction(slope_of(options_.loss, problem_.goal, best_log_p_));
  if (has_surrogates() && told_ < options_.warm_up) {
    if (told_ == 1) return transfers_.image(1);
    if (told_ == kStripes) return proposals_.stripes(rng_);
  }
  if (told_ < options_.warm_up || !options_.model) return proposal(best_);
  return choose();
}

Eigen::RowVectorXf BoAttack::proposal(const Eigen::RowVectorXf& base) {
  int side = proposals_.side(told_);
  // Without a prior no random number is spent on the choice, so that the queries are Square's.
  if (trusts_surrogates()) {
    const double kind = rng_.uniform();
    const double small = (1 - options_.crossover) / 2;  // share of small squares
    if (kind < options_.crossover + small) side = small_proposals_.side(told_);
    if (kind < options_.crossover) {
      const int longest = std::min(problem_.shape.height, problem_.shape.width);
      const int other = rng_.index(transfers_.size());
      return proposals_.with_window(base, side + rng_.index(longest - side + 1), transfers_.image(other),
                                    rng_);
    }
  }
  if (!learnt_.empty() && rng_.uniform() < options_.learnt_fill)
    return proposals_.with_square_along(base, side, direction_, rng_);
  return proposals_.with_square(base, side, rng_);
}

// Composite Bayesian optimisation (Astudillo and Frazier, ICML 2019): the loss is a known function of scores
// that are modelled each, so a change of the strongest rival class, a kink in the loss, is no surprise. Its
// deviation is taken to first order at the mean scores.
Eigen::VectorXd BoAttack::confidence_bounds(const CandidateRanker::Ranking& ranking) const {
  constexpr double kUnhurried = 8;  // queries before exploration begins to fall
  const double first_beta = has_prior() ? options_.prior_beta : options_.beta;
  const double beta =
      options_.last_beta + (first_beta - options_.last_beta) * std::min(1.0, kUnhurried / ranker_.size());
  Eigen::VectorXd bounds(ranking.mean.rows());
  for (Eigen::Index i = 0; i < bounds.size(); ++i) {
    const Eigen::RowVectorXd scores = ranking.mean.row(i);
    const double largest = scores.maxCoeff();
    const Eigen::RowVectorXd log_p =
        scores.array() - largest - std::log((scores.array() - largest).exp().sum());
    const Eigen::RowVectorXd slope = slope_of(options_.loss, problem_.goal, log_p);
    const double variance = (slope * ranker_.covariance()).dot(slope) * ranking.variance[i];
    bounds[i] = loss_value(options_.loss, problem_.goal, log_p) + beta * std::sqrt(variance);
  }
  return bounds;
}

BoAttack::Pool BoAttack::propose(const PointRows& bases) {
  Pool pool;
  {
    const ScopedTimer timer(propose_seconds_);
    pool.images.resize(options_.candidates, problem_.shape.size());
    for (int i = 0; i < options_.candidates; ++i) {
      Eigen::RowVectorXf image = proposal(bases.row(rng_.index(static_cast<int>(bases.rows()))));
      if (rng_.uniform() < options_.composite) image = proposal(image);
      pool.images.row(i) = image;
    }
  }
  const ScopedTimer timer(rank_seconds_);
  pool.scores = confidence_bounds(ranker_.rank(points(pool.images), features(pool.images)));
  // Asking for the incumbent again would teach nothing.
  for (int i = 0; i < options_.candidates; ++i)
    if ((pool.images.row(i) - best_).cwiseAbs().maxCoeff() < 1e-7F)
      pool.scores[i] = -std::numeric_limits<double>::infinity();
  return pool;
}

Eigen::RowVectorXf BoAttack::choose() {
  {
    const ScopedTimer timer(fit_seconds_);
    ranker_.fit();
  }
  PointRows bases = best_;
  Eigen::VectorXd scores;  // of the bases; none of the incumbent, which is no candidate
  for (int round = 0; round < options_.rounds; ++round) {
    Pool pool = propose(bases);
    const auto fresh = pool.images.rows();
    if (scores.size() > 0) {
      pool.images.conservativeResize(fresh + bases.rows(), Eigen::NoChange);
      pool.images.bottomRows(bases.rows()) = bases;
      pool.scores.conservativeResize(fresh + bases.rows());
      pool.scores.tail(bases.rows()) = scores;
    }
    const auto best = largest(pool.scores, options_.bases);
    bases.resize(static_cast<Eigen::Index>(best.size()), Eigen::NoChange);
    scores.resize(bases.rows());
    for (std::size_t i = 0; i < best.size(); ++i) {
      bases.row(static_cast<Eigen::Index>(i)) = pool.images.row(best[i]);
      scores[static_cast<Eigen::Index>(i)] = pool.scores[best[i]];
    }
  }
  return bases.row(0);
}

void BoAttack::learn(const PointRows& image, const Eigen::RowVectorXd& log_p) {
  if (!options_.model) return;
  // Log-probabilities have a common term, the log of their sum, that no loss depends on; without it they are
  // the victim's logits, which are smoother.
  ranker_.append(points(image).row(0), features(image).row(0), log_p.array() - log_p.mean());
}

void BoAttack::tell(const Batch& queried, const std::vector<Observation>& observations) {
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double loss = loss_value(options_.loss, problem_.goal, observations[i].log_p);
    // What was made to fool others should come a good part of the way from stripes to fooling the victim, at
    // a loss of 0. Otherwise the surrogates have little to do with it and the attack goes on without them.
    constexpr double kGoodPart = 0.4;
    if (has_surrogates() && told_ == kStripes && options_.warm_up > kStripes)
      beaten_ = best_loss_ - loss < -kGoodPart * loss;
    if (told_ == 0 || loss > best_loss_) {
      best_loss_ = loss;
      best_ = queried.row(row);
      best_log_p_ = observations[i].log_p;
      direction_.resize(0);
    }
    // The first with surrogates waits for what the features are made of.
    if (!has_surrogates() || told_ > 0) learn(queried.row(row), observations[i].log_p);
    ++told_;
  }
}

std::string BoAttack::lesson() const {
  if (!options_.uses_prior || !ranker_.fitted()) return "";
  // The model's coordinates are perturbations times weights.
  const Eigen::MatrixXf slopes = (ranker_.trend().array().rowwise() * weights_.array()).matrix();
  return LearntSlopes::lesson(slopes, problem_.goal, best_log_p_);
}

std::map<std::string, double> BoAttack::seconds() const {
  std::map<std::string, double> parts = {
      {"fit", fit_seconds_}, {"proposals", propose_seconds_}, {"ranking", rank_seconds_}};
  if (has_surrogates()) parts["surrogates"] = prior_seconds_;
  return parts;
}

}  // namespace bora
