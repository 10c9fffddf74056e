#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "nas/space/layered/layered_network.h"

namespace bora::nas {
namespace {

// Parts of the text of one layer, OPERATION:UNITS@SOURCES.
struct Token {
  std::string_view operation, units, sources;
};

Token token_of(std::string_view text) {
  Token token;
  const auto sign = text.find('@');
  token.sources = sign == std::string_view::npos ? std::string_view() : text.substr(sign + 1);
  text = text.substr(0, sign);
  const auto colon = text.find(':');
  token.units = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  token.operation = text.substr(0, colon);
  return token;
}

}  // namespace

std::string to_text(const LayeredNetwork& network, const LayeredGrammar& grammar) {
  const DagNeighbours around(network.graph);
  std::string text;
  for (int v = 1; v + 1 < network.nodes(); ++v) {
    const Operation& operation = grammar.operation(network, v);
    if (v > 1) text += ' ';
    text += operation.name;
    if (has_units(operation.kind)) text += fmt::format(":{}", network.units[static_cast<std::size_t>(v)]);
    text += fmt::format("@{}", fmt::join(around.before[static_cast<std::size_t>(v)], "+"));
  }
  return text;
}

LayeredNetwork parse_layered(const std::string& text, const LayeredGrammar& grammar) {
  LayeredDraft draft;
  draft.add(0, 0);
  int layer = 0;
  const auto refuse = [&](const std::string& why) {
    constexpr std::size_t kShown = 60;
    throw InputError("{}: '{}{}' is not a network, {}", grammar.name, printable(text.substr(0, kShown)),
                     text.size() > kShown ? "..." : "",
                     layer > 0 ? fmt::format("layer {}: {}", layer, why) : why);
  };
  std::vector<int> decisions;
  constexpr std::size_t kLongest = 20'000;
  if (text.size() > kLongest) refuse("too long");
  for (const std::string& word : split(text, ' ')) {
    ++layer;
    const Token token = token_of(word);
    const auto& operations = grammar.operations;
    const auto found = std::find_if(operations.begin() + 2, operations.end(),
                                    [&](const Operation& o) { return o.name == token.operation; });
    if (found == operations.end()) {
      std::vector<std::string> names;
      for (auto o = operations.begin() + 2; o != operations.end(); ++o) names.push_back(o->name);
      refuse(fmt::format("'{}' is not one of {}", printable(std::string(token.operation.substr(0, 30))),
                         join(names)));
    }
    int units = 0;
    if (has_units(found->kind)) {
      const auto number = to_number<int>(token.units, 0);
      if (!number) refuse(fmt::format("expected {}:UNITS@SOURCES", found->name));
      units = *number;
    } else if (!token.units.empty()) {
      refuse(fmt::format("{} has no units", found->name));
    }
    const int node = draft.add(static_cast<int>(found - operations.begin()), units);
    for (const std::string& source : split(std::string(token.sources), '+')) {
      const auto number = to_number<int>(source, 0, node - 1);
      if (!number) refuse(fmt::format("'{}' is not an earlier layer", printable(source)));
      if (std::ranges::find(draft.edges, std::pair{*number, node}) != draft.edges.end())
        refuse(fmt::format("{} occurs twice", *number));
      draft.edges.emplace_back(*number, node);
    }
    if (found->kind == Operation::Kind::decision) decisions.push_back(node);
  }
  layer = 0;
  draft.output = draft.add(1, 0);
  for (const int decision : decisions) draft.edges.emplace_back(decision, draft.output);
  const auto network = arranged(draft);
  if (!network) refuse("it has a cycle");
  if (const std::string fault = fault_of(*network, grammar); !fault.empty()) refuse(fault);
  return *network;
}

}  // namespace bora::nas
