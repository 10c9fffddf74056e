// Another project's use of an installed bora with LibTorch: the attacks by name.
#include <iostream>

#include "attacks/image/factory.h"

int main() {
  for (const auto& attack : bora::attack_summaries()) std::cout << attack.name << ": " << attack.text << '\n';
  const bora::ImageShape shape{1, 8, 8};
  bora::AttackProblem problem{
      Eigen::RowVectorXf::Zero(64), shape, {0, 1}, bora::LinfBall(0.1, false), 2, 5, 1};
  const auto attack = bora::make_recipe("random:grid=4", shape).make(problem);
  return attack->ask(1).cols() == 64 ? 0 : 1;
}
