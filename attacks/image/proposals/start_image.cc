#include "attacks/image/proposals/start_image.h"

#include "attacks/image/transfer/substitute_pgd.h"

namespace bora::attacks {

void StartOptions::read(AttackSettings& settings) {
  settings.read_word(
      "start", from_prior, {{"own", false}, {"prior", true}},
      "first image: the method's own, or the image that projected gradient descent on substitute models finds");
}

Eigen::RowVectorXf StartOptions::image(const AttackProblem& problem) const {
  return from_prior ? transfer_start(problem) : problem.original;
}

Eigen::RowVectorXf transfer_start(const AttackProblem& problem) {
  Rng rng(problem.start_seed);
  return substitute_pgd(problem, {}, rng);
}

Eigen::RowVectorXf signs_of(const AttackProblem& problem, const Eigen::RowVectorXf& image) {
  Eigen::RowVectorXf signs = (image - problem.original).cwiseSign();
  for (Eigen::Index i = 0; i < signs.size(); ++i)
    if (signs[i] == 0) signs[i] = problem.original[i] > 0.5F ? 1.0F : -1.0F;
  return signs;
}

}  // namespace bora::attacks
