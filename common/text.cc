#include "common/text.h"

#include <algorithm>
#include <numeric>

namespace bora {
namespace {

// Returns the smallest number of insertions, deletions, substitutions and exchanges of neighbouring letters
// that turn a into b (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Row i of the table has the distances of the first i letters of a to the prefixes of b.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

// Returns the number of bytes of the UTF-8 character at the beginning of `text`, which is not empty, or 0 if
// it is not shown: bytes that are not UTF-8, control characters, line separators, and characters that are
// invisible or change the direction of writing.
std::size_t shown_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return first >= ' ' && first <= '~' ? 1 : 0;
  std::size_t length = 2;
  if (first >= 0xe0) length = 3;
  if (first >= 0xf0) length = 4;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const auto within = [&](std::uint32_t low, std::uint32_t high) { return code >= low && code <= high; };
  if (length == 3 && (code < 0x800 || within(0xd800, 0xdfff))) return 0;
  if (length == 4 && !within(0x10000, 0x10ffff)) return 0;
  const bool hidden = code < 0xa0 || code == 0xad || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
                      within(0x2060, 0x206f) || code == 0xfeff || within(0xe0000, 0xe007f);
  return hidden ? 0 : length;
}

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& names) {
  // Limit on the length, because the time grows with the product of both lengths. Mistyped words are short.
  constexpr std::size_t kLongest = 200;
  if (word.size() > kLongest) return "";
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& name : names)
    if (const std::size_t distance = name.size() > 2 * kLongest ? best_distance : edit_distance(word, name);
        distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  return best;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string trimmed(std::string_view text) {
  constexpr const char* kBlank = " \t\r\n";
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin));
}

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string printable(std::string_view text, std::size_t most) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = shown_bytes(text.substr(at)), step = std::max<std::size_t>(bytes, 1);
    if (at + step > most) return shown + "...";
    shown += bytes > 0 ? text.substr(at, bytes) : "?";
    at += step;
  }
  return shown;
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int i = static_cast<int>(digits.size()) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

std::string count_of(std::int64_t number, const std::string& noun, const std::string& plural) {
  if (number == 1) return "1 " + noun;
  return grouped(number) + " " + (plural.empty() ? noun + "s" : plural);
}

}  // namespace bora
