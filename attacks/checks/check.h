// Checks of an evaluation that are made with the run: their names and their extent.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"

namespace bora::attacks {

/// Extent of the checks, and so of their queries.
enum class CheckLevel {
  none,   ///< no check is made
  basic,  ///< clean inputs again, at other ranges of values, too, where many are wrong
  full,   ///< attacks too: on a few inputs, with few queries
};
/// Parses "none", "basic" or "full"; throws InputError naming --checks.
CheckLevel parse_check_level(const std::string& text);

/// Ids, in the order in which checks are shown.
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

/// Returns the check with this id, under its title. `status`: pass | warn | fail | open.
EvaluationCheck make_check(const std::string& id, const std::string& status, std::string text);

/// Maker of the outcomes of one check: result("pass", "...").
struct CheckMaker {
  const char* id;
  EvaluationCheck operator()(const char* status, std::string text) const {
    return make_check(id, status, std::move(text));
  }
};

/// Returns one check per id, the later of two, in the order above.
std::vector<EvaluationCheck> in_order(const std::vector<EvaluationCheck>& checks);

}  // namespace bora::attacks
