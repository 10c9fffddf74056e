// Common part of runs of bo-attack on images, with --threat pixels or semantic.
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

/// Base class of the sessions on Pixels and Transformed: loads the victim and the images. Derived classes set
/// the threat model.
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

  /// Sets the threat model and the task of a new run on images of this shape. Throws InputError, also for
  /// settings of attacks that do not suit the shape.
  virtual void set_threat(const ImageShape& shape) = 0;
  /// Does the same with the threat model of a stored run.
  virtual void restore_threat(const ImageShape& shape) = 0;
  /// Sets the facts of the run about the threat model.
  virtual void describe_threat(RunFacts& run) const = 0;
  /// Returns a line for the user that states the bound and the budget.
  virtual std::string threat_text() const = 0;

  /// Warns of properties of the images that make figures of this threat model misleading.
  virtual void judge_images(const ImageDataset& /*data*/, const Plan& /*plan*/) {}

  // Functions for the transfer prior; the defaults are for threats without one.
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
  std::string model_version() const final { return spec().model_version; }
  void describe(RunFacts& run) const final;
  std::vector<std::string> announcement(const Plan& plan) const final;
  void reload() final;
  void open_victim(const VictimOptions& options, const Batch& probes);

  std::unique_ptr<Victim> victim_;
  std::string source_;                // source of the data, for the user
  std::vector<std::string> remarks_;  // remarks on the data, for the user
  std::vector<std::string> class_names_;
};

}  // namespace bora::tools
