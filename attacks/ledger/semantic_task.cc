#include "attacks/ledger/semantic_task.h"

#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "data/files/file.h"

namespace bora::attacks {

std::unique_ptr<ThreatModel<Transformed>> SemanticTask::threat(
    std::shared_ptr<const Transformed> original) const {
  const Pixels& image = original->image;
  return std::make_unique<SemanticThreat>(space_, shape_,
                                          std::shared_ptr<const Pixels>(std::move(original), &image));
}

std::int64_t SemanticTask::hash(const Transformed& input) const {
  std::string bytes(reinterpret_cast<const char*>(input.point.data()),
                    static_cast<std::size_t>(input.point.size()) * sizeof(double));
  bytes.append(reinterpret_cast<const char*>(input.image.data()),
               static_cast<std::size_t>(input.image.size()) * sizeof(float));
  return short_hash(bytes.data(), bytes.size());
}

Transformed SemanticTask::original(const std::string& content) const {
  return {space_->identity(), images_.original(content)};
}

std::string SemanticTask::content(const Transformed& input) const {
  return images_.content(input.image);
}

std::string SemanticTask::details(const Transformed& input) const {
  return space_->to_json(input.point);
}

Transformed SemanticTask::attacked(const std::string& content, const std::string& details) const {
  return {space_->from_json(details, "run.sqlite"), images_.original(content)};
}

void SemanticTask::write(const std::filesystem::path& file, const Transformed& input) const {
  images_.write(file, input.image);
  if (input.point != space_->identity())
    write_atomically(std::filesystem::path(file).replace_extension(".json"), details(input) + "\n",
                     Durability::unsynced);
}

Transformed SemanticTask::read(const std::filesystem::path& file) const {
  Transformed input{space_->identity(), images_.read(file)};
  const auto beside = std::filesystem::path(file).replace_extension(".json");
  if (!std::filesystem::exists(beside)) return input;
  input.point = space_->from_json(read_text_file(beside), beside.string());
  return input;
}

}  // namespace bora::attacks
