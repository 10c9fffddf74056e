#include "attacks/checks/probe_attack.h"

#include <algorithm>
#include <optional>
#include <span>

#include "attacks/ledger/question.h"
#include "attacks/ledger/repeats.h"
#include "attacks/semantic/transformed.h"

namespace bora::attacks {
namespace {

// Instance in progress.
template <typename Input>
struct Active {
  std::size_t place = 0;  // index of its row
  int budget = 0;
  RunningAttack<Input> running;
  std::optional<Input> asked;  // input of this round; nullopt: none left
  std::string failure;         // error of the attack; "": none
  bool ended = false;          // whether it has succeeded or spent its budget
};

// Sets the instance's input of this round.
template <typename Input>
void ask(Active<Input>& active) {
  active.asked.reset();
  try {
    active.asked = active.running.ask();
  } catch (const std::exception& error) {
    active.failure = error.what();
  }
}

// Queries the victim until the vote on each question is decided. `left`: largest number of answers for each.
template <typename Input>
std::vector<MajorityVote> put_until_decided(const CheckedRun<Input>& run,
                                            const std::vector<Question<Input>>& questions,
                                            const std::vector<int>& left) {
  std::vector<MajorityVote> votes;
  for (std::size_t i = 0; i < questions.size(); ++i)
    votes.push_back(make_vote(questions[i], run.repeats, run.visible, left[i]));
  ask_until_decided(run.oracle, votes,
                    [&](const std::vector<std::size_t>& places, std::span<VictimReply> replies) {
                      std::vector<const Input*> inputs;
                      for (const std::size_t place : places) inputs.push_back(questions[place].input);
                      run.ask(inputs, replies);
                      return true;
                    });
  return votes;
}

// Returns the observations of one round, with gradients for the instances that continue, as Ledger::query()
// does.
template <typename Input>
std::vector<Observation> answer(const CheckedRun<Input>& run, const CheckSetup<Input>& setup,
                                const std::vector<Question<Input>>& questions, const std::vector<int>& left) {
  std::vector<Observation> told;
  std::vector<GradientQuestion<Input>> wanted;
  std::vector<std::size_t> wanting;
  const std::vector<MajorityVote> votes = put_until_decided(run, questions, left);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const VictimReply reply = votes[i].outcome();
    Observation& seen =
        told.emplace_back(observation_of(questions[i], reply, run.visible, setup.task->objective()));
    seen.queries = static_cast<int>(votes[i].answers().size());
    if (!questions[i].gradient || seen.success) continue;
    wanted.push_back(gradient_question(questions[i], reply.scores, seen));
    wanting.push_back(i);
  }
  if (wanted.empty()) return told;
  auto gradients = run.oracle.gradients(wanted, run.repeats.average);
  for (std::size_t i = 0; i < wanting.size(); ++i) told[wanting[i]].gradient = std::move(gradients.at(i));
  return told;
}

// Performs one round: queries the next input of each instance in progress, and removes instances that have
// ended.
template <typename Input>
void perform_round(const CheckedRun<Input>& run, const CheckSetup<Input>& setup,
                   std::vector<Active<Input>>& active, std::vector<ProbeOutcome>& outcomes) {
  if (run.stop) throw ChecksStopped();
  run.pool.parallel_for(static_cast<int>(active.size()), [&](int i) { ask(active[i]); });
  std::erase_if(active, [&](const Active<Input>& each) {
    outcomes[each.place].failure = each.failure;
    return !each.asked;
  });
  if (active.empty()) return;
  std::vector<Question<Input>> questions;
  std::vector<int> left;
  for (const auto& each : active) {
    questions.push_back(each.running.question(static_cast<int>(each.place), *each.asked));
    left.push_back(each.budget - outcomes[each.place].queries);
  }
  const std::vector<Observation> told = answer(run, setup, questions, left);
  for (std::size_t i = 0; i < active.size(); ++i) {
    ProbeOutcome& outcome = outcomes[active[i].place];
    outcome.success = told[i].success;
    outcome.queries += told[i].queries;
    active[i].ended = outcome.success || outcome.queries >= active[i].budget;
  }
  run.pool.parallel_for(static_cast<int>(active.size()), [&](int i) {
    if (active[i].ended) return;
    try {
      active[i].running.attack->tell(*active[i].asked, told[i]);
    } catch (const std::exception& error) {
      active[i].failure = error.what();
    }
  });
  std::erase_if(active, [&](const Active<Input>& each) {
    outcomes[each.place].failure = each.failure;
    return each.ended || !each.failure.empty();
  });
}

}  // namespace

template <typename Input>
std::vector<ProbeOutcome> probe(const CheckedRun<Input>& run, const CheckSetup<Input>& setup,
                                const std::vector<InstanceRow>& rows, int most) {
  std::vector<ProbeOutcome> outcomes(rows.size());
  for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(run.batch)) {
    std::vector<Active<Input>> active;
    const std::size_t last = std::min(rows.size(), first + static_cast<std::size_t>(run.batch));
    for (std::size_t i = first; i < last; ++i)
      active.push_back({i, std::min(most, rows[i].budget), setup.factory->start(rows[i], nullptr), {}, {}});
    while (!active.empty()) perform_round(run, setup, active, outcomes);
  }
  return outcomes;
}

template std::vector<ProbeOutcome> probe(const CheckedRun<Pixels>&, const CheckSetup<Pixels>&,
                                         const std::vector<InstanceRow>&, int);
template std::vector<ProbeOutcome> probe(const CheckedRun<Transformed>&, const CheckSetup<Transformed>&,
                                         const std::vector<InstanceRow>&, int);
template std::vector<ProbeOutcome> probe(const CheckedRun<Graph>&, const CheckSetup<Graph>&,
                                         const std::vector<InstanceRow>&, int);

}  // namespace bora::attacks
