// One perturbation for all images of a run, found by an attack that sees how many of a few images it fools.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "attacks/ledger/image_task.h"
#include "attacks/ledger/oracle.h"
#include "attacks/ledger/persistence.h"
#include "attacks/record/run_database.h"
#include "attacks/settings/attack_summary.h"
#include "attacks/threat/visibility.h"
#include "common/layers.h"
#include "common/stopwatch.h"

namespace bora::attacks {

/// Throws InputError unless the attack, of label `attack`, can search for a perturbation of all images: a
/// score-based attack that stays inside the ball and needs no substitute models.
void check_universal(const std::string& attack, const AttackSummary& summary);

/// Image around which perturbations are searched: medium grey, level 128. A search needs a bound that leaves
/// all perturbations of it inside [0, 1].
Pixels universal_centre(const ImageShape& shape);
inline constexpr double kLargestUniversalBound = 127.0 / 255;

/// Search for the perturbation of an attack, whose sum with every image, clipped to [0, 1] and rounded as the
/// ball says, is to fool the victim.
///
/// The attack runs on the medium grey image. The change that it asks for is added to each of the n images of
/// the search (inputs with the reason kSearched), which costs n queries. What the attack sees is a victim of
/// two classes, of which the second has the probability (k + m) / (n + 1): k is the number of images fooled,
/// m the mean probability of the goal over the images, which only decides between equal k. Where labels alone
/// are visible, m is a function of k.
///
/// Every answer is stored in table searches, all answers to one perturbation in one transaction. A search
/// that was interrupted is repeated from these answers, and asks only for those that the interrupted
/// perturbation lacks. Passes that are repeated because the victim did not answer (search_repeats), clean
/// queries and wall time are stored with them and after each failure.
class UniversalSearch {
 public:
  /// `seed`: of the run. `batch`: images in one call of the victim, >= 1. `died`: the process that made the
  /// run so far was killed, so that the images of one call may have been sent; they count as passes.
  /// References must outlive this.
  UniversalSearch(RunDatabase& database, Oracle<Pixels>& oracle, const ImageTask& task,
                  const ImageShape& shape, const NormBall& ball, const Visibility& visible,
                  const Patience& patience, std::uint64_t seed, int batch, bool died = false);

  /// Spends at most `budget` queries, whole perturbations alone. Returns the perturbation of the largest
  /// value, the first among equal ones, added to the grey image; nothing if `stop` was set, which is looked
  /// at before each perturbation. `report` is called after each with the number of queries so far. Throws
  /// InputError if the budget is below n, or a stored answer belongs to another perturbation; VictimDown if
  /// the victim answers nothing, or never to one of the images.
  std::optional<Pixels> find(const std::string& attack, int budget, const std::atomic<bool>& stop,
                             const std::function<void(int queries)>& report);

  /// Returns whether `died` still holds: no search has asked anything yet that the dead process may have
  /// asked.
  bool died() const { return died_; }

 private:
  struct Image {
    int input = 0;  // id
    Goal goal;
    std::shared_ptr<const Pixels> original;
    std::unique_ptr<const ThreatModel<Pixels>> threat;
  };
  void query(const std::string& attack, int number, const Pixels& perturbed, double own,
             std::vector<SearchRow>& answers);
  /// Sets the replies to the images, one each, with `predicted` -1 where there is none, and adds the time
  /// that they took. Returns why the victim was given up, or "".
  std::string put(const std::vector<Pixels>& images, std::vector<VictimReply>& replies, double& seconds);
  /// Shows images to the victim and counts their passes. `replies`: as of Oracle::ask.
  void ask(Inputs<Pixels> images, std::span<VictimReply> replies);
  /// Stores in the present transaction what was spent since the last call, in which `answers` were stored.
  void store_expenses(int answers);
  void store_expenses();  ///< stores them in a transaction of its own

  RunDatabase& database_;
  Oracle<Pixels>& oracle_;
  const ImageTask& task_;
  ImageShape shape_;
  NormBall ball_;
  Visibility visible_;
  std::uint64_t seed_;
  int batch_;
  bool died_;
  std::vector<Image> images_;
  std::int64_t passes_ = 0, clean_asked_ = 0;  // since they were last stored
  Stopwatch watch_;
  double stored_seconds_ = 0;  // seconds of `watch_` that are stored
  Persistence persistence_;
};

}  // namespace bora::attacks
