#include "report/search/search_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "report/views/html/html_text.h"
#include "report/views/html/page_template.h"

namespace bora::report {

void write_search_page(const std::filesystem::path& folder, std::string_view kicker,
                       const std::string& heading, std::string_view name, const Json& values) {
  write_atomically(folder / "report.html",
                   html_page(kicker, heading, fill_template(name, values, search_templates()), ""));
}

Json boxes_values(const BoxDrawing& drawing) {
  Json lines = Json::array(), boxes = Json::array();
  const int bend = 20, middle = drawing.box_height / 2;
  for (const auto& [from, to] : drawing.links) {
    const Box &a = drawing.boxes[from], &b = drawing.boxes[to];
    const int x = a.x + drawing.box_width, y = a.y + middle;
    lines.push_back(fmt::format("M{} {} C{} {} {} {} {} {}", x, y, x + bend, y, b.x - bend, b.y + middle, b.x,
                                b.y + middle));
  }
  for (const Box& box : drawing.boxes)
    boxes.push_back({{"x", box.x},
                     {"y", box.y},
                     {"name", box.name},
                     {"colour", box.colour},
                     {"text_x", box.x + drawing.box_width / 2},
                     {"text_y", box.y + middle + drawing.font_size / 3}});
  return {{"title", drawing.title},           {"width", drawing.width},
          {"height", drawing.height},         {"box_width", drawing.box_width},
          {"box_height", drawing.box_height}, {"font_size", drawing.font_size},
          {"lines", std::move(lines)},        {"boxes", std::move(boxes)}};
}

Json key_values(const std::vector<std::string>& names) {
  Json out = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i) out.push_back({{"colour", i % 8}, {"name", names[i]}});
  return out;
}

}  // namespace bora::report
