// Reader of text files with several numbers per line, separated by commas or blanks.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"

namespace bora::data {

/// Reader that goes through a text line by line and number by number. Lines may end with CR LF. Blank lines
/// at the end of the text are skipped; others count as lines without numbers. All errors are InputErrors that
/// name the file and the line. In messages, `expected` completes "expected ...".
class NumberLines {
 public:
  /// text: must outlive the reader; where: name of the file for messages.
  NumberLines(std::string_view text, std::string where)
      : at_(text.data()), end_(text.data() + text.size()), where_(std::move(where)) {
    while (end_ > at_ && (is_blank(end_[-1]) || end_[-1] == '\n')) --end_;
    line_end_ = at_;
  }

  /// Moves to the next line (the first call: to the first), or returns false if there is none.
  bool next() {
    if (line_ > 0) {
      if (line_end_ == end_) return false;
      at_ = line_end_ + 1;
    } else if (at_ == end_) {
      return false;
    }
    ++line_;
    line_end_ = at_;
    while (line_end_ != end_ && *line_end_ != '\n') ++line_end_;
    skip_blanks();
    return true;
  }

  /// Returns the number of the current line, counted from 1.
  int line() const { return line_; }

  /// Returns whether the line holds no further number.
  bool at_line_end() const { return at_ == line_end_; }

  /// Reads the next number of the line, which must be an integer.
  int integer(const char* expected) {
    int value = 0;
    take(value, expected);
    return value;
  }
  /// Reads the next number of the line, which must be finite.
  float number(const char* expected) {
    const char* start = at_;
    const auto value = static_cast<float>(real(expected));
    if (!std::isfinite(value)) refuse(start, expected);
    return value;
  }
  /// Reads the next number of the line in double precision; it must be finite.
  double real(const char* expected) {
    double value = 0;
    const char* start = at_;
    take(value, expected);
    if (!std::isfinite(value)) refuse(start, expected);
    return value;
  }

  /// Throws unless all numbers of the line have been read.
  void finish(const char* expected) {
    if (!at_line_end()) refuse(at_, expected);
  }

  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError("{}:{}: {}", where_, line_, fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  void skip_blanks() {
    while (at_ != line_end_ && is_blank(*at_)) ++at_;
  }

  template <typename T>
  void take(T& value, const char* expected) {
    const char* start = at_;
    if (at_ != line_end_ && *at_ == '+' && at_ + 1 != line_end_ && at_[1] != '-') ++at_;
    std::string_view rest(at_, static_cast<std::size_t>(line_end_ - at_));
    const auto number = take_number<T>(rest);
    if (!number || !(rest.empty() || rest.front() == ',' || is_blank(rest.front()))) refuse(start, expected);
    value = *number;
    at_ = rest.data();
    skip_blanks();
    if (at_ != line_end_ && *at_ == ',') {
      ++at_;
      skip_blanks();
      if (at_ == line_end_) fail("a comma at its end, expected {}", expected);
    }
  }

  [[noreturn]] void refuse(const char* start, const char* expected) const {
    const char* end = start;
    while (end != line_end_ && *end != ',' && !is_blank(*end)) ++end;
    if (start == line_end_) fail("nothing, expected {}", expected);
    fail("'{}', expected {}", printable({start, end}, 40), expected);
  }

  const char* at_;
  const char* end_;
  const char* line_end_;
  int line_ = 0;
  std::string where_;
};

}  // namespace bora::data
