#include "tools/train/train_lock.h"

#include <filesystem>
#include <system_error>

#include "common/error.h"
#include "runs/lock_file.h"

namespace bora::tools {

std::shared_ptr<const void> lock_training(const std::string& out) {
  const std::string file = out + ".lock";
  try {
    auto lock = std::make_unique<runs::LockFile>(file);
    const auto drop = [file](const runs::LockFile* held) {
      std::error_code error;
      std::filesystem::remove(file, error);
      delete held;
    };
    return std::shared_ptr<const runs::LockFile>(lock.release(), drop);
  } catch (const runs::RunInUse&) {
    throw InputError("--out: another process is training {}; name another file, or wait for it", out);
  } catch (const InputError&) {
    return nullptr;  // whether the folder can be written to is checked for the model
  }
}

}  // namespace bora::tools
