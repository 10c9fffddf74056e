#include "attacks/image/methods/scores/genattack.h"

#include <algorithm>
#include <cmath>

#include "attacks/settings/image_shapes.h"

namespace bora::attacks {

void GenAttackOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const bool published = settings.read_as_paper(
      "for small images population=4:adaptive=no with noise of the image's own side, for grey ones "
      "mutation=0.3:alpha=0.5, for colour ones mutation=0.05:alpha=0.25; for large images the defaults");
  if (published && !is_large(shape)) {
    population = 4;
    adaptive = false;
    mutation = shape.channels == 1 ? 0.3 : 0.05;
    alpha = shape.channels == 1 ? 0.5 : 0.25;
    if (shape != kAnyShape) side = std::min(shape.height, shape.width);
  }
  settings.read("population", population, 2, 1000, "members of a generation");
  settings.read("mutation", mutation, 0, 1, "smallest probability that a value mutates");
  settings.read("alpha", alpha, 0, 1, "smallest range of a mutation, as a share of epsilon");
  settings.read("adaptive", adaptive, "start with larger mutations and shrink them at every plateau");
  settings.read("temperature", temperature, 1e-3, 1000,
                "temperature of the selection; a small one favours the fittest members");
  settings.read("side", side, 0, std::min(shape.height, shape.width),
                "noise of side x side values a channel; 0: a third of the image's");
  settings.read("through", through, 0, std::min(shape.height, shape.width),
                "enlarge in two steps, through this side and bilinearly; 0: in one");
  settings.read("decoder", decoder, decoder_names(), "how the noise is enlarged to the image");
  if (side > 0 || shape != kAnyShape) check_decoder(decoder, shape, side_for(shape), through);
  start.read(settings);
}

int GenAttackOptions::side_for(const ImageShape& shape) const {
  return side != 0 ? side : std::max(1, std::min(shape.height, shape.width) / 3);
}

GenAttackMutation genattack_mutation(const GenAttackOptions& options, int generation, int plateaus) {
  if (!options.adaptive) return {options.alpha, options.mutation};
  constexpr int kWarmUp = 10;
  const double decay = std::pow(0.9, plateaus);
  return {std::max(options.alpha, 0.4 * decay),
          generation < kWarmUp ? 1.0 : std::max(options.mutation, 0.5 * decay)};
}

GenAttack::GenAttack(AttackProblem problem, GenAttackOptions options)
    : ScriptedAttack(std::move(problem)),
      options_(std::move(options)),
      decoder_(make_decoder(options_.decoder, this->problem().shape, options_.side_for(this->problem().shape),
                            options_.through)) {}

void GenAttack::mutate(Eigen::VectorXd& noise, GenAttackMutation mutation) {
  for (double& value : noise)
    if (rng_.uniform() < mutation.probability) value += rng_.uniform(-mutation.range, mutation.range);
}

std::vector<double> GenAttack::selection(const std::vector<Member>& population) const {
  double best = population.front().fitness;
  for (const Member& member : population) best = std::max(best, member.fitness);
  std::vector<double> chances;
  double sum = 0;
  for (const Member& member : population) {
    chances.push_back(std::exp((member.fitness - best) / options_.temperature));
    sum += chances.back();
  }
  for (double& chance : chances) chance /= sum;
  return chances;
}

int GenAttack::pick(const std::vector<double>& chances) {
  double left = rng_.uniform();
  const int last = static_cast<int>(chances.size()) - 1;
  for (int i = 0; i < last; ++i) {
    left -= chances[i];
    if (left < 0) return i;
  }
  return last;
}

Eigen::VectorXd GenAttack::child(const std::vector<Member>& population, const std::vector<double>& chances) {
  const int first = pick(chances);
  const int second = pick(chances);
  const double from_first = chances[first] / (chances[first] + chances[second]);
  Eigen::VectorXd noise(decoder_->dimensions());
  for (Eigen::Index j = 0; j < noise.size(); ++j)
    noise[j] = population[rng_.uniform() < from_first ? first : second].noise[j];
  return noise;
}

Script<> GenAttack::script() {
  const auto epsilon = static_cast<float>(problem().ball.epsilon());
  std::vector<Member> population(options_.population);
  for (Member& member : population) {
    member.noise = Eigen::VectorXd::Zero(decoder_->dimensions());
    // With start=prior the first member is the image of substitute models without mutations.
    if (!options_.start.from_prior || &member != &population.front()) mutate(member.noise, {1.0, 1.0});
  }
  const Eigen::RowVectorXf centre = options_.start.image(problem());

  constexpr int kPlateau = 100;  // generations without a better elite
  int plateaus = 0;
  int stagnant = 0;
  double best_fitness = 0;
  for (int generation = 0;; ++generation) {
    for (Member& member : population) {
      if (member.queried) continue;
      const Reply reply = co_await query(centre + epsilon * decoder_->decode(member.noise));
      member.fitness = reply.seen.objective;
      member.queried = true;
    }
    const auto elite =
        std::max_element(population.begin(), population.end(),
                         [](const Member& a, const Member& b) { return a.fitness < b.fitness; });
    if (generation == 0 || elite->fitness > best_fitness) {
      best_fitness = elite->fitness;
      stagnant = 0;
    } else if (++stagnant >= kPlateau) {
      ++plateaus;
      stagnant = 0;
    }

    const std::vector<double> chances = selection(population);
    std::vector<Member> next = {*elite};
    while (next.size() < population.size()) {
      next.push_back({child(population, chances)});
      mutate(next.back().noise, genattack_mutation(options_, generation, plateaus));
    }
    population = std::move(next);
  }
}

}  // namespace bora::attacks
