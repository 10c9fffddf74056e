// Measures the cost of one ask of attack `bo`, split into its parts, at growing numbers of observations:
// images of 3 x 32 x 32 and ten classes, and of 3 x 224 x 224 and a thousand; two rounds of 60 candidates.
// Ratios between rows are what counts.
#include <chrono>

#include <fmt/format.h>

#include "attacks/image/methods/bayesian/bo.h"
#include "support/attack_driver.h"

namespace {

using namespace bora::tools;

void measure(const ImageShape& shape, int classes, int observations) {
  bora::testing::LinearVictim victim(shape, classes, 1);
  const AttackProblem problem = bora::testing::random_problem(victim, true, LinfBall(0.03, false), 4000, 5);
  BoAttack attack(problem, {});
  // Enough to hold a choice of hyper-parameters or two, so that their share is counted.
  const int measured = std::max(24, observations / 12);
  std::map<std::string, double> before;
  double total = 0;
  for (int n = 0; n < observations + measured; ++n) {
    if (n == observations) before = attack.seconds();
    const auto start = std::chrono::steady_clock::now();
    Batch image = *attack.ask();
    if (n >= observations)
      total += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    problem.ball.project(problem.original.data(), image.data(), shape.size());
    const Scores scores = victim.scores(image);
    attack.tell(image, {observe(scores, log_probabilities(scores), 0, problem.goal)});
  }
  const auto after = attack.seconds();
  fmt::print("{:>4}  {:>6}  {:>8.2f}", shape.width, observations, 1e3 * total / measured);
  for (const char* part : {"fit", "proposals", "ranking"})
    fmt::print("  {:>9.2f}", 1e3 * (after.at(part) - before[part]) / measured);
  fmt::print("\n");
}

}  // namespace

int main() {
  fmt::print("ms of one core an ask, mean over the next max(24, n / 12) queries\n");
  fmt::print("{:>4}  {:>6}  {:>8}  {:>9}  {:>9}  {:>9}\n", "side", "n", "ask", "fit", "proposals", "ranking");
  for (const int observations : {50, 150, 300, 1000}) measure({3, 32, 32}, 10, observations);
  for (const int observations : {50, 150, 300}) measure({3, 224, 224}, 1000, observations);
}
