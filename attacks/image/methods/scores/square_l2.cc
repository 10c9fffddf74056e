#include "attacks/image/methods/scores/square_l2.h"

#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void SquareL2Options::read(AttackSettings& settings, const ImageShape& /*shape*/) {
  if (settings.read_as_paper("least-schedule=0")) schedule.least = 0;
  settings.read("p", p, 1e-4, 1, "share of pixels that the first windows cover");
  schedule.read(settings);
  read_loss(settings, loss);
}

SquareL2Attack::SquareL2Attack(AttackProblem problem, SquareL2Options options)
    : RandomSearch(std::move(problem), options.loss),
      proposals_(this->problem(), options.p, options.schedule) {}

Pixels SquareL2Attack::proposal() {
  Pixels image = best().image;
  proposals_.move_change(image, proposals_.side(told()), rng());
  return image;
}

}  // namespace bora::attacks
