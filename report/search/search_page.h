// Parts of the pages of searches. The templates (page/) are compiled in (cmake/BoraEmbed.cmake).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/layers.h"
#include "nas/run/search_config.h"
#include "nas/run/search_outcome.h"
#include "nas/run/study/sigmoid_search.h"
#include "report/views/formats/figures_json.h"
#include "report/views/html/embedded.h"

namespace bora::report {

EmbeddedFiles search_templates();  ///< page/*.html

/// Writes report.html into `folder`: the template `name`, filled in with `values`. `kicker`: line above the
/// heading.
void write_search_page(const std::filesystem::path& folder, std::string_view kicker,
                       const std::string& heading, std::string_view name, const Json& values);

/// Box of a drawing.
struct Box {
  int x = 0, y = 0;  ///< left and upper edge
  std::string name;
  const char* colour = "--edge";  ///< CSS variable that has the colour of the border
};
/// Drawing of named boxes with curves between them.
struct BoxDrawing {
  std::string title;                  ///< text for readers who cannot see the chart
  int width = 0, height = 0;          ///< size of the drawing
  int box_width = 0, box_height = 0;  ///< size of each box
  int font_size = 12;
  std::vector<Box> boxes;
  /// Curves from the right edge of the first box to the left edge of the second, as indices.
  std::vector<std::pair<std::size_t, std::size_t>> links;
};
/// Returns the values of boxes.html.
Json boxes_values(const BoxDrawing& drawing);

/// Returns the entries of key.html: names of lines in the order of their colours.
Json key_values(const std::vector<std::string>& names);

/// Returns charts of a search that trains networks: best accuracy so far, accuracy against the number of
/// weights, and robustness against accuracy if it was measured. Each is "" if there is too little to draw.
Json search_plots(const SearchConfig& options, const SearchOutcome& outcome);

/// Returns the values of supernet.html from ranking.csv or course.csv in folder/supernet; null if there is no
/// supernet. `trials`: trials of the search, which are shown for comparison.
Json supernet_values(const std::filesystem::path& folder, const std::vector<SearchTrial>& trials);

/// Returns the values of a drawing of the plane, shaded by the difference of a network's outputs for two
/// classes, with training points as crosses and validation points as circles. Null unless points are
/// two-dimensional and of two classes.
Json regions_values(const SigmoidNetwork& network, const LabelledPoints& training,
                    const LabelledPoints& validation);
/// Returns a plot of costs by epoch.
std::string costs_plot(const CostCurves& curves);

}  // namespace bora::report
