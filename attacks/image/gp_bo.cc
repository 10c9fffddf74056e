#include "attacks/image/gp_bo.h"

namespace bora {

GpBoAttack::GpBoAttack(AttackProblem problem, GpBoOptions options)
    : problem_(std::move(problem)),
      decoder_(problem_.shape, options.side),
      optimiser_(Eigen::VectorXd::Constant(decoder_.dimensions(), -1),
                 Eigen::VectorXd::Constant(decoder_.dimensions(), 1), options.optimiser, problem_.seed) {}

Batch GpBoAttack::ask(int q) {
  asked_ = optimiser_.ask(q);
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  Batch images(asked_.rows(), problem_.shape.size());
  for (Eigen::Index i = 0; i < asked_.rows(); ++i)
    images.row(i) = problem_.original + epsilon * decoder_.decode(asked_.row(i).transpose());
  return images;
}

void GpBoAttack::tell(const Batch& /*queried*/, const std::vector<Observation>& observations) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(observations.size()));
  for (std::size_t i = 0; i < observations.size(); ++i)
    values[static_cast<Eigen::Index>(i)] = observations[i].objective;
  optimiser_.tell(asked_, values);
}

std::map<std::string, double> GpBoAttack::seconds() const {
  const auto& timings = optimiser_.timings();
  return {{"fit", timings.fit_seconds}, {"acquisition", timings.acquisition_seconds}};
}

}  // namespace bora
