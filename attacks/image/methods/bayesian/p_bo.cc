#include "attacks/image/methods/bayesian/p_bo.h"

#include <algorithm>
#include <cmath>

#include "attacks/settings/image_shapes.h"
#include "attacks/settings/loss_setting.h"
#include "common/stopwatch.h"
#include "surrogates/acquisition/acquisition.h"

namespace bora::attacks {
namespace {

constexpr RadialFamily kFamily = RadialFamily::matern52;
// Noise variance divided by the output scale. The authors learn one of at most this value.
constexpr double kNoise = 1e-6;

Eigen::VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

void PBoOptions::read(AttackSettings& settings, const ImageShape& shape) {
  constexpr int kOfLarge = 56;
  if (is_large(shape)) side = kOfLarge;
  settings.accept_as();
  settings.read("initial", initial, 2, 10000, "first queries, at random");
  settings.read("refit", refit_every, 1, 10000, "queries between two fits of the hyper-parameters");
  settings.read("beta", beta, 0, 100, "exploration of the upper confidence bound");
  settings.read("starts", starts, 1, 10000, "random points from which the bound is maximised");
  settings.read("ascent", ascent_steps, 1, 10000, "gradient steps from each of the starts");
  settings.read("rate", ascent_rate, 1e-4, 2, "step length per value, as a share of epsilon");
  settings.read("side", side, 0, std::min(shape.height, shape.width),
                "search space of side x side values a channel; 0: all pixels");
  settings.read("decoder", decoder, decoder_names(), "how the search space is enlarged to the image");
  if (side > 0) check_decoder(decoder, shape, side);
  settings.read_word("weight", adaptive, {{"adaptive", true}, {"fixed", false}},
                     "the prior's weight: learnt by evidence, or 1");
  read_loss(settings, loss);
  start.read(settings);
}

PBoAttack::PBoAttack(AttackProblem problem, const PBoOptions& options)
    : problem_(std::move(problem)),
      options_(options),
      decoder_(options.side > 0 ? make_decoder(options.decoder, problem_.shape, options.side) : nullptr),
      dimensions_(decoder_ ? decoder_->dimensions() : problem_.shape.size()),
      rng_(problem_.seed),
      posterior_(kFamily, dimensions_, true) {
  if (!decoder_) return;
  rows_ = decoder_->axis(problem_.shape.height);
  columns_ = decoder_->axis(problem_.shape.width);
}

Eigen::MatrixXd PBoAttack::uniform_points(int m) {
  Eigen::MatrixXd points(dimensions_, m);
  for (double& value : points.reshaped()) value = rng_.uniform(-1, 1);
  return points;
}

Eigen::RowVectorXf PBoAttack::unclipped_image(const Eigen::Ref<const Eigen::VectorXd>& z) const {
  const Eigen::RowVectorXf perturbation =
      decoder_ ? decoder_->decode(z) : Eigen::RowVectorXf(z.cast<float>().transpose());
  return problem_.original + static_cast<float>(problem_.ball.epsilon()) * perturbation;
}

Eigen::RowVectorXf PBoAttack::image(const Eigen::Ref<const Eigen::VectorXd>& z) const {
  return unclipped_image(z).cwiseMax(0.0F).cwiseMin(1.0F);
}

Eigen::VectorXd PBoAttack::prior_losses(const Eigen::MatrixXd& Z) const {
  Batch images(Z.cols(), problem_.shape.size());
  for (Eigen::Index i = 0; i < Z.cols(); ++i) images.row(i) = image(Z.col(i));
  return problem_.substitutes->losses(images, problem_.goal, options_.loss).rowwise().mean();
}

Eigen::MatrixXd PBoAttack::prior_gradients(const Eigen::MatrixXd& Z) const {
  const Substitutes& substitutes = *problem_.substitutes;
  Batch reached(Z.cols(), problem_.shape.size());
  for (Eigen::Index i = 0; i < Z.cols(); ++i) reached.row(i) = unclipped_image(Z.col(i));
  const Batch shown = reached.cwiseMax(0.0F).cwiseMin(1.0F);
  const Eigen::MatrixXd mean =
      Eigen::MatrixXd::Constant(Z.cols(), substitutes.size(), 1.0 / substitutes.size());
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows gradients = substitutes.weighted_gradients(shown, mean, problem_.goal, options_.loss).cast<double>();
  gradients = (reached.array() == shown.array()).select(gradients * problem_.ball.epsilon(), 0.0);
  if (!decoder_) return gradients.transpose();

  const auto& [channels, height, width] = problem_.shape;
  const int side = decoder_->side();
  const auto small_area = static_cast<Eigen::Index>(side) * side;
  const auto area = static_cast<Eigen::Index>(height) * width;
  Eigen::MatrixXd small(dimensions_, Z.cols());
  for (Eigen::Index i = 0; i < Z.cols(); ++i)
    for (int c = 0; c < channels; ++c)
      Eigen::Map<Rows>(small.col(i).data() + c * small_area, side, side) =
          rows_.transpose() * Eigen::Map<const Rows>(gradients.row(i).data() + c * area, height, width) *
          columns_;
  return small;
}

bool PBoAttack::update_model() {
  const ScopedTimer timer(fit_seconds_);
  const Eigen::Index n = posterior_.size();
  const Eigen::VectorXd y = as_vector(losses_);
  const Eigen::VectorXd p = as_vector(prior_losses_);
  if (fits_ == 0 || n - fitted_at_ >= options_.refit_every) {
    // Distance that 50 steps of ADAM at a rate of 0.1 can cover.
    constexpr double kReach = 5;
    of_losses_ = Standardisation::of(y);
    of_prior_ = Standardisation::of(p);
    const auto weight = fits_ == 0 || !options_.adaptive ? std::optional(1.0) : std::nullopt;
    const double first = std::sqrt(static_cast<double>(dimensions_));
    std::optional<TrendFit> best;
    for (const double centre : {fits_ == 0 ? first : std::exp(fit_.log_lengthscale), first}) {
      const auto fit = fit_trend(kFamily, posterior_.distances(), of_losses_.apply(y), of_prior_.apply(p),
                                 weight, std::log(centre), std::log(std::max(centre - kReach, 0.1 * centre)),
                                 std::log(centre + kReach), kNoise, workspace_);
      if (fit && (!best || fit->log_evidence > best->log_evidence)) best = fit;
    }
    if (!best) return false;
    fit_ = *best;
    ++fits_;
    fitted_at_ = n;
    const Eigen::VectorXd lengthscale = Eigen::VectorXd::Constant(1, std::exp(fit_.log_lengthscale));
    if (!posterior_.factorise({lengthscale, fit_.signal_variance, fit_.noise_variance})) return false;
  }
  if (!posterior_.factorised()) return false;
  posterior_.set_targets(of_losses_.apply(y) - fit_.weight * of_prior_.apply(p) -
                         Eigen::VectorXd::Constant(n, fit_.constant));
  return true;
}

Eigen::VectorXd PBoAttack::maximise_acquisition() {
  const ScopedTimer timer(acquisition_seconds_);
  const UpperConfidenceBound bound(options_.beta);
  const double weight = fit_.weight / of_prior_.deviation;
  Eigen::MatrixXd Z = uniform_points(options_.starts);
  for (int step = 0; step < options_.ascent_steps; ++step) {
    auto marginal = posterior_.marginal(Z, true);
    const AcquisitionValues values = bound.evaluate(marginal.mean, marginal.variance);
    Eigen::MatrixXd slope = posterior_.input_gradient(Z, marginal, values.mean_slope, values.variance_slope);
    if (weight > 0) slope += weight * prior_gradients(Z);
    Z = (Z + options_.ascent_rate * slope.cwiseSign()).cwiseMax(-1.0).cwiseMin(1.0).eval();
  }
  const auto marginal = posterior_.marginal(Z);
  Eigen::Index best = 0;
  (bound.evaluate(marginal.mean, marginal.variance).value + weight * prior_losses(Z)).maxCoeff(&best);
  return Z.col(best);
}

Eigen::VectorXd PBoAttack::transfer_point() const {
  const Eigen::RowVectorXf signs = signs_of(problem_, transfer_start(problem_));
  if (!decoder_) return signs.cast<double>().transpose();
  return Encoder(*decoder_).encode(signs).cwiseMax(-1.0).cwiseMin(1.0);
}

std::optional<Pixels> PBoAttack::ask() {
  if (options_.start.from_prior && posterior_.size() == 0) {
    asked_ = transfer_point();
    return image(asked_);
  }
  const bool modelled = posterior_.size() >= options_.initial && update_model();
  asked_ = modelled ? maximise_acquisition() : Eigen::VectorXd(uniform_points(1));
  return image(asked_);
}

void PBoAttack::tell(const Pixels& /*queried*/, const Observation& seen) {
  losses_.push_back(loss_value(options_.loss, problem_.goal, seen.log_p));
  prior_losses_.push_back(prior_losses(asked_)[0]);
  posterior_.append(asked_);
}

}  // namespace bora::attacks
