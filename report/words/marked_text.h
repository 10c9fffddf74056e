// Text with marked spans, so that a sentence of a report is written once and shown in every format.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "common/layers.h"

namespace bora::report {

/// Meaning of a span, which a format may show by its style.
enum class Mark {
  none,
  strong,  ///< the figure that a sentence states
  quiet,   ///< a confidence interval
  code,    ///< text as typed or stored: commands, files, options
  name     ///< a long name: it may break at colons, commas, slashes and bars
};

/// Sequence of spans with marks.
class MarkedText {
 public:
  struct Span {
    std::string text;
    Mark mark;
  };

  MarkedText() = default;
  MarkedText(std::string text, Mark mark = Mark::none);                 // NOLINT: texts are unmarked
  MarkedText(const char* text) : MarkedText(std::string(text)) {}       // NOLINT: the same
  MarkedText(std::string_view text) : MarkedText(std::string(text)) {}  // NOLINT: the same

  MarkedText& operator+=(const MarkedText& other);
  friend MarkedText operator+(MarkedText first, const MarkedText& second) { return first += second; }
  bool empty() const { return spans_.empty(); }
  const std::vector<Span>& spans() const { return spans_; }  ///< spans whose texts are not empty

  std::string plain() const;     ///< text without marks
  std::string markdown() const;  ///< escaped text with strong spans in bold

 private:
  std::vector<Span> spans_;
};

MarkedText strong(std::string text);
MarkedText quiet(std::string text);
MarkedText code(std::string text);

/// Returns `pattern` with each {} replaced by the next of `parts`; any further {} remains.
MarkedText sentence(std::string_view pattern, std::initializer_list<MarkedText> parts);

}  // namespace bora::report
