#include "report/figures/comparisons/comparison.h"

#include <map>
#include <regex>

#include "attacks/record/run_reader.h"
#include "common/error.h"
#include "report/figures/run_texts.h"

namespace bora::report {

std::string compared_data(const std::string& data) {
  // std::regex recurses for each character, and the run may come from an untrusted source.
  constexpr std::size_t kLongest = 2000;
  if (data.size() > kLongest) return data;
  static const std::regex counts(
      R"((in the order of their (?:numbers|names as text)): the model is right on \d+ of \d+ images, \d+ in the order of their (?:numbers|names as text))");
  static const std::regex drawn(
      R"( \(\d+ images drawn at random as a \w+ part, since .* has none of its own; --part all: all of them(?:\)|; ))");
  std::string out = std::regex_replace(data, counts, "$1");
  std::smatch found;
  if (std::regex_search(out, found, drawn)) {
    const std::string end = found.str().ends_with(')') ? "" : " (";
    out = found.prefix().str() + end + found.suffix().str();
  }
  return without_folders(out);
}

void check_same(const std::string& what, const RunRecord& first, const std::string& value_of_first,
                const RunRecord& second, const std::string& value_of_second) {
  if (value_of_first == value_of_second) return;
  throw InputError("{} and {} cannot be compared: {} is {} in the first, {} in the second",
                   first.folder.string(), second.folder.string(), what, value_of_first, value_of_second);
}

bool are_copies(const RunRecord& first, const RunRecord& second) {
  return first.model != second.model && first.defence == second.defence && !first.model_sha256.empty() &&
         first.model_sha256 == second.model_sha256;
}

void check_same_records(const RunRecord& first, const RunRecord& second) {
  std::map<std::int64_t, int> labels;
  for (const InputRow& input : first.inputs) labels[input.record] = input.label;
  for (const InputRow& input : second.inputs) {
    const auto it = labels.find(input.record);
    if (it == labels.end() || it->second == input.label) continue;
    throw InputError("{} and {} cannot be compared: record {} is of class {} in the first, {} in the second",
                     first.folder.string(), second.folder.string(), input.record, it->second, input.label);
  }
  if (const auto record = attacks::record_with_other_content(first, second))
    throw InputError("{} and {} cannot be compared: record {} is another {} in the second",
                     first.folder.string(), second.folder.string(), *record, noun(first));
}

}  // namespace bora::report
