#include "nas/run/training/program_trainer.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/json.h"
#include "common/setting_error.h"
#include "common/stopwatch.h"
#include "common/text.h"
#include "models/victims/remote/child_process.h"
#include "nas/run/program_answer.h"
#include "nas/run/training/training_course.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "exec:";

class ProgramTrainer final : public TrialTrainer {
 public:
  explicit ProgramTrainer(const SearchConfig& config)
      : command_(program_command(config.data)),
        validation_(config.validation),
        counts_(config.aim.wants("parameters")) {}

  bool train(SearchTrial& trial, bool /*of_space*/, const fs::path& folder, const std::atomic<bool>& stop,
             const std::function<void(const TrainingProgress&)>& progress,
             const TrainingPlan& /*course*/) const override {
    fs::create_directories(folder);
    trial.epochs.clear();
    trial.failure.clear();
    const Stopwatch watch;
    const auto line_end = [](std::string_view received) {
      constexpr std::size_t kLongest = 1 << 16;
      const auto end = received.find('\n');
      return end != std::string_view::npos ? end + 1 : std::min(received.size() + 1, kLongest);
    };
    try {
      models::ChildProcess program(command_);
      std::string question =
          json_text(nlohmann::json{{"trial", trial.number}, {"architecture", trial.architecture}}) + "\n";
      for (bool answered = false; !answered; question.clear()) {
        progress({.epoch = 1, .step = 0, .steps = 1});
        if (stop) return false;
        constexpr std::chrono::milliseconds kLook(200);
        const auto until = models::ChildProcess::Clock::now() + kLook;
        try {
          const std::string answer = program.exchange(question, line_end, until);
          take_answer(trial, answer);
          // Every network would have the same value, so the search ends instead of training them all.
          if (counts_ && trial.failure.empty() && trial.weights == 0)
            throw SettingError("objectives parameters",
                               "the program answered {} without \"weights\", the number of parameters of its "
                               "network, expected e.g. {}",
                               printable(answer.substr(0, answer.find_last_not_of("\r\n") + 1), 80),
                               R"({"accuracy": 0.93, "weights": 12345})");
          answered = true;
        } catch (const models::AnswerTimeout&) {
          // The loop checks whether the search was stopped, and waits again.
        }
      }
    } catch (const VictimError& error) {
      if (stop) return false;  // Ctrl-C in a terminal also ends the program
      const std::string why = error.what();
      const bool silent = why.starts_with("ended with exit code 0");
      trial.failure = (silent ? "the program gave no answer: it " : "the program ") + why;
    }
    trial.seconds = watch.seconds();
    with_storage_errors([&] { write_atomically(folder / model_file(), trial.architecture + "\n"); });
    return true;
  }
  int epochs(const std::string& /*architecture*/, bool /*of_space*/) const override { return 1; }
  int validation() const override { return validation_; }
  std::string train_hash() const override { return "unknown"; }
  std::string validation_hash() const override { return "unknown"; }
  Accuracy test(const fs::path& /*model*/) const override { return {}; }
  std::string model_file() const override { return "architecture.txt"; }

 private:
  std::string command_;
  int validation_;
  bool counts_;  // whether the number of parameters is an objective
};

}  // namespace

bool looks_like_program(const std::string& data) {
  return data.starts_with(kPrefix);
}

std::string program_command(const std::string& data) {
  return data.substr(kPrefix.size());
}

std::unique_ptr<TrialTrainer> make_program_trainer(const SearchConfig& config) {
  return std::make_unique<ProgramTrainer>(config);
}

}  // namespace bora::nas
