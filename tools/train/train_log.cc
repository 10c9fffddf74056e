#include "tools/train/train_log.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/number.h"

namespace bora::tools {
namespace {

constexpr const char* kHeader = "epoch,loss,validation_loss,validation_accuracy,test_accuracy,seconds\n";

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.6g}", *value) : "";
}

// Returns the lines of `text` about epochs before `epoch`.
std::string lines_before(const std::string& text, int epoch) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    if (const auto of = take_number<int>(rest); of && *of < epoch) kept += line + '\n';
  }
  return kept;
}

}  // namespace

TrainLog::TrainLog(std::filesystem::path file, bool keep)
    : file_(std::move(file)), start_(std::chrono::steady_clock::now()) {
  if (keep) {
    std::ostringstream before;
    before << std::ifstream(file_).rdbuf();
    text_ = before.str();
  } else {
    write_atomically(file_, kHeader);
  }
}

void TrainLog::add(const TrainingProgress& now, std::optional<double> test_accuracy) {
  const auto& validation = now.validation;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  text_ = lines_before(text_, now.epoch) +
          fmt::format("{},{},{},{},{},{:.1f}\n", now.epoch, number(now.loss),
                      number(validation ? std::optional(validation->loss) : std::nullopt),
                      number(validation ? std::optional(validation->accuracy.fraction()) : std::nullopt),
                      number(test_accuracy), seconds);
  write_atomically(file_, kHeader + text_);
}

}  // namespace bora::tools
