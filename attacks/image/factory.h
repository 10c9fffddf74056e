// Attacks by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attacks/image/gp_bo.h"
#include "attacks/image/image_attack.h"
#include "attacks/image/random_vertices.h"
#include "attacks/image/square.h"

namespace bora {

/// Options of every attack; each attack reads its own.
struct AttackOptions {
  GpBoOptions gp_bo;
  SquareOptions square;
  RandomVerticesOptions random;

  /// Throws InputError naming the option if a value does not suit images of this shape.
  void check(const std::vector<std::string>& attacks, const ImageShape& shape) const;
};

/// The names that make_attack knows, each with a line saying what it is.
struct AttackName {
  std::string name;
  std::string summary;
};
const std::vector<AttackName>& attack_names();

/// Throws InputError for an unknown name, suggesting the nearest.
void check_attack_name(const std::string& name);
std::unique_ptr<ImageAttack> make_attack(const std::string& name, AttackProblem problem,
                                         const AttackOptions& options);

}  // namespace bora
