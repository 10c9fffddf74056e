#include "models/defences/smoothed_victim.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "common/error.h"
#include "common/random.h"
#include "models/defences/random_images.h"

namespace bora::models {
namespace {

class SmoothedVictim final : public Victim {
 public:
  SmoothedVictim(std::unique_ptr<Victim> victim, double deviation, int copies, std::uint64_t seed)
      : victim_(std::move(victim)),
        deviation_(deviation),
        copies_(copies),
        seed_(seed),
        spec_(victim_->spec()) {
    spec_.kind = ScoreKind::probabilities;
    spec_.digits = -1;  // no notice about rounding: shares of votes are coarse by design
    spec_.labels_only = false;
    spec_.top = 0;
    spec_.randomised = true;
    spec_.copies *= copies;
  }

  const VictimSpec& spec() const override { return spec_; }

  Scores scores(const Batch& images) override {
    Batch votes = Batch::Zero(images.rows(), spec_.classes);
    passes_.assign(static_cast<std::size_t>(images.rows()), 0);
    for (int copy = 0; copy < copies_; ++copy) {
      Batch noisy = images;
      add_noise(noisy, deviation_, mix_seed(mix_seed(seed_, draw_), copy));
      const std::vector<int> labels = labels_of(noisy);
      for (Eigen::Index row = 0; row < images.rows(); ++row)
        ++votes(row, labels[static_cast<std::size_t>(row)]);
    }
    return {votes / static_cast<float>(copies_), ScoreKind::probabilities};
  }

  std::vector<int> passes() const override { return passes_; }
  std::unique_ptr<Victim> new_connection() override {
    auto victim = victim_->new_connection();
    return victim ? std::make_unique<SmoothedVictim>(std::move(victim), deviation_, copies_, seed_) : nullptr;
  }
  void draw(std::uint64_t number) override {
    draw_ = number;
    victim_->draw(number);
  }

 private:
  std::vector<int> labels_of(const Batch& noisy) {
    try {
      std::vector<int> labels = victim_->labels(noisy);
      count_passes(1);
      return labels;
    } catch (const VictimInterrupted& interruption) {
      count_passes(0);
      throw VictimInterrupted(interruption.what());  // not PartlyAnswered, because some copies are unanswered
    } catch (const VictimError& error) {
      count_passes(1);
      if (dynamic_cast<const PartlyAnswered*>(&error) != nullptr) throw VictimError(error.what());
      throw;
    }
  }

  // Adds the passes of the last query of victim_. unstated: number for images of which it states none.
  void count_passes(int unstated) {
    std::vector<int> passes = victim_->passes();
    passes.resize(passes_.size(), unstated);
    std::ranges::transform(passes_, passes, passes_.begin(), std::plus());
  }

  std::unique_ptr<Victim> victim_;
  double deviation_;
  int copies_;
  std::uint64_t seed_;
  std::uint64_t draw_ = 0;
  VictimSpec spec_;
  std::vector<int> passes_;
};

}  // namespace

std::unique_ptr<Victim> smoothed(std::unique_ptr<Victim> victim, double deviation, int copies,
                                 std::uint64_t seed) {
  return std::make_unique<SmoothedVictim>(std::move(victim), deviation, copies, seed);
}

}  // namespace bora::models
