// Bayesian optimisation of combinations: first until the goal is reached, then towards milder ones.
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

/// Settings of SemanticBo, of which the defaults were chosen on images 1 to 60 of CIFAR-10 with a ResNet-20,
/// rotated by up to 30 degrees and shifted by up to a tenth of the side.
struct SemanticBoOptions {
  int initial = 2;   ///< number of random combinations before the model chooses
  int pool = 300;    ///< number of candidates for a query
  int polished = 5;  ///< number of the best candidates around which two further rounds draw pool / 2 each
  int explore = 2;   ///< before a success, every explore-th query maximises an upper confidence bound of
                     ///< large weight; 0: none
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that uses Bayesian optimisation. A Gaussian process over the mixed space (mixed_kernel.h) models
/// the objective, the log-odds of the goal; the goal is reached where it is positive.
///
/// Until the goal is reached, expected improvement chooses the next combination, alternating with an upper
/// confidence bound of large weight, without which the search can stall where the model is wrong. After that
/// the attack minimises the severity s(x). It is a known function of the combination x; only whether x
/// reaches the goal is unknown. The next combination maximises
///   (s* - s(x)) P(objective(x) > 0),
/// where s* is the smallest severity that reached the goal. This is expected improvement under a constraint
/// (Gardner et al., ICML 2014) with a known objective. Acquisition functions are maximised over a pool of
/// candidates: random draws, and variations of the mildest and the best combinations (moved()).
class SemanticBo final : public Attack<Transformed> {
 public:
  SemanticBo(const SemanticProblem& problem, SemanticBoOptions options);
  std::optional<Transformed> ask() override;
  void tell(const Transformed& queried, const Observation& seen) override;
  std::map<std::string, double> seconds() const override {
    return {{"fit", fit_seconds_}, {"acquisition", acquisition_seconds_}};
  }

 private:
  void add_observation(const Eigen::VectorXd& point, double objective);
  std::vector<Eigen::VectorXd> pool();
  std::vector<Eigen::VectorXd> centres() const;
  Eigen::VectorXd moved(const Eigen::VectorXd& centre);
  Eigen::VectorXd best_of_pool(const PointAcquisition& score);

  std::shared_ptr<const SemanticSpace> space_;
  SemanticBoOptions options_;
  Rng rng_;
  ProcessModel<Eigen::VectorXd> model_;
  std::vector<Eigen::VectorXd> points_;     // observed points, in units
  std::vector<double> values_;              // asinh of their objectives
  std::set<std::string> keys_;              // keys of the queried points and the original
  int asked_ = 0;                           // number of queries
  std::optional<Eigen::VectorXd> mildest_;  // mildest combination that reached the goal
  double fit_seconds_ = 0, acquisition_seconds_ = 0;
};

}  // namespace bora::attacks
