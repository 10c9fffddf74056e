// Measures the cost of one ask of attack `bo`, split into its parts, at growing numbers of observations:
// images of 3 x 32 x 32 and ten classes, and of 3 x 224 x 224 and a thousand; two rounds of 60 candidates.
// TorchScript files that are named on the command line are queried once a time at the size of their images,
// for comparison: an attack should take less time than its victim.
//
//   bo_benchmark [MODEL.pt CxHxW]...
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "attacks/image/methods/bayesian/bo.h"
#include "common/heap.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/attack_driver.h"

namespace {

using namespace bora::tools;

// Returns the processor time of this thread: unlike the wall time it does not depend on other processes much.
double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void measure(const ImageShape& shape, int classes, int observations) {
  bora::testing::LinearVictim victim(shape, classes, 1);
  const AttackProblem problem = bora::testing::random_problem(victim, true, LinfBall(0.03, false), 1000, 5);
  BoAttack attack(problem, {});
  // Enough to hold a choice of hyper-parameters or two, so that their share is counted.
  const int measured = std::max(24, observations / 12);
  std::map<std::string, double> before;
  double total = 0;
  for (int n = 0; n < observations + measured; ++n) {
    if (n == observations) before = attack.seconds();
    const double start = cpu_seconds();
    Batch image = *attack.ask();
    if (n >= observations) total += cpu_seconds() - start;
    problem.ball.project(problem.original.data(), image.data(), shape.size());
    const Scores scores = victim.scores(image);
    const Observation seen = observe(scores, log_probabilities(scores), 0, problem.goal);
    const double told = cpu_seconds();
    attack.tell(image, {seen});
    if (n >= observations) total += cpu_seconds() - told;
  }
  const auto after = attack.seconds();
  fmt::print("{:>4}  {:>6}  {:>8.2f}", shape.width, observations, 1e3 * total / measured);
  for (const char* part : {"fit", "proposals", "ranking"})
    fmt::print("  {:>9.2f}", 1e3 * (after.at(part) - before[part]) / measured);
  fmt::print("\n");
}

void measure_model(const std::string& path, const ImageShape& shape) {
  VictimOptions options;
  options.address = path;
  options.data_shape = shape;
  const auto victim = load_torchscript(options);
  const Batch image = Batch::Random(1, shape.size()).cwiseAbs();
  std::vector<double> seconds;
  for (int i = 0; i < 40; ++i) {
    const double start = cpu_seconds();
    victim->scores(image);
    seconds.push_back(cpu_seconds() - start);
  }
  std::nth_element(seconds.begin(), seconds.begin() + 20, seconds.end());
  fmt::print("{:>4}  {:>8.2f}  {}\n", shape.width, 1e3 * seconds[20], path);
}

}  // namespace

int main(int argc, char** argv) {
  bora::keep_freed_memory();
  fmt::print("ms of one core a query's ask and tell, mean over the next max(24, n / 12) queries\n");
  fmt::print("{:>4}  {:>6}  {:>8}  {:>9}  {:>9}  {:>9}\n", "side", "n", "all", "fit", "proposals", "ranking");
  for (const int observations : {50, 150, 300, 1000}) measure({3, 32, 32}, 10, observations);
  for (const int observations : {20, 50, 150, 300}) measure({3, 224, 224}, 1000, observations);
  if (argc > 2) fmt::print("ms of one core a pass of a model, median\n");
  for (int i = 1; i + 1 < argc; i += 2) {
    ImageShape shape;
    if (std::sscanf(argv[i + 1], "%dx%dx%d", &shape.channels, &shape.height, &shape.width) == 3)
      measure_model(argv[i], shape);
  }
}
