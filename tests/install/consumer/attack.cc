// Another project that uses an installed bora with LibTorch: it lists the attacks.
#include <iostream>

#include "attacks/factory.h"

int main() {
  for (const auto& attack : bora::attacks::attack_summaries())
    std::cout << attack.name << ": " << attack.text << '\n';
  const bora::data::ImageShape shape{1, 8, 8};
  bora::attacks::AttackProblem problem{
      Eigen::RowVectorXf::Zero(64), shape, {0, 1}, bora::attacks::LinfBall(0.1, false), 2, 5, 1};
  const auto attack = bora::attacks::make_recipe("random:grid=4", shape).make(problem);
  return attack->ask()->cols() == 64 ? 0 : 1;
}
