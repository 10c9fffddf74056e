// Victims whose answers are known, for tests of everything that queries one.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/random.h"
#include "models/victims/victim.h"
#include "support/layers.h"

namespace bora::testing {

/// logits = W x + b with seeded Gaussian weights: its most adversarial direction is known.
class LinearVictim : public Victim {
 public:
  LinearVictim(ImageShape shape, int classes, std::uint64_t seed, double scale = 1.0)
      : weights_(classes, shape.size()) {
    spec_ = {"linear", shape, classes, ScoreKind::logits};
    Rng rng(seed);
    for (Eigen::Index i = 0; i < weights_.size(); ++i)
      weights_.data()[i] = static_cast<float>(scale * rng.normal() / std::sqrt(shape.size()));
  }
  const VictimSpec& spec() const override { return spec_; }
  Scores scores(const Batch& images) override {
    calls += 1;
    rows += static_cast<int>(images.rows());
    Scores out;
    // Row by row: a product over the whole batch may round a row differently in another batch.
    out.values.resize(images.rows(), spec_.classes);
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      out.values.row(i) = (weights_ * (images.row(i).array() - 0.5F).matrix().transpose()).transpose();
    return out;
  }
  bool has_gradients() override { return true; }
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    Batch gradients(images.rows(), images.cols());
    for (Eigen::Index i = 0; i < images.rows(); ++i) gradients.row(i) = cotangents.row(i) * weights_;
    return gradients;
  }
  const Batch& weights() const { return weights_; }
  int calls = 0;
  int rows = 0;

 protected:
  VictimSpec spec_;
  Batch weights_;  // classes x d
};

/// Fails as a query does that waited for its turn when Ctrl-C came, while `interrupted`.
class InterruptibleVictim : public LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  Scores scores(const Batch& images) override {
    passes_.clear();
    if (!interrupted) return LinearVictim::scores(images);
    passes_.assign(static_cast<std::size_t>(images.rows()), 0);
    std::vector<std::size_t> first;
    while (first.size() < passes_.size() && first.size() < answered) {
      passes_[first.size()] = 1;
      first.push_back(first.size());
    }
    if (first.empty()) throw VictimInterrupted("interrupted");
    const auto n = static_cast<Eigen::Index>(first.size());
    throw WithAnswers<VictimInterrupted>("interrupted",
                                         {std::move(first), LinearVictim::scores(images.topRows(n)).values});
  }
  std::vector<int> passes() const override { return passes_; }
  bool interrupted = false;
  std::size_t answered = 0;  ///< rows at the beginning of a batch that are answered before the interruption

 private:
  std::vector<int> passes_;
};

/// Scores of 1, 1 and 0 for every input, so that the first two of its three classes are tied.
class TiedVictim final : public LinearVictim {
 public:
  explicit TiedVictim(ImageShape shape) : LinearVictim(shape, 3, 1) {}
  Scores scores(const Batch& images) override {
    Scores out{Batch::Zero(images.rows(), 3)};
    out.values.leftCols(2).setOnes();
    return out;
  }
};

/// A substitute model of the LinearVictim of seed `seed`: half of its weights are that one's, half are its
/// own, of seed `own`.
class RelatedVictim : public LinearVictim {
 public:
  RelatedVictim(ImageShape shape, int classes, std::uint64_t seed, std::uint64_t own)
      : LinearVictim(shape, classes, seed) {
    weights_ = (weights_ + LinearVictim(shape, classes, own).weights()) / std::sqrt(2.0F);
  }
};

/// Fails when `fails(image row)` says so; the whole batch fails with it, as with a real victim.
class FailingVictim : public LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  std::function<bool(const Eigen::RowVectorXf&)> fails = [](const auto&) { return false; };
  int failures_left = std::numeric_limits<int>::max();

  Scores scores(const Batch& images) override {
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      if (failures_left > 0 && fails(images.row(i))) {
        --failures_left;
        throw VictimError("scores are not finite");
      }
    return LinearVictim::scores(images);
  }
};

/// A LinearVictim with noise on its scores: another one after each draw(number), and another one for each of
/// several equal images in a batch.
class NoisyVictim : public LinearVictim {
 public:
  NoisyVictim(ImageShape shape, int classes, std::uint64_t seed, double scale, double noise)
      : LinearVictim(shape, classes, seed, scale), noise_(noise) {
    spec_.randomised = true;
  }
  void draw(std::uint64_t number) override { draw_ = number; }
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    for (Eigen::Index i = 0; i < images.rows(); ++i) {
      int before = 0;
      std::uint64_t content = 0;
      for (Eigen::Index k = 0; k < i; ++k) before += images.row(k) == images.row(i) ? 1 : 0;
      for (const float value : images.row(i))
        content = mix_seed(content, static_cast<std::uint64_t>(std::lround(value * 255)));
      Rng rng(mix_seed(mix_seed(content, draw_), static_cast<std::uint64_t>(before)));
      for (int j = 0; j < spec_.classes; ++j) out.values(i, j) += static_cast<float>(noise_ * rng.normal());
    }
    return out;
  }

 private:
  double noise_;
  std::uint64_t draw_ = 0;
};

/// Answers under draw 0 and fails under any other.
class FirstDrawVictim : public LinearVictim {
 public:
  FirstDrawVictim(ImageShape shape, int classes, std::uint64_t seed, double scale = 1.0)
      : LinearVictim(shape, classes, seed, scale) {
    spec_.randomised = true;
  }
  void draw(std::uint64_t number) override { drawn = number; }
  Scores scores(const Batch& images) override {
    fail();
    return LinearVictim::scores(images);
  }
  Batch pullback(const Batch& images, const Batch& cotangents) override {
    fail();
    return LinearVictim::pullback(images, cotangents);
  }
  std::uint64_t drawn = 0;  ///< the draw that is selected

 private:
  void fail() const {
    if (drawn != 0) throw VictimError("gone");
  }
};

/// Exception that stands for the end of the process. It is no std::exception, so that nothing handles it.
struct Killed {};

/// `Killable`, a LinearVictim, that kills the process in a call.
template <typename Killable>
class Mortal final : public Killable {
 public:
  using Killable::Killable;
  Scores scores(const Batch& images) override {
    if (calls_left-- != 0) return Killable::scores(images);
    this->rows += static_cast<int>(images.rows());
    throw Killed();
  }
  int calls_left = -1;  ///< number of calls before that one; < 0: never
};

/// Tells labels and nothing else: whoever asks for scores has broken the threat model.
class LabelVictim : public LinearVictim {
 public:
  using LinearVictim::LinearVictim;
  bool has_gradients() override { return false; }
  Scores scores(const Batch&) override { throw std::logic_error("scores were asked for"); }
  std::vector<int> labels(const Batch& images) override {
    const Scores scores = LinearVictim::scores(images);
    std::vector<int> predicted;
    for (int i = 0; i < images.rows(); ++i) predicted.push_back(predicted_class(scores, i));
    return predicted;
  }
};

/// Shows the scores of its `top` best classes alone.
class BestClassesVictim : public LinearVictim {
 public:
  BestClassesVictim(ImageShape shape, int classes, std::uint64_t seed, double scale, int top)
      : LinearVictim(shape, classes, seed, scale) {
    spec_.top = top;
  }
  bool has_gradients() override { return false; }
  Scores scores(const Batch& images) override {
    Scores out = LinearVictim::scores(images);
    for (Eigen::Index i = 0; i < images.rows(); ++i)
      for (int hidden = spec_.classes - spec_.top; hidden > 0; --hidden) {
        Eigen::Index worst = 0;
        (out.values.row(i).array() == kHidden)
            .select(std::numeric_limits<float>::infinity(), out.values.row(i))
            .minCoeff(&worst);
        out.values(i, worst) = kHidden;
      }
    return out;
  }
};

/// Random images, labelled with what `victim` says, so that all are classified correctly.
inline ImageDataset labelled_images(Victim& victim, int n, std::uint64_t seed) {
  ImageDataset data;
  data.shape = victim.spec().input;
  data.classes = victim.spec().classes;
  data.source = "generated";
  Rng rng(seed);
  Batch batch(n, data.shape.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < data.shape.size(); ++j) {
      data.pixels.push_back(static_cast<std::uint8_t>(rng.index(256)));
      batch(i, j) = static_cast<float>(data.pixels.back()) / 255.0F;
    }
  data.labels = victim.labels(batch);
  for (int i = 0; i < n; ++i) data.records.push_back(i);
  return data;
}

}  // namespace bora::testing
