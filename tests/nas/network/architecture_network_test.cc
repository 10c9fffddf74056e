#include "nas/network/architecture_network.h"

#include <set>

#include <gtest/gtest.h>

namespace bora::nas {
namespace {

TEST(ArchitectureNetwork, SomeSpacesAreMadeOfCells) {
  const std::set<std::string> without{"cnn", "mlp", "mlp-training", "graph-network"};
  for (const std::string& name : space_names())
    EXPECT_EQ(is_made_of_cells(*make_space(name)), !without.contains(name)) << name;
}

}  // namespace
}  // namespace bora::nas
