// The sentences of a run's report, made once of its figures. Terminal, page, Markdown, JUnit and SARIF lay
// them out.
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
  bool severe = true;
  std::string title;  ///< "" for a warning of the run itself
  std::string text;
  std::vector<std::string> items = {};
};

/// Name and value that reports print for a fact. Facts without value are not in any list.
struct Fact {
  std::string name;
  MarkedText value;
  std::string label = "";  ///< name on a terminal, at most ten letters; "": it is not shown there
};
using Facts = std::vector<Fact>;

/// A condition, a check or the verifier's result, with a judgement on it.
struct Judgement {
  const char* kind = "neutral";  ///< kind that is shown by colour: "good", "bad", "caution" or "neutral"
  std::string word;              ///< word for the judgement, such as "holds"
  std::string about;             ///< condition or check
  std::string text;
};

struct RunWords {
  std::vector<Alarm> alarms;
  MarkedText lead;  ///< result of the strongest black-box attack
  std::vector<MarkedText>
      attacks;     ///< outcome of each of RunSummary::attacks: "success on 90.0% [69.9, 97.2] ..."
  Facts attacked;  ///< attacked inputs, threat and attacks
  Facts resisted;  ///< shares of inputs that resist
  Facts spent;     ///< inputs and queries
  Facts made;      ///< where, when and how the run was made
  std::vector<Judgement> conditions;
  Judgement verifier;
  std::string verifier_fault;  ///< "3 of 20 adversarial examples did not pass verification"; "": no fault
  std::vector<Judgement> checks;
  std::string check_counts;   ///< "14 passed, 1 warning"; "" without checks
  std::string check_queries;  ///< "300 queries for them, outside every budget"; "" without
};

/// The model of a run's report: its figures, the conditions of --fail-if, and its sentences. Views lay it
/// out. summary.json holds it as JSON.
struct RunReport : RunSummary {
  const RunRecord& run;                      ///< must outlive the report
  std::vector<ConditionOutcome> conditions;  ///< in their order
  RunWords words;
};

/// Decides the conditions of `run`, and writes the sentences.
RunReport report_of(const RunRecord& run, RunSummary summary);
/// Returns the report on the summary that is computed with default options.
RunReport report_of(const RunRecord& run);

}  // namespace bora::report
