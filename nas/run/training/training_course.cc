#include "nas/run/training/training_course.h"

#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/files/storage_error.h"
#include "common/text.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEpochs = "epochs.csv";
constexpr const char* kCheckpoint = "checkpoint";

// Reads the first `count` epochs of epochs.csv; nullopt if the file has fewer or is invalid.
std::optional<std::vector<TrainedEpoch>> read_epochs(const fs::path& file, int count) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<TrainedEpoch> epochs;
  for (char comma = 0; static_cast<int>(epochs.size()) < count && std::getline(in, line);) {
    std::istringstream numbers(line);
    TrainedEpoch& epoch = epochs.emplace_back();
    if (!(numbers >> epoch.loss >> comma >> epoch.accuracy >> comma >> epoch.validation_loss >> comma >>
          epoch.last_loss))
      return std::nullopt;
    // Files of earlier versions lack this column.
    if (double accuracy = 0; numbers >> comma >> accuracy) epoch.train_accuracy = accuracy;
  }
  if (static_cast<int>(epochs.size()) < count) return std::nullopt;
  return epochs;
}

}  // namespace

CheckpointPlan training_course(const fs::path& folder, const std::map<std::string, std::string>& training,
                               std::vector<TrainedEpoch>& epochs) {
  CheckpointPlan plan{folder / kCheckpoint, training, true};
  epochs.clear();
  try {
    const auto kept = read_checkpoint(plan);
    const auto done = kept ? read_epochs(folder / kEpochs, kept->epochs) : std::nullopt;
    plan.resume = done.has_value();
    if (done) epochs = *done;
  } catch (const InputError&) {
    plan.resume = false;  // training from the start gives the same result
  }
  return plan;
}

std::string failure_of(const std::exception& error, const CheckpointPlan& plan) {
  const std::string message = error.what();
  const std::string line = message.substr(0, message.find('\n'));
  // Errors of writing may be InputErrors, too; they are recognised by the file that the message names.
  const bool unwritten = line.find(plan.file.parent_path().string()) != std::string::npos &&
                         line.find(": cannot be written (") != std::string::npos;
  if (unwritten || line.starts_with(plan.file.string() + ": ") ||
      dynamic_cast<const StorageError*>(&error) != nullptr)
    throw StorageError(line);
  return printable(line);
}

void with_storage_errors(const std::function<void()>& write) {
  try {
    write();
  } catch (const InputError& error) {
    throw StorageError(error.what());
  }
}

void write_epochs(const fs::path& folder, const std::vector<TrainedEpoch>& epochs) {
  std::string text = "loss,accuracy,validation_loss,last_loss,train_accuracy\n";
  for (const TrainedEpoch& epoch : epochs)
    text += fmt::format("{},{},{},{},{}\n", epoch.loss, epoch.accuracy, epoch.validation_loss,
                        epoch.last_loss, epoch.train_accuracy ? fmt::to_string(*epoch.train_accuracy) : "");
  with_storage_errors([&] { write_atomically(folder / kEpochs, text); });
}

CourseWatch::CourseWatch(fs::path folder, SearchTrial& trial, const TrainingPlan& plan,
                         const std::atomic<bool>& stop, std::function<void(const TrainingProgress&)> progress)
    : folder_(std::move(folder)), trial_(trial), plan_(plan), stop_(stop), progress_(std::move(progress)) {
  // A training that was interrupted right after the epoch at which the rule held ends at once.
  enough_ = plan_.enough && !trial_.epochs.empty() && plan_.enough(trial_.epochs);
  halt_ = enough_;
}

void CourseWatch::operator()(const TrainingProgress& now) {
  if (now.epoch_done() && now.validation && !enough_) {
    trial_.epochs.push_back(
        {now.loss, now.validation->accuracy.fraction(), now.validation->loss, now.last_loss, now.accuracy});
    write_epochs(folder_, trial_.epochs);
    enough_ = plan_.enough && plan_.enough(trial_.epochs);
  }
  if (progress_) progress_(now);
  if (enough_ || stop_) halt_ = true;
}

bool CourseWatch::conclude(const TrainingResult& result, int epochs) {
  trial_.seconds = result.seconds;
  if (result.interrupted && (stop_ || !enough_)) return false;
  trial_.stopped = enough_ && std::ssize(trial_.epochs) < epochs;
  return true;
}

void remove_checkpoint(const fs::path& folder) {
  std::error_code ignored;
  fs::remove(folder / kCheckpoint, ignored);
}

}  // namespace bora::nas
