// Spaces for tests of every optimiser of bo-opt.
#pragma once

#include <string>

#include <fmt/format.h>

#include "tuning/searcher.h"
#include "tuning/space/space_file.h"

namespace bora::tuning {

// Returns a space that the optimiser accepts, with a parameter x in [0, 1] and a categorical parameter c.
inline ParameterSpace accepted_space(const std::string& optimiser) {
  const Accepted accepted = optimiser_support(optimiser).accepted;
  std::string x = "type = \"real\"\nbounds = [0, 1]";
  if (accepted != Accepted::any) {
    x = fmt::format("type = \"{}\"\nvalues = [0.0",
                    accepted == Accepted::categorical ? "categorical" : "ordinal");
    for (int i = 1; i <= 40; ++i) x += fmt::format(", {:.3f}", i / 40.0);
    x += "]";
  }
  return parse_space("[x]\n" + x + "\n[c]\ntype = \"categorical\"\nvalues = [\"a\", \"b\"]\n", "s.toml");
}

}  // namespace bora::tuning
