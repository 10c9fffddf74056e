// Another project's use of an installed bora with LibTorch: the attacks by name.
#include <iostream>

#include "attacks/image/factory.h"

int main() {
  for (const auto& attack : bora::attack_names()) std::cout << attack.name << ": " << attack.summary << '\n';
  const auto attack = bora::make_attack("random", {Eigen::RowVectorXf::Zero(64), {1, 8, 8}, {0, 1}, bora::LinfBall(0.1, false), 2, 5, 1}, {});
  return attack->ask(1).cols() == 64 ? 0 : 1;
}
