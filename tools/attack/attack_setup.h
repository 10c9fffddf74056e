// Settings of bo-attack, parsed and checked from its options.
#pragma once

#include <optional>
#include <string>

#include "attacks/checks/check.h"
#include "attacks/checks/clean_accuracy.h"
#include "attacks/ledger/repeats.h"
#include "attacks/ledger/shard.h"
#include "attacks/runner/graph_plan.h"
#include "attacks/runner/plan.h"
#include "data/load.h"
#include "models/defence.h"
#include "models/load_graph_victim.h"
#include "models/metadata.h"
#include "models/victim_options.h"
#include "tools/attack/attack_options.h"

namespace bora {

/// Settings shared by all kinds of input.
struct AttackSetup {
  PlanOptions plan;
  CheckLevel checks = CheckLevel::full;
  std::optional<Repeats> repeats;  ///< none: they are chosen for the victim
  int window = 0;
  int threads = 0;
  std::optional<Shard> shard;  ///< shard of the inputs that this run attacks; none: all inputs
};

/// Transfer prior that the attacker has (--prior).
struct PriorSetup {
  enum class Source { none, data, files };
  Source source = Source::none;    ///< origin of the substitute models
  std::vector<std::string> files;  ///< TorchScript
  std::string data;                ///< training data; "": the attacked data
  int count = 0;                   ///< number of substitute models to train; 0: as recommended
  int epochs = 0;                  ///< training epochs of each; 0: as recommended
  std::string cache;               ///< folder of the trained models; "": substitute_folder()
  bool learn = false;              ///< whether to learn from earlier instances of the run
};

/// Settings for every kind of attack on images.
struct VictimOfImagesSetup : AttackSetup {
  VictimOptions victim;
  std::vector<Defence> defence;  ///< transformations of the images before the victim, in order
  int budget = 0;
};

struct ImageSetup : VictimOfImagesSetup {
  std::optional<double> epsilon;  ///< none: chosen by the number of channels, see default_epsilon
  bool continuous = false;
  PriorSetup prior;
};

struct SemanticSetup : VictimOfImagesSetup {
  std::string rules;   ///< as parse_semantic_rules reads them
  int refinement = 0;  ///< queries after the first success
};

struct GraphSetup : AttackSetup {
  GraphVictimOptions victim;
  GraphBudget budget;
};

/// Parse and check the options, as far as possible without the model and the data. Options of the other kind
/// of input are ignored. Throw InputError naming the option, its value and what was expected.
ImageSetup image_setup(const AttackOptionsText& text);
SemanticSetup semantic_setup(const AttackOptionsText& text);
GraphSetup graph_setup(const AttackOptionsText& text);

/// Returns the preparation of the images (--resize, --crop, --channels, --class-map).
Preparation preparation(const AttackOptionsText& text);

/// Returns the part of the data selected by --part.
Part part_of(const AttackOptionsText& text);

/// Returns the rows of data with these labels in the order of --order; empty: unchanged.
/// `remark`: set to a remark for the user, if there is one.
std::vector<int> order_of_inputs(const AttackOptionsText& text, const std::vector<int>& labels,
                                 std::string& remark);

/// Source of the inputs if no single input is named: --data, or else the data named in the model's file, with
/// its split. `noun`: "image" or "graph", for the InputError if neither is given.
struct DataSource {
  std::string spec;
  SplitOptions split;
  Preparation preparation;  ///< preparation of images
};
DataSource data_source(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                       const std::string& noun);

/// Returns whether the inputs belong to the data named in the model's file, as far as the file names any.
bool of_models_data(const AttackOptionsText& text, const ModelMetadata& metadata);

/// Returns the accuracy stated in the model's file, and whether it was measured on the inputs of this run.
AccuracyClaim accuracy_claim(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata);

/// Returns the shape of the images for --describe: --input-shape if it is given, else that of CIFAR-10.
ImageShape shape_to_describe(const AttackOptionsText& text);

}  // namespace bora
