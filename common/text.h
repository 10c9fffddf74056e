// Small help with words: the nearest valid name for a mistyped one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bora {

/// Returns the member of `names` with the smallest edit distance to `word` (insertions, deletions,
/// substitutions, exchanges of neighbouring letters; the first of equals), or "" if none is within a third of
/// its length, or one edit for short words (so that nonsense gets no suggestion).
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

/// Returns "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// Splits at `separator`; empty parts are kept.
std::vector<std::string> split(std::string_view text, char separator);

/// Returns `text` as a message of one line can quote it: '?' for every byte that is not printable ASCII, and
/// "..." for what comes after `most` bytes.
std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace bora
