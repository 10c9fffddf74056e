#include "nas/network/architecture_network.h"

#include "nas/network/layered_body.h"
#include "nas/space/graph_network_space.h"
#include "nas/space/mlp_training_space.h"

namespace bora::nas {

namespace {

NetworkOptions checked(NetworkOptions network) {
  network.check();
  return network;
}

}  // namespace

bool is_made_of_cells(const ArchitectureSpace& space) {
  return dynamic_cast<const LayeredSpace*>(&space) == nullptr &&
         dynamic_cast<const MlpTrainingSpace*>(&space) == nullptr &&
         dynamic_cast<const GraphNetworkSpace*>(&space) == nullptr;
}

NetworkOptions architecture_network(const ArchitectureSpace& space, const Architecture& architecture,
                                    const CellNetworkOptions& options, const ImageShape& input, int classes) {
  if (const auto* layered = dynamic_cast<const LayeredSpace*>(&space))
    return checked(layered_network(*layered, architecture, input, classes));
  if (const auto* trained = dynamic_cast<const MlpTrainingSpace*>(&space))
    return checked(layered_network(*trained->networks(), trained->network(architecture), input, classes));
  return checked(cell_network(space, architecture, options, input, classes));
}

}  // namespace bora::nas
