// Search for one perturbation for all images of a run. The attack that searches observes how many of n images
// its perturbation fools.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/ledger/image_task.h"
#include "attacks/ledger/oracle.h"
#include "attacks/ledger/retry_policy.h"
#include "attacks/record/run_database.h"
#include "attacks/settings/attack_summary.h"
#include "attacks/threat/visibility.h"
#include "common/stopwatch.h"

namespace bora::attacks {

/// Throws InputError unless an attack can search for one perturbation of all images: it must be score-based,
/// stay inside the ball and need no substitute models. `attack`: its specification, for the message.
void check_universal(const std::string& attack, const AttackSummary& summary);

/// Returns the image around which perturbations are searched: medium grey, level 128. The bound of a search
/// is at most kLargestUniversalBound, so that all its perturbations stay inside [0, 1].
Pixels universal_centre(const ImageShape& shape);
inline constexpr double kLargestUniversalBound = 127.0 / 255;

/// Search for one perturbation that, added to any image, fools the victim. The sum is clipped to [0, 1] and
/// rounded as the ball requires.
///
/// The attack runs on the medium grey image. Each perturbation that it proposes is added to all n images of
/// the search (inputs with the reason kSearched), which costs n queries. The attack observes a victim of two
/// classes, and its goal is the second one. The second class has the probability (k + m) / (n + 1). Here k
/// is the number of images fooled, and m is the mean over the images of the logistic function of their
/// objective (the log-odds of the goal), which only decides between equal k. If only labels are visible, m is
/// a function of k.
///
/// Every answer is stored in table `searches`, all answers to one perturbation in one transaction. An
/// interrupted search is replayed from these answers and queries only the images whose answers to the last
/// perturbation are missing. Forward passes without a stored answer (fact `search_repeats`) and clean queries
/// are stored before they are sent, so that they count even if the process dies. Wall time is stored with the
/// answers and before each clean query.
class UniversalSearch {
 public:
  /// References must outlive this. `seed`: seed of the run. `batch`: images in one call of the victim, >= 1.
  UniversalSearch(RunDatabase& database, Oracle<Pixels>& oracle, const ImageTask& task,
                  const ImageShape& shape, const NormBall& ball, const Visibility& visible,
                  const RetrySchedule& schedule, std::uint64_t seed, int batch);

  /// Spends at most `budget` queries, on whole perturbations only. Returns the grey image plus the
  /// perturbation of largest value (the first of equal ones), or nothing if `stop` was set, which is checked
  /// before each perturbation. `report` is called after each perturbation with the number of queries so far.
  /// Throws InputError if the budget is below n, or if a stored answer belongs to another perturbation;
  /// throws VictimDown if the victim does not answer, or never answers one of the images.
  std::optional<Pixels> find(const std::string& attack, int budget, const std::atomic<bool>& stop,
                             const std::function<void(int queries)>& report);

  /// Returns whether find() has queried the victim. If not, an earlier process has stored all answers.
  bool queried() const { return queried_; }

 private:
  struct Image {
    int input = 0;  // id
    Goal goal;
    std::shared_ptr<const Pixels> original;
    std::unique_ptr<const ThreatModel<Pixels>> threat;
  };
  /// Returns the attack's problem on the grey image, with a budget of `perturbations` queries.
  AttackProblem problem(const std::string& attack, int perturbations) const;
  /// Throws InputError if the stored answers to a perturbation belong to another perturbation than
  /// `perturbed`.
  void check_replay(const Pixels& perturbed, const std::vector<SearchRow>& stored) const;
  /// Queries the images whose answers to a perturbation are missing in `answers`; adds the new answers to it
  /// and to the database. `number`: number of queries for earlier perturbations. `own`: seconds of the
  /// attack's own work so far.
  void query(const std::string& attack, int number, const Pixels& perturbed, double own,
             std::vector<SearchRow>& answers);
  /// Queries images with retries. Sets one reply for each, whose `predicted` is -1 if the victim did not
  /// answer, and adds the time to `seconds`. Returns the reason if the victim was given up, else "".
  std::string put(const std::vector<Pixels>& images, std::vector<VictimReply>& replies, double& seconds);
  /// Sends the images without a reply to the victim in one call and counts the passes. `replies`: see
  /// Oracle::ask().
  void ask(Inputs<Pixels> images, std::span<VictimReply> replies);
  void ask_clean();
  /// Adds the wall time since the last call to the stored one.
  void store_wall_time();

  RunDatabase& database_;
  Oracle<Pixels>& oracle_;
  const ImageTask& task_;
  ImageShape shape_;
  NormBall ball_;
  Visibility visible_;
  std::uint64_t seed_;
  int batch_;
  bool queried_ = false;
  std::vector<Image> images_;
  Stopwatch watch_;
  double stored_seconds_ = 0;  // seconds of `watch_` that are stored
  RetryPolicy retry_policy_;
};

}  // namespace bora::attacks
