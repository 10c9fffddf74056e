// Who may learn from whom in a run whose attacks learn from earlier instances.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "attacks/ledger/run_database.h"
#include "attacks/settings/lesson.h"

namespace bora {

/// Keeps what the instances of each attack taught. The instances of one attack, in the order of the plan, are
/// cut into blocks of max(1, w / 2), w being the window. An instance of block b may begin once every instance
/// of the blocks up to b - 2 (w = 1: b - 1; w = 3, whose blocks are of one: b - 3) has ended, and it knows
/// the lessons of these and of no others, but for those of its own input: what was learnt by asking about an
/// input towards one target would be queries that an instance on it towards another one has not paid for.
///
/// So what an instance knows depends on its place among its attack's instances and on the window: not on
/// which other attacks there are, not on the order in which instances happened to end, and so neither on
/// threads nor on interruptions. Two blocks fill the window, so that one of them goes on while stragglers of
/// the other are waited for.
class LessonBook {
 public:
  /// `learns`: whether an attack is one that learns; the instances of others wait for nobody. `instances`: of
  /// the whole plan, by id; lessons of those that have ended are read from the database.
  LessonBook(const RunDatabase& database, const std::vector<InstanceRow>& instances,
             const std::function<bool(const std::string& attack)>& learns, int window);

  /// Whether all that `instance` is to know has been learnt.
  bool ready(const InstanceRow& instance) const;
  /// What it is to know, in the order of the plan; null if its attack does not learn. Call for instances that
  /// are ready.
  Lessons known_to(const InstanceRow& instance);
  /// What an instance taught; to be told before ended().
  void keep(const InstanceRow& instance, std::string lesson);
  /// To be told of every instance that ends.
  void ended(const InstanceRow& instance);

 private:
  struct Attack {
    std::map<int, std::size_t> places;  // of its instances, by id
    std::vector<int> inputs;            // by place; the same content has the same number
    std::vector<Lesson> taught;         // by place; without content: nothing, or nothing yet
    std::vector<bool> ended;            // by place
    std::size_t all_ended = 0;          // so many of the first have ended
    std::size_t shared = 0;             // so many of the first have gone into `lessons`
    std::map<int, Lessons> lessons;     // by the input that is left out; -1: none has to be
  };
  /// So many of the first of its attack does the instance at this place know of.
  std::size_t known(std::size_t place) const;

  std::size_t block_;
  std::size_t lag_;  // in blocks
  std::map<std::string, Attack> attacks_;
};

}  // namespace bora
