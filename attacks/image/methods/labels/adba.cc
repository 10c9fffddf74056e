#include "attacks/image/methods/labels/adba.h"

#include <utility>

namespace bora::attacks {

void AdbaOptions::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  if (settings.read_as_paper("between=median:below=yes")) radii = {true, true};
  std::string name = radii.median ? "median" : "middle";
  settings.read("between", name, {"median", "middle"},
                "radius at which two directions are compared: that of ADBA-md or of ADBA");
  radii.median = name == "median";
  name = settings.choice("signs", "up", {"up", "down", "random"},
                         "signs of the first direction; no effect in targeted attacks");
  signs = Start::random;
  if (name == "up") signs = Start::up;
  if (name == "down") signs = Start::down;
  settings.read("below", radii.below, "compare directions at radii below epsilon too");
  from.read(settings);
}

AdbaAttack::AdbaAttack(AttackProblem problem, AdbaOptions options)
    : BlockDescent(std::move(problem), options.from, options.radii), options_(options) {
  if (options_.signs == AdbaOptions::Start::down) best_.signs *= -1;
  if (options_.signs == AdbaOptions::Start::random)
    for (float& sign : best_.signs) sign = static_cast<float>(rng_.sign());
}

Script<> AdbaAttack::script() {
  const std::optional<Ray> ray = co_await start_ray();
  if (ray) {
    best_ = ray->direction;
    radius_ = ray->radius;
  }
  co_await descend();
}

}  // namespace bora::attacks
