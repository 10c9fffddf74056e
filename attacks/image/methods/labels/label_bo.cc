#include "attacks/image/methods/labels/label_bo.h"

#include <algorithm>
#include <cmath>

#include "attacks/image/proposals/directions.h"
#include "attacks/image/proposals/square_proposals.h"
#include "attacks/image/textures/texture_opening.h"
#include "common/order.h"
#include "common/stopwatch.h"
#include "surrogates/sampling/normal.h"

namespace bora::attacks {
namespace {

constexpr double kLeastThreshold = 0.1;  // so queries are within 10 epsilon of the original

// Returns the direction from the original towards the problem's example; empty if there is none or if it is
// farther away than the farthest queries.
Eigen::RowVectorXf towards_example(const AttackProblem& problem) {
  if (problem.example.size() == 0) return {};
  const Eigen::RowVectorXf difference = problem.example - problem.original;
  const double epsilon = problem.ball.epsilon();
  if (problem.ball.norm() == Norm::l2) {
    if (difference.norm() > epsilon / kLeastThreshold) return {};
    return of_mean_square_1(difference);
  }
  if (difference.cwiseAbs().maxCoeff() > epsilon / kLeastThreshold) return {};
  const auto least = static_cast<float>(epsilon / 2);
  return (difference.array() > least).cast<float>() - (difference.array() < -least).cast<float>();
}

// Chosen on images 1-20 of MNIST (epsilon 0.3), with two targets each.
constexpr DirectionPrior kPriorWithExample{.mean = 0.4, .texture = 0.5, .length = 2};
// The mean is lower, because textures of the usual epsilon in L2 rarely succeed.
constexpr DirectionPrior kPriorInL2{.mean = 0.4};

DirectionPrior prior_of(const AttackProblem& problem, bool with_example) {
  if (with_example) return kPriorWithExample;
  return problem.ball.norm() == Norm::l2 ? kPriorInL2 : DirectionPrior{};
}

}  // namespace

void LabelBoOptions::read(AttackSettings& settings) {
  settings.read("opening", opening, 1, DirectionModel::kMost,
                "textures that are queried before the model chooses");
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  settings.read("candidates", candidates, 1, 100000, "proposals of a round");
  settings.read("rounds", rounds, 1, 100, "rounds of proposals, each around the best of the one before");
  settings.read(
      "model", model, 1, 1000000,
      "number of queries that the model chooses; after them, blocks of the best direction are flipped as in adba");
  settings.read("beta", beta, 0, 100,
                "exploration: number of posterior standard deviations added to the mean");
  settings.read("certain", certain, 0, 1,
                "probability of success from which the first 12 queries are made at the bound");
  settings.read("later-certain", later_certain, 0, 1,
                "probability of success from which later queries are made at the bound");
}

LabelBo::LabelBo(AttackProblem problem, LabelBoOptions options)
    : BlockDescent(std::move(problem), {}, {}),
      options_(options),
      example_(towards_example(this->problem())),
      model_(this->problem(), prior_of(this->problem(), example_.size() > 0)),
      first_families_(first_families(this->problem())) {}

Eigen::RowVectorXf LabelBo::first_texture() {
  if (opened_ >= first_families_.size()) return fresh_texture();
  return Texture(problem().shape, first_families_[opened_++], rng_).signs();
}

Eigen::RowVectorXf LabelBo::fresh_texture() {
  return draw_any_texture(problem().shape, texture_families(), rng_).signs();
}

void LabelBo::fill_square(Eigen::Ref<Eigen::RowVectorXf> direction) {
  // The side shrinks by the schedule of Square Attack for a budget of 1,000.
  constexpr int kBudget = 1000;
  const auto& [channels, height, width] = problem().shape;
  const int side = square_side(square_share(options_.p, queries_, kBudget), problem().shape);
  const int top = rng_.index(height - side + 1), left = rng_.index(width - side + 1);
  const int fills = example_.size() > 0 ? 5 : 4;
  const Eigen::RowVectorXf* source = nullptr;
  switch (rng_.index(fills)) {
    case 0:
      if (!textures_.empty()) source = &textures_[rng_.index(static_cast<int>(textures_.size()))];
      break;
    case 1:
      if (slope_.size() > 0) source = &slope_;
      break;
    case 2:
      if (!parents_.empty()) source = &parents_[rng_.index(static_cast<int>(parents_.size()))];
      break;
    case 4:
      source = &example_;
      break;
    default:
      break;
  }
  for (int c = 0; c < channels; ++c) {
    const auto sign = static_cast<float>(rng_.sign());
    for (int y = top; y < top + side; ++y) {
      auto row = direction.segment((c * height + y) * width + left, side);
      if (source)
        row = source->segment((c * height + y) * width + left, side);
      else
        row.setConstant(sign);
    }
  }
}

void LabelBo::fill_squares(Eigen::Ref<Eigen::RowVectorXf> direction) {
  constexpr double kTwo = 0.5;
  fill_square(direction);
  if (rng_.uniform() < kTwo) fill_square(direction);
}

void LabelBo::change(Eigen::Ref<Eigen::RowVectorXf> direction) {
  if (!is_euclidean()) return fill_squares(direction);
  constexpr double kAscent = 0.5, kFresh = 0.3;     // shares of proposals
  constexpr double kShortest = 0.1, kLongest = 10;  // steps, over the length of the direction
  if (slope_.size() > 0 && rng_.uniform() < kAscent) {
    const double step = kShortest * std::pow(kLongest / kShortest, rng_.uniform());
    direction = of_mean_square_1(direction + static_cast<float>(step) * slope_);
  }
  if (rng_.uniform() < kFresh) {
    const double step = kShortest * std::pow(1 / kShortest, rng_.uniform());
    direction += static_cast<float>(step) * fresh_texture();
  } else {
    fill_squares(direction);
  }
  direction = of_mean_square_1(direction);
}

// Directions from which a round of proposals is made, best first, with the posterior of t along each.
struct LabelBo::Bases {
  Batch directions;                 // m x d
  Eigen::VectorXd mean, deviation;  // m each; empty: not computed yet
};

LabelBo::Aim LabelBo::choose() {
  if (model_.size() < options_.opening) return {first_texture(), 1};
  Bases bases{fit_model(), {}, {}};
  for (int round = 0; round < options_.rounds; ++round) {
    const Batch proposals = propose(bases.directions, round == 0);
    bases = best_of(bases, proposals);
  }
  return {bases.directions.row(0), threshold_for(bases.mean[0], bases.deviation[0])};
}

Eigen::RowVectorXf LabelBo::fit_model() {
  const Stopwatch watch;
  model_.fit();
  fit_seconds_ += watch.seconds();

  const Eigen::VectorXd means = model_.means();
  const std::vector<int> order = descending(means);
  const int best = order[0];
  constexpr int kLeastParents = 3, kShareOfParents = 5;
  const int parents = std::min(model_.size() - 1, std::max(kLeastParents, model_.size() / kShareOfParents));
  parents_.clear();
  for (int i = 1; i <= parents; ++i) parents_.push_back(model_.direction(order[i]));
  slope_ = model_.slope(best);
  textures_.clear();
  return model_.direction(best);
}

Batch LabelBo::propose(const Batch& bases, bool with_textures) {
  constexpr int kManyTextures = 60, kTextures = 20, kEarlyTextures = 5;
  int textures = queries_ < kEarlyTextures ? kManyTextures : kTextures;
  if (!with_textures) textures = 0;
  Batch proposals(options_.candidates + textures, problem().shape.size());
  for (int i = 0; i < options_.candidates; ++i) {
    proposals.row(i) = bases.row(rng_.index(static_cast<int>(bases.rows())));
    change(proposals.row(i));
  }
  for (int i = 0; i < textures; ++i) {
    textures_.push_back(fresh_texture());
    proposals.row(options_.candidates + i) = textures_.back();
  }
  return proposals;
}

LabelBo::Bases LabelBo::best_of(const Bases& bases, const Batch& proposals) {
  constexpr int kBases = 4;
  const Stopwatch watch;
  const DirectionModel::Posterior posterior = model_.predict(proposals);
  rank_seconds_ += watch.seconds();
  const Eigen::Index proposed = proposals.rows(), competing = bases.mean.size();
  Eigen::VectorXd mean(proposed + competing), deviation(proposed + competing);
  mean << posterior.mean, bases.mean;
  deviation << posterior.deviation, bases.deviation;
  const Eigen::VectorXd bound = mean + options_.beta * deviation;
  std::vector<int> ranks = descending(bound);
  ranks.resize(std::min<std::size_t>(ranks.size(), kBases));
  Bases best{Batch(ranks.size(), proposals.cols()), mean(ranks), deviation(ranks)};
  for (std::size_t i = 0; i < ranks.size(); ++i)
    best.directions.row(i) =
        ranks[i] < proposed ? proposals.row(ranks[i]) : bases.directions.row(ranks[i] - proposed);
  return best;
}

double LabelBo::threshold_for(double mean, double deviation) const {
  constexpr int kEarly = 12;
  constexpr double kOutwards = 0.5;
  const double spread = std::hypot(deviation, model_.prior().noise);
  const double success = surrogates::normal_cdf((mean - 1) / spread);
  if (success >= (queries_ < kEarly ? options_.certain : options_.later_certain)) return 1;
  return std::clamp(mean + kOutwards * spread, kLeastThreshold, 1.0);
}

// In L2 the image is projected to the ball of its radius, which rounding to the grid could leave.
Eigen::RowVectorXf LabelBo::image_at(const Aim& aim) const {
  const Eigen::RowVectorXf& original = problem().original;
  const double radius = problem().ball.epsilon() / aim.threshold;
  if (!is_euclidean()) return original + static_cast<float>(radius) * aim.direction;
  const Eigen::RowVectorXf low = -original, high = (1 - original.array()).matrix();
  Eigen::RowVectorXf image = original + stretched(aim.direction, low, high, radius);
  const NormBall ball = aim.threshold < 1 ? problem().ball.within(radius) : problem().ball;
  ball.project(original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

Script<bool> LabelBo::ask(Aim aim) {
  const Eigen::RowVectorXf image = image_at(aim);
  const bool adversarial = co_await is_adversarial(image);
  ++queries_;
  model_.add(aim.direction, aim.threshold, adversarial);
  if (adversarial && aim.threshold > best_aim_.threshold) best_aim_ = aim;
  co_return adversarial;
}

Script<> LabelBo::ask_towards_example() {
  const double least = std::min(1.0, problem().ball.epsilon() / distance(problem().example));
  for (double threshold = 1;; threshold = std::max(least, threshold / 2)) {
    const Aim aim{example_, threshold};
    const bool reached = co_await ask(aim);
    if (reached) co_return;
    if (threshold <= least) break;
  }
  example_.resize(0);
}

Script<> LabelBo::script() {
  if (problem().start.size() > 0) {
    const Eigen::RowVectorXf& start = problem().start;
    const Aim aim{is_euclidean() ? of_mean_square_1(start - problem().original) : signs_of(problem(), start),
                  1};
    co_await ask(aim);
  }
  if (example_.size() > 0) co_await ask_towards_example();
  while (is_euclidean() || queries_ < options_.model || best_aim_.threshold == 0) {
    const Aim aim = choose();
    co_await ask(aim);
  }
  best_.signs = best_aim_.direction;
  radius_ = problem().ball.epsilon() / best_aim_.threshold;
  co_await descend();
}

std::map<std::string, double> LabelBo::seconds() const {
  return {{"fit", fit_seconds_}, {"ranking", rank_seconds_}};
}

}  // namespace bora::attacks
