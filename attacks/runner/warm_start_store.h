// Store of warm starts, for runs whose attacks learn from earlier instances.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "attacks/attack.h"
#include "attacks/record/run_database.h"

namespace bora::attacks {

/// Store of the warm starts of each attack's instances. The instances of one attack, in the order of the
/// plan, form blocks of max(1, w / 2), where w is the window. An instance of block b may begin once every
/// instance of the blocks up to b - 2 has ended (w = 1: b - 1; w = 3, with blocks of one: b - 3). It gets the
/// warm starts of those instances, except those on its own input: a warm start on that input with another
/// target is based on queries that this instance has not made.
///
/// So the warm starts of an instance depend only on its position among its attack's instances and on the
/// window, not on other attacks, the order in which instances ended, threads or interruptions. Two blocks
/// fill the window, so that one can proceed while the last instances of the other end.
class WarmStartStore {
 public:
  /// Reads the warm starts of ended instances from the database. `instances`: all instances of the plan, by
  /// id. `learns`: returns whether an attack learns; instances of other attacks never wait.
  WarmStartStore(const RunDatabase& database, const std::vector<InstanceRow>& instances,
                 const std::function<bool(const std::string& attack)>& learns, int window);

  /// Returns whether all warm starts for `instance` are available.
  bool ready(const InstanceRow& instance) const;
  /// Returns the warm starts for `instance`, in the order of the plan; null if its attack does not learn.
  /// Requires that the instance is ready.
  WarmStarts known_to(const InstanceRow& instance);
  /// Stores the warm start of an instance; must be called before record_end().
  void keep(const InstanceRow& instance, std::string warm_start);
  /// Records the end of an instance; must be called for every instance.
  void record_end(const InstanceRow& instance);

 private:
  struct Attack {
    std::map<int, std::size_t> places;      // instance id -> position among the attack's instances
    std::vector<int> inputs;                // by position: id of the first input with equal content
    std::vector<WarmStart> taught;          // by position: warm start; empty content: none, or none yet
    std::vector<bool> ended;                // by position
    std::size_t all_ended = 0;              // number of leading instances that have ended
    std::size_t shared = 0;                 // number of leading instances that `warm_starts` contains
    std::map<int, WarmStarts> warm_starts;  // input that is left out (-1: none) -> warm starts
  };
  /// Returns the number of leading instances of an attack whose warm starts the instance at this position
  /// gets.
  std::size_t known(std::size_t place) const;

  std::size_t block_;
  std::size_t lag_;  // number of blocks, an instance's own included, whose warm starts it does not get
  std::map<std::string, Attack> attacks_;
};

}  // namespace bora::attacks
