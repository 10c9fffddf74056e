// Facts of a run's database, a line each: key=value.
#include "attacks/record/fact_table.h"
#include "attacks/record/merge_facts.h"
#include "attacks/record/semantic/rules.h"
#include "common/text.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

FactTexts texts_in(const std::string& lines) {
  FactTexts texts;
  for (const std::string& line : split(lines, '\n'))
    if (const auto equals = line.find('='); equals != std::string::npos)
      texts[line.substr(0, equals)] = line.substr(equals + 1);
  return texts;
}

ShardFacts shard_in(const std::string& lines, int number) {
  return {"shard", {number, 2}, texts_in(lines)};
}

constexpr const char* kImages =
    "status=complete\nmodel=m.pt\nthreat=linf\nepsilon=0.3\nclasses=10\nchannels=1\nheight=28\nwidth=28\n"
    "goal=targeted\nbudget=100\nattacks=[\"square\"]\nlibraries={\"eigen\": \"3.4.0\"}\nconfig={\"eps\": 0.3}\n"
    "class_names=[\"0\"]\nshard=1/2\nmerged=[{\"folder\": \"a\", \"shard\": \"1/2\", \"status\": \"complete\"}]\n"
    "checks=[{\"id\": \"a\", \"title\": \"b\", \"status\": \"pass\", \"text\": \"c\"}]\n"
    "attack_facts={\"square\": {\"name\": \"s\", \"text\": \"t\", \"sight\": \"scores\", \"leaves_ball\": false}}\n"
    "substitutes=[{\"file\": \"f\", \"architecture\": \"a\", \"sha256\": \"s\", \"accuracy\": 0.5, "
    "\"training_seconds\": null, \"trained_before\": false}]\nrepeats=3\naverage=2\nclean_inputs=10\nclean_correct=9\n";

const Registration run_facts(
    {"run_facts",
     [](std::string_view bytes) {
       const auto lines = parts(bytes, 2);
       const RunFacts facts = facts_of(texts_in(lines[0]), "run.sqlite");
       texts_of(facts);
       if (facts.semantic()) parse_semantic_rules(facts.changes, 3);
       if (lines[1].empty()) return;
       facts_of(texts_in(lines[1]), "run.sqlite");
       const std::vector shards{shard_in(lines[0], 1), shard_in(lines[1], 2)};
       check_one_plan(shards, false);
       merged_facts(shards, "out");
     },
     [] {
       return std::vector<std::string>{
           joined({kImages, kImages}),
           "status=running\nmodel=m.pt\nthreat=semantic\nclasses=10\nchannels=3\nheight=8\n"
           "width=8\ngoal=untargeted\nbudget=100\nrefinement=9\n"
           "semantic=rotate=-30:30,blur=0:2,order,border=edge\n",
           "status=complete\nmodel=m.pt\ntask=graphs\nthreat=edits\nclasses=2\ngoal=untargeted\n"
           "budget=10\nedit_mode=rewire\nedit_ratio=0.03\nmost_edits=0\nhops=2\nkeep_connected=0\n"
           "most_injected=0\ninjected_degree=1\nqueries_per_edit=40\nquery_cap=20000\n"};
     }});

}  // namespace
}  // namespace bora::fuzz
