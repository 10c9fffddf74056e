// What a run will attack: which images, towards which targets, with which attacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "attacks/ledger/run_database.h"
#include "attacks/threat/visibility.h"
#include "data/dataset.h"
#include "models/victim.h"

namespace bora {

struct PlanOptions {
  std::vector<std::string> attacks;  ///< specs, see attacks/image/factory.h
  int images = 20;                   ///< correctly classified images to attack
  int skip = 0;                      ///< of those, leave out the first so many
  bool targeted = false;
  std::optional<int> target;  ///< targeted: one class for all (its own images are passed over) ...
  int random_targets = 0;     ///< ... or so many others, drawn for each image; 0: all others
  int clean_images = 1000;    ///< clean accuracy is measured on at least so many, if the data hold them
  int budget = 1000;          ///< queries an instance
  std::uint64_t seed = 0;
  Visibility visible;  ///< where only labels are, the victim is asked for nothing else
};

struct Plan {
  std::vector<InputRow> inputs;
  std::vector<InstanceRow> instances;
  /// Of each target class: the first of the images looked at that the victim puts there rightly. It is never
  /// an image attacked towards that class, since such an image is of another.
  std::vector<ExampleRow> examples;
  int clean_images = 0;   ///< labelled images whose clean prediction was asked for
  int clean_correct = 0;  ///< of those, how many the victim gets right
  int clean_queries = 0;

  int attacked() const;
};

/// Asks the victim for clean predictions in the data set's order and chooses what to attack. An image without
/// a label takes the victim's prediction for its label. Instances are ordered by image, target, attack, so
/// that an interrupted run has comparable parts of every attack. Throws InputError if the data do not suit
/// the victim (shape, number of classes, labels) or hold no image to attack, if more of the scores is visible
/// than there is, or if an attack needs gradients that the victim does not have, and VictimError if the
/// victim fails.
Plan make_plan(Victim& victim, const ImageDataset& data, const PlanOptions& options);

}  // namespace bora
