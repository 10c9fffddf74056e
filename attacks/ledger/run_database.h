// Writing a run to disk and reading back what is needed to go on with it.
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

/// An image or a graph looked at; see the table `inputs` of the schema.
struct InputRow {
  int id = 0;
  int record = 0;
  std::string name;
  int label = 0;
  int predicted = 0;
  bool attacked = false;
  std::string reason;
  int nodes = 0;  ///< of a graph
  int edges = 0;
  std::string content;        ///< bytes; empty if not attacked
  std::vector<float> scores;  ///< empty where the victim told labels alone
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

/// Success, exhausted or failed.
bool has_ended(const InstanceRow& row);

struct QueryRow {
  int instance = 0;
  int number = 0;
  std::int64_t input_hash = 0;
  double objective = 0;
  int predicted = 0;
  bool success = false;
  std::vector<float> scores;  ///< empty where the victim told labels alone
};

/// What an instance taught; see the table `lessons`.
struct LessonRow {
  int instance = 0;
  std::string content;
};

struct AdversarialRow {
  int instance = 0;
  int predicted = 0;
  double distance = 0;       ///< L-infinity of images, number of edits of graphs
  std::optional<double> l2;  ///< of images
  std::string content;
  std::string details = {};  ///< how it was made (Task::details); of semantic runs
};

/// See the table `nearer`.
struct NearerRow {
  int instance = 0;
  int number = 0;  ///< of the query
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

/// run.sqlite. Where the fact store is summary, an instance that ends takes its queries along, in the same
/// transaction. One thread, one process: a lock file beside it refuses a second writer. What is committed is
/// on the disk. Any SQLite failure (full disk, lost permission) is a StorageError that names the file; what
/// was committed before stays.
class RunDatabase {
 public:
  /// Whether there is a run in the file. One that a full disk left empty is none.
  static bool holds_run(const std::filesystem::path& file);
  /// Makes a new database with all that `fill` adds to it, or none at all. Throws InputError if there is a
  /// run in the file, and StorageError.
  static RunDatabase create(const std::filesystem::path& file,
                            const std::function<void(RunDatabase&)>& fill = {});
  /// Opens one to go on with. Throws InputError if it is missing, no database, of another schema version or
  /// in use.
  static RunDatabase open(const std::filesystem::path& file);
  /// Throws InputError, one line that names the table, row and column, unless everything is such as a run
  /// that goes on can use (run_check.h).
  void check();
  ~RunDatabase();
  RunDatabase(RunDatabase&&) noexcept;

  /// Everything between begin and commit is stored together or not at all.
  void begin();
  void commit();

  void set(const std::string& key, const std::string& value);
  std::string get(const std::string& key) const;  ///< "" if absent
  /// A whole number from 0 to `most`; 0 if absent. Throws InputError if it is anything else.
  std::uint64_t number(const std::string& key, std::uint64_t most) const;

  void add(const InputRow& row);
  void add(const ExampleRow& row);
  void add(const InstanceRow& row);
  void add(const QueryRow& row);
  /// Takes the place of what the instance had before.
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
  /// Of a run that goes on after a success: the query that brought an instance's first; 0: none did.
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
