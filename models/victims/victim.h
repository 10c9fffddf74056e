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

/// Batch of images, n x shape.size(): one image per row, CHW order, values in [0, 1]. Also used for other
/// row-major matrices of floats, such as scores.
using Batch = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Kind of a victim's scores.
enum class ScoreKind {
  logits,         ///< real numbers whose softmax is the probabilities; log-probabilities are a special case
  probabilities,  ///< non-negative, summing to 1
};
std::string to_string(ScoreKind kind);

/// Score of a class that a victim did not report because it reports only its best classes (VictimSpec::top).
/// It is below all other scores, and no victim can give it itself.
inline constexpr float kHidden = -std::numeric_limits<float>::infinity();

/// Answer of a victim: its scores, n x classes, of which some may be kHidden, and their kind.
struct Scores {
  Batch values;
  ScoreKind kind = ScoreKind::logits;
};

/// Base of errors in a batch of which the victim has answered some rows.
struct PartlyAnswered {
  std::vector<std::size_t> rows;  ///< rows of the batch that were answered, ascending
  Batch answers;  ///< rows.size() x classes scores, or rows.size() x 1 labels of a victim without scores

  /// Replaces the answers by to(answers). If that throws VictimError, removes all rows.
  template <typename Convert>
  void convert(const Convert& to) {
    try {
      answers = to(answers);
    } catch (const VictimError&) {
      rows.clear();
    }
  }
};

/// Error of type `Failure` (VictimError or a class derived from it) that also holds the answers that were
/// received.
template <typename Failure>
class WithAnswers : public Failure, public PartlyAnswered {
 public:
  WithAnswers(const std::string& why, PartlyAnswered given)
      : Failure(why), PartlyAnswered(std::move(given)) {}
};

/// Logarithms of class probabilities, n x classes.
using LogProbabilities = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Returns the log softmax of logits, exact far into the tails, or the logarithms of probabilities. These
/// have a floor of 1e-30 (Ru 2021, 6.2), since a softmax in single precision underflows to 0. scores: none is
/// hidden.
LogProbabilities log_probabilities(const Scores& scores);

/// Applies the chain rule through log_probabilities(): takes the gradient of a function w.r.t. the
/// log-probabilities of row `i`, and returns its gradient w.r.t. the scores of this row. Both have `classes`
/// values. The gradient is 0 for probabilities below the floor.
Eigen::RowVectorXf gradient_of_scores(const Scores& scores, int i,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& gradient_of_log_p);

/// Returns the scores with each hidden one replaced by its upper bound, the lowest score reported in its row.
/// Two answers are compared in this form, since they may report different classes as the last of the best.
Batch at_most(Batch scores);

/// Returns the index of the largest score of row `i`; the first of equals.
int predicted_class(const Scores& scores, int i);
/// Returns predicted_class() for all rows.
std::vector<int> predicted_classes(const Scores& scores);

/// Properties of a victim of images.
struct VictimSpec {
  std::string name;  ///< file or address
  ImageShape input;
  int classes = 0;
  ScoreKind kind = ScoreKind::logits;
  int digits = -1;           ///< decimals, 0 to 7, to which the scores seem to be rounded; -1: not rounded
  bool negative = false;     ///< whether scores below 0 were seen when it was loaded
  bool labels_only = false;  ///< whether only labels() can be called; scores() throws VictimError
  int top = 0;               ///< number of best classes with scores, all others are kHidden; 0: all classes
  bool randomised = false;   ///< whether the same images may get different answers in different queries
  int copies = 1;            ///< number of copies of an image that are sent to the model for one answer
  std::vector<std::string> notices = {};  ///< clauses for the report about how the model is run
  std::string model_version = {};         ///< version that its server stated in the first answer; "": none
  std::string doubt = {};                 ///< clause why its scores may be wrong; "": there is no such reason
};

/// Classifier of images that can be queried. It is deterministic unless spec().randomised: the same batch
/// gets the same scores. The last bits of a row's scores may depend on the other rows of its batch, but never
/// on the number of threads.
class Victim {
 public:
  virtual ~Victim() = default;
  virtual const VictimSpec& spec() const = 0;
  /// Returns the scores of `images`, n x classes. images: n x input.size() in [0, 1], any n >= 1; the victim
  /// splits the batch if needed. Throws VictimError if the model fails or returns numbers that are not
  /// finite. The error is also a PartlyAnswered if some of the answers can be used.
  virtual Scores scores(const Batch& images) = 0;
  /// Returns the predicted class of each image, n values in [0, classes): the class of the largest score,
  /// unless a victim computes it without scores. Throws as scores() does.
  virtual std::vector<int> labels(const Batch& images) { return predicted_classes(scores(images)); }

  /// Returns how often each row of the last call of scores() or labels() was sent to the model, whether it
  /// was answered or not: n values, or none if each was sent once.
  virtual std::vector<int> passes() const { return {}; }

  /// Returns a new connection to the same model, for concurrent use by another thread; null if this is not
  /// possible. All connections give the same answers. They share resources (HTTP connections, processes, a
  /// rate limit), and each counts its own passes(). The new connection must not outlive this one.
  virtual std::unique_ptr<Victim> new_connection() { return nullptr; }

  /// Selects the random sequence from which the next calls draw; initially 0. Only victims that draw random
  /// numbers in this process (e.g. a defence by noise) use it. An image gets the same answer with the same
  /// sequence, and other answers with other sequences, so that a run can be repeated.
  virtual void draw(std::uint64_t /*number*/) {}

  /// Returns whether pullback() works, so that white-box attacks are possible.
  virtual bool has_gradients() { return false; }
  /// Returns vector-Jacobian products, n x input.size(): row i is the gradient w.r.t. image i of the sum of
  /// its scores weighted by row i of `cotangents`. images: n x input.size(), cotangents: n x classes. Rows
  /// are computed one by one, so that each depends only on its image and cotangent. Throws VictimError if the
  /// model fails or gives numbers that are not finite.
  virtual Batch pullback(const Batch& images, const Batch& cotangents);
};

}  // namespace bora::models
