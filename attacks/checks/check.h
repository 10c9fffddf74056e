// Identifiers, titles and levels of the checks of an evaluation.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Level of the checks, which determines their number and their queries.
enum class CheckLevel {
  none,   ///< no checks
  basic,  ///< checks that query clean inputs only
  full,   ///< also checks that run attacks on a few inputs with few queries
};
/// Parses the words "none", "basic" and "full". Throws InputError naming --checks.
CheckLevel parse_check_level(const std::string& text);

/// Identifiers of the checks, in the order in which reports show them.
namespace check_id {
inline constexpr const char* kDeterministic = "deterministic";
inline constexpr const char* kBatches = "batch-independent";
inline constexpr const char* kInputRange = "input-range";
inline constexpr const char* kAboveChance = "above-chance";
inline constexpr const char* kAsClaimed = "as-claimed";
inline constexpr const char* kScoresInformative = "scores-informative";
inline constexpr const char* kScoresRespond = "scores-respond";
inline constexpr const char* kGradients = "gradients";
inline constexpr const char* kUnbounded = "unbounded";
inline constexpr const char* kLargerBound = "larger-bound";
inline constexpr const char* kRandomWeaker = "random-weaker";
inline constexpr const char* kWhiteBox = "white-box";
}  // namespace check_id

/// Returns the result of a check with its title. `id`: one of check_id. `status`: pass | warn | fail | open.
/// Throws std::logic_error for an unknown id.
EvaluationCheck make_check(const std::string& id, const std::string& status, std::string text);

/// Function object that makes results of one check: result("pass", "...").
struct CheckMaker {
  const char* id;
  EvaluationCheck operator()(const char* status, std::string text) const {
    return make_check(id, status, std::move(text));
  }
};

/// Returns the checks in the order of check_id. Of several with one id, only the last is kept.
std::vector<EvaluationCheck> in_order(const std::vector<EvaluationCheck>& checks);

}  // namespace bora::attacks
