// Access of attacks to a victim, for inputs of every kind; all queries go through it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "attacks/attack.h"
#include "models/graphs/graph_victim.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Inputs of one batch; none of the pointers is null.
template <typename Input>
using Inputs = std::span<const Input* const>;

/// An input and weights of its scores (`classes` values): the request for one gradient.
template <typename Input>
struct GradientQuestion {
  const Input* input = nullptr;
  Eigen::RowVectorXf cotangent;
  const GradientRequest* wanted = nullptr;
};

/// Reply of the victim to an input: its class, and 1 x classes scores unless only labels were requested.
struct VictimReply {
  int predicted = -1;
  Scores scores;
  bool held = true;   ///< false: too few of several answers reached the goal for a success
  bool tied = false;  ///< the class is that of the goal only by the order of classes with equal scores
};

/// Connection to a victim that is shown inputs of any kind, and counts them. See Victim and GraphVictim for
/// what may be thrown. Defined for Pixels, Transformed (whose image is shown) and Graph.
template <typename Input>
class Oracle {
 public:
  using AskedVictim = std::conditional_t<std::is_same_v<Input, Graph>, GraphVictim, Victim>;
  explicit Oracle(AskedVictim& victim) : victim_(victim) {}  ///< the victim must outlive it
  explicit Oracle(std::unique_ptr<AskedVictim> victim) : own_(std::move(victim)), victim_(*own_) {}

  const AskedVictim& victim() const { return victim_; }
  const std::string& name() const { return victim_.spec().name; }
  int classes() const { return victim_.spec().classes; }
  ScoreKind kind() const { return victim_.spec().kind; }
  bool randomised() const { return victim_.spec().randomised; }
  bool has_gradients() { return victim_.has_gradients(); }  ///< may query the victim
  /// Returns how often an input is sent to the model for one answer (VictimSpec::copies).
  int copies() const {
    if constexpr (requires { victim_.spec().copies; }) return victim_.spec().copies;
    return 1;
  }

  /// Shows the inputs that have no reply yet (`predicted` -1) to the victim as one batch, for labels only
  /// where `label_only`, and sets their replies. Throws VictimError, also if the result has the wrong length
  /// or is not labels; the replies that could be used are set then.
  void ask(Inputs<Input> inputs, bool label_only, std::span<VictimReply> replies);
  std::vector<VictimReply> ask(Inputs<Input> inputs, bool label_only) {
    std::vector<VictimReply> replies(inputs.size());
    ask(inputs, label_only, replies);
    return replies;
  }
  /// Returns the gradients of the scores weighted by each question's cotangent, of a victim that answers at
  /// random their means over `draws` draws. Each depends only on its question.
  std::vector<Eigen::RowVectorXf> gradients(const std::vector<GradientQuestion<Input>>& questions,
                                            int draws = 1);

  /// Returns how often each input of the last ask() was sent, answered or not. Where the victim does not
  /// state it (Victim::passes), that is once for each that was shown, or not at all if ask() was interrupted.
  const std::vector<int>& passes() const { return passes_; }
  /// Returns the number of inputs shown so far, answered or not, repeated attempts included. A gradient
  /// belongs to the query whose answer it goes with.
  std::int64_t queries() const { return queries_; }
  /// Returns a new connection to the victim, as Victim::new_connection does.
  std::unique_ptr<Oracle> new_connection() {
    auto victim = victim_.new_connection();
    return victim ? std::make_unique<Oracle>(std::move(victim)) : nullptr;
  }
  /// Does the same as Victim::draw; a victim of graphs draws nothing.
  void draw(std::uint64_t number) {
    if constexpr (requires { victim_.draw(number); }) victim_.draw(number);
  }

 private:
  void count(const std::vector<std::size_t>& shown, std::size_t inputs, int unstated);
  VictimReply labelled(int label) const;
  std::vector<Eigen::RowVectorXf> drawn_gradients(const std::vector<GradientQuestion<Input>>& questions);

  std::unique_ptr<AskedVictim> own_;  // null: the caller's
  AskedVictim& victim_;
  std::vector<int> passes_;
  std::int64_t queries_ = 0;
};

/// Scope that may select draws of a victim (Oracle::draw): at its end, by an exception too, draw 0 is
/// selected again. `Asked`: an Oracle or a PlanSource.
template <typename Asked>
class DrawScope {
 public:
  explicit DrawScope(Asked& asked) : asked_(asked) {}  ///< `asked` must outlive this
  ~DrawScope() { asked_.draw(0); }
  DrawScope(const DrawScope&) = delete;
  DrawScope& operator=(const DrawScope&) = delete;

 private:
  Asked& asked_;
};

/// Scope whose queries are added to a sum at its end, answered or not.
template <typename Input>
class CountedQueries {
 public:
  /// Both must outlive this.
  CountedQueries(const Oracle<Input>& oracle, std::int64_t& sum)
      : oracle_(oracle), sum_(sum), before_(oracle.queries()) {}
  ~CountedQueries() { sum_ += oracle_.queries() - before_; }
  CountedQueries(const CountedQueries&) = delete;
  CountedQueries& operator=(const CountedQueries&) = delete;

 private:
  const Oracle<Input>& oracle_;
  std::int64_t& sum_;
  std::int64_t before_;
};

}  // namespace bora::attacks
