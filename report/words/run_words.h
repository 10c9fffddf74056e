// Sentences of a run's report, written once from its figures for all formats: terminal, page, Markdown, JUnit
// and SARIF.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "report/conditions/outcome.h"
#include "report/figures/summary.h"
#include "report/words/marked_text.h"

namespace bora::report {

/// Warning that a reader must see before relying on a figure.
struct Alarm {
  bool severe = true;  ///< false if the figures are only preliminary
  std::string title;   ///< "" for a warning of the run itself
  std::string text;
  std::vector<std::string> items = {};  ///< list below the text
};

/// Fact that reports print as name and value. Lists of facts contain no fact without a value.
struct Fact {
  std::string name;
  MarkedText value;
  std::string label = "";  ///< name on a terminal, at most ten letters; "": not shown there
};
using Facts = std::vector<Fact>;

/// Judgement on a condition, a check or the verifier's result.
struct Judgement {
  const char* kind = "neutral";  ///< "good", "bad", "caution" or "neutral", which pages show by colour
  std::string word;              ///< the judgement in words, such as "holds"
  std::string about;             ///< condition or check
  std::string text;              ///< details
};

/// Sentences and facts of a report.
struct RunWords {
  std::vector<Alarm> alarms;
  MarkedText lead;  ///< first sentence: what the strongest black-box attack achieves
  /// Outcome of each of RunSummary::attacks: "success on 90.0% [69.9, 97.2] ...".
  std::vector<MarkedText> attacks;
  Facts attacked;  ///< attacked inputs, threat and attacks
  Facts resisted;  ///< shares of inputs that resist
  Facts spent;     ///< inputs and queries
  Facts made;      ///< where, when and how the run was made
  std::vector<Judgement> conditions;
  Judgement verifier;
  std::string verifier_fault;  ///< "3 of 20 adversarial examples did not pass verification"; "": no fault
  std::vector<Judgement> checks;
  std::string check_counts;   ///< "14 passed, 1 warning"; "" without checks
  std::string check_queries;  ///< "300 queries for them, outside every budget"; "" if there were none
};

/// Contents of a run's report, independent of the format: figures, conditions of --fail-if, and sentences.
/// Views only format them; summary.json contains them as JSON.
struct RunReport : RunSummary {
  const RunRecord& run;                      ///< must outlive the report
  std::vector<ConditionOutcome> conditions;  ///< results of RunRecord::fail_if
  RunWords words;
};

/// Returns the report of `run` with the figures `summary`: decides the conditions and writes the sentences.
RunReport report_of(const RunRecord& run, RunSummary summary);
/// Returns the report of `run` with the figures that summarise() computes by default.
RunReport report_of(const RunRecord& run);

}  // namespace bora::report
