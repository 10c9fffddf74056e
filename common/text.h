// Functions on short texts: suggestions for mistyped names, joining, splitting, trimming, quoting, counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bora {

/// Returns the member of `names` with the smallest edit distance to `word` (insertions, deletions,
/// substitutions, exchanges of neighbouring letters), the first of equally near ones. Returns "" if the
/// distance exceeds a third of the length of `word` (or 1 for shorter words than 3 letters), so that nonsense
/// gets no suggestion.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

/// Returns the parts with `separator` between them: "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// Splits at `separator`; empty parts are kept.
std::vector<std::string> split(std::string_view text, char separator);

/// Returns `text` without the spaces, tabs and line ends at its beginning and end.
std::string trimmed(std::string_view text);

/// Returns `text` with its Latin letters A to Z in lower case.
std::string lower_case(std::string text);

/// Returns `text` for quotation in a message of one line: '?' replaces each byte that is not part of a
/// visible UTF-8 character, and "..." what follows the first `most` bytes, or fewer so that no character is
/// cut.
std::string printable(std::string_view text, std::size_t most = 200);

/// Returns a number with its digits grouped: "12,345".
std::string grouped(std::int64_t number);

/// Returns "1 image", "3 images"; `plural` is for nouns where adding an s is not enough.
std::string count_of(std::int64_t number, const std::string& noun, const std::string& plural = "");

}  // namespace bora
