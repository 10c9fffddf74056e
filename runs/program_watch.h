// Watch over the files that a command names, by which a resumed run notices that its program was edited.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "common/run_observer.h"

namespace bora::runs {

/// Returns the SHA-256 and the name of each file that the command names, in lines as sha256sum prints them.
/// Names are relative to the working directory. A file is named by a word, by the part of a word after its
/// first '=', or by a part of a word with blanks, such as a command for a shell. Leaves out files above 16
/// MiB, files that cannot be read, names such as /dev/stderr, which are other files in other processes, and a
/// first word without '/', which is looked up in PATH.
std::string hash_command_files(const std::vector<std::string>& command);

/// Returns the lines of `hashes` whose files have the same content now.
std::string unchanged_files(const std::string& hashes);

/// Returns a sentence that names the files of `hashes` that are not in `unchanged`, which are no longer
/// watched; "" if there are none.
std::string describe_unwatched_files(const std::string& hashes, const std::string& unchanged);

/// Returns a warning that names the files of `hashes` that have changed or are missing; "" if there are none.
std::string describe_changed_files(const std::string& hashes);

/// Watch over the files of the command of one run, whose fact `files` has the text of hash_command_files().
/// Runs of earlier versions lack the fact and are not watched. Store: has get() and set() for facts.
template <typename Store>
class ProgramWatch {
 public:
  /// has_value: whether the program has given a value in an earlier part of the run. If so, warns of changed
  /// files; otherwise stores the files as they are now. `store` and `observer` must outlive the watch.
  ProgramWatch(Store& store, const std::vector<std::string>& command, bool has_value, RunObserver& observer)
      : store_(store), observer_(observer), has_value_(has_value) {
    if (!has_value_)
      store_.set(kFact, hash_command_files(command));
    else if (const std::string warning = describe_changed_files(store_.get(kFact)); !warning.empty())
      observer.warn(warning);
  }

  /// Must be called when the program has given a value. After the first, files that have changed since the
  /// watch began are no longer watched, because the program writes them itself, such as a log. A script that
  /// the user has edited meanwhile cannot be told from such a file, so the observer is told their names.
  void note_value() {
    if (has_value_) return;
    has_value_ = true;
    const std::string before = store_.get(kFact), kept = unchanged_files(before);
    if (const std::string text = describe_unwatched_files(before, kept); !text.empty()) observer_.say(text);
    store_.set(kFact, kept);
  }

 private:
  static constexpr const char* kFact = "files";
  Store& store_;
  RunObserver& observer_;
  bool has_value_;
};

}  // namespace bora::runs
