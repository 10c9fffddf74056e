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

/// Task of a run (the fact run.task), one class per kind of input, so that ledger, runner and verifier are
/// shared. Functions may be called from several threads at once.
template <typename Input>
class Task {
 public:
  virtual ~Task() = default;

  /// Returns the threat model around `original`, whose rules are the same in every instance of the run.
  virtual std::unique_ptr<ThreatModel<Input>> threat(std::shared_ptr<const Input> original) const = 0;
  /// Returns the loss that table queries records.
  virtual Loss objective() const = 0;
  /// Returns whether an instance spends the rest of its budget after its first success on the smallest
  /// perturbation that still fools (minimised.h). The examples of the first success and the nearest are kept.
  virtual bool minimises() const { return false; }
  /// Returns the number of queries that an instance spends after its first success, within its budget, to
  /// find an adversarial example nearer to its original. The nearest is kept. 0: the instance ends at its
  /// first success.
  virtual int refinement() const { return minimises() ? std::numeric_limits<int>::max() : 0; }
  /// Returns a hash of the input's content, 63 bits, which identifies a query on replay.
  virtual std::int64_t hash(const Input& input) const = 0;

  /// Returns the clean input for content of tables inputs and examples.
  virtual Input original(const std::string& content) const = 0;
  /// Converts an attacked input to its form in table adversarials, and back.
  virtual std::string content(const Input& input) const = 0;
  virtual Input attacked(const std::string& content, const std::string& details) const = 0;
  /// Returns how an attacked input was made, as JSON; "" if there is nothing to add to the input itself.
  virtual std::string details(const Input&) const { return ""; }

  /// Returns the file name extension of these inputs, such as ".png".
  virtual std::string extension() const = 0;
  /// Writes an input to a file that read() can read. Throws std::runtime_error if it cannot be written.
  virtual void write(const std::filesystem::path& file, const Input& input) const = 0;
  virtual Input read(const std::filesystem::path& file) const = 0;
};

}  // namespace bora::attacks
