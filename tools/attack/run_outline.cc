#include "tools/attack/run_outline.h"

#include <string>

namespace bora {
namespace {

EditFacts edits_of(const std::map<std::string, std::string>& facts) {
  const auto whole = [&](const char* key) { return std::stoi(facts.at(key)); };
  EditFacts edits;
  edits.mode = facts.at("edit_mode");
  edits.ratio = std::stod(facts.at("edit_ratio"));
  edits.most_edits = whole("most_edits");
  edits.hops = whole("hops");
  edits.keep_connected = whole("keep_connected") == 1;
  edits.most_injected = whole("most_injected");
  edits.injected_degree = whole("injected_degree");
  return edits;
}

}  // namespace

RunRecord outline_of(const Plan& plan, const PlanOptions& options, int classes,
                     const std::map<std::string, std::string>& facts) {
  RunRecord run;
  run.attacks = options.attacks;
  run.budget = plan.largest_budget();
  run.targeted = options.targeted;
  run.visible = options.visible.text();
  run.classes = classes;
  run.task = facts.at("task");
  run.data = facts.at("data");
  run.threat = facts.at("threat");
  if (run.on_graphs()) {
    run.edits = edits_of(facts);
  } else if (run.semantic()) {
    run.changes = facts.at("semantic");
  } else {
    run.epsilon = std::stod(facts.at("epsilon"));
    run.epsilon_asked = std::stod(facts.at("epsilon_asked"));
    run.continuous = facts.at("continuous") == "1";
    run.prior.source = facts.at("prior");
    run.prior.learn = facts.at("prior_learn") == "1";
  }
  for (const InstanceRow& row : plan.instances) {
    InstanceRecord instance;
    instance.attack = row.attack;
    instance.input = row.input;
    instance.target = row.target;
    run.instances.push_back(std::move(instance));
  }
  return run;
}

}  // namespace bora
