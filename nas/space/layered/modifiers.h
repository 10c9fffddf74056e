// Steps from one network to another (Kandasamy et al. 2018, table 2).
#pragma once

#include "common/layers.h"
#include "common/random.h"
#include "nas/space/layered/layered_network.h"

namespace bora::nas {

enum class NetworkModifier {
  fewer_units,         ///< fewer units in a layer, by an eighth
  fewer_units_of_all,  ///< fewer units in several layers
  more_units,
  more_units_of_all,
  duplicate_path,  ///< u1, ..., uk: copies of u2, ..., uk-1 beside them
  remove_layer,    ///< its sources are connected to those of its targets that have no other source
  skip,            ///< an edge between layers; mean poolings on it where the side was halved between them
  swap_operation,  ///< exchanges a layer's operation for another of its family
  wedge_layer,     ///< a new layer on an edge
};
inline constexpr int kNetworkModifiers = 9;

/// Returns the network after one random change, or nullopt if this draw gives no valid network.
std::optional<LayeredNetwork> modified(const LayeredNetwork& network, const LayeredGrammar& grammar,
                                       NetworkModifier modifier, Rng& rng);

}  // namespace bora::nas
