// Modifiers, which change one network into a similar one (Kandasamy et al. 2018, table 2).
#pragma once

#include "common/layers.h"
#include "common/random.h"
#include "nas/space/layered/layered_network.h"

namespace bora::nas {

enum class NetworkModifier {
  fewer_units,         ///< reduces the units of one layer by an eighth
  fewer_units_of_all,  ///< reduces the units of several layers by an eighth
  more_units,          ///< increases the units of one layer by an eighth
  more_units_of_all,   ///< increases the units of several layers by an eighth
  duplicate_path,      ///< adds copies of the inner layers u_2, ..., u_(k-1) of a path u_1, ..., u_k
  remove_layer,        ///< removes a layer; its sources are joined to targets that have no other source
  skip,                ///< adds an edge, with mean poolings if the side was halved between its ends
  swap_operation,      ///< replaces the operation of a layer by another one of its family
  wedge_layer,         ///< inserts a new layer into an edge
};
inline constexpr int kNetworkModifiers = 9;

/// Returns the network after one random change, or nullopt if this draw gives no valid network.
std::optional<LayeredNetwork> modified(const LayeredNetwork& network, const LayeredGrammar& grammar,
                                       NetworkModifier modifier, Rng& rng);

}  // namespace bora::nas
