#include "report/views/run_views.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "common/text.h"
#include "report/figures/checks.h"
#include "report/figures/run_texts.h"
#include "report/views/formats/xml_text.h"
#include "report/words/format.h"

namespace bora::report {
namespace {

enum class State { passed, failed, error, skipped };

struct Case {
  std::string name;
  State state = State::passed;
  std::string message;  ///< reason why the case failed or was skipped
  std::string output;   ///< written into the element system-out
  double seconds = 0;
};

struct Suite {
  std::string name;
  std::vector<Case> cases;

  int count(State state) const { return static_cast<int>(std::ranges::count(cases, state, &Case::state)); }
  double seconds() const {
    double sum = 0;
    for (const Case& each : cases) sum += each.seconds;
    return sum;
  }
};

Suite attacks(const RunReport& report) {
  Suite suite{"attacks", {}};
  for (std::size_t a = 0; a < report.attacks.size(); ++a) {
    const AttackResult& attack = report.attacks[a];
    Case test{attack.display_name(), State::passed, "", report.words.attacks[a].plain(), 0};
    if (const auto total = attack.seconds.find("total"); total != attack.seconds.end())
      test.seconds = total->second;
    std::vector<std::string> faults;
    const auto add_faults = [&](const std::vector<FailureCount>& counts, const char* when) {
      for (const FailureCount& fault : counts)
        if (fault.attack == attack.name)
          faults.push_back(fmt::format("the model failed on {}{}: {}", count_of(fault.instances, "instance"),
                                       when, fault.reason));
    };
    add_faults(report.failures, "");
    add_faults(report.broken_off, " after the first success");
    if (!faults.empty()) {
      test.state = State::error;
      test.message = join(faults, "; ");
    } else if (attack.ended() < attack.instances) {
      test.state = State::skipped;
      test.message =
          fmt::format("{} of {} ended", grouped(attack.ended()), count_of(attack.instances, "instance"));
    }
    suite.cases.push_back(std::move(test));
  }
  return suite;
}

Suite checks(const RunReport& report) {
  Suite suite{"checks", {}};
  for (const EvaluationCheck& check : report.checks) {
    Case test{check.id, State::passed, "", expected_and_found(check), 0};
    if (check.status == "fail") test.state = State::failed;
    if (check.status == "open") test.state = State::skipped;
    if (test.state != State::passed) test.message = check.text;
    if (check.status == "warn") test.output = "warning: " + test.output;
    suite.cases.push_back(std::move(test));
  }
  return suite;
}

Suite verification(const RunReport& report) {
  Case verifier{"adversarial examples", State::passed, report.words.verifier_fault,
                report.words.verifier.text, 0};
  if (!report.words.verifier_fault.empty()) {
    verifier.state = State::failed;
  } else if (const int open = report.verification.open(); open > 0) {
    verifier.state = State::skipped;
    verifier.message = count_of(open, "adversarial example") + " not verified yet";
  }
  Case records{"records", State::passed, "", "the run's records do not contradict each other", 0};
  if (!report.contradictions.empty()) {
    records.state = State::failed;
    records.message = "the database contradicts itself";
    records.output = join(report.contradictions, "\n");
  }
  return {"verification", {verifier, records}};
}

Suite conditions(const RunReport& report) {
  Suite suite{"conditions", {}};
  for (const ConditionOutcome& outcome : report.conditions) {
    Case test{outcome.condition.text, State::passed, "", outcome.finding_text(), 0};
    if (outcome.finding == Finding::holds) test.state = State::failed;
    if (outcome.finding == Finding::not_decided) test.state = State::error;
    if (test.state != State::passed) test.message = outcome.text();
    suite.cases.push_back(std::move(test));
  }
  return suite;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = xml_text(value).c_str();
}

void add(pugi::xml_node parent, const std::string& suite, const Case& test) {
  pugi::xml_node node = parent.append_child("testcase");
  set(node, "name", test.name);
  set(node, "classname", "bora." + suite);
  set(node, "time", fmt::format("{:.3f}", test.seconds));
  static constexpr const char* kElements[] = {"", "failure", "error", "skipped"};
  if (test.state != State::passed)
    set(node.append_child(kElements[static_cast<int>(test.state)]), "message", test.message);
  if (!test.output.empty()) node.append_child("system-out").text() = (xml_text(test.output) + "\n").c_str();
}

void set_counts(pugi::xml_node node, const Suite& suite) {
  set(node, "tests", std::to_string(suite.cases.size()));
  set(node, "failures", std::to_string(suite.count(State::failed)));
  set(node, "errors", std::to_string(suite.count(State::error)));
}

void add(pugi::xml_node parent, const Suite& suite, int number, const RunRecord& run) {
  pugi::xml_node node = parent.append_child("testsuite");
  set(node, "name", suite.name);
  set(node, "id", std::to_string(number));
  set(node, "package", "bora");
  set_counts(node, suite);
  set(node, "skipped", std::to_string(suite.count(State::skipped)));
  set(node, "time", fmt::format("{:.3f}", suite.seconds()));
  // Some readers expect ISO 8601 without a time zone; the run's times are UTC.
  set(node, "timestamp", run.started.substr(0, run.started.find('Z')));
  set(node, "hostname", "localhost");
  pugi::xml_node properties = node.append_child("properties");
  for (const auto& [name, value] : {std::pair<const char*, std::string>{"model", run.model},
                                    {"sha256", run.model_sha256},
                                    {"data", run.data},
                                    {"threat", threat_text(run)},
                                    {"goal", run.goal()},
                                    {"budget", budget_text(run)},
                                    {"seed", run.seed},
                                    {"bora", run.version}}) {
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  }
  for (const Case& test : suite.cases) add(node, suite.name, test);
}

}  // namespace

std::string junit_xml(const RunReport& report) {
  const std::vector<Suite> suites = {attacks(report), checks(report), verification(report),
                                     conditions(report)};
  Suite all{"bora: " + without_folders(report.run.model), {}};
  for (const Suite& suite : suites) all.cases.insert(all.cases.end(), suite.cases.begin(), suite.cases.end());
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", all.name);
  set_counts(root, all);
  set(root, "time", fmt::format("{:.3f}", all.seconds()));
  int number = 0;
  for (const Suite& suite : suites) {
    // An empty suite would look as if it had passed.
    if (!suite.cases.empty()) add(root, suite, number++, report.run);
  }
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace bora::report
