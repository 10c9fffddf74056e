#include "attacks/image/methods/bayesian/bayes_attack.h"

#include <algorithm>
#include <numbers>

namespace bora::attacks {
namespace {

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Returns 2 pi frequency position / positions: positions x frequencies.
Eigen::MatrixXd angles(int positions, int frequencies) {
  Eigen::MatrixXd result(positions, frequencies);
  for (int position = 0; position < positions; ++position)
    for (int frequency = 0; frequency < frequencies; ++frequency)
      result(position, frequency) = 2 * std::numbers::pi * frequency * position / positions;
  return result;
}

BoxOptimiserOptions search_options(const BayesAttackOptions& options, int budget) {
  BoxOptimiserOptions search;
  search.initial_points = options.initial;
  search.refit_every = std::max(1, budget);
  search.acquisition = AcquisitionKind::ei;
  search.candidates = options.candidates;
  search.polished = options.polished;
  return search;
}

}  // namespace

void BayesAttackOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int largest = std::min(shape.height, shape.width);
  frequencies = std::min(frequencies, largest);
  settings.accept_as();
  settings.read("frequencies", frequencies, 1, largest,
                "number of the lowest Fourier frequencies of each axis and channel");
  settings.read("basis", basis, {"cosine", "sine", "both"}, "waves of which perturbations consist");
  settings.read(
      "push", push, {"sign", "scale"},
      "scaling of perturbations; sign: every value changes by eps; scale: the most changed one does");
  settings.read("initial", initial, 1, 10000, "first queries, a Latin hypercube");
  settings.read("candidates", candidates, 1, 1000000, "random points scored for a query");
  settings.read("polished", polished, 0, 1000, "number of candidates that are improved by L-BFGS-B");
}

FourierBasis::FourierBasis(const ImageShape& shape, int n, const std::string& basis)
    : shape_(shape),
      n_(n),
      cosine_(basis != "sine"),
      sine_(basis != "cosine"),
      cos_rows_(angles(shape.height, n).array().cos()),
      sin_rows_(angles(shape.height, n).array().sin()),
      cos_columns_(angles(shape.width, n).array().cos()),
      sin_columns_(angles(shape.width, n).array().sin()) {}

int FourierBasis::dimensions() const {
  return shape_.channels * n_ * n_ * (cosine_ && sine_ ? 2 : 1);
}

Eigen::RowVectorXd FourierBasis::synthesise(const Eigen::Ref<const Eigen::VectorXd>& coefficients) const {
  Eigen::RowVectorXd image(shape_.size());
  const double* next = coefficients.data();
  const auto take = [&] {
    const Eigen::Map<const RowMajorMatrix> block(next, n_, n_);
    next += n_ * n_;
    return block;
  };
  for (int channel = 0; channel < shape_.channels; ++channel) {
    Eigen::Map<RowMajorMatrix> plane(image.data() + channel * shape_.height * shape_.width, shape_.height,
                                     shape_.width);
    plane.setZero();
    // cos(a + b) = cos a cos b - sin a sin b, sin(a + b) = sin a cos b + cos a sin b
    if (cosine_) {
      const auto block = take();
      plane += cos_rows_ * block * cos_columns_.transpose() - sin_rows_ * block * sin_columns_.transpose();
    }
    if (sine_) {
      const auto block = take();
      plane += sin_rows_ * block * cos_columns_.transpose() + cos_rows_ * block * sin_columns_.transpose();
    }
  }
  return image;
}

BayesAttack::BayesAttack(AttackProblem problem, BayesAttackOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(std::move(options)),
      basis_(this->problem().shape, options_.frequencies, options_.basis),
      optimiser_(Eigen::VectorXd::Constant(basis_.dimensions(), -1),
                 Eigen::VectorXd::Constant(basis_.dimensions(), 1),
                 search_options(options_, this->problem().budget), this->problem().seed) {}

Eigen::RowVectorXf BayesAttack::perturbation(const Eigen::VectorXd& coefficients) const {
  Eigen::RowVectorXd change = basis_.synthesise(coefficients);
  if (options_.push == "sign")
    change = change.cwiseSign().eval();
  else
    change /= std::max(change.cwiseAbs().maxCoeff(), 1e-12);
  return (problem().ball.epsilon() * change).cast<float>();
}

Script<> BayesAttack::script() {
  for (;;) {
    const auto trial = optimiser_.ask(1).front();
    const Reply reply = co_await query(problem().original + perturbation(trial.point));
    optimiser_.tell(trial.number, reply.seen.adversarial ? 0 : -1);
  }
}

std::map<std::string, double> BayesAttack::seconds() const {
  const auto& timings = optimiser_.timings();
  return {{"fit", timings.fit_seconds}, {"acquisition", timings.acquisition_seconds}};
}

}  // namespace bora::attacks
