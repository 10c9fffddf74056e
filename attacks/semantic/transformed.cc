#include "attacks/semantic/transformed.h"

#include <fmt/format.h>

namespace bora::attacks {

Transformed SemanticThreat::apply(Eigen::VectorXd point) const {
  Pixels image = rendered(*original_, shape_, *space_, point);
  return {std::move(point), std::move(image)};
}

std::string SemanticThreat::violation(const Transformed& input) const {
  if (const std::string wrong = space_->violation(input.point); !wrong.empty()) return wrong;
  if (input.image.size() != original_->size()) return "the image is of another size";
  const Pixels expected = rendered(*original_, shape_, *space_, input.point);
  for (Eigen::Index i = 0; i < expected.size(); ++i)
    if (std::abs(to_level(input.image[i]) - to_level(expected[i])) > 1 ||
        from_level(to_level(input.image[i])) != input.image[i])
      return fmt::format("the image is not what {} makes of the original", space_->to_json(input.point));
  return "";
}

std::optional<double> SemanticThreat::l2(const Transformed& input) const {
  return l2_distance(original_->data(), input.image.data(), static_cast<int>(original_->size()));
}

}  // namespace bora::attacks
