// Database of a run that is being made: writes the run, and reads what is needed to resume it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "attacks/record/run_facts.h"
#include "attacks/record/run_rows.h"
#include "common/files/storage_error.h"

namespace bora::attacks {

/// Database run.sqlite, opened for writing. With RunFacts::keeps_queries = false, an instance's queries are
/// deleted when it ends, in the same transaction. For one thread of one process: a lock file rejects a second
/// writer. Committed data are on the disk. Every function throws StorageError, which names the file, if
/// SQLite fails (full disk, lost permission); earlier commits stay.
class RunDatabase {
 public:
  /// Returns true if the file holds a run. A file that a full disk left empty holds none.
  static bool holds_run(const std::filesystem::path& file);
  /// Creates a new database with everything that `fill` adds to it, or none at all. An existing run is
  /// replaced atomically if `replaces` is set; else it is an InputError.
  static RunDatabase create(const std::filesystem::path& file,
                            const std::function<void(RunDatabase&)>& fill = {}, bool replaces = false);
  /// Opens an existing database to resume its run. Throws InputError if it is missing, not a database, of
  /// another schema version or in use.
  static RunDatabase open(const std::filesystem::path& file);
  /// Throws InputError with a one-line message that names the table, row and column, unless the run can be
  /// resumed from its data (check_rows() and check_resumable()).
  void check();
  ~RunDatabase();
  RunDatabase(RunDatabase&&) noexcept;

  /// Begins a transaction: everything between begin and commit is stored together or not at all.
  void begin();
  void commit();

  /// Stores all facts of the run (texts_of()).
  void set(const RunFacts& facts);
  /// Stores one fact.
  template <typename Value>
  void set(Value RunFacts::*fact, const std::type_identity_t<Value>& value) {
    RunFacts facts;
    facts.*fact = value;
    store_fact(facts, &(facts.*fact));
  }
  /// Adds `more` to a fact that is a count.
  void add(std::int64_t RunFacts::*count, std::int64_t more) { set(count, get(count) + more); }
  /// Returns the facts. Throws InputError that names the key if one is missing or not allowed.
  RunFacts facts() const;
  /// Returns one fact, or its default if it is missing. Throws InputError if its value is not allowed.
  template <typename Value>
  Value get(Value RunFacts::*fact) const {
    RunFacts facts;
    load_fact(facts, &(facts.*fact));
    return facts.*fact;
  }

  /// Adds a row to its table; an AdversarialRow or FirstRow replaces an earlier one of the instance.
  template <typename Row>
  void add(const Row& row);
  /// Sets columns of the instance's row in table instances.
  void set_status(int instance, InstanceStatus status, int queries, int attempts, const std::string& reason);
  void set_attempts(int instance, int attempts);
  void set_timing(const std::string& attack, const std::string& part, double seconds);
  /// Replaces table verification by `rows`, and the rows of `firsts` in table firsts, in one transaction.
  void replace_verification(const std::vector<VerificationRow>& rows,
                            const std::vector<FirstRow>& firsts = {});

  std::vector<InputRow> inputs() const;
  std::vector<ExampleRow> examples() const;
  std::vector<InstanceRow> instances() const;
  std::vector<QueryRow> queries(int instance) const;  ///< in order; none of ended instances if not kept
  /// Returns the number of the query with which an instance first succeeded, in runs that continue after a
  /// success; 0: none.
  int first_example(int instance) const;
  std::vector<AdversarialRow> adversarials() const;
  std::vector<FirstRow> firsts() const;  ///< empty unless the run has --minimise
  std::vector<WarmStartRow> warm_starts() const;
  /// Returns the answers to the search for the universal perturbation of an attack, in order; empty unless
  /// the run has --universal.
  std::vector<SearchRow> searches(const std::string& attack) const;
  std::map<std::string, std::map<std::string, double>> timings() const;  ///< attack -> part -> seconds

 private:
  struct State;
  void store_fact(const RunFacts& facts, const void* fact);
  void load_fact(RunFacts& facts, const void* fact) const;
  template <typename Row>
  std::vector<Row> rows(const std::string& where = "") const;
  explicit RunDatabase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bora::attacks
