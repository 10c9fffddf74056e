// Bayesian optimisation of combinations: first of the goal, then of mildness.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/gp/process_model.h"

namespace bora::attacks {

// Chosen on images 1 to 60 of a CIFAR-10 ResNet-20, turned by up to 30 degrees and moved by up to a tenth.
struct SemanticBoOptions {
  int initial = 2;   ///< combinations drawn before the model chooses
  int pool = 300;    ///< combinations scored for a query
  int polished = 5;  ///< the best of them, around which as many more are scored
  int explore = 2;   ///< until the goal is reached, period in queries of choices by a wide upper confidence
                     ///< bound; 0: none
  void read(AttackSettings& settings);
};

/// A Gaussian process over the mixed space (categories and numbers, mixed_kernel.h) models the objective, the
/// log-odds of the goal, of which the sign says whether it is reached.
///
/// Until it is, the next combination is the one of largest expected improvement, in turn with that of a wide
/// upper confidence bound, without which it stalls where the model errs. From then on mildness is
/// what counts, and that is a known function s of the combination; only whether it still reaches the goal is
/// not known. So the next one maximises
///   (s* - s(x)) P(objective(x) > 0),
/// s* being the least severity that reached the goal: expected improvement under a constraint (Gardner et
/// al., ICML 2014), its objective known. Both are maximised over a pool of draws, of the mildest and best
/// combinations so far taken back as a whole or change by change, and of small steps from them.
class SemanticBo final : public Attack<Transformed> {
 public:
  SemanticBo(const SemanticProblem& problem, SemanticBoOptions options);
  std::optional<Transformed> ask() override;
  void tell(const Transformed& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override {
    return {{"fit", fit_seconds_}, {"acquisition", acquisition_seconds_}};
  }

 private:
  void take(const Eigen::VectorXd& point, double objective);
  std::vector<Eigen::VectorXd> pool();
  std::vector<Eigen::VectorXd> centres() const;
  Eigen::VectorXd moved(const Eigen::VectorXd& centre);
  Eigen::VectorXd best_of_pool(const PointAcquisition& score);

  std::shared_ptr<const SemanticSpace> space_;
  SemanticBoOptions options_;
  Rng rng_;
  ProcessModel<Eigen::VectorXd> model_;
  std::vector<Eigen::VectorXd> points_;
  std::vector<double> values_;  // squashed objectives, of the same sign
  std::set<std::string> keys_;
  int asked_ = 0;
  std::optional<Eigen::VectorXd> mildest_;  // that reached the goal
  double fit_seconds_ = 0, acquisition_seconds_ = 0;
};

}  // namespace bora::attacks
