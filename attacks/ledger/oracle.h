// Access of attacks to a victim, for inputs of every kind. All queries go through it.
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

/// Request for the gradient of one input: that of the sum of its scores weighted by `cotangent`.
template <typename Input>
struct GradientQuestion {
  const Input* input = nullptr;
  Eigen::RowVectorXf cotangent;             ///< one weight per class
  const GradientRequest* wanted = nullptr;  ///< names the edges of a graph
};

/// Reply of the victim to an input: its class, and 1 x classes scores unless only labels were requested.
struct VictimReply {
  int predicted = -1;  ///< -1: no reply
  Scores scores;
  bool held = true;   ///< false: too few of several answers reached the goal for a success
  bool tied = false;  ///< true: the class reaches the goal only by the order of classes with equal scores
};

/// Connection to a victim for inputs of any kind. Sends inputs and counts them. Victim and GraphVictim state
/// the errors that are thrown. Instantiated for Pixels, Transformed (whose image is sent) and Graph.
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
  /// Returns the number of copies of an input that the model receives for one answer (VictimSpec::copies).
  int copies() const {
    if constexpr (requires { victim_.spec().copies; }) return victim_.spec().copies;
    return 1;
  }

  /// Sends the inputs that have no reply yet (`predicted` -1) to the victim as one batch and sets their
  /// replies. `label_only`: requests labels, not scores. `replies`: one per input. Throws VictimError if the
  /// victim fails, or returns the wrong number of answers or an invalid label; replies to the inputs that it
  /// did answer may be set then.
  void ask(Inputs<Input> inputs, bool label_only, std::span<VictimReply> replies);
  std::vector<VictimReply> ask(Inputs<Input> inputs, bool label_only) {
    std::vector<VictimReply> replies(inputs.size());
    ask(inputs, label_only, replies);
    return replies;
  }
  /// Returns one gradient for each question, which depends on this question only. `draws`: number of
  /// draws over which the gradients of a randomised victim are averaged.
  std::vector<Eigen::RowVectorXf> gradients(const std::vector<GradientQuestion<Input>>& questions,
                                            int draws = 1);

  /// Returns how often each input of the last ask() was sent, answered or not. If the victim does not report
  /// it (Victim::passes), each input sent counts once, or not at all if ask() was interrupted.
  const std::vector<int>& passes() const { return passes_; }
  /// Returns the number of inputs sent so far, answered or not, with repeated attempts. Gradients do not
  /// count, because each belongs to the query of its input.
  std::int64_t queries() const { return queries_; }
  /// Returns a new connection to the victim, as Victim::new_connection() does; null if there can be only one.
  std::unique_ptr<Oracle> new_connection() {
    auto victim = victim_.new_connection();
    return victim ? std::make_unique<Oracle>(std::move(victim)) : nullptr;
  }
  /// Selects the draw `number` of a randomised victim (Victim::draw); no effect on victims of graphs.
  void draw(std::uint64_t number) {
    if constexpr (requires { victim_.draw(number); }) victim_.draw(number);
  }

 private:
  void count(const std::vector<std::size_t>& shown, std::size_t inputs, int unstated);
  VictimReply labelled(int label) const;
  std::vector<Eigen::RowVectorXf> drawn_gradients(const std::vector<GradientQuestion<Input>>& questions);

  std::unique_ptr<AskedVictim> own_;  // null: the victim belongs to the caller
  AskedVictim& victim_;
  std::vector<int> passes_;
  std::int64_t queries_ = 0;
};

/// Scope in which draws of a victim may be selected (Oracle::draw). At its end, also by an exception, draw 0
/// is selected again. `Asked`: an Oracle or a PlanSource.
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

}  // namespace bora::attacks
