#include "attacks/image/methods/scores/square.h"

#include "attacks/image/proposals/start_image.h"
#include "attacks/settings/image_shapes.h"
#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void SquareOptions::read(AttackSettings& settings, const ImageShape& shape) {
  if (settings.read_as_paper("least-schedule=0, for large images p=0.05")) {
    if (is_large(shape)) p = 0.05;
    schedule.least = 0;
  }
  settings.read("p", p, 1e-4, 1, "share of pixels that the first squares cover");
  schedule.read(settings);
  read_loss(settings, loss);
  settings.read_word(
      "start", start_from_prior, {{"stripes", false}, {"prior", true}},
      "first image: stripes, or the image that projected gradient descent on substitute models finds");
}

SquareAttack::SquareAttack(AttackProblem problem, SquareOptions options)
    : RandomSearch(std::move(problem), options.loss),
      proposals_(this->problem(), options.p,
                 options.start_from_prior ? options.schedule.from_prior() : options.schedule),
      start_from_prior_(options.start_from_prior) {}

Pixels SquareAttack::first() {
  return start_from_prior_ ? transfer_start(problem()) : proposals_.stripes(rng());
}

Pixels SquareAttack::proposal() {
  return proposals_.with_square(best().image, proposals_.side(told()), rng());
}

void SquareL2Options::read(AttackSettings& settings) {
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
