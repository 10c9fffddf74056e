// What the options of bo-attack mean together.
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

/// Whatever is attacked.
struct AttackSetup {
  PlanOptions plan;
  CheckLevel checks = CheckLevel::full;
  std::optional<Repeats> repeats;  ///< none: as the victim needs it
  int window = 0;
  int threads = 0;
  std::optional<Shard> shard;  ///< of the inputs, that this run attacks alone
};

/// What an attacker brings along (--prior).
struct PriorSetup {
  enum class Source { none, data, files };
  Source source = Source::none;    ///< of substitute models
  std::vector<std::string> files;  ///< TorchScript
  std::string data;                ///< to train on; "": the data attacked
  int count = 0;                   ///< of substitute models to train; 0: as recommended
  int epochs = 0;                  ///< of each; 0: as recommended
  std::string cache;               ///< folder for what is trained; "": substitute_folder()
  bool learn = false;              ///< from earlier instances of the run
};

/// Whatever may be done to images.
struct VictimOfImagesSetup : AttackSetup {
  VictimOptions victim;
  std::vector<Defence> defence;  ///< what images go through before the victim sees them
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

/// Everything that can be said to be wrong without the model or the data. Options of the other kind of input
/// are not looked at. Throw InputError naming the option, its value and what was expected.
ImageSetup image_setup(const AttackOptionsText& text);
SemanticSetup semantic_setup(const AttackOptionsText& text);
GraphSetup graph_setup(const AttackOptionsText& text);

/// What is done to images before anything else.
Preparation preparation(const AttackOptionsText& text);

/// As --part says.
Part part_of(const AttackOptionsText& text);

/// Returns the rows of data with such labels in the order that --order asks for; empty: as they are.
/// `remark`: what to say of it, if anything.
std::vector<int> order_of_inputs(const AttackOptionsText& text, const std::vector<int>& labels,
                                 std::string& remark);

/// Where inputs come from if no single one is named: --data, or else what the model's file names, with its
/// split. `noun`: "image" or "graph", for the InputError where neither says.
struct DataSource {
  std::string spec;
  SplitOptions split;
  Preparation preparation;  ///< of images
};
DataSource data_source(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                       const std::string& noun);

/// Whether the inputs are of the data that the model's file names, as far as it says.
bool of_models_data(const AttackOptionsText& text, const ModelMetadata& metadata);

/// What the model's file says of its accuracy, and whether that is of the inputs that are asked for here.
AccuracyClaim accuracy_claim(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata);

/// The images that --describe speaks of: --input-shape if it is given, else CIFAR-10's.
ImageShape shape_to_describe(const AttackOptionsText& text);

}  // namespace bora
