// Texts that name an architecture, as tables, runs and command lines have them. The first byte chooses the
// space.
#include "nas/space/architecture_space.h"

#include <stdexcept>

#include "common/random.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

const std::vector<nas::SpacePtr>& spaces() {
  static const std::vector<nas::SpacePtr> all = [] {
    std::vector<nas::SpacePtr> made;
    for (const std::string& name : nas::space_names()) made.push_back(nas::make_space(name));
    return made;
  }();
  return all;
}

const Registration architecture({"architecture",
                                 [](std::string_view bytes) {
                                   if (bytes.empty()) return;
                                   const nas::ArchitectureSpace& space =
                                       *spaces()[static_cast<unsigned char>(bytes[0]) % spaces().size()];
                                   const auto read = space.parse(std::string(bytes.substr(1)));
                                   if (!(space.parse(read.text()) == read))
                                     throw std::logic_error("reads back as another architecture");
                                   space.statistics(read);
                                   space.masses(read);
                                 },
                                 [] {
                                   std::vector<std::string> seeds;
                                   Rng rng(1);
                                   for (std::size_t i = 0; i < spaces().size(); ++i)
                                     for (int sample = 0; sample < 2; ++sample)
                                       seeds.push_back(std::string(1, static_cast<char>(i)) +
                                                       spaces()[i]->sample(rng).text());
                                   return seeds;
                                 }});

}  // namespace
}  // namespace bora::fuzz
