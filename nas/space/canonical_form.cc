#include "nas/space/canonical_form.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/hash.h"

namespace bora::nas {
namespace {

class CanonicalForm {
 public:
  explicit CanonicalForm(const LabelledDag& graph) : graph_(graph), around_(graph) {
    for (const int label : graph.labels) colours_.push_back(std::to_string(label));
    colours_ = refined(std::move(colours_));
    explore(colours_);
  }

  std::string text() const {
    if (forms_ <= kMostForms) return *least_;
    std::vector<std::string> sorted = colours_;
    std::ranges::sort(sorted);
    return fmt::format("{}", fmt::join(sorted, ","));
  }

 private:
  using Colours = std::vector<std::string>;  // one for each node
  static constexpr int kMostForms = 200;

  static std::size_t classes(const Colours& colours) {
    return std::set<std::string>(colours.begin(), colours.end()).size();
  }

  // Refines the colours until nodes of equal colour have neighbours of equal colours (colour refinement).
  Colours refined(Colours now) const {
    for (std::size_t before = 0; classes(now) > before;) {
      before = classes(now);
      const auto sorted = [&](const std::vector<int>& nodes) {
        Colours of;
        for (const int v : nodes) of.push_back(now[static_cast<std::size_t>(v)]);
        std::ranges::sort(of);
        return fmt::format("{}", fmt::join(of, ","));
      };
      Colours next;
      for (std::size_t v = 0; v < now.size(); ++v)
        next.push_back(sha256(now[v] + "<" + sorted(around_.before[v]) + ">" + sorted(around_.after[v])));
      now = std::move(next);
    }
    return now;
  }

  // Tries the forms that result from marking nodes of equal colour, and keeps the smallest one.
  void explore(const Colours& colours) {
    if (forms_ > kMostForms) return;
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t v = 0; v < colours.size(); ++v) alike[colours[v]].push_back(v);
    const auto several = std::ranges::find_if(alike, [](const auto& of) { return of.second.size() > 1; });
    if (several == alike.end()) {
      ++forms_;
      std::string form = form_of(alike);
      if (!least_ || form < *least_) least_ = std::move(form);
      return;
    }
    std::set<std::pair<std::vector<int>, std::vector<int>>> tried;
    for (const std::size_t v : several->second) {
      // A node with the same neighbours as one tried before would give the same form.
      if (!tried.emplace(around_.before[v], around_.after[v]).second) continue;
      Colours marked = colours;
      marked[v] += "*";
      explore(refined(std::move(marked)));
    }
  }

  // Returns labels and edges, with nodes numbered in the order of their colours.
  std::string form_of(const std::map<std::string, std::vector<std::size_t>>& alike) const {
    std::vector<int> labels, place(graph_.labels.size());
    for (const auto& [colour, nodes] : alike) {
      place[nodes.front()] = static_cast<int>(labels.size());
      labels.push_back(graph_.labels[nodes.front()]);
    }
    std::vector<std::pair<int, int>> edges;
    for (const auto& [from, to] : graph_.edges)
      edges.emplace_back(place[static_cast<std::size_t>(from)], place[static_cast<std::size_t>(to)]);
    std::ranges::sort(edges);
    std::string form = fmt::format("{}:", fmt::join(labels, ","));
    for (const auto& [from, to] : edges) form += fmt::format(" {}-{}", from, to);
    return form;
  }

  const LabelledDag& graph_;
  const DagNeighbours around_;
  Colours colours_;
  int forms_ = 0;
  std::optional<std::string> least_;
};

}  // namespace

std::string canonical_form(const LabelledDag& graph) {
  return CanonicalForm(graph).text();
}

}  // namespace bora::nas
