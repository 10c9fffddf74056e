// Interface of a run's task: the threat model of its inputs, their form in the database and their files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include "attacks/threat/objective.h"
#include "attacks/threat/threat_model.h"

namespace bora::attacks {

/// Task of a run (RunFacts::task): everything that depends on the kind of input, one class per kind, so that
/// ledger, runner and verifier are shared. Functions may be called from several threads at once.
template <typename Input>
class Task {
 public:
  virtual ~Task() = default;

  /// Returns the threat model around `original`, with the same rules in every instance of the run.
  virtual std::unique_ptr<ThreatModel<Input>> threat(std::shared_ptr<const Input> original) const = 0;
  /// Returns the loss that table queries records.
  virtual Loss objective() const = 0;
  /// Returns whether an instance spends the rest of its budget after its first success on reducing the
  /// perturbation (minimise/minimised.h). The first and the nearest adversarial example are stored.
  virtual bool minimises() const { return false; }
  /// Returns the largest number of queries that an instance spends after its first success, within its
  /// budget, to find an adversarial example nearer to its original. The nearest is stored. 0: the instance
  /// ends at its first success.
  virtual int refinement() const { return minimises() ? std::numeric_limits<int>::max() : 0; }
  /// Returns a hash of the input's content, 63 bits, which identifies a query on replay.
  virtual std::int64_t hash(const Input& input) const = 0;

  /// Returns the clean input that a row of table inputs or examples stores. Throws std::runtime_error for
  /// invalid content.
  virtual Input original(const std::string& content) const = 0;
  /// Returns the column `content` of an attacked input in table adversarials.
  virtual std::string content(const Input& input) const = 0;
  /// Returns the attacked input from its content() and details(). Throws std::runtime_error for invalid
  /// values.
  virtual Input attacked(const std::string& content, const std::string& details) const = 0;
  /// Returns how an attacked input was made, as JSON; "" if there is nothing to add to the input itself.
  virtual std::string details(const Input&) const { return ""; }

  /// Returns the file name extension of these inputs, such as ".png".
  virtual std::string extension() const = 0;
  /// Writes an input to a file that read() can read, without a sync (common/files/atomic_write.h), because
  /// the run's database has the input, too. Throws std::runtime_error if it cannot be written.
  virtual void write(const std::filesystem::path& file, const Input& input) const = 0;
  /// Reads an input from a file that is written by write(). Throws std::runtime_error if it cannot be read.
  virtual Input read(const std::filesystem::path& file) const = 0;
};

}  // namespace bora::attacks
