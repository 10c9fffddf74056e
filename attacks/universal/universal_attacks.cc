#include "attacks/universal/universal_attacks.h"

#include <optional>
#include <utility>

namespace bora::attacks {
namespace {

// Attack whose only query is a given image.
class OneQuery final : public Attack<Pixels> {
 public:
  explicit OneQuery(Pixels image) : image_(std::move(image)) {}
  std::optional<Pixels> ask() override { return told_ ? std::nullopt : std::optional(image_); }
  void tell(const Pixels&, const Observation&) override { told_ = true; }

 private:
  Pixels image_;
  bool told_ = false;
};

}  // namespace

UniversalAttacks::UniversalAttacks(const RunDatabase& database, const ImageTask& task,
                                   const Visibility& visible, std::map<std::string, Pixels> changes)
    : task_(task),
      access_(visible.label_only() ? AccessLevel::labels : AccessLevel::scores),
      changes_(std::move(changes)) {
  for (InputRow& row : database.inputs())
    if (row.attacked) inputs_.emplace(row.id, std::move(row));
}

RunningAttack<Pixels> UniversalAttacks::start(const InstanceRow& instance,
                                              const WarmStarts& /*warm_starts*/) const {
  const InputRow& input = inputs_.at(instance.input);
  const auto original = std::make_shared<const Pixels>(task_.original(input.content));
  return {std::make_unique<OneQuery>(*original + changes_.at(instance.attack)),
          {input.label, instance.target},
          task_.threat(original),
          access_};
}

}  // namespace bora::attacks
