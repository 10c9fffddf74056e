#include "attacks/image/methods/bayesian/gp_bo.h"

#include <algorithm>

#include "attacks/settings/image_shapes.h"

namespace bora::attacks {

void read_range(AttackSettings& settings, PixelRange& range) {
  settings.read_word(
      "range", range, {{"fit", PixelRange::fit}, {"clip", PixelRange::clip}},
      "perturbations span the part of [0, 1] within epsilon of each pixel, or +-epsilon, and are then clipped");
}

void GpBoOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int largest = std::min(shape.height, shape.width);
  side = std::min(side, largest);
  settings.read_word(
      "as", as_paper, {{"tuned", false}, {"paper", true}},
      optimiser.additive.groups > 0
          ? "paper: decoder=bilinear, range=clip, scoring=exact, growth=0, prior=no and learn=0, for large images "
            "side=48 and through=96, as published; takes minutes a query in long runs (docs/background/methods.md)"
          : "paper: decoder=bilinear, range=clip, scoring=exact and growth=0, for large images side=48 "
            "and through=96, as published; takes seconds a query in long runs (docs/background/methods.md)");
  optimiser.lengthscale_prior = optimiser.additive.groups > 0;
  if (as_paper) {
    decoder = "bilinear";
    range = PixelRange::clip;
    optimiser.scoring = CandidateScoring::exact;
    optimiser.lengthscale_prior = false;
    optimiser.refit_growth = 0;
    optimiser.additive.learnt_from = 0;
    if (is_large(shape)) {
      side = 48;
      through = 96;
    }
  }
  settings.read("side", side, 1, largest, "search space of side x side values a channel");
  settings.read("through", through, 0, largest,
                "enlarge in two steps, through this side and bilinearly; 0: in one");
  if (through > 0) decoder = "bilinear";
  settings.read("decoder", decoder, decoder_names(), "how the search space is enlarged to the image");
  check_decoder(decoder, shape, side, through);
  read_range(settings, range);
  settings.read("prior", optimiser.lengthscale_prior,
                "use a prior over lengthscales that grows with the dimension");
  settings.read("initial", optimiser.initial_points, 1, 10000, "first queries, a Latin hypercube");
  settings.read("beta", optimiser.ucb_beta, 0, 100, "exploration of GP-UCB");
  settings.read("candidates", optimiser.candidates, 1, 1000000, "random points scored for a query");
  settings.read("refit", optimiser.refit_every, 1, 10000, "queries between two fits of the hyper-parameters");
  settings.read("growth", optimiser.refit_growth, 0, 1,
                "screened: share by which the number of queries must grow between two fits");
  settings.read_word(
      "scoring", optimiser.scoring,
      {{"screened", CandidateScoring::screened}, {"exact", CandidateScoring::exact}},
      "exact: all candidates are drawn again for every query, as in the paper; screened: faster and stronger");
}

void AddGpBoOptions::read(AttackSettings& settings, const ImageShape& shape) {
  AdditiveOptions& additive = optimiser.additive;
  additive.groups = is_large(shape) ? 27 : 12;
  settings.read("groups", additive.groups, 1, 1000, "groups of coordinates, each with a kernel of its own");
  settings.read_word("decomposition", additive.decomposition,
                     {{"evidence", Decomposition::evidence}, {"change", Decomposition::change}},
                     "how coordinates are grouped: by evidence, or by their recent changes");
  settings.read("relearn", additive.relearn_every, 1, 100000,
                "queries after which coordinates are regrouped");
  settings.read("partitions", additive.partitions, 1, 1000, "evidence: random groupings tried each time");
  GpBoOptions::read(settings, shape);
  settings.read(
      "learn", additive.learnt_from, 0, 1000000,
      "number of queries, spread over the run, from which groupings and hyper-parameters are learnt; 0: all");
}

PerturbationDecoder::PerturbationDecoder(const AttackProblem& problem, const GpBoOptions& options, int side)
    : decoder_(make_decoder(options.decoder, problem.shape, side, options.through)) {
  const auto epsilon = static_cast<float>(problem.ball.epsilon());
  if (options.range == PixelRange::clip) {
    centre_ = problem.original;
    reach_ = Eigen::RowVectorXf::Constant(problem.shape.size(), epsilon);
    return;
  }
  const Eigen::RowVectorXf low = (problem.original.array() - epsilon).max(0.0F);
  const Eigen::RowVectorXf high = (problem.original.array() + epsilon).min(1.0F);
  centre_ = (low + high) / 2;
  reach_ = (high - low) / 2;
}

GpBoAttack::GpBoAttack(AttackProblem problem, const GpBoOptions& options)
    : decoder_(problem, options, options.side),
      optimiser_(Eigen::VectorXd::Constant(decoder_.dimensions(), -1),
                 Eigen::VectorXd::Constant(decoder_.dimensions(), 1), options.optimiser, problem.seed) {}

std::optional<Pixels> GpBoAttack::ask() {
  const auto trial = optimiser_.ask(1).front();
  asked_ = trial.number;
  return decoder_.image(trial.point);
}

void GpBoAttack::tell(const Pixels& /*queried*/, const Observation& seen) {
  optimiser_.tell(asked_, seen.objective);
}

std::map<std::string, double> GpBoAttack::seconds() const {
  const auto& timings = optimiser_.timings();
  return {{"fit", timings.fit_seconds}, {"acquisition", timings.acquisition_seconds}};
}

}  // namespace bora::attacks
