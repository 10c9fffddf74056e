#include "tuning/trials/failures.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

#include "common/json.h"
#include "common/text.h"
#include "tuning/space/expression.h"
#include "tuning/trials/printed_unit.h"
#include "tuning/trials/value_reader.h"

namespace bora::tuning {
namespace {

// Replaces words with a digit by "#": points, numbers of trials, addresses and times make equal failures look
// different.
std::string without_numbers(const std::string& text) {
  std::string out;
  for (const std::string& word : split(text, ' ')) {
    bool has_digit = false;
    for (const char c : word) has_digit |= std::isdigit(static_cast<unsigned char>(c)) != 0;
    out += (has_digit ? "#" : word) + " ";
  }
  return out;
}

// Replaces each occurrence of `value` as a whole word by "#".
std::string without_word(std::string text, const std::string& value) {
  if (value.empty()) return text;
  for (std::size_t at = text.find(value); at != std::string::npos; at = text.find(value, at + 1)) {
    const std::size_t end = at + value.size();
    if ((at == 0 || !is_name_part(text[at - 1])) && (end == text.size() || !is_name_part(text[end])))
      text.replace(at, value.size(), "#");
  }
  return text;
}

// Replaces the non-numeric values of the trial's point by "#", since programs print them in their errors.
std::string without_values(std::string text, const TrialRow& row) {
  const auto point = parse_json(row.point);
  if (!point.is_object()) return text;
  for (const auto& [name, value] : point.items())
    if (!value.is_number())
      text = without_word(std::move(text), value.is_string() ? value.get<std::string>() : json_text(value));
  return text;
}

// Returns whether the program printed a number where the rule reads another form: with a unit or a name, with
// a thousands separator, in quotes, or as a field of JSON for the rule last-line.
bool is_of_rule(const std::string& reason) {
  if (names_thousands(reason) || reason.find(kInQuotes) != std::string::npos) return true;
  static const re2::RE2 kReason(
      "(?:(its last line: )|field '.*' of the JSON object: |)'(.*)' is not a number.*");
  std::string of_last_line, printed;
  if (!re2::RE2::FullMatch(reason, kReason, &of_last_line, &printed)) return false;
  return is_number_with_words(printed) || (!of_last_line.empty() && printed.starts_with("{\""));
}

// Returns the status and the reason without the parts that depend on the trial's point or number. An exit
// code stays, since it distinguishes failures.
std::string kind_of(const TrialRow& row) {
  if (is_of_rule(row.reason)) return "a number in another form";
  const auto words = row.reason.find(';');
  // The number of the failed repeat is left out, because it is not part of the reason.
  const std::string how = row.reason.substr(0, std::min(words, row.reason.rfind(" (repeat ")));
  return row.status + " " + (how.starts_with("exit code") ? how : without_numbers(how)) +
         (words == std::string::npos ? "" : without_numbers(without_values(row.reason.substr(words), row)));
}

// Returns whether `reason` shows that the command or the rule for its value is wrong, so that every point
// would fail.
bool is_of_command(std::string reason) {
  if (is_of_rule(reason)) return true;
  reason = lower_case(reason);
  for (const char* const words : {kOnStandardError,
                                  "exit code 126",
                                  "exit code 127",
                                  "usage:",
                                  "error: argument -",
                                  "unrecognized argument",
                                  "unrecognised argument",
                                  "unrecognized option",
                                  "unknown option",
                                  "invalid option",
                                  "arguments are required",
                                  "no such option",
                                  "no such file or directory",
                                  "command not found",
                                  "permission denied",
                                  "cannot execute",
                                  "modulenotfounderror",
                                  "importerror",
                                  "syntaxerror",
                                  "indentationerror",
                                  "nameerror"})
    if (reason.find(words) != std::string::npos) return true;
  return false;
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

FirstFailures first_failures(const std::map<std::int64_t, TrialRow>& trials) {
  FirstFailures first;
  std::string kind;
  for (const auto& [number, row] : trials) {
    if (number <= 0 || !row.told) continue;
    if (!failed(row)) return {};
    if (first.trials++ == 0) {
      kind = kind_of(row);
      first.reason = row.reason;
    } else if (kind_of(row) != kind) {
      return {};
    }
  }
  first.of_command = is_of_command(first.reason);
  return first;
}

std::string failing_from_the_start(const std::map<std::int64_t, TrialRow>& trials, int least) {
  constexpr std::int64_t kPatience = 5;
  const FirstFailures first = first_failures(trials);
  if (least == 0 || first.trials < (first.of_command ? least : kPatience * least)) return "";
  return fmt::format("the first {} trials all failed alike: {}", first.trials, first.reason);
}

}  // namespace bora::tuning
