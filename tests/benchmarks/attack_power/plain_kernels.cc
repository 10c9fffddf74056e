// Kernels that treat all pixels alike.
#include "gaussian_model.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora {
namespace {

CovarianceTerm matern_term(const Eigen::MatrixXd& q) {
  CovarianceTerm term;
  for (const double lengthscale : RankerGrid().lengthscales) {
    term.shapes.push_back(q / lengthscale);
    radial_in_place(RadialFamily::matern52, term.shapes.back());
  }
  return term;
}

CovarianceTerm with_weight_one(CovarianceTerm term) {
  term.weights = {1};
  return term;
}

}  // namespace

void add_plain_kernels(RankingModels& models) {
  const auto add = [&](const std::string& name, const std::string& text, GaussianModel::Terms terms) {
    models.push_back(std::make_unique<GaussianModel>(name, text, std::move(terms)));
  };
  using State = const RankingState&;
  add("rbf", "isotropic RBF over all pixels", [](State state) {
    return std::vector{radial_term(scaled_distances(all_points(state), state.queries))};
  });
  add("linear", "linear in all pixels, one prior variance", [](State state) {
    return std::vector{with_weight_one(linear_term(all_points(state), state.queries))};
  });
  add("rbf+linear", "their sum, weighed by the evidence", [](State state) {
    const Eigen::MatrixXd Z = all_points(state);
    return std::vector{radial_term(scaled_distances(Z, state.queries)), linear_term(Z, state.queries)};
  });
  add("matern", "isotropic Matern-5/2", [](State state) {
    return std::vector{matern_term(scaled_distances(all_points(state), state.queries))};
  });
  add("matern+linear", "isotropic Matern-5/2 and linear", [](State state) {
    const Eigen::MatrixXd Z = all_points(state);
    return std::vector{matern_term(scaled_distances(Z, state.queries)), linear_term(Z, state.queries)};
  });
}

}  // namespace bora
