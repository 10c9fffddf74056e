#include "models/training/adversarial_step.h"

namespace bora::models {

torch::Tensor perturb(const torch::Tensor& images, const torch::Tensor& start, double epsilon,
                      const std::function<torch::Tensor(const torch::Tensor&)>& loss) {
  // Clips the start outside of the loss: a clamp inside it would have zero gradients outside [0, 1].
  const auto change = torch::max(torch::min(start, 1 - images), -images).requires_grad_(true);
  const auto gradient = torch::autograd::grad({loss(images + change)}, {change}).front();
  const auto direction = torch::sign(torch::nan_to_num(gradient, 0.0, 0.0, 0.0));
  const auto moved = torch::clamp(change.detach() + 1.25 * epsilon * direction, -epsilon, epsilon);
  return torch::clamp(images + moved, 0, 1);
}

}  // namespace bora::models
