// The problems that Ru 2021, chapter 4 and appendix A.3, compare asynchronous searches on.
#pragma once

#include <functional>
#include <string>

#include "common/layers.h"
#include "surrogates/space/mixed_space.h"

namespace bora::tools {

struct AsyncProblem {
  std::string name;
  MixedSpace space;
  double minimum = 0;
  std::function<double(const Eigen::VectorXd&)> value;  ///< to be minimised
};

/// Makes one of the problems ack-D, mic-D (D up to 10), egg-2, mat-D, nrobot-4. As in the authors' code
/// (github.com/a5a/ml_utils, math_functions.py), Ackley's function is divided by 20, the eggholder by 100,
/// and Michalewicz's is unchanged. mat-D is the mean of a process, Matern-5/2 of lengthscale 0.3 on
/// [-1, 1]^D, through values drawn at 800 points, always the same; its minimum is the least found from 10,000
/// points, the best improved. nrobot-4 is a simulation of our own of the task of Wang and Jegelka 2017, whose
/// code needs Box2D: a hand, a disc, starts at (x, y) in [-5, 5]^2 and moves in a direction of [0, 2 pi] for
/// a time of [1, 30]; it pushes another disc, which lies at the origin and moves only as far as it must,
/// without friction. The value is that disc's distance from (4, 3) at the end; the minimum is 0. Throws
/// InputError.
AsyncProblem make_async_problem(const std::string& name);

}  // namespace bora::tools
