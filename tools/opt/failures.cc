#include "tools/opt/failures.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "common/text.h"

namespace bora {
namespace {

// Points, numbers of trials, addresses and times make equal failures look different.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (const std::string& word : split(text, ' ')) {
    bool has_digit = false;
    for (const char c : word) has_digit |= std::isdigit(static_cast<unsigned char>(c)) != 0;
    out += (has_digit ? "#" : word) + " ";
  }
  return out;
}

// An exit status is a number that does tell failures apart.
std::string kind_of(const TrialRow& row) {
  const auto words = row.reason.find(';');
  // Which of the repeats failed first tells nothing.
  const std::string how = row.reason.substr(0, std::min(words, row.reason.rfind(" (repeat ")));
  return row.status + " " + (how.starts_with("exit code") ? how : without_numbers(how)) +
         (words == std::string::npos ? "" : without_numbers(row.reason.substr(words)));
}

bool failed(const TrialRow& row) {
  return row.number > 0 && row.ended() && row.values.empty();
}

}  // namespace

SharedReason commonest_reason(const std::map<std::int64_t, TrialRow>& trials) {
  std::map<std::string, SharedReason> of_kind;
  for (const auto& [number, row] : trials) {
    if (!failed(row)) continue;
    SharedReason& shared = of_kind[kind_of(row)];
    if (shared.trials++ == 0) {
      shared.reason = row.reason;
      shared.first = number;
    }
  }
  SharedReason most;
  for (const auto& [kind, shared] : of_kind)
    if (shared.trials > most.trials || (shared.trials == most.trials && shared.first < most.first))
      most = shared;
  return most;
}

std::string failing_from_the_start(const std::map<std::int64_t, TrialRow>& trials, int least) {
  int told = 0;
  std::string kind, reason;
  for (const auto& [number, row] : trials) {
    if (number <= 0 || !row.told) continue;
    if (!failed(row)) return "";
    if (told++ == 0) {
      kind = kind_of(row);
      reason = row.reason;
    } else if (kind_of(row) != kind) {
      return "";
    }
  }
  constexpr int kSilent = 3;
  const bool silent = reason.starts_with("exit code") && reason.find(';') == std::string::npos;
  if (least == 0 || told < (silent ? kSilent * least : least)) return "";
  return fmt::format("the first {} trials all failed alike: {}", told, reason);
}

}  // namespace bora
