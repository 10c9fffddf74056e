// Rows of the tables in a run's database, one struct for each table. The columns that a struct visits
// determine its CREATE TABLE, INSERT and SELECT (table.h), its checks (run_check.h) and its merging
// (run_merge.h). To add a column, add a member and a line to columns().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"

namespace bora::attacks {

/// Status that an instance has. pending: not started; exhausted: budget spent, or no input left to query;
/// failed: ended by an error.
enum class InstanceStatus { pending, running, success, exhausted, failed };
std::string to_string(InstanceStatus status);

/// Returns true for the statuses success, exhausted and failed.
inline bool has_ended(InstanceStatus status) {
  return status != InstanceStatus::pending && status != InstanceStatus::running;
}

/// Rule for the values of a column.
struct ColumnRule {
  enum class Kind {
    whole,        ///< whole numbers from low to high
    number,       ///< finite number
    distance,     ///< finite number >= 0; also NULL if the member is optional
    objective,    ///< any number, also infinite
    text,         ///< text
    details,      ///< JSON object
    status,       ///< InstanceStatus
    label,        ///< class of the victim
    target,       ///< class of the victim; NULL in untargeted runs
    instance,     ///< id of table instances
    input,        ///< id of an attacked input
    original,     ///< clean input: uint8 CHW or graph JSON; NULL if the input is not attacked
    example,      ///< clean image, uint8 CHW
    adversarial,  ///< image, uint8 CHW or float32 CHW in a continuous run, or graph JSON
    scores,       ///< float32, one for each class; empty if the victim returned labels only
    bytes         ///< any bytes
  };
  Kind kind;
  std::int64_t low = 0, high = 0;

  /// Returns true if the column is stored as a BLOB.
  constexpr bool is_blob() const { return kind >= Kind::original; }
};

namespace rule {
constexpr std::int64_t kMostInt = (std::int64_t{1} << 31) - 1;
/// Largest count, such as queries or edits, that a run may hold.
constexpr int kMostCount = 1 << 30;
constexpr ColumnRule whole(std::int64_t low, std::int64_t high = kMostInt) {
  return {ColumnRule::Kind::whole, low, high};
}
constexpr ColumnRule kFlag = whole(0, 1);
constexpr ColumnRule kNumber{ColumnRule::Kind::number}, kDistance{ColumnRule::Kind::distance},
    kObjective{ColumnRule::Kind::objective};
constexpr ColumnRule kText{ColumnRule::Kind::text}, kDetails{ColumnRule::Kind::details},
    kStatus{ColumnRule::Kind::status};
constexpr ColumnRule kLabel{ColumnRule::Kind::label}, kTarget{ColumnRule::Kind::target};
constexpr ColumnRule kInstance{ColumnRule::Kind::instance}, kInput{ColumnRule::Kind::input};
constexpr ColumnRule kOriginal{ColumnRule::Kind::original}, kExample{ColumnRule::Kind::example};
constexpr ColumnRule kAdversarial{ColumnRule::Kind::adversarial}, kScores{ColumnRule::Kind::scores},
    kBytes{ColumnRule::Kind::bytes};
}  // namespace rule

/// Properties of the table that a row type has.
struct TableTraits {
  const char* name;
  int keys;          ///< the first `keys` columns are the primary key
  const char* text;  ///< text that documents the table
};

/// InputRow::reason of an input on which a universal perturbation is searched.
inline constexpr const char* kSearched = "shown to the search";

/// Inspected image or graph.
struct InputRow {
  int id = 0;
  int record = 0;
  std::string name;
  int label = 0;
  int predicted = 0;
  bool attacked = false;
  std::string reason;
  int nodes = 0;
  int edges = 0;
  std::string content;
  std::vector<float> scores;

  static constexpr TableTraits kTable{"inputs", 1,
                                      "images or graphs inspected, in order, to find those to attack"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("id", row.id, rule::whole(0), "position in the part of the data set");
    column("record", row.record, rule::whole(0), "record number in the source file or folder");
    column("name", row.name, rule::kText, "file name, or ''");
    column("label", row.label, rule::kLabel, "true class");
    column("predicted", row.predicted, rule::kLabel, "clean prediction");
    column("attacked", row.attacked, rule::kFlag, "0: skipped, see reason");
    column("reason", row.reason, rule::kText,
           "'', 'misclassified', 'of the target class', 'shown to the search', or why no edit is possible");
    column("nodes", row.nodes, rule::whole(0), "number of nodes of a graph; 0 for an image");
    column("edges", row.edges, rule::whole(0), "number of edges of a graph; 0 for an image");
    column("content", row.content, rule::kOriginal,
           "inputs attacked or shown to the search only: uint8 CHW, or graph JSON");
    column("scores", row.scores, rule::kScores, "clean scores, float32");
  }
};

/// Image of a target class, from which attacks may start.
struct ExampleRow {
  int label = 0;
  std::string content;

  static constexpr TableTraits kTable{
      "examples", 1,
      "a correctly classified clean image for each target class, from which attacks may start"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("class", row.label, rule::kLabel, "target class");
    column("content", row.content, rule::kExample, "uint8 CHW");
  }
};

/// Instance: one attack on one input, untargeted or towards one target.
struct InstanceRow {
  int id = 0;
  std::string attack;
  int input = 0;
  std::optional<int> target;
  std::uint64_t seed = 0;
  int budget = 1;
  InstanceStatus status = InstanceStatus::pending;
  int queries = 0;
  int attempts = 0;
  std::string reason;

  static constexpr TableTraits kTable{"instances", 1, "one attack on one input towards one target"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("id", row.id, rule::whole(0), "0, 1, ...");
    column("attack", row.attack, rule::kText, "attack with its settings");
    column("input", row.input, rule::kInput, "attacked input");
    column("target", row.target, rule::kTarget, "target class; NULL: untargeted");
    column("seed", row.seed, rule::whole(0, INT64_MAX), "seed of the attack, below 2^63");
    column("budget", row.budget, rule::whole(1, rule::kMostCount), "query budget, >= 1");
    column("status", row.status, rule::kStatus, "pending | running | success | exhausted | failed");
    column(
        "queries", row.queries, rule::whole(0, rule::kMostCount),
        "number of queries; on success the last one is the successful one, except in runs that continue after it");
    column(
        "attempts", row.attempts, rule::whole(0),
        "forward passes on its inputs: queries, passes without an answer, and those in progress when the process died");
    column("reason", row.reason, rule::kText, "why it failed, or why it ended after a success; else ''");
  }
};

/// Returns true for the statuses success, exhausted and failed.
inline bool has_ended(const InstanceRow& row) {
  return has_ended(row.status);
}

/// InstanceRow::reason of an instance whose attack has no further input to query. Runs store it, so it must
/// not change.
inline constexpr const char* kNothingLeft = "nothing left to ask";

/// Returns true if an error ended the instance after its first success, in a run that continues after
/// successes. The instance is a success, but its attack might have found a nearer example.
inline bool broke_off(const InstanceRow& row) {
  return row.status == InstanceStatus::success && !row.reason.empty() && row.reason != kNothingLeft;
}

/// Answer that the victim gives to a query of an instance.
struct QueryRow {
  int instance = 0;
  int number = 0;
  std::int64_t input_hash = 0;
  double objective = 0;
  int predicted = 0;
  bool success = false;
  std::vector<float> scores;

  static constexpr TableTraits kTable{
      "queries", 2, "every answer to an attacked input; if run.store is summary, of instances in progress"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("instance", row.instance, rule::kInstance, "attack");
    column("number", row.number, rule::whole(1, rule::kMostCount), "1, 2, ...");
    column("input_hash", row.input_hash, rule::whole(INT64_MIN, INT64_MAX),
           "hash of the input, which a resumed run checks");
    column(
        "objective", row.objective, rule::kObjective,
        "attacks/threat/objective.h: log-odds of the goal on images, gap of labels on graphs; +1 or -1 with labels only");
    column("predicted", row.predicted, rule::kLabel, "predicted class");
    column(
        "success", row.success, rule::kFlag,
        "1: reaches the goal inside the threat model; if an input has several answers, only in the last row");
    column("scores", row.scores, rule::kScores,
           "float32; minus infinity for a class that the victim does not show");
  }
};

/// Warm start that an instance provides for later ones.
struct WarmStartRow {
  int instance = 0;
  std::string content;

  static constexpr TableTraits kTable{"lessons", 1,
                                      "warm starts of ended instances for later ones, in runs that learn"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("instance", row.instance, rule::kInstance, "attack");
    column("content", row.content, rule::kBytes, "bytes in a format of the attack");
  }
};

/// Adversarial example that an instance has found.
struct AdversarialRow {
  int instance = 0;
  int predicted = 0;
  double distance = 0;
  std::optional<double> l2;
  std::string content;
  std::string details = {};  ///< not a column: details in the instance's latest row of table nearer

  static constexpr TableTraits kTable{
      "adversarials", 1,
      "adversarial example of each instance that succeeded; in runs that continue after a success, the nearest"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("instance", row.instance, rule::kInstance, "attack");
    column("predicted", row.predicted, rule::kLabel, "predicted class");
    column(
        "distance", row.distance, rule::kDistance,
        "distance from the original: in the norm run.threat, number of edits of a graph, or severity in semantic runs");
    column("l2", row.l2, rule::kDistance, "L2 distance of an image");
    column("content", row.content, rule::kAdversarial,
           "uint8 CHW, float32 CHW in a continuous run, or graph JSON");
  }
};

/// Adversarial example of an instance's first success, in runs with --minimise.
struct FirstRow {
  int instance = 0;
  int predicted = 0;
  double distance = 0;
  std::optional<double> l2;
  std::string content;
  std::string file = {};
  bool confirmed = false;

  static constexpr TableTraits kTable{
      "firsts", 1,
      "runs with --minimise: adversarial example of each first success; the nearest is in adversarials"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("instance", row.instance, rule::kInstance, "attack");
    column("predicted", row.predicted, rule::kLabel, "predicted class");
    column("distance", row.distance, rule::kDistance, "distance from the original, as in adversarials");
    column("l2", row.l2, rule::kDistance, "L2 distance of an image");
    column("content", row.content, rule::kAdversarial, "as in adversarials");
    column("file", row.file, rule::kText, "file that was read back; '': not verified yet");
    column("confirmed", row.confirmed, rule::kFlag,
           "1: the file as read back is inside the threat model and reaches the goal");
  }
};

/// Adversarial example that is nearer to its original than all earlier ones of its instance, in runs that
/// continue after a success.
struct NearerRow {
  int instance = 0;
  int number = 0;
  double distance = 0;
  std::string details;

  static constexpr TableTraits kTable{
      "nearer", 2,
      "semantic runs and runs with --minimise: each example that is nearer than all earlier ones of its instance"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("instance", row.instance, rule::kInstance, "attack");
    column("number", row.number, rule::whole(1, rule::kMostCount), "number of the query");
    column("distance", row.distance, rule::kDistance, "distance from the original, as in adversarials");
    column("details", row.details, rule::kDetails, "semantic runs: how it was made, a JSON object");
  }
};

/// Answer that the victim gives to an image in the search for a universal perturbation.
struct SearchRow {
  std::string attack;
  int number = 0;
  int input = 0;
  std::int64_t input_hash = 0;
  double objective = 0;
  int predicted = 0;
  bool success = false;

  static constexpr TableTraits kTable{
      "searches", 2, "runs with --universal: every answer in the search for the perturbation of an attack"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("attack", row.attack, rule::kText, "attack with its settings");
    column("number", row.number, rule::whole(1, rule::kMostCount), "1, 2, ...");
    column("input", row.input, rule::whole(0), "image that the perturbation was added to");
    column("input_hash", row.input_hash, rule::whole(INT64_MIN, INT64_MAX),
           "hash of the perturbation on medium grey, which a resumed run checks");
    column("objective", row.objective, rule::kObjective, "as in queries");
    column("predicted", row.predicted, rule::kLabel, "predicted class");
    column("success", row.success, rule::kFlag, "1: reaches the goal");
  }
};

/// Verification of an adversarial example: the file was read back, and the victim was queried with it again.
struct VerificationRow {
  int instance = 0;
  std::string file;
  double distance = 0;
  bool within = false;
  int predicted = 0;
  bool confirmed = false;

  static constexpr TableTraits kTable{
      "verification", 1, "each adversarial example, read back and queried again, outside the budget"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("instance", row.instance, rule::kInstance, "attack");
    column("file", row.file, rule::kText, "file that was read back, relative to the run's folder");
    column("distance", row.distance, rule::kDistance, "distance from the original");
    column("within", row.within, rule::kFlag, "1: inside the threat model");
    column("predicted", row.predicted, rule::kLabel, "predicted class");
    column("confirmed", row.confirmed, rule::kFlag, "1: the file as read back reaches the goal");
  }
};

/// Time that an attack has spent on a part of its work.
struct TimingRow {
  std::string attack;
  std::string part;
  double seconds = 0;

  static constexpr TableTraits kTable{"timings", 2, "wall time, summed over instances and resumed parts"};
  template <typename Row, typename Column>
  static void columns(Row& row, Column&& column) {
    column("attack", row.attack, rule::kText, "attack with its settings");
    column("part", row.part, rule::kText, "fit, acquisition, total, ...");
    column("seconds", row.seconds, rule::kNumber, "seconds");
  }
};

/// Calls use.template operator()<Row>() for the row types of all tables.
template <typename Use>
void visit_tables(Use&& use) {
  use.template operator()<InputRow>();
  use.template operator()<ExampleRow>();
  use.template operator()<InstanceRow>();
  use.template operator()<QueryRow>();
  use.template operator()<WarmStartRow>();
  use.template operator()<AdversarialRow>();
  use.template operator()<FirstRow>();
  use.template operator()<NearerRow>();
  use.template operator()<SearchRow>();
  use.template operator()<VerificationRow>();
  use.template operator()<TimingRow>();
}

}  // namespace bora::attacks
