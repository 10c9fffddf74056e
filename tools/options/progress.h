// Progress of a long run: one line that is redrawn on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>

#include "common/layers.h"
#include "common/run_observer.h"

namespace bora::tools {

/// Observer that prints a command's progress; its functions may be called by several threads. Output that
/// cannot be written is dropped.
class Progress final : public RunObserver {
 public:
  /// Prints nothing but warnings if `quiet`. `stream` must outlive the object.
  explicit Progress(bool quiet = false, std::FILE* stream = stderr);
  ~Progress() override;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Returns the flag that Ctrl-C sets, interrupt_flag().
  const std::atomic<bool>& stop() const override;
  /// Shows that `fraction` of the work, in [0, 1], is done, with `text`. On a terminal the line is redrawn at
  /// most ten times a second; elsewhere a line is printed at most every ten seconds. The last one (fraction
  /// 1) is always shown.
  void update(double fraction, const std::string& text) override;
  /// Shows the same with an estimate of the seconds left that the caller has; negative: not known.
  void update(double fraction, const std::string& text, double seconds_left);
  /// Prints `text` on a separate line above the one that is redrawn.
  void say(const std::string& text) override;
  /// Prints a warning, even if the object is quiet.
  void warn(const std::string& text) override;
  /// Ends the redrawn line, as the destructor does, and measures elapsed times from now on.
  void finish() override;

 private:
  double elapsed() const;
  void print_line(const std::string& text);
  void write(const std::string& text);

  using Clock = std::chrono::steady_clock;
  bool quiet_, terminal_;
  std::FILE* stream_;
  bool line_open_ = false;
  Clock::time_point start_, last_;
  struct Begun {
    double fraction;
    Clock::time_point at;
  };
  std::optional<Begun> begun_;  // fraction and time of the first update
  std::mutex mutex_;            // guards the stream and all state of the object
};

/// Returns a duration as text that looks like "8 s", "3 min 20 s" or "2 h 05 min".
std::string format_duration(double seconds);

}  // namespace bora::tools
