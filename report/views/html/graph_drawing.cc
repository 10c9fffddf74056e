#include "report/views/html/graph_drawing.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "report/views/html/html_text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

constexpr double kSize = 1000;  // length of the longer side, in units of the picture
constexpr int kColours = 8;     // number of fill colours of node labels; further labels repeat them

/// Writer of the elements of both pictures.
class Picture {
 public:
  Picture(const Graph& graph, const GraphLayout& layout) : graph_(graph), layout_(layout) {
    radius_ = std::clamp(0.24 * kSize * layout.spacing, 4.0, 26.0);
  }

  /// Returns all edges as one path with relative coordinates, which is short: a COLLAB graph has thousands of
  /// edges.
  std::string lines(const std::vector<NodePair>& pairs) const {
    std::string path;
    for (const NodePair& pair : pairs) {
      if (!visible(pair)) continue;
      const auto [x1, y1] = at(pair.u);
      const auto [x2, y2] = at(pair.v);
      path += fmt::format("M{} {}l{} {}", x1, y1, x2 - x1, y2 - y1);
    }
    return path.empty() ? "" : fmt::format("<path class=\"graph-edges\" d=\"{}\"/>", path);
  }

  /// Returns a line of the class `kind` for each edge.
  std::string marked(const std::vector<NodePair>& pairs, const char* kind) const {
    std::string out;
    for (const NodePair& pair : pairs) {
      if (!visible(pair)) continue;
      const auto [x1, y1] = at(pair.u);
      const auto [x2, y2] = at(pair.v);
      out +=
          fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", kind, x1, y1, x2, y2);
    }
    return out;
  }

  /// Returns the nodes first, ..., last - 1, grouped by label. `kind`: attribute of each, or "".
  std::string nodes(int first, int last, const char* kind) const {
    std::map<int, std::string> circles;
    for (int node = first; node < last; ++node) {
      if (!layout_.shown[node]) continue;
      const auto [x, y] = at(node);
      const int label = graph_.node_labels.empty() ? 0 : graph_.node_labels[node] % kColours;
      circles[label] += fmt::format("<circle{} cx=\"{}\" cy=\"{}\" r=\"{:.0f}\"/>", kind, x, y, radius_);
    }
    std::string out;
    for (const auto& [label, list] : circles) out += fmt::format("<g class=\"label-{}\">{}</g>", label, list);
    return out;
  }

  std::string frame(const std::string& id, const std::string& title, const std::string& description,
                    const std::string& content) const {
    return fmt::format(
        "<svg class=\"graph\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-labelledby=\"{}-title "
        "{}-desc\">"
        "<title id=\"{}-title\">{}</title><desc id=\"{}-desc\">{}</desc>{}</svg>",
        kSize * layout_.width, kSize * layout_.height, id, id, id, escape(title), id, escape(description),
        content);
  }

 private:
  bool visible(const NodePair& pair) const { return layout_.shown[pair.u] && layout_.shown[pair.v]; }
  std::pair<int, int> at(int node) const {
    const Place& place = layout_.places[node];
    return {static_cast<int>(std::lround(kSize * place.x)), static_cast<int>(std::lround(kSize * place.y))};
  }

  const Graph& graph_;
  const GraphLayout& layout_;
  double radius_;
};

/// Appends ", 2 edges removed" to `text`, or ", 2 removed" if the noun is clear from the text before.
void add_phrase(std::string& text, std::size_t count, const char* noun, const char* what) {
  if (count == 0) return;
  const bool first = text.empty();
  text += (first ? "" : ", ") +
          (first || std::string(noun) != "edge" ? count_of(static_cast<std::int64_t>(count), noun)
                                                : grouped(static_cast<std::int64_t>(count))) +
          " " + what;
}

}  // namespace

std::string changes_text(const GraphChanges& changes) {
  std::string text;
  add_phrase(text, changes.added.size(), "edge", "added");
  add_phrase(text, changes.removed.size(), "edge", "removed");
  add_phrase(text, changes.reweighted.size(), "edge", "reweighted");
  add_phrase(text, static_cast<std::size_t>(changes.injected), "node", "injected");
  return text.empty() ? "unchanged" : text;
}

GraphDrawing draw(const Graph& original, const Graph& adversarial, const std::string& id,
                  const std::string& title) {
  const GraphChanges changes = changes_between(original, adversarial);
  const GraphLayout layout = lay_out(original, adversarial);
  const Picture picture(adversarial, layout);
  GraphDrawing drawing;
  drawing.caption = changes_text(changes);
  if (!layout.whole())
    drawing.caption += fmt::format("; {} of {} nodes shown, those nearest to the edits",
                                   grouped(layout.shown_nodes), grouped(adversarial.nodes));
  const std::string kept = fmt::format("<g id=\"{}-kept\">{}</g>", id, picture.lines(changes.kept));
  const std::string nodes = fmt::format("<g id=\"{}-nodes\" class=\"graph-nodes\">{}</g>", id,
                                        picture.nodes(0, original.nodes, ""));
  const auto again = [&](const char* what) { return fmt::format("<use href=\"#{}-{}\"/>", id, what); };

  drawing.original =
      picture.frame(id + "-original", title + ": original",
                    fmt::format("{}, {}", count_of(original.nodes, "node"),
                                count_of(static_cast<std::int64_t>(original.edges.size()), "edge")),
                    kept + picture.lines(changes.removed) + nodes);
  drawing.adversarial = picture.frame(
      id + "-adversarial", title + ": adversarial example", drawing.caption,
      again("kept") + picture.marked(changes.removed, "removed") +
          picture.marked(changes.reweighted, "reweighted") + picture.marked(changes.added, "added") +
          again("nodes") + "<g class=\"graph-nodes\">" +
          picture.nodes(changes.first_injected, adversarial.nodes, " class=\"injected\"") + "</g>");
  return drawing;
}

}  // namespace bora::report
