#include "tools/options/nearest_option.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/text.h"

namespace bora::tools {
namespace {

// Pairs of an option's name in other programs and its name in bora.
const std::vector<std::pair<std::string, std::string>> kOtherNames = {
    {"learning-rate", "lr"}, {"queries", "budget"},  {"max-queries", "budget"}, {"iterations", "budget"},
    {"trials", "budget"},    {"n-trials", "budget"}, {"cuda", "device"},        {"gpu", "device"},
    {"workers", "threads"},  {"jobs", "threads"}};

// Returns the length of the longest part (between dashes) of one name that begins a part of the other; 0 if
// it is shorter than three letters.
std::size_t shared_part(const std::string& a, const std::string& b) {
  constexpr std::size_t kLeast = 3;
  std::size_t longest = 0;
  for (const std::string& one : split(a, '-'))
    for (const std::string& other : split(b, '-'))
      if (one.starts_with(other) || other.starts_with(one))
        longest = std::max(longest, std::min(one.size(), other.size()));
  return longest < kLeast ? 0 : longest;
}

}  // namespace

std::string nearest_option(const std::string& word, const std::vector<std::string>& names) {
  const std::string bare = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (const std::string typed = nearest_name(bare, names); !typed.empty()) return typed;
  for (const auto& [other, name] : kOtherNames)
    if (bare == other && std::ranges::find(names, name) != names.end()) return name;
  std::string best;
  std::size_t most = 0;
  for (const std::string& name : names)
    if (const std::size_t shared = shared_part(bare, name); shared > most) {
      best = name;
      most = shared;
    }
  return best;
}

}  // namespace bora::tools
