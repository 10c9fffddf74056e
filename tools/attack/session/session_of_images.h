// Common part of runs of bo-attack on images, whatever the threat.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/victims/metadata.h"
#include "tools/attack/session/session.h"

namespace bora::tools {

/// Base class of the sessions on Pixels and Transformed: loads the victim and the images. Derived classes
/// bound the changes.
template <typename Input>
class SessionOfImages : public Session<Input> {
 protected:
  using Session<Input>::Session;
  using Session<Input>::base_plan;
  using Session<Input>::config;
  using Session<Input>::database;
  using Session<Input>::model;
  using Session<Input>::pool;
  using Session<Input>::progress;

  /// Sets the threat and the task of a new run on images of a shape. Throws InputError, also for settings of
  /// attacks that do not suit the images.
  virtual void bound(const ImageShape& shape) = 0;
  /// The same for a stored run.
  virtual void bound_as_stored(const ImageShape& shape) = 0;
  virtual void describe_bound(RunFacts& run) const = 0;
  /// Returns the line that tells the user the bound and the budget.
  virtual std::string bound_text() const = 0;

  /// Opens, completes and loads again what the run has besides the victim; the default has nothing.
  virtual void open_prior(const std::optional<ModelMetadata>& /*metadata*/) {}
  virtual void complete_prior(const ImageDataset& /*images*/, const Plan& /*plan*/) {}
  virtual void reload_prior() {}
  virtual std::vector<std::string> remarks_on_prior() const { return {}; }
  /// Returns whether each shard plans the inputs of all shards, not only its own.
  virtual bool plans_whole() const { return false; }

  const VictimSpec& spec() const { return victim_->spec(); }

 private:
  Plan prepare() final;
  std::string fingerprint() final;
  void describe(RunFacts& run) const final;
  std::vector<std::string> announcement(const Plan& plan) const final;
  void reload() final;
  void open_victim(const VictimOptions& options, const Batch& probes);

  std::unique_ptr<Victim> victim_;
  std::string source_;                // source of the data
  std::vector<std::string> remarks_;  // remarks on the data
  std::vector<std::string> class_names_;
};

}  // namespace bora::tools
