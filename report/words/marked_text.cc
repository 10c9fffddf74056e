#include "report/words/marked_text.h"

#include <utility>

#include "report/words/report_table.h"

namespace bora::report {

MarkedText::MarkedText(std::string text, Mark mark) {
  if (!text.empty()) spans_.push_back({std::move(text), mark});
}

MarkedText& MarkedText::operator+=(const MarkedText& other) {
  spans_.insert(spans_.end(), other.spans_.begin(), other.spans_.end());
  return *this;
}

std::string MarkedText::plain() const {
  std::string out;
  for (const Span& span : spans_) out += span.text;
  return out;
}

std::string MarkedText::markdown() const {
  std::string out;
  for (const auto& [text, mark] : spans_) {
    const char* const around = mark == Mark::strong ? "**" : "";
    out += around;
    append_markdown(out, text);
    out += around;
  }
  return out;
}

MarkedText strong(std::string text) {
  return {std::move(text), Mark::strong};
}

MarkedText quiet(std::string text) {
  return {std::move(text), Mark::quiet};
}

MarkedText code(std::string text) {
  return {std::move(text), Mark::code};
}

MarkedText sentence(std::string_view pattern, std::initializer_list<MarkedText> parts) {
  MarkedText out;
  const auto* part = parts.begin();
  for (std::size_t at = pattern.find("{}"); at != std::string_view::npos && part != parts.end();
       at = pattern.find("{}"), ++part) {
    out += pattern.substr(0, at);
    out += *part;
    pattern.remove_prefix(at + 2);
  }
  return out += pattern;
}

}  // namespace bora::report
