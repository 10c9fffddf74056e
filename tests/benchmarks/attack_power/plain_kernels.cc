// Kernels that treat all pixels alike.
#include "gaussian_model.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::tools {
namespace {

CovarianceTerm matern_term(const Eigen::MatrixXd& q) {
  CovarianceTerm term;
  for (const double lengthscale : RankerGrid().lengthscales) {
    term.shapes.push_back(q / lengthscale);
    radial_in_place(RadialFamily::matern52, term.shapes.back());
  }
  return term;
}

}  // namespace

void add_plain_kernels(RankingModels& models) {
  using State = const RankingState&;
  add_gaussian_models(models, "rbf+linear", "isotropic RBF and linear, weighed by the evidence",
                      [](State state) { return radial_and_linear(all_points(state), state.queries); });
  add_gaussian_models(models, "rbf", "isotropic RBF over all pixels", [](State state) {
    return std::vector{radial_term(scaled_distances(all_points(state), state.queries))};
  });
  add_gaussian_models(models, "linear", "linear in all pixels, one prior variance", [](State state) {
    CovarianceTerm term = linear_term(all_points(state), state.queries);
    term.weights = {1};
    return std::vector{term};
  });
  add_gaussian_models(models, "matern", "isotropic Matern-5/2", [](State state) {
    return std::vector{matern_term(scaled_distances(all_points(state), state.queries))};
  });
  add_gaussian_models(models, "matern+linear", "isotropic Matern-5/2 and linear", [](State state) {
    const Eigen::MatrixXd Z = all_points(state);
    return std::vector{matern_term(scaled_distances(Z, state.queries)), linear_term(Z, state.queries)};
  });
}

}  // namespace bora::tools
