// What a run is about: how its inputs are bounded, kept in the database and written to files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "attacks/threat/objective.h"
#include "attacks/threat/threat_model.h"

namespace bora {

/// The fact run.task, as a class: one a kind of input, so that ledger, runner and verifier are written once.
/// Functions may be called from several threads at once.
template <typename Input>
class Task {
 public:
  virtual ~Task() = default;

  /// What an attacker may make of `original`, in every instance of the run.
  virtual std::unique_ptr<ThreatModel<Input>> threat(std::shared_ptr<const Input> original) const = 0;
  /// The loss that table queries records.
  virtual Loss objective() const = 0;
  /// An instance that succeeds goes on for so many queries more, within its budget, looking for an
  /// adversarial example that is nearer to its original; of those the nearest is kept. 0: it ends with its
  /// first.
  virtual int refinement() const { return 0; }
  /// Of the input's content, 63 bits: recognises a query on replay.
  virtual std::int64_t hash(const Input& input) const = 0;

  /// A clean input from the content of tables inputs and examples.
  virtual Input original(const std::string& content) const = 0;
  /// An attacked input as table adversarials holds it, and back.
  virtual std::string content(const Input& input) const = 0;
  virtual Input attacked(const std::string& content, const std::string& details) const = 0;
  /// How an attacked input was made, as far as it says more than itself: JSON, or "": it does not.
  virtual std::string details(const Input&) const { return ""; }

  /// ".png": what a file of these inputs ends in.
  virtual std::string extension() const = 0;
  /// Throws std::runtime_error if the file cannot be written.
  virtual void write(const std::filesystem::path& file, const Input& input) const = 0;
  virtual Input read(const std::filesystem::path& file) const = 0;
};

}  // namespace bora
