// Store of warm starts (lessons), for runs whose attacks learn from earlier instances.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "attacks/record/run_database.h"
#include "attacks/settings/lesson.h"
#include "common/layers.h"

namespace bora::attacks {

/// Store of the lessons of each attack's instances. The instances of one attack, in the order of the plan,
/// form blocks of max(1, w / 2), where w is the window. An instance of block b may begin once every instance
/// of the blocks up to b - 2 (w = 1: b - 1; w = 3, with blocks of one: b - 3) has ended. It gets the lessons
/// of these instances only, and among them none on its own input: a lesson on that input, towards another
/// target, rests on queries that this instance has not paid for.
///
/// The lessons of an instance therefore depend on its place among its attack's instances and on the window.
/// They do not depend on other attacks or on the order in which instances ended, and so neither on threads
/// nor on interruptions. Two blocks fill the window, so that one of them proceeds while the last instances of
/// the other end.
class LessonBook {
 public:
  /// Reads the lessons of ended instances from the database. `learns`: whether an attack learns; the
  /// instances of others never wait. `instances`: those of the whole plan, by id.
  LessonBook(const RunDatabase& database, const std::vector<InstanceRow>& instances,
             const std::function<bool(const std::string& attack)>& learns, int window);

  /// Returns whether all lessons for `instance` are available.
  bool ready(const InstanceRow& instance) const;
  /// Returns the lessons for `instance`, in the order of the plan; null if its attack does not learn.
  /// Requires that the instance is ready.
  Lessons known_to(const InstanceRow& instance);
  /// Stores the lesson of an instance; must be called before ended().
  void keep(const InstanceRow& instance, std::string lesson);
  /// Records the end of an instance; must be called for every one.
  void ended(const InstanceRow& instance);

 private:
  struct Attack {
    std::map<int, std::size_t> places;  // places of its instances, by id
    std::vector<int> inputs;            // by place; the same content has the same number
    std::vector<Lesson> taught;         // by place; without content: nothing, or nothing yet
    std::vector<bool> ended;            // by place
    std::size_t all_ended = 0;          // number of leading instances that have ended
    std::size_t shared = 0;             // number of leading instances in `lessons`
    std::map<int, Lessons> lessons;     // by the input left out; -1: no input
  };
  /// Returns the number of its attack's leading instances whose lessons the instance at this place gets.
  std::size_t known(std::size_t place) const;

  std::size_t block_;
  std::size_t lag_;  // in blocks
  std::map<std::string, Attack> attacks_;
};

}  // namespace bora::attacks
