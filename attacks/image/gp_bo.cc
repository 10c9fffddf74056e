#include "attacks/image/gp_bo.h"

#include <algorithm>

namespace bora {

void GpBoOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int largest = std::min(shape.height, shape.width);
  side = std::min(side, largest);
  settings.read("side", side, 1, largest, "search space of side x side values a channel");
  settings.read("decoder", decoder, decoder_names(), "how it is enlarged to the image");
  settings.read("through", through, 0, largest, "enlarge in two steps through this side; 0: in one");
  make_decoder(decoder, shape, side, through);
  settings.read("initial", optimiser.initial_points, 1, 10000, "first queries, a Latin hypercube");
  settings.read("beta", optimiser.ucb_beta, 0, 100, "exploration of GP-UCB");
  settings.read("candidates", optimiser.candidates, 1, 1000000, "random points scored for a query");
  std::string scoring = "screened";
  settings.read(
      "scoring", scoring, {"screened", "exact"},
      "exact: all candidates afresh for every query, as the paper does; screened: faster and stronger");
  optimiser.scoring = scoring == "exact" ? CandidateScoring::exact : CandidateScoring::screened;
}

GpBoAttack::GpBoAttack(AttackProblem problem, GpBoOptions options)
    : problem_(std::move(problem)),
      decoder_(make_decoder(options.decoder, problem_.shape, options.side, options.through)),
      optimiser_(Eigen::VectorXd::Constant(decoder_->dimensions(), -1),
                 Eigen::VectorXd::Constant(decoder_->dimensions(), 1), options.optimiser, problem_.seed) {}

Batch GpBoAttack::ask(int q) {
  asked_ = optimiser_.ask(q);
  const auto epsilon = static_cast<float>(problem_.ball.epsilon());
  Batch images(asked_.rows(), problem_.shape.size());
  for (Eigen::Index i = 0; i < asked_.rows(); ++i)
    images.row(i) = problem_.original + epsilon * decoder_->decode(asked_.row(i).transpose());
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
