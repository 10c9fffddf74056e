// Writes a run to disk and reads back what is needed to resume it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/storage_error.h"

namespace bora {

/// An inspected image or graph; see the table `inputs` of the schema.
struct InputRow {
  int id = 0;
  int record = 0;
  std::string name;
  int label = 0;
  int predicted = 0;
  bool attacked = false;
  std::string reason;
  int nodes = 0;  ///< number of nodes, for a graph
  int edges = 0;
  std::string content;        ///< bytes; empty if not attacked
  std::vector<float> scores;  ///< empty where the victim returned labels only
};

/// An image of a target class; see the table `examples`.
struct ExampleRow {
  int label = 0;
  std::string content;
};

/// One attack on one input; see the table `instances`.
struct InstanceRow {
  int id = 0;
  std::string attack;
  int input = 0;
  std::optional<int> target;
  std::uint64_t seed = 0;  ///< below 2^63
  int budget = 1;          ///< queries, at least 1
  std::string status = "pending";
  int queries = 0;
  int attempts = 0;  ///< forward passes on its inputs, answered or not
  std::string reason;
};

/// Returns true for the statuses success, exhausted and failed.
bool has_ended(const InstanceRow& row);

struct QueryRow {
  int instance = 0;
  int number = 0;
  std::int64_t input_hash = 0;
  double objective = 0;
  int predicted = 0;
  bool success = false;
  std::vector<float> scores;  ///< empty where the victim returned labels only
};

/// Warm start learnt on an instance; see the table `lessons`.
struct LessonRow {
  int instance = 0;
  std::string content;
};

struct AdversarialRow {
  int instance = 0;
  int predicted = 0;
  double distance = 0;       ///< L-infinity of images, number of edits of graphs
  std::optional<double> l2;  ///< L2 distance, for images
  std::string content;
  std::string details = {};  ///< how it was made (Task::details), in semantic runs
};

/// See the table `nearer`.
struct NearerRow {
  int instance = 0;
  int number = 0;  ///< number of the query
  double distance = 0;
  std::string details;
};

struct VerificationRow {
  int instance = 0;
  std::string file;
  double distance = 0;
  bool within = false;
  int predicted = 0;
  bool confirmed = false;
};

/// Database run.sqlite, open to be written. Where the fact store is summary, an instance's queries are
/// deleted when it ends, in the same transaction. One thread, one process: a lock file rejects a second
/// writer. Committed data are on the disk. Any SQLite failure (full disk, lost permission) is a StorageError
/// that names the file; earlier commits stay.
class RunDatabase {
 public:
  /// Returns true if the file holds a run. A file that a full disk left empty holds none.
  static bool holds_run(const std::filesystem::path& file);
  /// Creates a new database with everything that `fill` adds to it, or none at all. Throws InputError if
  /// there is a run in the file, and StorageError.
  static RunDatabase create(const std::filesystem::path& file,
                            const std::function<void(RunDatabase&)>& fill = {});
  /// Opens an existing database to resume its run. Throws InputError if it is missing, no database, of
  /// another schema version or in use.
  static RunDatabase open(const std::filesystem::path& file);
  /// Throws InputError, one line that names the table, row and column, unless all data are fit for resuming
  /// the run (run_check.h).
  void check();
  ~RunDatabase();
  RunDatabase(RunDatabase&&) noexcept;

  /// Begins a transaction: everything between begin and commit is stored together or not at all.
  void begin();
  void commit();

  void set(const std::string& key, const std::string& value);
  std::string get(const std::string& key) const;  ///< "" if absent
  /// Returns a fact that must be a whole number from 0 to `most` (else InputError is thrown); 0 if absent.
  std::uint64_t number(const std::string& key, std::uint64_t most) const;

  void add(const InputRow& row);
  void add(const ExampleRow& row);
  void add(const InstanceRow& row);
  void add(const QueryRow& row);
  /// Adds a row that replaces the earlier one of the instance, if there is one.
  void add(const AdversarialRow& row);
  void add(const NearerRow& row);
  void add(const LessonRow& row);
  void set_status(int instance, const std::string& status, int queries, int attempts,
                  const std::string& reason);
  void set_attempts(int instance, int attempts);
  void set_timing(const std::string& attack, const std::string& part, double seconds);
  void replace_verification(const std::vector<VerificationRow>& rows);

  std::vector<InputRow> inputs() const;
  std::vector<ExampleRow> examples() const;
  std::vector<InstanceRow> instances() const;
  std::vector<QueryRow> queries(int instance) const;
  /// Returns the number of the query that gave an instance its first example, in runs that continue after a
  /// success; 0: none.
  int first_example(int instance) const;
  std::vector<AdversarialRow> adversarials() const;
  std::vector<LessonRow> lessons() const;
  std::map<std::string, std::map<std::string, double>> timings() const;  ///< attack -> part -> seconds

 private:
  struct State;
  explicit RunDatabase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bora
