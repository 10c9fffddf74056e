#include "tools/options/progress.h"

#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "tools/options/run_tool.h"

namespace bora::tools {

Progress::Progress(bool quiet, std::FILE* stream)
    : quiet_(quiet), terminal_(isatty(fileno(stream)) == 1), stream_(stream), start_(Clock::now()) {}

Progress::~Progress() {
  finish();
}

const std::atomic<bool>& Progress::stop() const {
  return interrupt_flag();
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::update(double fraction, const std::string& text) {
  // No time left is estimated from the first steps alone, which are slower than later ones.
  constexpr double kEnough = 0.01, kSeconds = 10;
  double left = -1;
  {
    const std::lock_guard lock(mutex_);
    // Rate since the first update: work that a previous process did took no time in this one.
    if (!begun_ || fraction < begun_->fraction) begun_ = {fraction, Clock::now()};
    const double passed = std::chrono::duration<double>(Clock::now() - begun_->at).count();
    const double made = fraction - begun_->fraction;
    if (made >= kEnough || (made > 0 && passed >= kSeconds)) left = passed * (1 - fraction) / made;
  }
  update(fraction, text, left);
}

void Progress::update(double fraction, const std::string& text, double seconds_left) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(10);
  if (fraction < 1 && last_ != Clock::time_point{} && now - last_ < interval) return;
  last_ = now;
  // Rounded down, so that 100% is shown only at the end.
  std::string line = fmt::format("{:3.0f}%  {}", std::floor(100 * fraction), text);
  if (fraction >= 1)
    line += fmt::format(", {}", format_duration(elapsed()));
  else if (seconds_left >= 0)
    line += fmt::format(", {} left", format_duration(seconds_left));
  if (terminal_) {
    write("\r\033[K" + line);
    line_open_ = true;
  } else {
    write(line + "\n");
  }
}

void Progress::say(const std::string& text) {
  if (!quiet_) print_line(text);
}

void Progress::warn(const std::string& text) {
  print_line("warning: " + text);
}

// Writes a text at once. A text that cannot be written is dropped: a full disk ends no run.
void Progress::write(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stream_));
  static_cast<void>(std::fflush(stream_));
}

void Progress::print_line(const std::string& text) {
  const std::lock_guard lock(mutex_);
  write((line_open_ ? "\r\033[K" : "") + text + "\n");
  line_open_ = false;
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  start_ = Clock::now();
  last_ = {};
  begun_.reset();
  if (!line_open_) return;
  write("\n");
  line_open_ = false;
}

std::string format_duration(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace bora::tools
