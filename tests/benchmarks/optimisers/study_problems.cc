#include "benchmarks/optimisers/study_problems.h"

#include <algorithm>
#include <map>
#include <memory>

#include "benchmarks/optimisers/boosted_digits.h"
#include "benchmarks/optimisers/nas_cells.h"
#include "benchmarks/optimisers/svm_boston.h"
#include "benchmarks/optimisers/svm_digits.h"
#include "benchmarks/optimisers/tuned_networks.h"
#include "common/error.h"
#include "common/text.h"
#include "support/problems/mixed_problem.h"
#include "support/problems/problem.h"

namespace bora::tools {

StudyProblem make_study_problem(const std::string& name) {
  const auto& mixed = mixed_problem_names();
  using Maker = std::unique_ptr<MixedProblem> (*)(const std::string&);
  static const std::map<std::string, Maker> of_data{{"svm-boston", make_svm_boston},
                                                    {"svm-mnist", make_svm_mnist},
                                                    {"xg-mnist", make_xg_mnist},
                                                    {"boston-network", make_boston_network},
                                                    {"cancer-network", make_cancer_network},
                                                    {"nas-cifar10", make_nas_cifar10}};
  const auto colon = name.find(':');
  if (const auto found = of_data.find(name.substr(0, colon)); found != of_data.end()) {
    if (colon == std::string::npos) throw InputError("--problems: {} needs its data, {}:PATH", name, name);
    const std::shared_ptr<MixedProblem> problem = found->second(name.substr(colon + 1));
    return {problem->name(), problem->space(), problem->minimum(),
            [problem](const Eigen::VectorXd& x) { return problem->objective(x); }};
  }
  if (std::find(mixed.begin(), mixed.end(), name) != mixed.end()) {
    const std::shared_ptr<MixedProblem> problem = make_mixed_problem(name);
    return {name, problem->space(), problem->minimum(),
            [problem](const Eigen::VectorXd& x) { return problem->objective(x); }};
  }
  const auto parts = split(name, ':');
  const std::shared_ptr<Problem> problem =
      make_problem(parts.front(), parts.size() > 1 ? std::stoi(parts[1]) : 0);
  StudyProblem study{name, MixedSpace({}, problem->box().lower, problem->box().upper), problem->minimum(),
                     [problem](const Eigen::VectorXd& x) { return problem->objective(x); }};
  study.minimisers = problem->minimisers();
  if (problem->constraints(problem->box().lower).size() > 0)
    study.slacks = [problem](const Eigen::VectorXd& x) {
      const Eigen::VectorXd slacks = -problem->constraints(x);
      return std::vector<double>(slacks.begin(), slacks.end());
    };
  return study;
}

}  // namespace bora::tools
