#include "attacks/image/methods/bayesian/gp_bo_auto.h"

#include <algorithm>
#include <cmath>

#include "attacks/settings/image_shapes.h"
#include "common/stopwatch.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/sampling/space_filling.h"
#include "surrogates/search/hyperparameter_fit.h"

namespace bora::attacks {
namespace {

constexpr int kLargestSide = 60;

}  // namespace

std::size_t clearly_better(const std::vector<double>& evidence, std::size_t current, double margin) {
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(evidence) - evidence.begin());
  return evidence[largest] > evidence[current] + margin ? largest : current;
}

std::vector<int> GpBoAutoOptions::sides(const ImageShape& shape) const {
  const int end = largest > 0 ? largest : std::min({shape.height, shape.width, kLargestSide});
  std::vector<int> all;
  for (int candidate = std::min(smallest, end); candidate <= end; candidate += step) all.push_back(candidate);
  return all;
}

void GpBoAutoOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int image = std::min(shape.height, shape.width);
  smallest = std::min(smallest, image);
  step = image >= 100 ? 6 : 2;
  largest = std::min(image, kLargestSide);
  settings.read("smallest", smallest, 1, image, "smallest side of the search space tried");
  settings.read("largest", largest, 1, image, "largest side of the search space tried");
  settings.read("step", step, 1, image, "difference between two successive sides tried");
  settings.read("relearn", relearn_every, 1, 100000, "queries after which the side is chosen again");
  settings.read_word("design", mixed_design, {{"side", false}, {"mixed", true}},
                     "initial points of the given side, or of all sides in turn");
  GpBoOptions::read(settings, shape);
  if (through > 0 && shape != kAnyShape)
    for (const int each : sides(shape)) check_decoder(decoder, shape, each, through);
  if (as_paper) margin = 0;
  settings.read("margin", margin, 0, 1000,
                "nats by which the evidence of another side must be larger; as=paper: 0, the largest wins");
}

GpBoAutoAttack::GpBoAutoAttack(AttackProblem problem, const GpBoAutoOptions& options)
    : problem_(std::move(problem)), options_(options), sides_(options.sides(problem_.shape)) {
  for (const int side : sides_) {
    decoders_.emplace_back(problem_, options_, side);
    encoders_.emplace_back(decoders_.back().decoder());
  }
  fits_.resize(sides_.size());
  const auto nearest = std::min_element(sides_.begin(), sides_.end(), [&](int a, int b) {
    return std::abs(a - options_.side) < std::abs(b - options_.side);
  });
  current_ = static_cast<std::size_t>(nearest - sides_.begin());

  Rng rng(mix_seed(problem_.seed, "design"));
  const int points = options_.optimiser.initial_points;
  const int groups = options_.mixed_design ? std::min<int>(points, static_cast<int>(sides_.size())) : 1;
  for (int group = 0; group < groups; ++group) {
    const std::size_t index = options_.mixed_design ? group * sides_.size() / groups : current_;
    const int count = points / groups + (group < points % groups ? 1 : 0);
    const Eigen::MatrixXd unit = latin_hypercube(count, decoders_[index].dimensions(), rng);
    for (int i = 0; i < count; ++i) {
      design_.emplace_back(2 * unit.row(i).transpose().array() - 1);
      design_side_.push_back(index);
    }
  }
}

void GpBoAutoAttack::open_search(std::size_t index) {
  if (optimiser_) {
    fit_seconds_ += optimiser_->timings().fit_seconds;
    acquisition_seconds_ += optimiser_->timings().acquisition_seconds;
  }
  current_ = index;
  trial_.reset();
  const int d = decoders_[index].dimensions();
  BoxOptimiserOptions options = options_.optimiser;
  options.initial_points = 0;
  optimiser_ =
      std::make_unique<BoxOptimiser>(Eigen::VectorXd::Constant(d, -1), Eigen::VectorXd::Constant(d, 1),
                                     options, mix_seed(problem_.seed, choices_));
  Eigen::MatrixXd X(perturbations_.size(), d);
  for (std::size_t i = 0; i < perturbations_.size(); ++i)
    X.row(i) = encoders_[index].encode(perturbations_[i]).transpose().cwiseMax(-1.0).cwiseMin(1.0);
  optimiser_->observe(X, Eigen::Map<const Eigen::VectorXd>(values_.data(), X.rows()));
}

void GpBoAutoAttack::choose_side() {
  std::size_t best = current_;
  {
    const ScopedTimer timer(select_seconds_);
    const auto n = static_cast<Eigen::Index>(values_.size());
    const Eigen::Map<const Eigen::VectorXd> y(values_.data(), n);
    const Eigen::VectorXd standardised = Standardisation::of(y).apply(y);
    std::vector<double> evidence(sides_.size());
    for (std::size_t index = 0; index < sides_.size(); ++index) {
      Eigen::MatrixXd points(decoders_[index].dimensions(), n);
      for (Eigen::Index i = 0; i < n; ++i)
        points.col(i) = (encoders_[index].encode(perturbations_[i]).array() + 1) / 2;
      evidence[index] =
          largest_evidence(options_.optimiser, points, standardised, choices_ == 0, fits_[index]);
    }
    best = clearly_better(evidence, current_, options_.margin);
  }
  ++choices_;
  chosen_at_ = values_.size();
  // If the side is unchanged, the search continues.
  if (!optimiser_ || best != current_) open_search(best);
}

std::optional<Pixels> GpBoAutoAttack::ask() {
  const std::size_t n = values_.size();
  if (n < design_.size()) {
    asked_ = decoders_[design_side_[n]].decoder().decode(design_[n]);
    return decoders_[design_side_[n]].scale(asked_);
  }
  if (!optimiser_ || n - chosen_at_ >= static_cast<std::size_t>(options_.relearn_every)) choose_side();
  if (trial_) optimiser_->abandon(*trial_);
  const auto trial = optimiser_->ask(1).front();
  trial_ = trial.number;
  asked_ = decoders_[current_].decoder().decode(trial.point);
  return decoders_[current_].scale(asked_);
}

void GpBoAutoAttack::tell(const Pixels& /*queried*/, const Observation& seen) {
  const double value = seen.objective;
  perturbations_.push_back(asked_);
  values_.push_back(value);
  if (!trial_) return;  // a point of the initial design
  optimiser_->tell(*trial_, value);
  trial_.reset();
}

std::map<std::string, double> GpBoAutoAttack::seconds() const {
  double fit = fit_seconds_, acquisition = acquisition_seconds_;
  if (optimiser_) {
    fit += optimiser_->timings().fit_seconds;
    acquisition += optimiser_->timings().acquisition_seconds;
  }
  return {{"fit", fit}, {"acquisition", acquisition}, {"side", select_seconds_}};
}

}  // namespace bora::attacks
