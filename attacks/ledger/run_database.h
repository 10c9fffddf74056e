// Writing a run to disk and reading back what is needed to go on with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora {

/// An image looked at; see the table `images` of the schema.
struct ImageRow {
  int id = 0;
  int record = 0;
  std::string name;
  int label = 0;
  int predicted = 0;
  bool attacked = false;
  std::string reason;
  std::vector<std::uint8_t> pixels;  ///< empty if not attacked
  std::vector<float> scores;         ///< empty where the victim told labels alone
};

/// An image of a target class; see the table `examples`.
struct ExampleRow {
  int label = 0;
  std::vector<std::uint8_t> pixels;
};

/// One attack on one image; see the table `instances`.
struct InstanceRow {
  int id = 0;
  std::string attack;
  int image = 0;
  std::optional<int> target;
  std::uint64_t seed = 0;  ///< below 2^63
  std::string status = "pending";
  int queries = 0;
  std::string reason;
};

struct QueryRow {
  int instance = 0;
  int number = 0;
  std::int64_t image_hash = 0;
  double objective = 0;
  int predicted = 0;
  bool success = false;
  std::vector<float> scores;  ///< empty where the victim told labels alone
};

struct AdversarialRow {
  int instance = 0;
  int predicted = 0;
  double linf = 0;
  double l2 = 0;
  std::vector<float> pixels;  ///< in [0, 1]; stored as levels on the 8-bit grid
};

struct VerificationRow {
  int instance = 0;
  std::string file;
  double linf = 0;
  bool within = false;
  int predicted = 0;
  bool confirmed = false;
};

/// run.sqlite. One thread, one process: a lock file beside it refuses a second writer. Any SQLite failure
/// (full disk, lost permission) is a std::runtime_error that names the file; what was committed before stays.
class RunDatabase {
 public:
  /// Makes a new database. Throws InputError if the file exists.
  static RunDatabase create(const std::filesystem::path& file);
  /// Opens one to go on with. Throws InputError if it is missing, damaged, of another schema version or in
  /// use.
  static RunDatabase open(const std::filesystem::path& file);
  ~RunDatabase();
  RunDatabase(RunDatabase&&) noexcept;

  /// Everything between begin and commit is stored together or not at all.
  void begin();
  void commit();

  void set(const std::string& key, const std::string& value);
  std::string get(const std::string& key) const;  ///< "" if absent

  void add(const ImageRow& row);
  void add(const ExampleRow& row);
  void add(const InstanceRow& row);
  void add(const QueryRow& row);
  void add(const AdversarialRow& row, bool continuous);
  void set_status(int instance, const std::string& status, int queries, const std::string& reason);
  void set_timing(const std::string& attack, const std::string& part, double seconds);
  void replace_verification(const std::vector<VerificationRow>& rows);

  std::vector<ImageRow> images() const;
  std::vector<ExampleRow> examples() const;
  std::vector<InstanceRow> instances() const;
  std::vector<QueryRow> queries(int instance) const;
  std::vector<AdversarialRow> adversarials(bool continuous) const;
  std::map<std::string, std::map<std::string, double>> timings() const;  ///< attack -> part -> seconds

 private:
  struct State;
  explicit RunDatabase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bora
