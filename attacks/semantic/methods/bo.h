// Bayesian optimisation of combinations: first of the goal, then of mildness.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "attacks/semantic/semantic_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/gp/process_model.h"

namespace bora::attacks {

// Chosen on images 1 to 60 of a CIFAR-10 ResNet-20, turned by up to 30 degrees and moved by up to a tenth.
struct SemanticBoOptions {
  int initial = 2;   ///< combinations drawn before the model chooses
  int pool = 300;    ///< combinations scored for a query
  int polished = 5;  ///< number of the best of these around which as many more are scored
  int explore = 2;   ///< before a success, one query in this number is chosen by a wide upper confidence
                     ///< bound; 0: none
  void read(AttackSettings& settings);
};

/// A Gaussian process over the mixed space (categories and numbers, mixed_kernel.h) models the objective, the
/// log-odds of the goal, of which the sign says whether it is reached.
///
/// Until the goal is reached, expected improvement chooses the next combination, alternating with a wide
/// upper confidence bound, without which the search can stall where the model is wrong. After that the
/// attack minimises the severity s(x), a known function of the combination; only whether x still reaches the
/// goal is unknown. The next combination maximises
///   (s* - s(x)) P(objective(x) > 0),
/// where s* is the smallest severity that reached the goal. This is expected improvement under a constraint
/// with a known objective (Gardner et al., ICML 2014). Both acquisitions are maximised over a pool: random
/// draws, the mildest and the best combinations with all or single changes reduced, and small steps from
/// these.
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
  std::optional<Eigen::VectorXd> mildest_;  // mildest combination that reached the goal
  double fit_seconds_ = 0, acquisition_seconds_ = 0;
};

}  // namespace bora::attacks
