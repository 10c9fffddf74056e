// Interface of a victim of images: a classifier that returns scores for images and can be attacked.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/error.h"
#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::models {

/// Images as a victim's callers hold them: n x shape.size(), one image a row, CHW order, values in [0, 1].
using Batch = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

enum class ScoreKind {
  logits,  ///< any real numbers; probabilities are their softmax (log-probabilities are a case of this)
  probabilities,  ///< non-negative, summing to 1
};
std::string to_string(ScoreKind kind);

/// The score of a class that the victim did not show, since it shows the best few alone (VictimSpec::top):
/// below all others, so that it is never taken for the best, and no score that a victim could give.
inline constexpr float kHidden = -std::numeric_limits<float>::infinity();

/// Answer of a victim: n x classes scores, as it gave them or kHidden, and their kind.
struct Scores {
  Batch values;
  ScoreKind kind = ScoreKind::logits;
};

/// Base of errors of a batch of which the victim has answered some rows.
struct PartlyAnswered {
  std::vector<std::size_t> rows;  ///< the rows of the batch that were answered, ascending
  Batch answers;                  ///< rows.size() x classes scores; x 1 labels of a victim that gives labels

  /// Replaces the answers by to(answers), or leaves none if that throws VictimError.
  template <typename Convert>
  void convert(const Convert& to) {
    try {
      answers = to(answers);
    } catch (const VictimError&) {
      rows.clear();
    }
  }
};

/// Failure, VictimError or VictimInterrupted, of the other rows of a batch.
template <typename Failure>
class WithAnswers : public Failure, public PartlyAnswered {
 public:
  WithAnswers(const std::string& why, PartlyAnswered given)
      : Failure(why), PartlyAnswered(std::move(given)) {}
};

/// n x classes, double: log softmax of logits (exact far into the tails), or log of probabilities with a
/// floor of 1e-30 (Ru 2021, 6.2), since a float softmax underflows to 0. Of scores none of which is hidden.
using LogProbabilities = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
LogProbabilities log_probabilities(const Scores& scores);

/// Applies the chain rule through log_probabilities(): takes the gradient of a function w.r.t. the
/// log-probabilities of row `i`, and returns its gradient w.r.t. the scores of that row. Both have `classes`
/// values; 0 below the floor.
Eigen::RowVectorXf gradient_of_scores(const Scores& scores, int i,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& gradient_of_log_p);

/// Returns the scores with each hidden one replaced by its upper bound, the lowest score that its row shows.
/// Two answers are compared by this, since the last of the best classes may differ between them.
Batch at_most(Batch scores);

/// Returns the index of the largest score of row `i`; the first of equals.
int predicted_class(const Scores& scores, int i);
/// Returns the same for every row.
std::vector<int> predicted_classes(const Scores& scores);

struct VictimSpec {
  std::string name;  ///< file or address
  ImageShape input;
  int classes = 0;
  ScoreKind kind = ScoreKind::logits;
  int digits = -1;           ///< decimals that the scores seem to be rounded to, 0 to 7; -1: not seen
  bool labels_only = false;  ///< labels() is all it answers; scores() throws VictimError
  int top = 0;               ///< number of best classes that it shows, all others are kHidden; 0: all classes
  bool randomised = false;   ///< the same images may get other answers when they are asked again
  int copies = 1;            ///< copies of an image that are sent to the model for one answer
  std::vector<std::string> notices = {};  ///< clauses about how the model is run, for the user
  std::string doubt = {};  ///< clause about why its scores may be wrong; "": no reason is known
};

/// A classifier that can only be queried. Deterministic unless spec().randomised: the same batch gives the
/// same scores; the scores of a row may depend in the last bits on the batch it travels in, never on the
/// number of threads.
class Victim {
 public:
  virtual ~Victim() = default;
  virtual const VictimSpec& spec() const = 0;
  /// images: n x input.size() in [0, 1], any n >= 1 (the victim splits it as it needs). Returns n x classes.
  /// Throws VictimError if it fails or returns anything that is not finite, but for what spec().top hides;
  /// the error is PartlyAnswered, too, if some of the answers can be used.
  virtual Scores scores(const Batch& images) = 0;
  /// Returns the predicted class of each image, n values in [0, classes): the class of the largest score,
  /// unless a victim computes it without scores. Throws as scores() does.
  virtual std::vector<int> labels(const Batch& images) { return predicted_classes(scores(images)); }

  /// Returns how often each row of the last call of scores() or labels() was sent to the model, answered or
  /// not: n values, or none if that was once each.
  virtual std::vector<int> passes() const { return {}; }

  /// Returns a new connection to the same model, for concurrent use by another thread; null if there can be
  /// only one. All connections give the same answers. They share common resources (HTTP connections,
  /// processes, a rate), and each counts its own passes(). A new connection must not outlive this one.
  virtual std::unique_ptr<Victim> new_connection() { return nullptr; }

  /// Selects the random sequence that the next calls draw from, 0 at first, for a victim that draws random
  /// numbers in this process (a defence by noise). The same image gets the same answer from one sequence and
  /// other answers from others, so that a run can be repeated. All other victims ignore it.
  virtual void draw(std::uint64_t /*number*/) {}

  /// Returns whether pullback() works, that is, whether the victim is open to white-box attacks.
  virtual bool has_gradients() { return false; }
  /// Vector-Jacobian products: row i is the gradient w.r.t. image i of its scores weighted by row i of
  /// `cotangents`. images: n x input.size(), cotangents: n x classes; returns n x input.size(). Rows are
  /// computed one by one, so that they depend on nothing but the image and its cotangent. Throws VictimError
  /// if it fails or gives anything that is not finite.
  virtual Batch pullback(const Batch& images, const Batch& cotangents);
};

}  // namespace bora::models
